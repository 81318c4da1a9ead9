//! A netlist in single-bit gates, which lookup tables then cover.

use crate::module::Netlist;
use crate::node::{NetId, Node, Op};
use crate::pipeline::timing::carry_chain::Chains;

/// A gate's output, or its complement, which takes no gate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Signal(u32);

impl Signal {
    const ZERO: Signal = Signal(0);

    fn from_gate(gate: usize) -> Signal {
        Signal((gate as u32) << 1)
    }

    fn constant(value: bool) -> Signal {
        Signal(u32::from(value))
    }

    fn complement(self) -> Signal {
        Signal(self.0 ^ 1)
    }

    /// Returns the index of the gate.
    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_complement(self) -> bool {
        self.0 & 1 == 1
    }

    /// True if the signal is constant.
    pub fn is_constant(self) -> bool {
        self.gate() == 0
    }
}

/// The source of a bit.
#[derive(Clone, Debug)]
pub(super) enum Gate {
    /// A constant.
    Constant,
    /// A register, or a port with a register in front.
    Register,
    /// A memory that samples a table's index at the clock edge and then outputs the entry.
    Memory,
    /// Any function of two or three bits.
    Function(Vec<Signal>),
    /// The conjunction of the bits: 1 if all of them are 1.
    All(Vec<Signal>),
    /// The carry out of one position of an adder chain.
    Carry {
        bits: [Signal; 2],
        /// The carry from the position below.
        below: Signal,
    },
    /// The sum in one position of a chain, with the carry from the position below.
    Sum { bits: [Signal; 2], below: Signal },
    /// A bit of a multiplier block, with or without a register of its own behind it.
    Block { inputs: Vec<Signal>, is_held: bool },
    /// A bit of a table's entry, made of lookup tables.
    Entry(Vec<Signal>),
}

impl Gate {
    /// Returns the inputs of the gate.
    pub fn inputs(&self) -> Vec<Signal> {
        match self {
            Gate::Constant | Gate::Register | Gate::Memory => Vec::new(),
            Gate::Function(inputs) | Gate::All(inputs) | Gate::Entry(inputs) | Gate::Block { inputs, .. } => {
                inputs.clone()
            }
            Gate::Carry { bits, below } | Gate::Sum { bits, below } => vec![bits[0], bits[1], *below],
        }
    }
}

/// The gates of a netlist, each behind its inputs; the first is the constant.
pub(super) struct Gates {
    pub gates: Vec<Gate>,
    /// The bits at which paths end: at registers, or at those behind a module's outputs.
    pub ends: Vec<End>,
}

/// The end of a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub signal: Signal,
    /// True if the path ends in a memory's index instead of a register.
    pub in_memory: bool,
}

impl Gates {
    pub fn from_netlist(netlist: &Netlist) -> Gates {
        let mut made = Gates {
            gates: vec![Gate::Constant],
            ends: Vec::new(),
        };
        let chains = Chains::from_netlist(netlist);
        let is_held = only_in_registers(netlist);
        let mut words: Vec<Vec<Signal>> = Vec::with_capacity(netlist.nodes.len());
        for id in netlist.ids() {
            let node = netlist.node(id);
            let operands: Vec<&[Signal]> = chains.operands(id).iter().map(|net| &words[net.index()][..]).collect();
            let is_memory = |id: NetId| is_held[id.index()] && is_large_table(netlist.node(id));
            let word = match &node.op {
                // The outer addition has all bits of the chain.
                _ if chains.is_inner(id) => vec![Signal::ZERO; node.width as usize],
                Op::Table(_) if is_memory(id) => made.memory(operands[0], node.width),
                Op::Register if is_memory(node.operands[0]) => operands[0].to_vec(),
                Op::Mul => made.block(operands.concat(), is_held[id.index()], node.width),
                _ => made.word(node, &operands),
            };
            words.push(word);
        }
        for port in &netlist.outputs {
            made.end(&words[port.net.index()], false);
        }
        made
    }

    fn word(&mut self, node: &Node, operands: &[&[Signal]]) -> Vec<Signal> {
        let width = node.width as usize;
        match &node.op {
            Op::Input => self.several(&Gate::Register, node.width),
            Op::Constant(value) => (0..width).map(|bit| Signal::constant(value >> bit & 1 == 1)).collect(),
            Op::Not => operands[0].iter().map(|bit| bit.complement()).collect(),
            Op::And => self.bitwise(operands, Gates::and),
            Op::Or => self.bitwise(operands, Gates::or),
            Op::Xor => self.bitwise(operands, Gates::xor),
            Op::Equal => {
                let differ = self.bitwise(operands, Gates::xor);
                vec![self.any(&differ).complement()]
            }
            Op::Any => vec![self.any(operands[0])],
            Op::All => vec![self.all(operands[0].to_vec())],
            Op::Mux => {
                let pairs = operands[1].iter().zip(operands[2]);
                pairs
                    .map(|(then, otherwise)| self.choose(operands[0][0], *then, *otherwise))
                    .collect()
            }
            Op::Concat => operands.iter().rev().flat_map(|part| part.iter().copied()).collect(),
            Op::Slice { low } => operands[0][*low as usize..][..width].to_vec(),
            Op::ShiftLeft | Op::ShiftRight => self.shifted(operands[0], operands[1], node.op == Op::ShiftLeft),
            Op::Add | Op::Sub | Op::Less => self.chain(&node.op, operands),
            Op::Table(_) => self.several(&Gate::Entry(operands[0].to_vec()), node.width),
            Op::Register => {
                self.end(operands[0], false);
                let behind = |bit: &Signal| match bit.is_constant() {
                    true => *bit,
                    false => self.push(Gate::Register),
                };
                operands[0].iter().map(behind).collect()
            }
            Op::Mul => unreachable!("a block"),
        }
    }

    fn memory(&mut self, index: &[Signal], width: u32) -> Vec<Signal> {
        self.end(index, true);
        self.several(&Gate::Memory, width)
    }

    fn block(&mut self, inputs: Vec<Signal>, is_held: bool, width: u32) -> Vec<Signal> {
        self.several(&Gate::Block { inputs, is_held }, width)
    }

    /// Ends paths in these bits.
    fn end(&mut self, bits: &[Signal], in_memory: bool) {
        let ends = bits.iter().map(|signal| End {
            signal: *signal,
            in_memory,
        });
        self.ends.extend(ends);
    }

    fn several(&mut self, gate: &Gate, bits: u32) -> Vec<Signal> {
        (0..bits).map(|_| self.push(gate.clone())).collect()
    }

    fn push(&mut self, gate: Gate) -> Signal {
        self.gates.push(gate);
        Signal::from_gate(self.gates.len() - 1)
    }

    fn bitwise(&mut self, operands: &[&[Signal]], gate: fn(&mut Gates, Signal, Signal) -> Signal) -> Vec<Signal> {
        let pairs = operands[0].iter().zip(operands[1]);
        pairs.map(|(first, second)| gate(self, *first, *second)).collect()
    }

    fn all(&mut self, mut bits: Vec<Signal>) -> Signal {
        bits.sort_unstable();
        bits.dedup();
        if bits.contains(&Signal::ZERO) || bits.windows(2).any(|pair| pair[0].complement() == pair[1]) {
            return Signal::ZERO;
        }
        bits.retain(|bit| !bit.is_constant());
        match bits[..] {
            [] => Signal::ZERO.complement(),
            [bit] => bit,
            _ => self.push(Gate::All(bits)),
        }
    }

    fn any(&mut self, bits: &[Signal]) -> Signal {
        let complements = bits.iter().map(|bit| bit.complement());
        self.all(complements.collect()).complement()
    }

    fn and(&mut self, first: Signal, second: Signal) -> Signal {
        self.all(vec![first, second])
    }

    fn or(&mut self, first: Signal, second: Signal) -> Signal {
        self.any(&[first, second])
    }

    fn xor(&mut self, first: Signal, second: Signal) -> Signal {
        match (first, second) {
            _ if first.gate() == second.gate() => Signal::constant(first != second),
            (constant, other) | (other, constant) if constant.is_constant() => match constant.is_complement() {
                true => other.complement(),
                false => other,
            },
            _ => self.push(Gate::Function(vec![first, second])),
        }
    }

    fn choose(&mut self, condition: Signal, then: Signal, otherwise: Signal) -> Signal {
        if condition.is_constant() {
            return if condition.is_complement() { then } else { otherwise };
        }
        match (then, otherwise) {
            _ if then == otherwise => then,
            _ if then.gate() == otherwise.gate() => self.xor(condition, otherwise),
            (Signal::ZERO, _) => self.and(condition.complement(), otherwise),
            (_, Signal::ZERO) => self.and(condition, then),
            _ if then.is_constant() => self.or(condition, otherwise),
            _ if otherwise.is_constant() => self.or(condition.complement(), then),
            _ => self.push(Gate::Function(vec![condition, then, otherwise])),
        }
    }

    fn shifted(&mut self, value: &[Signal], amount: &[Signal], is_left: bool) -> Vec<Signal> {
        let width = value.len();
        let mut value = value.to_vec();
        let near = amount
            .iter()
            .enumerate()
            .take_while(|(place, _)| 1_usize << place < width);
        for (place, bit) in near {
            let distance = 1 << place;
            let from = |position: usize| match is_left {
                true => position.checked_sub(distance),
                false => Some(position + distance).filter(|from| *from < width),
            };
            let moved: Vec<Signal> = (0..width)
                .map(|position| from(position).map_or(Signal::ZERO, |from| value[from]))
                .collect();
            let pairs = moved.iter().zip(&value);
            value = pairs.map(|(moved, stays)| self.choose(*bit, *moved, *stays)).collect();
        }
        let far: Vec<Signal> = (0..)
            .zip(amount)
            .filter(|(place, _)| 1_u128 << place >= width as u128)
            .map(|(_, bit)| *bit)
            .collect();
        let near = self.any(&far).complement();
        value.iter().map(|bit| self.and(near, *bit)).collect()
    }

    fn chain(&mut self, op: &Op, operands: &[&[Signal]]) -> Vec<Signal> {
        let is_difference = *op != Op::Add;
        let mut below = match operands.get(2) {
            Some(carry) => carry[0],
            None => Signal::constant(is_difference),
        };
        let mut sums = Vec::new();
        for (first, second) in operands[0].iter().zip(operands[1]) {
            let second = if is_difference { second.complement() } else { *second };
            let bits = [*first, second];
            sums.push(self.sum(bits, below));
            below = self.carry(bits, below);
        }
        match op {
            Op::Less => vec![below.complement()],
            _ => sums,
        }
    }

    fn sum(&mut self, bits: [Signal; 2], below: Signal) -> Signal {
        if below.is_constant() {
            let sum = self.xor(bits[0], bits[1]);
            return self.xor(sum, below);
        }
        self.push(Gate::Sum { bits, below })
    }

    fn carry(&mut self, bits: [Signal; 2], below: Signal) -> Signal {
        let [first, second] = bits;
        match below {
            _ if first == second => first,
            Signal::ZERO if first.is_constant() || second.is_constant() => self.and(first, second),
            _ if below == Signal::ZERO.complement() && (first.is_constant() || second.is_constant()) => {
                self.or(first, second)
            }
            _ => self.push(Gate::Carry { bits, below }),
        }
    }
}

/// True if a table becomes a memory when a register follows it.
fn is_large_table(node: &Node) -> bool {
    matches!(&node.op, Op::Table(entries) if entries.len() >= SMALLEST_MEMORY)
}

/// Number of entries from which Yosys makes a memory of a table.
const SMALLEST_MEMORY: usize = 32;

/// Returns true for the nets that only registers take, including those behind the module's outputs.
fn only_in_registers(netlist: &Netlist) -> Vec<bool> {
    let mut only = vec![true; netlist.nodes.len()];
    let others = netlist.nodes.iter().filter(|node| !node.is_register());
    for operand in others.flat_map(|node| &node.operands) {
        only[operand.index()] = false;
    }
    only
}
