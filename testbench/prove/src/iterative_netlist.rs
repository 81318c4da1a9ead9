//! Netlists of iterative units: the handshake for any number of clock cycles, and equivalence with the unit's module.
//!
//! A clock cycle is a function of the inputs and the register contents. Nothing is assumed about registers: the claims hold
//! for all contents, those at power-up included. By induction they imply the contract for all cycles after a reset:
//!
//! - `in_ready` and `out_valid` depend on registers only.
//! - While `enable` is 0 and `reset` is 0, every register holds.
//! - A reset makes the unit ready, and it shows no result, whatever it did before.
//! - A ready unit without valid operands is ready in the next enabled cycle, and shows no result.
//! - A ready unit with valid operands is not ready and shows no result, until it is ready again and shows a result, as many
//!   enabled cycles later as the latency says.
//! - That result is the module's.
//!
//! Outputs are claimed for all values of the inputs in the same cycle. They therefore stay while `enable` is 0.

use std::sync::Arc;

use halfpipe_aig::step::Step;
use halfpipe_aig::{Aig, Gate};
use halfpipe_hdl::design::Design;
use halfpipe_netlist::Module;
use halfpipe_spec::{Arithmetic, Logic};
use halfpipe_yosys::circuit::{ENABLE, IN_VALID, OUT_VALID, RESET};

use crate::formula::{Formula, Procedure};
use crate::graph::{Graph, Literal};
use crate::iterative::results;
use crate::kind::LemmaKind;
use crate::lemma::Lemma;

/// The number of control inputs, which come first.
const CONTROL: usize = IN_VALID + 1;

/// The most registers of `in_ready` whose contents are tried one by one.
const MOST_READY_REGISTERS: usize = 6;

/// The netlist of an iterative unit.
#[derive(Clone)]
struct IterativeNetlist {
    aig: Arc<Aig>,
    latency: u32,
}

/// The outputs of a clock cycle.
struct UnitOutputs {
    in_ready: Literal,
    out_valid: Literal,
    data: Vec<Literal>,
}

/// Returns the lemmas that a netlist keeps the handshake of a design's iterative unit and has its results.
pub fn lemmas(aig: Arc<Aig>, design: &Design) -> Vec<Lemma> {
    let latency = design.latency();
    let unit = IterativeNetlist { aig, latency };
    let solved = |kind, statement: String, claim: fn(&IterativeNetlist) -> Formula| {
        let unit = unit.clone();
        Lemma::new(kind, statement, Procedure::Solve, move || claim(&unit))
    };
    let mut lemmas = vec![
        solved(
            LemmaKind::Control,
            "in_ready and out_valid depend on no input of the same cycle".to_owned(),
            IterativeNetlist::handshake_ignores_inputs,
        ),
        solved(
            LemmaKind::Hold,
            "every register holds while enable and reset are 0".to_owned(),
            IterativeNetlist::holds,
        ),
        solved(
            LemmaKind::Reset,
            "after a reset the netlist is ready and shows no result".to_owned(),
            IterativeNetlist::is_ready_after_reset,
        ),
        solved(
            LemmaKind::Idle,
            "a ready netlist without valid operands stays ready and shows no result".to_owned(),
            IterativeNetlist::stays_ready,
        ),
        solved(
            LemmaKind::Valid,
            format!(
                "a ready netlist with valid operands shows a result and is ready again {latency} enabled cycles later, and \
                 neither before"
            ),
            IterativeNetlist::keeps_time,
        ),
    ];
    let module = design.module().clone();
    let names: Vec<String> = design.interface().inputs().map(|port| port.name.clone()).collect();
    lemmas.push(Lemma::new(
        LemmaKind::Netlist,
        format!("{latency} enabled cycles after operands the netlist shows the module's result, for any other inputs"),
        Procedure::Sweep,
        move || unit.equals_module(&module, &names),
    ));
    lemmas
}

impl IterativeNetlist {
    /// Returns free contents of all registers.
    fn contents(&self, graph: &mut Graph) -> Vec<Literal> {
        graph.inputs(self.aig.registers().len())
    }

    /// Runs a cycle in which some inputs are known. The others are free, as are undefined values of a file.
    fn cycle(&self, graph: &mut Graph, held: &[Literal], known: &[(usize, Literal)]) -> Step {
        let mut inputs = graph.inputs(self.aig.free_input_count());
        for (number, value) in known {
            inputs[*number] = *value;
        }
        graph.step(&self.aig, &inputs, held)
    }

    /// Returns the outputs for any inputs.
    fn show(&self, graph: &mut Graph, held: &[Literal]) -> UnitOutputs {
        let mut data = self.cycle(graph, held, &[]).outputs;
        let in_ready = data
            .pop()
            .expect("an iterative unit has the output in_ready, the last one");
        let data_outputs = data.split_off(OUT_VALID + 1);
        UnitOutputs {
            in_ready,
            out_valid: data[OUT_VALID],
            data: data_outputs,
        }
    }

    /// Returns the contents after an enabled cycle. Without operands, `in_valid` and they are free.
    fn advance(&self, graph: &mut Graph, held: &[Literal], offered: Offer<'_>) -> Vec<Literal> {
        let mut known = vec![(ENABLE, Literal::TRUE), (RESET, Literal::FALSE)];
        match offered {
            Offer::Any => {}
            Offer::Nothing => known.push((IN_VALID, Literal::FALSE)),
            Offer::AnyOperands => known.push((IN_VALID, Literal::TRUE)),
            Offer::Operands(bits) => {
                known.push((IN_VALID, Literal::TRUE));
                known.extend((CONTROL..).zip(bits.iter().copied()));
            }
        }
        self.cycle(graph, held, &known).next
    }

    fn handshake_ignores_inputs(&self) -> Formula {
        let mut graph = Graph::new();
        let held = self.contents(&mut graph);
        let [one, other] = [(); 2].map(|()| self.show(&mut graph, &held));
        let wrong = [
            graph.xor(one.in_ready, other.in_ready),
            graph.xor(one.out_valid, other.out_valid),
        ];
        formula(graph, Vec::new(), &wrong)
    }

    fn holds(&self) -> Formula {
        let mut graph = Graph::new();
        let held = self.contents(&mut graph);
        let still = [(ENABLE, Literal::FALSE), (RESET, Literal::FALSE)];
        let next = self.cycle(&mut graph, &held, &still).next;
        let pairs = held.iter().zip(&next);
        let wrong: Vec<Literal> = pairs.map(|(held, next)| graph.xor(*held, *next)).collect();
        formula(graph, Vec::new(), &wrong)
    }

    fn is_ready_after_reset(&self) -> Formula {
        let mut graph = Graph::new();
        let held = self.contents(&mut graph);
        let next = self.cycle(&mut graph, &held, &[(RESET, Literal::TRUE)]).next;
        let shown = self.show(&mut graph, &next);
        formula(graph, Vec::new(), &[!shown.in_ready, shown.out_valid])
    }

    fn stays_ready(&self) -> Formula {
        let mut graph = Graph::new();
        let held = self.contents(&mut graph);
        let first = self.show(&mut graph, &held);
        let next = self.advance(&mut graph, &held, Offer::Nothing);
        let shown = self.show(&mut graph, &next);
        formula(graph, vec![first.in_ready], &[!shown.in_ready, shown.out_valid])
    }

    fn keeps_time(&self) -> Formula {
        let mut graph = Graph::new();
        let held = self.contents(&mut graph);
        let first = self.show(&mut graph, &held);
        let mut held = self.advance(&mut graph, &held, Offer::AnyOperands);
        let mut wrong = Vec::new();
        for number in 1..=self.latency {
            let shown = self.show(&mut graph, &held);
            let is_last = number == self.latency;
            wrong.extend([shown.in_ready, shown.out_valid].map(|bit| bit.inverted_if(is_last)));
            held = self.advance(&mut graph, &held, Offer::Any);
        }
        formula(graph, vec![first.in_ready], &wrong)
    }

    fn equals_module(&self, module: &Module, names: &[String]) -> Formula {
        let mut graph = Graph::new();
        let ports = module.lane.inputs.iter();
        let inputs: Vec<Vec<Literal>> = ports.map(|port| graph.inputs(port.width as usize)).collect();
        // The module has the same result for all contents of its registers; see its own lemmas.
        let wanted = results(&mut graph, module, &inputs).swap_remove(0).concat();
        let operands = inputs.concat();
        let free = self.contents(&mut graph);
        let (ready, assumptions) = self.ready_contents(&mut graph, &free);
        let mut wrong = Vec::new();
        for held in ready {
            let mut held = self.advance(&mut graph, &held, Offer::Operands(&operands));
            for _ in 1..self.latency {
                held = self.advance(&mut graph, &held, Offer::Any);
            }
            let shown = self.show(&mut graph, &held);
            wrong.push(!graph.equal(&shown.data, &wanted));
        }
        Formula {
            words: names.iter().cloned().zip(inputs).collect(),
            ..formula(graph, assumptions, &wrong)
        }
    }

    /// Returns the contents with which the netlist is ready, and the assumption that it is. If few registers decide, their
    /// values are constants, which simplify the unrolled cycles.
    fn ready_contents(&self, graph: &mut Graph, free: &[Literal]) -> (Vec<Vec<Literal>>, Vec<Literal>) {
        let deciding = self.registers_of_in_ready();
        if deciding.len() <= MOST_READY_REGISTERS {
            let tried = (0..1_u64 << deciding.len()).map(|value| {
                let mut held = free.to_vec();
                for (place, register) in deciding.iter().enumerate() {
                    held[*register] = Literal::constant(value >> place & 1 == 1);
                }
                held
            });
            let tried: Vec<Vec<Literal>> = tried.collect();
            let ready: Vec<Literal> = tried.iter().map(|held| self.show(graph, held).in_ready).collect();
            if ready.iter().all(|bit| [Literal::FALSE, Literal::TRUE].contains(bit)) {
                let is_ready = tried.into_iter().zip(ready).filter(|(_, bit)| *bit == Literal::TRUE);
                return (is_ready.map(|(held, _)| held).collect(), Vec::new());
            }
        }
        let ready = self.show(graph, free).in_ready;
        (vec![free.to_vec()], vec![ready])
    }

    /// Returns the registers that the output `in_ready` depends on.
    fn registers_of_in_ready(&self) -> Vec<usize> {
        let in_ready = self.aig.outputs().last().expect("in_ready is the last output");
        let cone = self.aig.cone(&[*in_ready]);
        let registers = self.aig.registers().iter().enumerate();
        let is_in_cone = |node: usize| cone.contains(&node) && self.aig.gates()[node] == Gate::Register;
        registers
            .filter(|(_, register)| is_in_cone(register.held.node()))
            .map(|(number, _)| number)
            .collect()
    }
}

/// The operands that a unit is offered in a cycle.
enum Offer<'b> {
    /// `in_valid` and the operands are free.
    Any,
    /// `in_valid` is 0.
    Nothing,
    /// `in_valid` is 1, and the operands are free.
    AnyOperands,
    /// `in_valid` is 1, and these are the operands.
    Operands(&'b [Literal]),
}

/// Claims that no bit is 1.
fn formula(mut graph: Graph, assumptions: Vec<Literal>, wrong: &[Literal]) -> Formula {
    let wrong = graph.any(wrong);
    Formula {
        graph,
        assumptions,
        negated_goals: vec![wrong],
        ..Formula::default()
    }
}
