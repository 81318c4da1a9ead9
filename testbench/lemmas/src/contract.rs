//! The handshake contract of a pipeline, proven for any number of clock cycles.
//!
//! One clock cycle is a function of the inputs and the register contents. A few claims about that function imply the
//! contract for all cycles:
//!
//! - Where `enable` is 0, every register holds, except that a reset clears `out_valid`.
//! - Where `enable` is 1, the next values of the data registers do not depend on the control signals.
//! - `out_valid` is the `in_valid` of `latency` enabled cycles ago, unless a reset came between.
//!
//! The data registers therefore step from one enabled cycle to the next as if there were no other cycles. Unrolling
//! `latency` consecutive cycles shows the outputs for given operands.
//!
//! The initial contents of registers are unconstrained. Initial values in a netlist are ignored: after power-up
//! `out_valid` may be anything until the first edge with `reset` at 1, which clears all its registers at once.
//!
//! The data registers are claimed to hold from the first clock edge on. Yosys may absorb a register in front of a table
//! into the table's memory. Another register then keeps the address, and the memory looks the same word up again where
//! `enable` is 0. From the first edge on both hold the same address; before it they could differ.

use std::sync::Arc;

use halfpipe_aig::step::Step;
use halfpipe_aig::Aig;
use halfpipe_hdl::design::control_inputs::{ENABLE, IN_VALID, OUT_VALID, RESET};
use halfpipe_spec::Logic;

use crate::formula::Formula;
use crate::graph::{Graph, Literal};
use crate::kind::LemmaKind;
use crate::lemma::Lemma;
use crate::subject_lemmas::SubjectLemmas;

/// The number of control inputs, which come first.
const CONTROL: usize = IN_VALID + 1;

/// The netlist of a pipelined module, as Yosys synthesised it.
#[derive(Clone)]
pub struct PipelineNetlist {
    aig: Arc<Aig>,
    latency: u32,
    /// The registers of `out_valid`, the last one first.
    valid: Vec<usize>,
    /// True if `out_valid` is 0 while `reset` is 1.
    clears_valid_at_once: bool,
}

/// The reason why a module's `out_valid` is not recognised as a register chain.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("out_valid must be in_valid after {latency} registers; {}", self.found())]
pub struct ValidChainError {
    latency: u32,
    found: usize,
}

impl ValidChainError {
    /// Describes the registers of the netlist.
    fn found(&self) -> String {
        if self.found == self.latency as usize {
            "the first of them loads something else".to_owned()
        } else {
            format!("the netlist has {} between them", self.found)
        }
    }
}

/// Describes a number of clock cycles while `enable` is 1.
pub fn enabled_cycles(count: u32) -> String {
    let cycles = if count == 1 { "cycle" } else { "cycles" };
    format!("{count} enabled {cycles}")
}

/// The statement of the lemma about `out_valid`.
pub fn valid_statement(latency: u32) -> String {
    let (registers, load) = match latency {
        1 => ("register", "loads"),
        _ => ("registers", "load"),
    };
    format!("out_valid is in_valid behind {latency} {registers} that {load} while enable is 1 and that reset clears")
}

/// The statement of the lemma about `out_valid` of a module whose `enable` is always 1.
fn always_enabled_statement(latency: u32) -> String {
    let registers = if latency == 1 { "register" } else { "registers" };
    format!("out_valid is in_valid behind {latency} {registers} that reset clears, if enable is always 1")
}

/// The name of the words of a counterexample that have all inputs of the circuit, [`INPUTS_OF_WORD`] each.
pub const INPUTS: &str = "inputs";
/// The number of inputs in one such word. Only the last word can have fewer.
pub const INPUTS_OF_WORD: usize = 128;
/// The beginning of the word that tells whether the register of this number is wrong.
pub const REGISTER: &str = "register ";
/// The beginning of the word that tells whether the output of this number is wrong.
pub const OUTPUT: &str = "output ";

/// A bit that is 1 where a register or an output violates the claim.
type Violation = (String, Literal);

/// One clock cycle in a graph.
struct SymbolicCycle {
    graph: Graph,
    inputs: Vec<Literal>,
    held: Vec<Literal>,
    stepped: Step,
}

impl PipelineNetlist {
    /// Finds the pipeline of a module. At latency 0 there is no pipeline and no contract.
    ///
    /// # Errors
    ///
    /// [`ValidChainError`] where `out_valid` is not a chain of `latency` registers.
    pub fn new(aig: Arc<Aig>, latency: u32) -> Result<PipelineNetlist, ValidChainError> {
        let mut pipeline = PipelineNetlist {
            aig,
            latency,
            valid: Vec::new(),
            clears_valid_at_once: false,
        };
        if latency == 0 {
            return Ok(pipeline);
        }
        pipeline.clears_valid_at_once = pipeline.aig.is_cleared(OUT_VALID, RESET);
        let cycle = pipeline.cycle(&[(ENABLE, true), (RESET, false)]);
        let mut bit = cycle.stepped.outputs[OUT_VALID];
        while let Some(register) = cycle.held.iter().position(|held| *held == bit) {
            if pipeline.valid.contains(&register) {
                break;
            }
            pipeline.valid.push(register);
            bit = cycle.stepped.next[register];
        }
        let found = pipeline.valid.len();
        if bit == cycle.inputs[IN_VALID] && found == latency as usize {
            Ok(pipeline)
        } else {
            Err(ValidChainError { latency, found })
        }
    }

    /// Returns the number of enabled cycles from operands to result.
    pub fn latency(&self) -> u32 {
        self.latency
    }

    /// Returns the lemmas of the contract. The claim about the data outputs is separate: see [`PipelineNetlist::outputs`].
    pub fn lemmas(&self) -> Vec<Lemma> {
        let mut lemmas = SubjectLemmas::new(self.clone());
        lemmas.solve(LemmaKind::Valid, valid_statement(self.latency), |pipeline| {
            pipeline.valid_moves(false, false)
        });
        lemmas.sweep(
            LemmaKind::Hold,
            "after the first clock edge every data register holds while enable is 0, for any reset and in_valid",
            |pipeline| pipeline.data_holds(&[(ENABLE, false)]),
        );
        lemmas.solve(
            LemmaKind::Control,
            "while enable is 1 the next data depend on no control signal, and the data outputs never depend on one",
            PipelineNetlist::data_ignores_control,
        );
        lemmas.lemmas
    }

    /// Returns the lemmas of the contract for a module of a file. Its data may depend on `in_valid` and be cleared by a reset:
    /// they matter only where `out_valid` is 1. If `enable` is always 1, there are no stalls. The claim about the data outputs
    /// is separate: see [`PipelineNetlist::valid_outputs`].
    pub fn file_lemmas(&self, is_always_enabled: bool) -> Vec<Lemma> {
        let mut lemmas = SubjectLemmas::new(self.clone());
        let mut statement = if is_always_enabled {
            always_enabled_statement(self.latency)
        } else {
            valid_statement(self.latency)
        };
        if self.clears_valid_at_once {
            statement += ", and 0 while reset is 1";
        }
        let clears_at_once = self.clears_valid_at_once;
        lemmas.solve(LemmaKind::Valid, statement, move |pipeline| {
            pipeline.valid_moves(is_always_enabled, clears_at_once)
        });
        if !is_always_enabled {
            lemmas.sweep(
                LemmaKind::Hold,
                "after the first clock edge every data register holds while enable is 0 and reset is 0, for any in_valid",
                |pipeline| pipeline.data_holds(&[(ENABLE, false), (RESET, false)]),
            );
        }
        lemmas.lemmas
    }

    /// Returns the data outputs `latency` enabled cycles after these data inputs. The earlier register contents, and
    /// the inputs of all other cycles, are free inputs of the graph: a formula about the outputs holds for all their
    /// values.
    pub fn outputs(&self, graph: &mut Graph, data: &[Literal]) -> Vec<Literal> {
        let mut control = [Literal::FALSE; CONTROL];
        control[ENABLE] = Literal::TRUE;
        self.unroll(graph, data, |_, _| control)
    }

    /// Returns the same outputs for data inputs that are marked valid. `in_valid` of all later cycles is a free input, too,
    /// so that a module may load its data only with it. Before the result's cycle there is no reset, which would clear
    /// `out_valid`. In that cycle reset and enable are free, unless `enable` is always 1: a result may depend on none. If
    /// reset clears `out_valid` at once, it is 0 there, too.
    pub fn valid_outputs(&self, graph: &mut Graph, data: &[Literal], is_always_enabled: bool) -> Vec<Literal> {
        self.unroll(graph, data, |graph, cycle| {
            let mut control = [Literal::FALSE, Literal::TRUE, Literal::TRUE];
            if cycle > 0 {
                control[IN_VALID] = graph.input();
            }
            if cycle == self.latency {
                if !self.clears_valid_at_once {
                    control[RESET] = graph.input();
                }
                if !is_always_enabled {
                    control[ENABLE] = graph.input();
                }
            }
            control
        })
    }

    /// Returns the data outputs `latency` cycles after these data inputs. `control` gives reset, enable and in_valid of each
    /// cycle.
    fn unroll(
        &self,
        graph: &mut Graph,
        data: &[Literal],
        control: impl Fn(&mut Graph, u32) -> [Literal; CONTROL],
    ) -> Vec<Literal> {
        // An undefined value of the file may differ in each cycle.
        let undefined = self.aig.undefined_places().len();
        if self.latency == 0 {
            let undefined = graph.inputs(undefined);
            return graph.step(&self.aig, &[data, &undefined].concat(), &[]).outputs;
        }
        let mut data = data.to_vec();
        let mut held = graph.inputs(self.aig.registers().len());
        for cycle in 0..self.latency {
            let control = control(graph, cycle);
            let now = graph.inputs(undefined);
            held = graph.step(&self.aig, &[&control[..], &data, &now].concat(), &held).next;
            data = graph.inputs(data.len());
        }
        let control = control(graph, self.latency);
        let now = graph.inputs(undefined);
        let mut outputs = graph
            .step(&self.aig, &[&control[..], &data, &now].concat(), &held)
            .outputs;
        outputs.split_off(OUT_VALID + 1)
    }

    /// Builds one clock cycle in which some inputs are known.
    fn cycle(&self, known: &[(usize, bool)]) -> SymbolicCycle {
        let mut graph = Graph::new();
        let mut inputs = graph.inputs(self.aig.free_input_count());
        let held = graph.inputs(self.aig.registers().len());
        for (number, value) in known {
            inputs[*number] = graph.constant(*value);
        }
        let stepped = graph.step(&self.aig, &inputs, &held);
        SymbolicCycle {
            graph,
            inputs,
            held,
            stepped,
        }
    }

    fn data(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.aig.registers().len()).filter(|register| !self.valid.contains(register))
    }

    fn valid_moves(&self, is_always_enabled: bool, clears_at_once: bool) -> Formula {
        let known: &[(usize, bool)] = if is_always_enabled { &[(ENABLE, true)] } else { &[] };
        let SymbolicCycle {
            mut graph,
            inputs,
            held,
            stepped,
        } = self.cycle(known);
        let mut wanted = held[self.valid[0]];
        if clears_at_once {
            wanted = graph.and(!inputs[RESET], wanted);
        }
        let shown = graph.xor(stepped.outputs[OUT_VALID], wanted);
        let mut wrong = vec![(format!("{OUTPUT}{OUT_VALID}"), shown)];
        for (place, register) in self.valid.iter().enumerate() {
            let before = self
                .valid
                .get(place + 1)
                .map_or(inputs[IN_VALID], |before| held[*before]);
            let moved = graph.select(inputs[ENABLE], before, held[*register]);
            let wanted = graph.and(!inputs[RESET], moved);
            let moves_wrongly = graph.xor(wanted, stepped.next[*register]);
            wrong.push((format!("{REGISTER}{register}"), moves_wrongly));
        }
        self.formula(graph, &inputs, wrong)
    }

    /// Claims that the data registers hold in a cycle with these known inputs, after any other cycle.
    fn data_holds(&self, known: &[(usize, bool)]) -> Formula {
        let SymbolicCycle {
            mut graph,
            stepped: Step { next: held, .. },
            ..
        } = self.cycle(&[]);
        let mut inputs = graph.inputs(self.aig.free_input_count());
        for (number, value) in known {
            inputs[*number] = graph.constant(*value);
        }
        let next = graph.step(&self.aig, &inputs, &held).next;
        let changes = |register: usize| {
            let changed = graph.xor(held[register], next[register]);
            (format!("{REGISTER}{register}"), changed)
        };
        let wrong = self.data().map(changes).collect();
        self.formula(graph, &inputs, wrong)
    }

    fn data_ignores_control(&self) -> Formula {
        let SymbolicCycle {
            mut graph,
            inputs,
            held,
            stepped,
        } = self.cycle(&[]);
        let mut moving = inputs.clone();
        moving[ENABLE] = Literal::TRUE;
        let moved = graph.step(&self.aig, &moving, &held);
        let (mut calm, mut quiet) = (moving, held);
        (calm[RESET], calm[IN_VALID]) = (Literal::FALSE, Literal::FALSE);
        self.valid.iter().for_each(|register| quiet[*register] = Literal::FALSE);
        let other = graph.step(&self.aig, &calm, &quiet);
        let data = self.data().map(|register| {
            let next = [moved.next[register], other.next[register]];
            (format!("{REGISTER}{register}"), next)
        });
        let shown = stepped
            .outputs
            .into_iter()
            .zip(other.outputs)
            .enumerate()
            .skip(OUT_VALID + 1);
        let shown = shown.map(|(output, (one, other))| (format!("{OUTPUT}{output}"), [one, other]));
        let pairs: Vec<(String, [Literal; 2])> = data.chain(shown).collect();
        let pairs = pairs.into_iter();
        let wrong = pairs
            .map(|(name, [one, other])| (name, graph.xor(one, other)))
            .collect();
        self.formula(graph, &inputs, wrong)
    }

    fn formula(&self, graph: Graph, inputs: &[Literal], wrong: Vec<Violation>) -> Formula {
        let bits: Vec<Literal> = wrong.iter().map(|(_, bit)| *bit).collect();
        let possible = wrong.into_iter().filter(|(_, bit)| *bit != Literal::FALSE);
        let violations = possible.map(|(name, bit)| (name, vec![bit]));
        let inputs = inputs[..self.aig.input_count()].chunks(INPUTS_OF_WORD);
        let inputs = inputs.map(|word| (INPUTS.to_owned(), word.to_vec()));
        Formula {
            words: inputs.chain(violations).collect(),
            ..Formula::never(graph, &bits)
        }
    }
}
