//! A network of gates and registers, bit by bit.

/// A bit of a network.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bit(u32);

/// Where a bit comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// It never changes.
    Constant(bool),
    /// The input of that number.
    Input(usize),
    /// What the register of that number holds.
    Register(usize),
    /// The opposite of a bit.
    Not(Bit),
    /// Both bits are 1.
    And(Bit, Bit),
    /// One of the bits is 1.
    Or(Bit, Bit),
    /// The bits differ.
    Xor(Bit, Bit),
    /// One of two bits.
    Select {
        /// Which one.
        select: Bit,
        /// Where `select` is 0.
        zero: Bit,
        /// Where `select` is 1.
        one: Bit,
    },
}

impl Node {
    /// The bits it is made of.
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
/// A node's operands have smaller numbers than the node itself, so no gate can depend on its own output.
#[derive(Clone, Debug, Default)]
pub struct Network {
    nodes: Vec<Node>,
    inputs: usize,
    /// Where each undefined value stands. Each is an input behind those of the ports.
    undefined: Vec<String>,
    outputs: Vec<Bit>,
    /// What each register takes at the clock's edge.
    next: Vec<Bit>,
}

impl Network {
    fn add(&mut self, node: Node) -> Bit {
        self.nodes.push(node);
        Bit(self.nodes.len() as u32 - 1)
    }

    /// The next input.
    ///
    /// # Panics
    ///
    /// Where an undefined value is there already.
    pub fn input(&mut self) -> Bit {
        assert!(self.undefined.is_empty(), "inputs come before undefined values");
        self.inputs += 1;
        self.add(Node::Input(self.inputs - 1))
    }

    /// A value that is undefined, and where: any bit, another one in each cycle.
    pub fn undefined_value(&mut self, place: String) -> Bit {
        self.undefined.push(place);
        self.add(Node::Input(self.inputs + self.undefined.len() - 1))
    }

    /// How many inputs there are, without undefined values.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Where each undefined value stands: they are the inputs from [`Network::inputs`] on.
    pub fn undefined(&self) -> &[String] {
        &self.undefined
    }

    /// How many inputs there are, with undefined values.
    pub fn all_inputs(&self) -> usize {
        self.inputs + self.undefined.len()
    }

    /// Makes a bit the next output.
    pub fn output(&mut self, bit: Bit) {
        self.outputs.push(bit);
    }

    /// The outputs.
    pub fn outputs(&self) -> &[Bit] {
        &self.outputs
    }

    /// The next register: its number, and what it holds. It holds this for ever until [`Network::feed`] says otherwise.
    pub fn register(&mut self) -> (usize, Bit) {
        let number = self.next.len();
        let held = self.add(Node::Register(number));
        self.next.push(held);
        (number, held)
    }

    /// Says what a register takes at the clock's edge.
    pub fn feed(&mut self, register: usize, next: Bit) {
        self.next[register] = next;
    }

    /// What each register takes at the clock's edge.
    pub fn next(&self) -> &[Bit] {
        &self.next
    }

    /// Every bit with its node, operands before what is made of them.
    pub fn nodes(&self) -> impl Iterator<Item = (Bit, Node)> + '_ {
        let numbered = self.nodes.iter().enumerate();
        numbered.map(|(number, node)| (Bit(number as u32), *node))
    }

    /// A bit that never changes.
    pub fn constant(&mut self, value: bool) -> Bit {
        self.add(Node::Constant(value))
    }

    /// The opposite of a bit.
    pub fn not(&mut self, bit: Bit) -> Bit {
        self.add(Node::Not(bit))
    }

    /// Whether both are 1.
    pub fn and(&mut self, one: Bit, other: Bit) -> Bit {
        self.add(Node::And(one, other))
    }

    /// Whether at least one is 1.
    pub fn or(&mut self, one: Bit, other: Bit) -> Bit {
        self.add(Node::Or(one, other))
    }

    /// Whether they differ.
    pub fn xor(&mut self, one: Bit, other: Bit) -> Bit {
        self.add(Node::Xor(one, other))
    }

    /// `one` where `select` is 1, otherwise `zero`.
    pub fn select(&mut self, select: Bit, zero: Bit, one: Bit) -> Bit {
        self.add(Node::Select { select, zero, one })
    }

    /// The bit of a table that the inputs point at, the first input being the lowest bit of the place.
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

    /// For each bit, whether an output or a register is made of it.
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

    /// For each input, whether there is a path from it to one of the outputs `to`, through registers too.
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
    /// The bit's number, which no other bit of the network has.
    pub fn number(self) -> u32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bit's value where the inputs are the bits of a number.
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
