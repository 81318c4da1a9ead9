//! Netlists of iterative units: the handshake for any number of clock cycles, and equivalence with the unit's module.
//!
//! A clock cycle is a function of the inputs and the register contents. Nothing is assumed about registers: the claims hold
//! for all contents, those at power-up included. By induction they imply the contract for all cycles after a reset:
//!
//! - `in_ready` and `out_valid` depend on registers only.
//! - While `enable` is 0 and `reset` is 0, every register holds.
//! - The claims of [`halfpipe_lemmas::handshake`] hold, whatever the unit did before a reset.
//! - The result is the module's.
//!
//! Outputs are claimed for all values of the inputs in the same cycle. They therefore stay while `enable` is 0.

use std::sync::Arc;

use halfpipe_aig::step::Step;
use halfpipe_aig::{Aig, Gate};
use halfpipe_hdl::design::control_inputs::{ENABLE, IN_VALID, OUT_VALID, RESET};
use halfpipe_hdl::design::Design;
use halfpipe_netlist::Module;
use halfpipe_spec::Arithmetic;

use halfpipe_lemmas::formula::Formula;
use halfpipe_lemmas::graph::{Graph, Literal, PortWords};
use halfpipe_lemmas::handshake::{self, HandshakeCycle, HandshakeUnit};
use halfpipe_lemmas::iterative::list_results;
use halfpipe_lemmas::kind::LemmaKind;
use halfpipe_lemmas::lemma::Lemma;
use halfpipe_lemmas::named_words::NamedWords;
use halfpipe_lemmas::subject_lemmas::SubjectLemmas;

/// The number of control inputs, which come first.
const CONTROL: usize = IN_VALID + 1;

/// The most registers of `in_ready` whose contents are tried one by one.
const MOST_READY_REGISTERS: usize = 6;

/// The netlist of an iterative unit.
#[derive(Clone)]
pub(crate) struct IterativeNetlist {
    pub aig: Arc<Aig>,
    pub latency: u32,
}

/// The outputs of a clock cycle.
pub(crate) struct UnitOutputs {
    pub in_ready: Literal,
    pub out_valid: Literal,
    pub data: Vec<Literal>,
}

/// Returns the lemmas that a netlist keeps the handshake of a design's iterative unit and has its results.
pub fn lemmas(aig: Arc<Aig>, design: &Design) -> Vec<Lemma> {
    let latency = design.latency();
    let mut lemmas = SubjectLemmas::new(IterativeNetlist { aig, latency });
    lemmas.solve(
        LemmaKind::Control,
        "in_ready and out_valid depend on no input of the same cycle",
        IterativeNetlist::handshake_ignores_inputs,
    );
    lemmas.solve(
        LemmaKind::Hold,
        "every register holds while enable and reset are 0",
        IterativeNetlist::holds,
    );
    let within = format!("{latency} enabled cycles later");
    handshake::add_lemmas(
        &mut lemmas,
        ["netlist", &within],
        |netlist: &IterativeNetlist| netlist,
        |netlist| handshake::keeps_time(netlist, netlist.latency),
    );
    let module = design.module().clone();
    let names: Vec<String> = design.interface().inputs().map(|port| port.name.clone()).collect();
    lemmas.sweep(
        LemmaKind::Netlist,
        format!("{latency} enabled cycles after operands the netlist shows the module's result, for any other inputs"),
        move |netlist| netlist.equals_module(&module, &names),
    );
    lemmas.lemmas
}

impl HandshakeUnit for IterativeNetlist {
    type Contents = Vec<Literal>;

    fn contents(&self, graph: &mut Graph) -> Vec<Literal> {
        graph.inputs(self.aig.registers().len())
    }

    fn contents_after_reset(&self, graph: &mut Graph) -> Vec<Literal> {
        let held = self.contents(graph);
        self.cycle(graph, &held, &[(RESET, Literal::TRUE)]).next
    }

    fn run_cycle(
        &self,
        graph: &mut Graph,
        held: &Vec<Literal>,
        in_valid: Option<Literal>,
    ) -> HandshakeCycle<Vec<Literal>> {
        let shown = self.show(graph, held);
        HandshakeCycle {
            in_ready: shown.in_ready,
            out_valid: shown.out_valid,
            next: self.advance(graph, held, in_valid, &[]),
        }
    }
}

impl IterativeNetlist {
    /// Runs a cycle in which some inputs are known. The others are free, as are undefined values of a file.
    pub fn cycle(&self, graph: &mut Graph, held: &[Literal], known: &[(usize, Literal)]) -> Step {
        let mut inputs = graph.inputs(self.aig.free_input_count());
        for (number, value) in known {
            inputs[*number] = *value;
        }
        graph.step(&self.aig, &inputs, held)
    }

    /// Returns the outputs for any inputs.
    fn show(&self, graph: &mut Graph, held: &[Literal]) -> UnitOutputs {
        self.show_with(graph, held, &[])
    }

    /// Returns the outputs for some known inputs.
    pub fn show_with(&self, graph: &mut Graph, held: &[Literal], known: &[(usize, Literal)]) -> UnitOutputs {
        let mut data = self.cycle(graph, held, known).outputs;
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

    /// Returns the contents after an enabled cycle. `in_valid` and operands that are not given are free.
    fn advance(
        &self,
        graph: &mut Graph,
        held: &[Literal],
        in_valid: Option<Literal>,
        operands: &[Literal],
    ) -> Vec<Literal> {
        let mut known = vec![(ENABLE, Literal::TRUE), (RESET, Literal::FALSE)];
        known.extend(in_valid.map(|in_valid| (IN_VALID, in_valid)));
        known.extend((CONTROL..).zip(operands.iter().copied()));
        self.cycle(graph, held, &known).next
    }

    fn handshake_ignores_inputs(&self) -> Formula {
        let mut graph = Graph::new();
        let held = self.contents(&mut graph);
        let [one, other] = [(); 2].map(|()| self.show(&mut graph, &held));
        let [one, other] = [one, other].map(|shown| [shown.in_ready, shown.out_valid]);
        Formula::equal(graph, &one, &other)
    }

    fn holds(&self) -> Formula {
        let mut graph = Graph::new();
        let held = self.contents(&mut graph);
        let still = [(ENABLE, Literal::FALSE), (RESET, Literal::FALSE)];
        let next = self.cycle(&mut graph, &held, &still).next;
        Formula::equal(graph, &held, &next)
    }

    fn equals_module(&self, module: &Module, names: &[String]) -> Formula {
        let mut graph = Graph::new();
        let ports = module.lane.inputs.iter();
        let inputs: PortWords = ports.map(|port| graph.inputs(port.width as usize)).collect();
        // The module has the same result for all contents of its registers; see its own lemmas.
        let wanted = list_results(&mut graph, module, &inputs).swap_remove(0).concat();
        let operands = inputs.concat();
        let free = self.contents(&mut graph);
        let (ready, assumptions) = self.ready_contents(&mut graph, &free);
        let mut wrong = Vec::new();
        for held in ready {
            let mut held = self.advance(&mut graph, &held, Some(Literal::TRUE), &operands);
            for _ in 1..self.latency {
                held = self.advance(&mut graph, &held, None, &[]);
            }
            let shown = self.show(&mut graph, &held);
            wrong.push(!graph.equal(&shown.data, &wanted));
        }
        let words = NamedWords {
            names: names.to_vec(),
            words: inputs,
        };
        Formula {
            assumptions,
            ..Formula::never(graph, &wrong).show(words)
        }
    }

    /// Returns the contents with which the netlist is ready, and the assumption that it is. If few registers decide, their
    /// values are constants, which simplify the unrolled cycles.
    pub fn ready_contents(&self, graph: &mut Graph, free: &[Literal]) -> (Vec<Vec<Literal>>, Vec<Literal>) {
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
