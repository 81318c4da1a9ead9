//! Cover of gates by lookup tables that makes each bit as early as possible.
//!
//! After Mishchenko, Chatterjee, Brayton, "Combinational and sequential mapping with priority cuts", ICCAD 2007. A few
//! cuts are kept per bit: sets of bits of which it is a function, those with the earliest arrival.

use halfpipe_fpga::Timing;

use super::cut::Cut;
use super::timing_graph::{NodeOutput, PathEnd, TimingGraph, TimingNode};

/// Number of cuts that are kept per bit.
const KEPT: usize = 6;

/// An input bit of a function.
struct CutInput {
    gate: usize,
    time: f64,
    cuts: Vec<Cut>,
}

/// The gates with their arrival times.
pub(super) struct Cover<'a> {
    timing: &'a Timing,
    gates: &'a TimingGraph,
    /// The number of gates that take each gate's output.
    taken: Vec<u32>,
    /// The arrival time of each gate's output.
    times: Vec<f64>,
    /// The arrival times of parts of a tree, which follow the gates.
    parts: Vec<f64>,
    /// The cuts of each gate's output, apart from itself.
    cuts: Vec<Vec<Cut>>,
}

impl<'a> Cover<'a> {
    pub fn new(timing: &'a Timing, gates: &'a TimingGraph) -> Cover<'a> {
        let mut taken = vec![0; gates.gates.len()];
        let inputs = gates.gates.iter().flat_map(TimingNode::inputs);
        for input in inputs.chain(gates.ends.iter().map(|end| end.signal)) {
            taken[input.gate()] += 1;
        }
        let mut cover = Cover {
            timing,
            gates,
            taken,
            times: Vec::with_capacity(gates.gates.len()),
            parts: Vec::new(),
            cuts: Vec::with_capacity(gates.gates.len()),
        };
        for gate in &gates.gates {
            let (time, cuts) = cover.made(gate);
            cover.times.push(time);
            cover.cuts.push(cuts);
        }
        cover
    }

    /// Returns the longest path, in nanoseconds.
    pub fn longest(&self) -> f64 {
        let end = |end: &PathEnd| {
            let overhead = if end.in_memory {
                self.timing.memory_index
            } else {
                self.timing.register
            };
            self.ready(end.signal.gate()) + overhead
        };
        self.gates.ends.iter().map(end).fold(0.0, f64::max)
    }

    /// Returns when the last bit of each net is ready, in nanoseconds after the registers in front of it. Constants are ready
    /// at 0.
    pub fn arrivals(&self) -> Vec<f64> {
        let ready = |word: &Vec<NodeOutput>| word.iter().map(|bit| self.ready(bit.gate())).fold(0.0, f64::max);
        self.gates.words.iter().map(ready).collect()
    }

    /// Returns the arrival time of a gate's output, and its cuts.
    fn made(&mut self, gate: &TimingNode) -> (f64, Vec<Cut>) {
        let timing = self.timing;
        let whole = |time: f64| (time, Vec::new());
        match gate {
            TimingNode::Constant => whole(f64::NEG_INFINITY),
            TimingNode::Register => whole(0.0),
            TimingNode::Memory => whole(timing.memory),
            TimingNode::Function(inputs) => self.function(&varying(inputs)),
            TimingNode::All(inputs) => self.tree(inputs),
            TimingNode::Carry { bits, below } => {
                let entered = self.last(bits) + timing.carry_entry;
                let passed = match self.gates.gates[below.gate()] {
                    TimingNode::Carry { .. } => self.times[below.gate()] + timing.carry_per_bit,
                    _ => self.reached(below.gate()) + timing.carry_entry,
                };
                whole(entered.max(passed))
            }
            TimingNode::Sum { bits: [a, b], below } => {
                match (&varying(&[*a, *b, *below])[..], timing.sums_share_tables) {
                    // A carry that is used by itself leaves the chain through a table of its own.
                    ([carry], _) => whole(self.out_of_chain(*carry)),
                    (inputs, true) => self.function(inputs),
                    (inputs, false) => whole(self.table_time(inputs.iter().copied())),
                }
            }
            TimingNode::Block { inputs, is_held } => {
                let block = if *is_held {
                    timing.multiplier_to_register
                } else {
                    timing.multiplier
                };
                whole(self.last(inputs) + block)
            }
            TimingNode::Entry(inputs) => {
                let inputs = varying(inputs);
                let beyond = inputs.len().saturating_sub(timing.table_inputs);
                whole(self.table_time(inputs.into_iter()) + beyond as f64 * timing.table_input)
            }
        }
    }

    /// Returns when the last of some bits has reached its fanout.
    fn last(&self, bits: &[NodeOutput]) -> f64 {
        let times = bits.iter().map(|bit| self.reached(bit.gate()));
        times.fold(f64::NEG_INFINITY, f64::max)
    }

    /// Returns the arrival time of a bit.
    fn ready(&self, gate: usize) -> f64 {
        match self.gates.gates.get(gate) {
            Some(TimingNode::Carry { .. }) => self.out_of_chain(gate),
            Some(_) => self.times[gate],
            None => self.parts[gate - self.gates.gates.len()],
        }
    }

    /// Returns when a bit has reached its fanout.
    fn reached(&self, gate: usize) -> f64 {
        let taken = self.taken.get(gate).copied().unwrap_or(1);
        self.ready(gate) + self.timing.fanout * f64::from(taken.max(1)).log2()
    }

    /// Returns when a carry is available beside its chain.
    fn out_of_chain(&self, carry: usize) -> f64 {
        self.times[carry] + self.timing.carry_exit
    }

    /// Returns the output time of a table of some bits. One of them may be the carry of the chain that contains the
    /// table.
    fn table_time(&self, gates: impl Iterator<Item = usize>) -> f64 {
        let arrival = |gate: usize| match self.gates.gates.get(gate) {
            Some(TimingNode::Carry { .. }) => self.times[gate] + self.timing.carry_to_sum,
            _ => self.reached(gate) + self.timing.table,
        };
        gates.map(arrival).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Returns the arrival time and the cuts of a function of some gates' outputs.
    fn function(&self, inputs: &[usize]) -> (f64, Vec<Cut>) {
        let part = |gate: &usize| CutInput {
            gate: *gate,
            time: self.times[*gate],
            cuts: self.cuts[*gate].clone(),
        };
        let parts: Vec<CutInput> = inputs.iter().map(part).collect();
        self.function_of(&parts.iter().collect::<Vec<_>>())
    }

    /// Returns the arrival time and the cuts of a function of few bits. The tables of these cuts absorb some of those
    /// bits.
    fn function_of(&self, inputs: &[&CutInput]) -> (f64, Vec<Cut>) {
        let most = self.timing.table_inputs;
        let mut cuts = vec![Cut::EMPTY];
        for input in inputs {
            let own = [Cut::from_gate(input.gate)];
            let choices = || own.iter().chain(&input.cuts);
            cuts = cuts
                .iter()
                .flat_map(|cut| choices().filter_map(|choice| cut.with(choice, most)))
                .collect();
        }
        for cut in &mut cuts {
            cut.time = self.table_time(cut.gates());
        }
        cuts.sort_by(|one, other| one.time.total_cmp(&other.time).then(one.size().cmp(&other.size())));
        cuts.truncate(KEPT);
        (cuts.first().map_or(f64::INFINITY, |cut| cut.time), cuts)
    }

    /// Returns the conjunction of some bits, the earliest combined first. A conjunction without another use becomes
    /// part of the tree.
    fn tree(&mut self, inputs: &[NodeOutput]) -> (f64, Vec<Cut>) {
        let mut leaves = Vec::new();
        self.gather(inputs, &mut leaves);
        let part = |leaf: usize| CutInput {
            gate: leaf,
            time: self.times[leaf],
            cuts: self.cuts[leaf].clone(),
        };
        let mut parts: Vec<CutInput> = leaves.into_iter().map(part).collect();
        while parts.len() > 1 {
            parts.sort_by(|one, other| other.time.total_cmp(&one.time));
            let (Some(first), Some(second)) = (parts.pop(), parts.pop()) else {
                break;
            };
            let (time, cuts) = self.function_of(&[&first, &second]);
            let gate = self.gates.gates.len() + self.parts.len();
            self.parts.push(time);
            // Of two bits with the same arrival time, the one with fewer leaves is combined first.
            parts.insert(0, CutInput { gate, time, cuts });
        }
        let all = parts.pop().expect("of no bit there is a constant");
        (all.time, all.cuts)
    }

    /// Gathers the leaves of a conjunction of bits.
    fn gather(&self, inputs: &[NodeOutput], leaves: &mut Vec<usize>) {
        for input in inputs {
            match &self.gates.gates[input.gate()] {
                TimingNode::All(inner) if !input.is_complement() && self.taken[input.gate()] == 1 => {
                    self.gather(inner, leaves)
                }
                _ => leaves.push(input.gate()),
            }
        }
    }
}

/// Returns the gates of those bits that are not constant.
fn varying(bits: &[NodeOutput]) -> Vec<usize> {
    bits.iter()
        .filter(|bit| !bit.is_constant())
        .map(|bit| bit.gate())
        .collect()
}
