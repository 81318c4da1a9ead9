//! A netlist as the parts of a device: single-bit functions, which lookup tables then cover, carry chain positions,
//! multiplier blocks and memories.

use halfpipe_hdl::net::{CarryChains, NetId, Netlist, Node, Op};

/// A gate's output, or its complement, which takes no gate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct NodeOutput(u32);

impl NodeOutput {
    const ZERO: NodeOutput = NodeOutput(0);

    fn from_gate(gate: usize) -> NodeOutput {
        NodeOutput((gate as u32) << 1)
    }

    fn constant(value: bool) -> NodeOutput {
        NodeOutput(u32::from(value))
    }

    fn complement(self) -> NodeOutput {
        NodeOutput(self.0 ^ 1)
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
pub(super) enum TimingNode {
    /// A constant.
    Constant,
    /// A register, or a port with a register in front.
    Register,
    /// A memory that samples a table's index at the clock edge and then outputs the entry.
    Memory,
    /// Any function of two or three bits.
    Function(Vec<NodeOutput>),
    /// The conjunction of the bits: 1 if all of them are 1.
    All(Vec<NodeOutput>),
    /// The carry out of one position of an adder chain.
    Carry {
        bits: [NodeOutput; 2],
        /// The carry from the position below.
        below: NodeOutput,
    },
    /// The sum in one position of a chain, with the carry from the position below.
    Sum { bits: [NodeOutput; 2], below: NodeOutput },
    /// A bit of a multiplier block, with or without a register of its own behind it.
    Block { inputs: Vec<NodeOutput>, is_held: bool },
    /// A bit of a table's entry, made of lookup tables.
    Entry(Vec<NodeOutput>),
}

impl TimingNode {
    /// Returns the inputs of the gate.
    pub fn inputs(&self) -> Vec<NodeOutput> {
        match self {
            TimingNode::Constant | TimingNode::Register | TimingNode::Memory => Vec::new(),
            TimingNode::Function(inputs)
            | TimingNode::All(inputs)
            | TimingNode::Entry(inputs)
            | TimingNode::Block { inputs, .. } => inputs.clone(),
            TimingNode::Carry { bits, below } | TimingNode::Sum { bits, below } => vec![bits[0], bits[1], *below],
        }
    }
}

/// The gates of a netlist, each behind its inputs; the first is the constant.
pub(super) struct TimingGraph {
    pub gates: Vec<TimingNode>,
    /// The bits at which paths end: at registers, or at those behind a module's outputs.
    pub ends: Vec<PathEnd>,
    /// The bits of each net, in the order of the netlist.
    pub words: Vec<Vec<NodeOutput>>,
}

/// The end of a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathEnd {
    pub signal: NodeOutput,
    /// True if the path ends in a memory's index instead of a register.
    pub in_memory: bool,
}

impl TimingGraph {
    pub fn from_netlist(netlist: &Netlist) -> TimingGraph {
        let mut made = TimingGraph {
            gates: vec![TimingNode::Constant],
            ends: Vec::new(),
            words: Vec::new(),
        };
        let chains = CarryChains::from_netlist(netlist);
        let is_held = only_in_registers(netlist);
        let mut words: Vec<Vec<NodeOutput>> = Vec::with_capacity(netlist.nodes.len());
        for id in netlist.ids() {
            let node = netlist.node(id);
            let operands: Vec<&[NodeOutput]> = chains.operands(id).iter().map(|net| &words[net.index()][..]).collect();
            let is_memory = |id: NetId| is_held[id.index()] && is_large_table(netlist.node(id));
            let word = match &node.op {
                // The outer addition has all bits of the chain.
                _ if chains.is_inner(id) => vec![NodeOutput::ZERO; node.width as usize],
                Op::Table(_) if is_memory(id) => made.memory(operands[0], node.width),
                Op::Register if is_memory(node.operands[0]) => operands[0].to_vec(),
                Op::Mul => made.block(operands.concat(), is_held[id.index()], node.width),
                _ => made.word(node, &operands),
            };
            words.push(word);
        }
        let nexts = netlist.state_registers().iter().map(|register| register.next);
        for net in netlist.outputs.iter().map(|port| port.net).chain(nexts) {
            made.end(&words[net.index()], false);
        }
        made.words = words;
        made
    }

    fn word(&mut self, node: &Node, operands: &[&[NodeOutput]]) -> Vec<NodeOutput> {
        let width = node.width as usize;
        match &node.op {
            Op::Input | Op::State => self.several(&TimingNode::Register, node.width),
            Op::Constant(value) => (0..width)
                .map(|bit| NodeOutput::constant(value >> bit & 1 == 1))
                .collect(),
            Op::Not => operands[0].iter().map(|bit| bit.complement()).collect(),
            Op::And => self.bitwise(operands, TimingGraph::and),
            Op::Or => self.bitwise(operands, TimingGraph::or),
            Op::Xor => self.bitwise(operands, TimingGraph::xor),
            Op::Equal => {
                let differ = self.bitwise(operands, TimingGraph::xor);
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
            Op::ShiftLeft | Op::ShiftRight => self.shift_word(operands[0], operands[1], node.op == Op::ShiftLeft),
            Op::Add | Op::Sub | Op::Less => self.chain(&node.op, operands),
            Op::Table(_) => self.several(&TimingNode::Entry(operands[0].to_vec()), node.width),
            Op::Register => {
                self.end(operands[0], false);
                let behind = |bit: &NodeOutput| {
                    if bit.is_constant() {
                        *bit
                    } else {
                        self.push(TimingNode::Register)
                    }
                };
                operands[0].iter().map(behind).collect()
            }
            Op::Mul => unreachable!("a block"),
        }
    }

    fn memory(&mut self, index: &[NodeOutput], width: u32) -> Vec<NodeOutput> {
        self.end(index, true);
        self.several(&TimingNode::Memory, width)
    }

    fn block(&mut self, inputs: Vec<NodeOutput>, is_held: bool, width: u32) -> Vec<NodeOutput> {
        self.several(&TimingNode::Block { inputs, is_held }, width)
    }

    /// Ends paths in these bits.
    fn end(&mut self, bits: &[NodeOutput], in_memory: bool) {
        let ends = bits.iter().map(|signal| PathEnd {
            signal: *signal,
            in_memory,
        });
        self.ends.extend(ends);
    }

    fn several(&mut self, gate: &TimingNode, bits: u32) -> Vec<NodeOutput> {
        (0..bits).map(|_| self.push(gate.clone())).collect()
    }

    fn push(&mut self, gate: TimingNode) -> NodeOutput {
        self.gates.push(gate);
        NodeOutput::from_gate(self.gates.len() - 1)
    }

    fn bitwise(
        &mut self,
        operands: &[&[NodeOutput]],
        gate: fn(&mut TimingGraph, NodeOutput, NodeOutput) -> NodeOutput,
    ) -> Vec<NodeOutput> {
        let pairs = operands[0].iter().zip(operands[1]);
        pairs.map(|(first, second)| gate(self, *first, *second)).collect()
    }

    fn all(&mut self, mut bits: Vec<NodeOutput>) -> NodeOutput {
        bits.sort_unstable();
        bits.dedup();
        if bits.contains(&NodeOutput::ZERO) || bits.windows(2).any(|pair| pair[0].complement() == pair[1]) {
            return NodeOutput::ZERO;
        }
        bits.retain(|bit| !bit.is_constant());
        match bits[..] {
            [] => NodeOutput::ZERO.complement(),
            [bit] => bit,
            _ => self.push(TimingNode::All(bits)),
        }
    }

    fn any(&mut self, bits: &[NodeOutput]) -> NodeOutput {
        let complements = bits.iter().map(|bit| bit.complement());
        self.all(complements.collect()).complement()
    }

    fn and(&mut self, first: NodeOutput, second: NodeOutput) -> NodeOutput {
        self.all(vec![first, second])
    }

    fn or(&mut self, first: NodeOutput, second: NodeOutput) -> NodeOutput {
        self.any(&[first, second])
    }

    fn xor(&mut self, first: NodeOutput, second: NodeOutput) -> NodeOutput {
        match (first, second) {
            _ if first.gate() == second.gate() => NodeOutput::constant(first != second),
            (constant, other) | (other, constant) if constant.is_constant() => {
                if constant.is_complement() {
                    other.complement()
                } else {
                    other
                }
            }
            _ => self.push(TimingNode::Function(vec![first, second])),
        }
    }

    fn choose(&mut self, condition: NodeOutput, then: NodeOutput, otherwise: NodeOutput) -> NodeOutput {
        if condition.is_constant() {
            return if condition.is_complement() { then } else { otherwise };
        }
        match (then, otherwise) {
            _ if then == otherwise => then,
            _ if then.gate() == otherwise.gate() => self.xor(condition, otherwise),
            (NodeOutput::ZERO, _) => self.and(condition.complement(), otherwise),
            (_, NodeOutput::ZERO) => self.and(condition, then),
            _ if then.is_constant() => self.or(condition, otherwise),
            _ if otherwise.is_constant() => self.or(condition.complement(), then),
            _ => self.push(TimingNode::Function(vec![condition, then, otherwise])),
        }
    }

    fn shift_word(&mut self, value: &[NodeOutput], amount: &[NodeOutput], is_left: bool) -> Vec<NodeOutput> {
        let width = value.len();
        let mut value = value.to_vec();
        let near = amount
            .iter()
            .enumerate()
            .take_while(|(place, _)| 1_usize << place < width);
        for (place, bit) in near {
            let distance = 1 << place;
            let from = |position: usize| {
                if is_left {
                    position.checked_sub(distance)
                } else {
                    Some(position + distance).filter(|from| *from < width)
                }
            };
            let moved: Vec<NodeOutput> = (0..width)
                .map(|position| from(position).map_or(NodeOutput::ZERO, |from| value[from]))
                .collect();
            let pairs = moved.iter().zip(&value);
            value = pairs.map(|(moved, stays)| self.choose(*bit, *moved, *stays)).collect();
        }
        let far: Vec<NodeOutput> = (0..)
            .zip(amount)
            .filter(|(place, _)| 1_u128 << place >= width as u128)
            .map(|(_, bit)| *bit)
            .collect();
        let near = self.any(&far).complement();
        value.iter().map(|bit| self.and(near, *bit)).collect()
    }

    fn chain(&mut self, op: &Op, operands: &[&[NodeOutput]]) -> Vec<NodeOutput> {
        let is_difference = *op != Op::Add;
        let mut below = match operands.get(2) {
            Some(carry) => carry[0],
            None => NodeOutput::constant(is_difference),
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

    fn sum(&mut self, bits: [NodeOutput; 2], below: NodeOutput) -> NodeOutput {
        if below.is_constant() {
            let sum = self.xor(bits[0], bits[1]);
            return self.xor(sum, below);
        }
        self.push(TimingNode::Sum { bits, below })
    }

    fn carry(&mut self, bits: [NodeOutput; 2], below: NodeOutput) -> NodeOutput {
        let [first, second] = bits;
        match below {
            _ if first == second => first,
            NodeOutput::ZERO if first.is_constant() || second.is_constant() => self.and(first, second),
            _ if below == NodeOutput::ZERO.complement() && (first.is_constant() || second.is_constant()) => {
                self.or(first, second)
            }
            _ => self.push(TimingNode::Carry { bits, below }),
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
