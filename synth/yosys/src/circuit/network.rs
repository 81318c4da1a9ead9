//! A bit-level network of gates and registers.

/// A bit of a network.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bit(u32);

/// The driver of a bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// A constant.
    Constant(bool),
    /// The input of this number.
    Input(usize),
    /// The output of the register of this number.
    Register(usize),
    /// The complement of a bit.
    Not(Bit),
    /// 1 if both bits are 1.
    And(Bit, Bit),
    /// 1 if at least one bit is 1.
    Or(Bit, Bit),
    /// 1 if the bits differ.
    Xor(Bit, Bit),
    /// A multiplexer of two bits.
    Select {
        /// The select bit.
        select: Bit,
        /// The result if `select` is 0.
        zero: Bit,
        /// The result if `select` is 1.
        one: Bit,
    },
}

impl Node {
    /// Returns the operands of the node.
    pub fn operands(self) -> impl Iterator<Item = Bit> {
        let operands = match self {
            Node::Constant(_) | Node::Input(_) | Node::Register(_) => [None; 3],
            Node::Not(bit) => [Some(bit), None, None],
            Node::And(one, other) | Node::Or(one, other) | Node::Xor(one, other) => [Some(one), Some(other), None],
            Node::Select { select, zero, one } => [Some(select), Some(zero), Some(one)],
        };
        operands.into_iter().flatten()
    }
}

/// Gates and registers, with numbered inputs and outputs.
///
/// The operands of a node have smaller numbers than the node itself, so no gate can depend on its own output.
#[derive(Clone, Debug, Default)]
pub struct Network {
    nodes: Vec<Node>,
    inputs: usize,
    /// The source location of each undefined value. Each undefined value is an input after those of the ports.
    undefined: Vec<String>,
    outputs: Vec<Bit>,
    /// The next state of each register.
    next: Vec<Bit>,
}

impl Network {
    fn add(&mut self, node: Node) -> Bit {
        self.nodes.push(node);
        Bit(self.nodes.len() as u32 - 1)
    }

    /// Adds the next input.
    ///
    /// # Panics
    ///
    /// When the network already has an undefined value.
    pub fn input(&mut self) -> Bit {
        assert!(self.undefined.is_empty(), "inputs come before undefined values");
        self.inputs += 1;
        self.add(Node::Input(self.inputs - 1))
    }

    /// Adds an undefined value at this source location: any bit, free in each cycle.
    pub fn undefined_value(&mut self, place: String) -> Bit {
        self.undefined.push(place);
        self.add(Node::Input(self.inputs + self.undefined.len() - 1))
    }

    /// Returns the number of inputs, without undefined values.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Returns the source locations of the undefined values. They are the inputs from [`Network::inputs`] on.
    pub fn undefined(&self) -> &[String] {
        &self.undefined
    }

    /// Returns the number of inputs, including undefined values.
    pub fn all_inputs(&self) -> usize {
        self.inputs + self.undefined.len()
    }

    /// Makes a bit the next output.
    pub fn output(&mut self, bit: Bit) {
        self.outputs.push(bit);
    }

    /// Returns the outputs.
    pub fn outputs(&self) -> &[Bit] {
        &self.outputs
    }

    /// Adds a register; returns its number and its output bit. It holds its value until [`Network::feed`] sets its next
    /// state.
    pub fn register(&mut self) -> (usize, Bit) {
        let number = self.next.len();
        let held = self.add(Node::Register(number));
        self.next.push(held);
        (number, held)
    }

    /// Sets the next state of a register.
    pub fn feed(&mut self, register: usize, next: Bit) {
        self.next[register] = next;
    }

    /// Returns the next state of each register.
    pub fn next(&self) -> &[Bit] {
        &self.next
    }

    /// Returns every bit with its node, operands first.
    pub fn nodes(&self) -> impl Iterator<Item = (Bit, Node)> + '_ {
        let numbered = self.nodes.iter().enumerate();
        numbered.map(|(number, node)| (Bit(number as u32), *node))
    }

    /// Returns a constant bit.
    pub fn constant(&mut self, value: bool) -> Bit {
        self.add(Node::Constant(value))
    }

    /// Returns the complement of a bit.
    pub fn not(&mut self, bit: Bit) -> Bit {
        self.add(Node::Not(bit))
    }

    /// Returns 1 if both bits are 1.
    pub fn and(&mut self, one: Bit, other: Bit) -> Bit {
        self.add(Node::And(one, other))
    }

    /// Returns 1 if at least one bit is 1.
    pub fn or(&mut self, one: Bit, other: Bit) -> Bit {
        self.add(Node::Or(one, other))
    }

    /// Returns 1 if the bits differ.
    pub fn xor(&mut self, one: Bit, other: Bit) -> Bit {
        self.add(Node::Xor(one, other))
    }

    /// Returns `one` if `select` is 1, otherwise `zero`.
    pub fn select(&mut self, select: Bit, zero: Bit, one: Bit) -> Bit {
        self.add(Node::Select { select, zero, one })
    }

    /// Returns the table bit that the inputs select. The first input is the lowest index bit.
    pub fn look_up(&mut self, table: u64, inputs: &[Bit]) -> Bit {
        let places = 1_u32 << inputs.len();
        let all = u64::MAX >> (64 - places);
        let table = table & all;
        let Some((top, lower)) = inputs.split_last().filter(|_| table != 0 && table != all) else {
            return self.constant(table != 0);
        };
        let half = places / 2;
        let (zero, one) = (table & (all >> half), table >> half);
        if zero == one {
            return self.look_up(zero, lower);
        }
        if zero == !one & (all >> half) {
            let zero = self.look_up(zero, lower);
            return self.xor(*top, zero);
        }
        let (zero, one) = (self.look_up(zero, lower), self.look_up(one, lower));
        self.select(*top, zero, one)
    }

    /// Returns, for each bit, true if an output or a register depends on it.
    pub fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.nodes.len()];
        for bit in self.outputs.iter().chain(&self.next) {
            needed[bit.0 as usize] = true;
        }
        for (bit, node) in self.nodes.iter().enumerate().rev() {
            if needed[bit] {
                for operand in node.operands() {
                    needed[operand.0 as usize] = true;
                }
            }
        }
        needed
    }

    /// Returns, for each input, true if a path leads from it to one of the outputs `to`, also through registers.
    pub fn reaching(&self, to: &[Bit]) -> Vec<bool> {
        let mut seen = vec![false; self.nodes.len()];
        let mut open = to.to_vec();
        let mut reaching = vec![false; self.all_inputs()];
        while let Some(bit) = open.pop() {
            if std::mem::replace(&mut seen[bit.0 as usize], true) {
                continue;
            }
            let node = self.nodes[bit.0 as usize];
            match node {
                Node::Input(number) => reaching[number] = true,
                Node::Register(number) => open.push(self.next[number]),
                _ => open.extend(node.operands()),
            }
        }
        reaching
    }
}

impl Bit {
    /// Returns the bit's number, unique in the network.
    pub fn number(self) -> u32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a bit's value when the inputs are the bits of a number.
    fn value(network: &Network, inputs: usize, bit: Bit) -> bool {
        let mut values: Vec<bool> = Vec::new();
        for (_, node) in network.nodes() {
            let of = |bit: Bit| values[bit.0 as usize];
            let value = match node {
                Node::Constant(value) => value,
                Node::Input(number) => inputs >> number & 1 == 1,
                Node::Register(_) => unreachable!(),
                Node::Not(bit) => !of(bit),
                Node::And(one, other) => of(one) && of(other),
                Node::Or(one, other) => of(one) || of(other),
                Node::Xor(one, other) => of(one) != of(other),
                Node::Select { select, zero, one } => of(if of(select) { one } else { zero }),
            };
            values.push(value);
        }
        values[bit.0 as usize]
    }

    #[test]
    fn every_table_of_three_inputs_is_looked_up() {
        for table in 0..256_u64 {
            let mut network = Network::default();
            let inputs = [network.input(), network.input(), network.input()];
            let found = network.look_up(table, &inputs);
            for place in 0..8 {
                assert_eq!(
                    value(&network, place, found),
                    table >> place & 1 == 1,
                    "{table:08b} {place}"
                );
            }
        }
    }

    #[test]
    fn paths_lead_through_registers() {
        let mut network = Network::default();
        let [a, b, c] = [network.input(), network.input(), network.input()];
        let (register, held) = network.register();
        let both = network.and(a, held);
        network.feed(register, b);
        assert_eq!(network.reaching(&[both]), [true, true, false]);
        assert_eq!(network.reaching(&[c]), [false, false, true]);
    }
}
