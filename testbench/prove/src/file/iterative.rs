//! A file's unit that works on one operation at a time. The number of cycles to its result may depend on the operands.
//!
//! Claims about enabled cycles without reset imply the handshake, by induction:
//!
//! - After a reset, the unit is ready and shows no result.
//! - A ready unit without valid operands is ready in the next cycle, and shows no result.
//! - A unit that is not ready takes no operands: what it does next depends on none.
//! - A ready unit with valid operands shows exactly one result until it is ready again, within some cycles.
//!
//! The register contents before an operation are free, and the result depends on none. So it is a function of the operands,
//! which [`FileClaim`](super::FileClaim) compares with the instruction.

use std::sync::Arc;

use halfpipe_aig::deadline::Deadline;
use halfpipe_aig::Aig;
use halfpipe_hdl::design::control_inputs::{ENABLE, IN_VALID, RESET};
use halfpipe_lemmas::formula::{Formula, Procedure};
use halfpipe_lemmas::graph::{Graph, Literal};
use halfpipe_lemmas::handshake::{self, HandshakeCycle, HandshakeUnit};
use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_lemmas::lemma::Lemma;
use halfpipe_lemmas::subject_lemmas::SubjectLemmas;
use halfpipe_lemmas::verdict::LemmaVerdict;
use halfpipe_spec::{Arithmetic, Logic};

use super::function::FileFunction;
use crate::iterative_netlist::{IterativeNetlist, UnitOutputs};

/// The number of control inputs, which come first.
const CONTROL: usize = IN_VALID + 1;

/// The netlist of a file's unit.
#[derive(Clone)]
pub struct IterativeFile {
    netlist: IterativeNetlist,
    is_always_enabled: bool,
}

/// One operation of a unit, from taken operands on.
struct Operation {
    /// Bits that are 1 where the unit shows two results, or none.
    wrong: Vec<Literal>,
    /// True while the unit is not ready again.
    waiting: Literal,
    /// The result.
    data: Vec<Literal>,
}

impl HandshakeUnit for IterativeFile {
    type Contents = Vec<Literal>;

    fn contents(&self, graph: &mut Graph) -> Vec<Literal> {
        self.netlist.contents(graph)
    }

    fn contents_after_reset(&self, graph: &mut Graph) -> Vec<Literal> {
        self.netlist.contents_after_reset(graph)
    }

    fn run_cycle(
        &self,
        graph: &mut Graph,
        held: &Vec<Literal>,
        in_valid: Option<Literal>,
    ) -> HandshakeCycle<Vec<Literal>> {
        let UnitOutputs {
            in_ready, out_valid, ..
        } = self.show(graph, held);
        let in_valid = in_valid.unwrap_or_else(|| graph.input());
        let operands = graph.inputs(self.operand_bits());
        HandshakeCycle {
            in_ready,
            out_valid,
            next: self.advance(graph, held, in_valid, &operands),
        }
    }
}

impl IterativeFile {
    /// Takes the netlist of a unit.
    pub fn new(circuit: Arc<Aig>, is_always_enabled: bool) -> IterativeFile {
        IterativeFile {
            netlist: IterativeNetlist {
                aig: circuit,
                latency: 0,
            },
            is_always_enabled,
        }
    }

    /// Returns the least number of cycles after which a unit that took operands is always ready again. None if there is
    /// none up to a limit, or the deadline passes.
    pub fn find_cycles(&self, most: u32, deadline: &Deadline) -> Option<u32> {
        (1..=most).find(|cycles| {
            let mut graph = Graph::new();
            let (operations, assumptions) = self.operate_from_any(&mut graph, *cycles);
            let waiting: Vec<Literal> = operations.iter().map(|operation| operation.waiting).collect();
            let formula = Formula {
                assumptions,
                ..Formula::never(graph, &waiting)
            };
            !deadline.is_past() && formula.decide_until(Procedure::Solve, deadline) == LemmaVerdict::Holds
        })
    }

    /// Returns the lemmas of the handshake, of a unit that is ready again within some cycles.
    pub fn contract_lemmas(&self, cycles: u32) -> Vec<Lemma> {
        let mut lemmas = SubjectLemmas::new(self.clone());
        lemmas.solve(
            LemmaKind::Control,
            "while reset is 0 the outputs depend on no input of the same cycle",
            IterativeFile::ignores_inputs,
        );
        if !self.is_always_enabled {
            lemmas.solve(
                LemmaKind::Hold,
                "every register holds while enable and reset are 0",
                IterativeFile::holds,
            );
        }
        lemmas.solve(
            LemmaKind::Reset,
            "after a reset the unit is ready and shows no result",
            handshake::is_ready_after_reset,
        );
        lemmas.solve(
            LemmaKind::Idle,
            "a ready unit without valid operands is ready in the next cycle and shows no result in it",
            handshake::stays_ready,
        );
        lemmas.solve(
            LemmaKind::Busy,
            "a unit that is not ready takes no operands",
            IterativeFile::takes_nothing,
        );
        let valid = format!(
            "a ready unit with valid operands shows one result until it is ready again, at most {cycles} enabled cycles later"
        );
        lemmas.solve(LemmaKind::Valid, valid, move |unit| unit.shows_one_result(cycles));
        lemmas.lemmas
    }

    /// Returns the lemma that results do not depend on earlier operations.
    pub fn history_lemma(&self, cycles: u32) -> Lemma {
        let statement = "the result is the same for all register contents before the operation";
        let unit = self.clone();
        Lemma::new(LemmaKind::Earlier, statement, Procedure::Sweep, move || {
            unit.forgets(cycles)
        })
    }

    /// Returns the result as a function of operands with these widths in bits, for the contents after a reset.
    pub(super) fn function(&self, widths: Vec<usize>, cycles: u32) -> FileFunction {
        let mut graph = Graph::new();
        let operands = graph.inputs(widths.iter().sum());
        let held = self.first_contents(&mut graph);
        let data = self.operate(&mut graph, &held, &operands, cycles).data;
        data.into_iter().for_each(|bit| graph.output(bit));
        FileFunction {
            circuit: Arc::new(graph.0),
            widths,
        }
    }

    /// Returns the contents after a reset of registers that are 0.
    fn first_contents(&self, graph: &mut Graph) -> Vec<Literal> {
        let zeros = vec![Literal::FALSE; self.netlist.aig.registers().len()];
        let mut known: Vec<(usize, Literal)> = self.operand_inputs().map(|input| (input, Literal::FALSE)).collect();
        known.extend([
            (RESET, Literal::TRUE),
            (ENABLE, Literal::TRUE),
            (IN_VALID, Literal::FALSE),
        ]);
        self.netlist.cycle(graph, &zeros, &known).next
    }

    fn operand_inputs(&self) -> impl Iterator<Item = usize> + use<> {
        CONTROL..self.netlist.aig.input_count()
    }

    fn operand_bits(&self) -> usize {
        self.operand_inputs().count()
    }

    /// Returns the outputs for any inputs but a reset.
    fn show(&self, graph: &mut Graph, held: &[Literal]) -> UnitOutputs {
        let enable = self.is_always_enabled.then_some((ENABLE, Literal::TRUE));
        let known: Vec<_> = [(RESET, Literal::FALSE)].into_iter().chain(enable).collect();
        self.netlist.show_with(graph, held, &known)
    }

    /// Returns the contents after an enabled cycle without reset.
    fn advance(&self, graph: &mut Graph, held: &[Literal], in_valid: Literal, operands: &[Literal]) -> Vec<Literal> {
        let mut known = vec![(ENABLE, Literal::TRUE), (RESET, Literal::FALSE), (IN_VALID, in_valid)];
        known.extend(self.operand_inputs().zip(operands.iter().copied()));
        self.netlist.cycle(graph, held, &known).next
    }

    /// Takes operands, and runs the cycles after it without valid operands: a unit that is not ready takes none.
    fn operate(&self, graph: &mut Graph, held: &[Literal], operands: &[Literal], cycles: u32) -> Operation {
        let nothing = vec![Literal::FALSE; operands.len()];
        let mut held = self.advance(graph, held, Literal::TRUE, operands);
        let (mut waiting, mut is_shown) = (Literal::TRUE, Literal::FALSE);
        let (mut wrong, mut data) = (Vec::new(), Vec::new());
        for _ in 0..cycles {
            let now = self.show(graph, &held);
            let shows = graph.and(waiting, now.out_valid);
            wrong.push(graph.and(shows, is_shown));
            data = if data.is_empty() {
                now.data
            } else {
                graph.choose(shows, &now.data, &data)
            };
            is_shown = graph.or(is_shown, shows);
            let is_again = graph.and(waiting, now.in_ready);
            wrong.push(graph.and(is_again, !is_shown));
            waiting = graph.and(waiting, !now.in_ready);
            held = self.advance(graph, &held, Literal::FALSE, &nothing);
        }
        Operation { wrong, waiting, data }
    }

    /// Takes any operands with all contents with which the unit is ready. Returns the assumptions, too.
    fn operate_from_any(&self, graph: &mut Graph, cycles: u32) -> (Vec<Operation>, Vec<Literal>) {
        let operands = graph.inputs(self.operand_bits());
        self.operate_from_ready(graph, &operands, cycles)
    }

    fn operate_from_ready(
        &self,
        graph: &mut Graph,
        operands: &[Literal],
        cycles: u32,
    ) -> (Vec<Operation>, Vec<Literal>) {
        let free = self.contents(graph);
        let (ready, assumptions) = self.netlist.ready_contents(graph, &free);
        let operations = ready.iter().map(|held| self.operate(graph, held, operands, cycles));
        (operations.collect(), assumptions)
    }

    fn ignores_inputs(&self) -> Formula {
        let mut graph = Graph::new();
        let held = self.contents(&mut graph);
        let [one, other] = [(); 2].map(|()| {
            let shown = self.show(&mut graph, &held);
            [vec![shown.in_ready, shown.out_valid], shown.data].concat()
        });
        Formula::equal(graph, &one, &other)
    }

    fn holds(&self) -> Formula {
        let mut graph = Graph::new();
        let held = self.contents(&mut graph);
        let still = [(ENABLE, Literal::FALSE), (RESET, Literal::FALSE)];
        let next = self.netlist.cycle(&mut graph, &held, &still).next;
        Formula::equal(graph, &held, &next)
    }

    fn takes_nothing(&self) -> Formula {
        let mut graph = Graph::new();
        let held = self.contents(&mut graph);
        let in_ready = self.show(&mut graph, &held).in_ready;
        let undefined = graph.inputs(self.netlist.aig.undefined_places().len());
        let [one, other] = [(); 2].map(|()| {
            let mut inputs = vec![Literal::FALSE, Literal::TRUE, graph.input()];
            inputs.extend(graph.inputs(self.operand_bits()));
            inputs.extend(&undefined);
            graph.step(&self.netlist.aig, &inputs, &held).next
        });
        Formula::equal(graph, &one, &other).assume(!in_ready)
    }

    fn shows_one_result(&self, cycles: u32) -> Formula {
        let mut graph = Graph::new();
        let (operations, assumptions) = self.operate_from_any(&mut graph, cycles);
        let wrong = operations.into_iter().flat_map(|operation| {
            let Operation { mut wrong, waiting, .. } = operation;
            wrong.push(waiting);
            wrong
        });
        let wrong: Vec<Literal> = wrong.collect();
        Formula {
            assumptions,
            ..Formula::never(graph, &wrong)
        }
    }

    /// Claims that the result for any contents is that for the contents after a reset.
    fn forgets(&self, cycles: u32) -> Formula {
        let mut graph = Graph::new();
        let operands = graph.inputs(self.operand_bits());
        let held = self.first_contents(&mut graph);
        let wanted = self.operate(&mut graph, &held, &operands, cycles).data;
        let (operations, assumptions) = self.operate_from_ready(&mut graph, &operands, cycles);
        let wrong = operations
            .into_iter()
            .map(|operation| !graph.equal(&operation.data, &wanted));
        let wrong: Vec<Literal> = wrong.collect();
        Formula {
            assumptions,
            ..Formula::never(graph, &wrong)
        }
    }
}
