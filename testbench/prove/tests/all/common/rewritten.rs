//! Copies of networks with some bits replaced.

use halfpipe_yosys::circuit::network::{Bit, Network, Node};

/// A network under construction, copied from another bit by bit.
pub struct Rewriting {
    /// The new network.
    pub network: Network,
    /// The new bits, by the numbers of the old ones.
    pub bits: Vec<Bit>,
    /// The new registers, by the numbers of the old ones.
    pub registers: Vec<usize>,
}

impl Rewriting {
    /// Returns the new bit for an old one.
    pub fn rewritten(&self, old: Bit) -> Bit {
        self.bits[old.number() as usize]
    }

    /// Copies a node that is neither an input nor a register.
    pub fn gate(&mut self, node: Node) -> Bit {
        let [a, b, c] = {
            let operands: Vec<Bit> = node.operands().map(|operand| self.rewritten(operand)).collect();
            std::array::from_fn(|place| operands.get(place).copied())
        };
        let network = &mut self.network;
        match (node, a, b, c) {
            (Node::Constant(value), ..) => network.constant(value),
            (Node::Not(_), Some(a), ..) => network.not(a),
            (Node::And(..), Some(a), Some(b), _) => network.and(a, b),
            (Node::Or(..), Some(a), Some(b), _) => network.or(a, b),
            (Node::Xor(..), Some(a), Some(b), _) => network.xor(a, b),
            (Node::Select { .. }, Some(select), Some(zero), Some(one)) => network.select(select, zero, one),
            _ => panic!("{node:?} is no gate"),
        }
    }
}

/// Copies a network's inputs, registers and gates. The outputs and the registers' next values are not connected yet.
/// `visit` may exchange any bit for another.
pub fn begun(old: &Network, mut visit: impl FnMut(&mut Rewriting, usize, Node, Bit) -> Bit) -> Rewriting {
    let mut new = Rewriting {
        network: Network::default(),
        bits: Vec::new(),
        registers: Vec::new(),
    };
    for (bit, node) in old.nodes() {
        let made = match node {
            Node::Input(_) => new.network.input(),
            Node::Register(_) => {
                let (register, held) = new.network.register();
                new.registers.push(register);
                held
            }
            gate => new.gate(gate),
        };
        let made = visit(&mut new, bit.number() as usize, node, made);
        new.bits.push(made);
    }
    new
}

/// Completes the network. `connect` is given the bit of each output and of each register's next value, and returns the
/// bit to connect.
pub fn finished(
    mut new: Rewriting,
    old: &Network,
    mut connect: impl FnMut(&mut Rewriting, End, Bit) -> Bit,
) -> Network {
    for (number, output) in old.outputs().iter().enumerate() {
        let bit = connect(&mut new, End::Output(number), *output);
        new.network.output(bit);
    }
    for (number, next) in old.next().iter().enumerate() {
        let bit = connect(&mut new, End::Register(number), *next);
        new.network.feed(new.registers[number], bit);
    }
    new.network
}

/// The destination of a bit of a network, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// An output.
    Output(usize),
    /// The next value of a register.
    Register(usize),
}

/// Copies the gates of a bit for other inputs. `exchange` returns the replacement of an input, by the input's number,
/// if there is one.
pub fn with_other_inputs(new: &mut Rewriting, old: &Network, bit: Bit, exchange: impl Fn(usize) -> Option<Bit>) -> Bit {
    let mut cone = Rewriting {
        network: std::mem::take(&mut new.network),
        bits: new.bits.clone(),
        registers: Vec::new(),
    };
    let mut is_other = vec![false; new.bits.len()];
    for (place, node) in old.nodes() {
        let number = place.number() as usize;
        match node {
            Node::Input(input) => {
                if let Some(other) = exchange(input) {
                    (cone.bits[number], is_other[number]) = (other, true);
                }
            }
            gate if gate.operands().any(|operand| is_other[operand.number() as usize]) => {
                (cone.bits[number], is_other[number]) = (cone.gate(gate), true);
            }
            _ => {}
        }
    }
    new.network = cone.network;
    cone.bits[bit.number() as usize]
}
