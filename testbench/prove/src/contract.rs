//! That a pipeline keeps the contract of a module, for any number of clock cycles.
//!
//! One clock cycle is a function of the inputs and of what the registers hold. From a few claims about that one function follows
//! what happens in all of them: where `enable` is 0, nothing moves but that a reset clears `out_valid`; where it is 1, every
//! register of the data takes what the rank before it makes, whatever the control signals are; and `out_valid` is `in_valid`
//! of as many enabled cycles ago as there are ranks, unless a reset came between.

use std::collections::BTreeSet;
use std::sync::Arc;

use halfpipe_specification::{Arithmetic, Logic};
use halfpipe_testbench::engine::gates::circuit::{ENABLE, IN_VALID, OUT_VALID, RESET};
use halfpipe_testbench::engine::gates::network::Network;

use crate::circuit::{step, Stepped};
use crate::formula::{Formula, Method};
use crate::graph::{Gate, Graph, Literal};
use crate::lemma::{Lemma, Verdict};

/// The control inputs come first.
const CONTROL: usize = IN_VALID + 1;

/// A pipelined module as Yosys has it.
#[derive(Clone)]
pub struct Pipeline {
    network: Arc<Network>,
    latency: u32,
    /// The registers of `out_valid`, the last one first.
    valid: Vec<usize>,
}

/// Why a module is not seen to keep the contract.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("out_valid does not come from in_valid through {latency} registers: {found} were found")]
pub struct OtherValid {
    latency: u32,
    found: usize,
}

/// One clock cycle in a graph.
struct Cycle {
    graph: Graph,
    inputs: Vec<Literal>,
    held: Vec<Literal>,
    stepped: Stepped,
}

impl Pipeline {
    /// The pipeline of a module; at latency 0 there is none, and no contract.
    ///
    /// # Errors
    ///
    /// [`OtherValid`] where `out_valid` is not a chain of as many registers.
    pub fn new(network: Arc<Network>, latency: u32) -> Result<Pipeline, OtherValid> {
        let mut pipeline = Pipeline {
            network,
            latency,
            valid: Vec::new(),
        };
        if latency == 0 {
            return Ok(pipeline);
        }
        let cycle = pipeline.cycle(&[(ENABLE, true), (RESET, false)], &[]);
        let mut bit = cycle.stepped.outputs[OUT_VALID];
        while let Some(register) = cycle.held.iter().position(|held| *held == bit) {
            if pipeline.valid.contains(&register) {
                break;
            }
            pipeline.valid.push(register);
            bit = cycle.stepped.next[register];
        }
        let found = pipeline.valid.len();
        match bit == cycle.inputs[IN_VALID] && found == latency as usize {
            true => Ok(pipeline),
            false => Err(OtherValid { latency, found }),
        }
    }

    /// The lemmas that together are the contract.
    pub fn lemmas(&self) -> Vec<Lemma> {
        let pipeline = || self.clone();
        let latency = self.latency;
        let (valid, hold, control, ranks) = (pipeline(), pipeline(), pipeline(), pipeline());
        vec![
            Lemma::new(
                "valid",
                format!("out_valid is in_valid through {latency} registers that move where enable is 1 and that reset clears"),
                Method::Solve,
                move || valid.valid_moves(),
            ),
            Lemma::new(
                "hold",
                "where enable is 0 every register of the data holds, whatever reset and in_valid are",
                Method::Solve,
                move || hold.data_holds(),
            ),
            Lemma::new(
                "control",
                "where enable is 1 neither reset nor in_valid nor out_valid's registers change what the data becomes",
                Method::Solve,
                move || control.data_ignores_control(),
            ),
            Lemma::seen(
                "ranks",
                format!("every path from a data input to a data output leads through {latency} registers"),
                move || ranks.ranks().map_err(Verdict::Unproven),
            ),
        ]
    }

    /// The data outputs as a function of the data inputs, those of `latency` enabled cycles ago.
    pub fn outputs(&self, graph: &mut Graph, data: &[Literal]) -> Vec<Literal> {
        if self.latency == 0 {
            return step(graph, &self.network, data, &[]).outputs;
        }
        let mut inputs = vec![Literal::FALSE; CONTROL];
        inputs[ENABLE] = Literal::TRUE;
        inputs.extend(data);
        // The same inputs come again and again until they have arrived.
        let mut held = vec![Literal::FALSE; self.network.next().len()];
        for _ in 0..self.latency {
            held = step(graph, &self.network, &inputs, &held).next;
        }
        let mut outputs = step(graph, &self.network, &inputs, &held).outputs;
        outputs.split_off(OUT_VALID + 1)
    }

    /// A clock cycle in which some inputs and some registers are known.
    fn cycle(&self, inputs: &[(usize, bool)], registers: &[usize]) -> Cycle {
        let mut graph = Graph::new();
        let mut all = graph.inputs(self.network.inputs());
        let mut held = graph.inputs(self.network.next().len());
        for (number, value) in inputs {
            all[*number] = graph.constant(*value);
        }
        for register in registers {
            held[*register] = Literal::FALSE;
        }
        let stepped = step(&mut graph, &self.network, &all, &held);
        Cycle {
            graph,
            inputs: all,
            held,
            stepped,
        }
    }

    fn data(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.network.next().len()).filter(|register| !self.valid.contains(register))
    }

    fn valid_moves(&self) -> Formula {
        let Cycle {
            mut graph,
            inputs,
            held,
            stepped,
        } = self.cycle(&[], &[]);
        let mut wrong = Vec::new();
        for (place, register) in self.valid.iter().enumerate() {
            let before = self
                .valid
                .get(place + 1)
                .map_or(inputs[IN_VALID], |before| held[*before]);
            let moved = graph.select(inputs[ENABLE], before, held[*register]);
            let wanted = graph.and(!inputs[RESET], moved);
            wrong.push(graph.xor(wanted, stepped.next[*register]));
        }
        self.formula(graph, &inputs, wrong)
    }

    fn data_holds(&self) -> Formula {
        let Cycle {
            mut graph,
            inputs,
            held,
            stepped,
        } = self.cycle(&[(ENABLE, false)], &[]);
        let wrong = self
            .data()
            .map(|register| graph.xor(held[register], stepped.next[register]))
            .collect();
        self.formula(graph, &inputs, wrong)
    }

    fn data_ignores_control(&self) -> Formula {
        let Cycle {
            mut graph,
            inputs,
            held,
            stepped,
        } = self.cycle(&[(ENABLE, true)], &[]);
        let mut calm = inputs.clone();
        let mut quiet = held;
        (calm[RESET], calm[IN_VALID]) = (Literal::FALSE, Literal::FALSE);
        self.valid.iter().for_each(|register| quiet[*register] = Literal::FALSE);
        let other = step(&mut graph, &self.network, &calm, &quiet);
        let mut pairs: Vec<(Literal, Literal)> = self
            .data()
            .map(|register| (stepped.next[register], other.next[register]))
            .collect();
        pairs.extend(stepped.outputs.into_iter().zip(other.outputs).skip(OUT_VALID + 1));
        let wrong = pairs.into_iter().map(|(one, other)| graph.xor(one, other)).collect();
        self.formula(graph, &inputs, wrong)
    }

    fn formula(&self, mut graph: Graph, inputs: &[Literal], wrong: Vec<Literal>) -> Formula {
        let any = graph.any(&wrong);
        Formula {
            graph,
            refuted: vec![any],
            words: vec![("inputs".to_owned(), inputs.to_vec())],
            ..Formula::default()
        }
    }

    /// Finds the rank of every register, and that the outputs come from the last rank.
    fn ranks(&self) -> Result<String, String> {
        let fixed = [(ENABLE, true), (RESET, false), (IN_VALID, false)];
        let Cycle {
            graph,
            inputs,
            held,
            stepped,
        } = self.cycle(&fixed, &self.valid);
        let Sources { of_nodes } = Sources::of(&graph, &inputs[CONTROL..], &held);
        let mut ranks: Vec<Option<Option<u32>>> = vec![None; held.len()];
        for register in self.data() {
            self.rank(register, &of_nodes, &stepped.next, &mut ranks)?;
        }
        let mut counts = vec![0_u32; self.latency as usize + 1];
        for rank in ranks.iter().flatten().flatten() {
            let count = counts.get_mut(*rank as usize);
            *count.ok_or_else(|| format!("a register lies behind {rank} ranks"))? += 1;
        }
        for output in &stepped.outputs[OUT_VALID + 1..] {
            for source in &of_nodes[output.node()] {
                match source {
                    Source::Input => return Err("an output depends on an input of the same cycle".to_owned()),
                    Source::Register(register) => match ranks[*register].flatten() {
                        Some(rank) if rank != self.latency => {
                            return Err(format!("an output comes from rank {rank} of {}", self.latency));
                        }
                        _ => {}
                    },
                }
            }
        }
        Ok(format!("ranks {counts:?}"))
    }

    /// The rank of a register: one more than that of all it takes its bit from. A register of a constant has none.
    fn rank(
        &self,
        register: usize,
        sources: &[BTreeSet<Source>],
        next: &[Literal],
        ranks: &mut Vec<Option<Option<u32>>>,
    ) -> Result<Option<u32>, String> {
        if let Some(known) = ranks[register] {
            return Ok(known);
        }
        // A register that depends on itself finds this.
        ranks[register] = Some(Some(u32::MAX));
        let mut found = None;
        for source in &sources[next[register].node()] {
            let before = match source {
                Source::Input => Some(0),
                Source::Register(before) => self.rank(*before, sources, next, ranks)?,
            };
            let Some(before) = before else { continue };
            let rank = before.checked_add(1).ok_or("a register depends on itself")?;
            if found.replace(rank).is_some_and(|other| other != rank) {
                return Err(format!(
                    "a register takes its bit from ranks {} and {before}",
                    found.unwrap_or(rank) - 1
                ));
            }
        }
        ranks[register] = Some(found);
        Ok(found)
    }
}

/// What a bit of one cycle is made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Source {
    /// A data input.
    Input,
    /// What a register holds.
    Register(usize),
}

struct Sources {
    of_nodes: Vec<BTreeSet<Source>>,
}

impl Sources {
    fn of(graph: &Graph, data: &[Literal], held: &[Literal]) -> Sources {
        let mut own: Vec<Option<Source>> = vec![None; graph.gates().len()];
        data.iter().for_each(|bit| own[bit.node()] = Some(Source::Input));
        for (register, bit) in held.iter().enumerate() {
            own[bit.node()] = Some(Source::Register(register));
        }
        // The constant stands for the registers that are known.
        own[Literal::FALSE.node()] = None;
        let mut of_nodes: Vec<BTreeSet<Source>> = Vec::with_capacity(own.len());
        for (node, gate) in graph.gates().iter().enumerate() {
            let mut sources: BTreeSet<Source> = match gate {
                Gate::Input => own[node].into_iter().collect(),
                _ => BTreeSet::new(),
            };
            for operand in gate.operands() {
                sources.extend(of_nodes[operand.node()].iter().copied());
            }
            of_nodes.push(sources);
        }
        Sources { of_nodes }
    }
}
