//! And-inverter graphs, extended with exclusive-or gates and multiplexers.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Not;

/// A bit of a graph: a node, or its complement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal(u32);

impl Literal {
    /// The bit that is 0.
    pub const FALSE: Literal = Literal(0);
    /// The bit that is 1.
    pub const TRUE: Literal = Literal(1);

    /// Returns the node.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// True if it is the complement of its node.
    pub fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns the bit of a node.
    pub fn from_node(node: usize) -> Literal {
        Literal((node as u32) << 1)
    }

    /// Returns a constant bit.
    pub fn constant(value: bool) -> Literal {
        Literal::FALSE.inverted_if(value)
    }

    /// Returns the bit, or its complement where the condition is true.
    pub fn inverted_if(self, condition: bool) -> Literal {
        Literal(self.0 ^ u32::from(condition))
    }
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// The kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gate {
    /// The constant 0, which is node 0.
    False,
    /// A free input bit.
    Input,
    /// The output of a register.
    Register,
    /// The AND of two bits.
    And(Literal, Literal),
    /// The XOR of two bits.
    Xor(Literal, Literal),
    /// A multiplexer: the second bit where the first is 1, else the third.
    Select(Literal, Literal, Literal),
}

impl Gate {
    /// Returns the bits that the gate reads.
    pub fn operands(&self) -> impl Iterator<Item = Literal> {
        let operands = match *self {
            Gate::False | Gate::Input | Gate::Register => [None; 3],
            Gate::And(first, second) | Gate::Xor(first, second) => [Some(first), Some(second), None],
            Gate::Select(condition, then, otherwise) => [Some(condition), Some(then), Some(otherwise)],
        };
        operands.into_iter().flatten()
    }
}

/// Nodes in topological order, and registers. Structural hashing shares equal gates, and constant folding removes gates
/// that constants make superfluous.
#[derive(Clone, Debug)]
pub struct Aig {
    gates: Vec<Gate>,
    known: HashMap<Gate, u32, BuildHasherDefault<PairHasher>>,
    inputs: Vec<Literal>,
    /// The bits without a driver, each with its place in the source.
    undefined: Vec<(Literal, String)>,
    outputs: Vec<Literal>,
    registers: Vec<Register>,
}

/// A register of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Register {
    /// The register's output.
    pub held: Literal,
    /// The value that it takes at the next clock edge.
    pub next: Literal,
}

impl Default for Aig {
    fn default() -> Aig {
        Aig {
            gates: vec![Gate::False],
            known: HashMap::default(),
            inputs: Vec::new(),
            undefined: Vec::new(),
            outputs: Vec::new(),
            registers: Vec::new(),
        }
    }
}

impl Aig {
    /// Creates a graph with nothing but the constant.
    pub fn new() -> Aig {
        Aig::default()
    }

    /// Returns the nodes.
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// Adds an input bit.
    pub fn input(&mut self) -> Literal {
        let bit = self.free(Gate::Input);
        self.inputs.push(bit);
        bit
    }

    fn free(&mut self, gate: Gate) -> Literal {
        self.gates.push(gate);
        Literal::from_node(self.gates.len() - 1)
    }

    /// Adds an input word.
    pub fn inputs(&mut self, width: usize) -> Vec<Literal> {
        (0..width).map(|_| self.input()).collect()
    }

    /// Adds an undefined value at this place in the source: any bit, another one in each clock cycle.
    pub fn undefined_value(&mut self, place: String) -> Literal {
        let bit = self.free(Gate::Input);
        self.undefined.push((bit, place));
        bit
    }

    /// Makes a bit the next output.
    pub fn output(&mut self, bit: Literal) {
        self.outputs.push(bit);
    }

    /// Adds a register; returns its number and its output. It holds its value until [`Aig::feed`] sets its next value.
    pub fn register(&mut self) -> (usize, Literal) {
        let held = self.free(Gate::Register);
        self.registers.push(Register { held, next: held });
        (self.registers.len() - 1, held)
    }

    /// Sets the next value of the register of this number.
    pub fn feed(&mut self, register: usize, next: Literal) {
        self.registers[register].next = next;
    }

    /// Returns the number of inputs, without undefined values.
    pub fn input_count(&self) -> usize {
        self.inputs.len()
    }

    /// Returns the places of the undefined values in the source.
    pub fn undefined_places(&self) -> impl ExactSizeIterator<Item = &str> {
        self.undefined.iter().map(|(_, place)| place.as_str())
    }

    /// Returns the inputs, then the undefined values.
    pub fn free_inputs(&self) -> impl Iterator<Item = Literal> + '_ {
        let undefined = self.undefined.iter().map(|(bit, _)| *bit);
        self.inputs.iter().copied().chain(undefined)
    }

    /// Returns the number of inputs, with undefined values.
    pub fn free_input_count(&self) -> usize {
        self.inputs.len() + self.undefined.len()
    }

    /// Returns the outputs.
    pub fn outputs(&self) -> &[Literal] {
        &self.outputs
    }

    /// Returns the registers.
    pub fn registers(&self) -> &[Register] {
        &self.registers
    }

    fn gate(&mut self, gate: Gate) -> Literal {
        let next = self.gates.len() as u32;
        let node = *self.known.entry(gate).or_insert(next);
        if node == next {
            self.gates.push(gate);
        }
        Literal::from_node(node as usize)
    }

    /// Returns the nodes that some bits depend on in the same clock cycle, in order.
    pub fn cone(&self, roots: &[Literal]) -> Vec<usize> {
        let mut needed = vec![false; self.gates.len()];
        for root in roots {
            needed[root.node()] = true;
        }
        for node in (0..self.gates.len()).rev() {
            if needed[node] {
                self.gates[node]
                    .operands()
                    .for_each(|operand| needed[operand.node()] = true);
            }
        }
        (0..self.gates.len()).filter(|node| needed[*node]).collect()
    }

    /// Returns 1 if both bits are 1.
    pub fn and(&mut self, first: Literal, second: Literal) -> Literal {
        let (first, second) = (first.min(second), first.max(second));
        if first == Literal::FALSE || first == !second {
            Literal::FALSE
        } else if first == Literal::TRUE || first == second {
            second
        } else {
            self.gate(Gate::And(first, second))
        }
    }

    /// Returns 1 if at least one bit is 1.
    pub fn or(&mut self, first: Literal, second: Literal) -> Literal {
        !self.and(!first, !second)
    }

    /// Returns 1 if the bits differ.
    pub fn xor(&mut self, first: Literal, second: Literal) -> Literal {
        let inverted = first.is_inverted() != second.is_inverted();
        let [first, second] = [first, second].map(|bit| bit.inverted_if(bit.is_inverted()));
        let (first, second) = (first.min(second), first.max(second));
        let plain = if first == Literal::FALSE {
            second
        } else if first == second {
            Literal::FALSE
        } else {
            self.gate(Gate::Xor(first, second))
        };
        plain.inverted_if(inverted)
    }

    /// Returns `then` if the condition is 1, else `otherwise`.
    pub fn select(&mut self, condition: Literal, then: Literal, otherwise: Literal) -> Literal {
        if condition.is_inverted() {
            return self.select(!condition, otherwise, then);
        }
        let inverted = then.is_inverted();
        let [then, otherwise] = [then, otherwise].map(|bit| bit.inverted_if(inverted));
        let plain = if condition == Literal::FALSE || then == otherwise {
            otherwise
        } else if then == !otherwise {
            self.xor(condition, otherwise)
        } else if then == Literal::FALSE || then == condition {
            // The condition itself is 1 where it counts.
            if then == condition {
                self.or(condition, otherwise)
            } else {
                self.and(!condition, otherwise)
            }
        } else if otherwise == Literal::FALSE || otherwise == condition {
            self.and(condition, then)
        } else if otherwise == Literal::TRUE || otherwise == !condition {
            let hidden = self.and(condition, !then);
            !hidden
        } else {
            self.gate(Gate::Select(condition, then, otherwise))
        };
        plain.inverted_if(inverted)
    }
}

/// A fast hash of two small numbers: every gate is looked up once.
#[derive(Default)]
struct PairHasher(u64);

impl Hasher for PairHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u32((*byte).into()));
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0.rotate_left(26) ^ u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u32(number as u32);
    }
}

#[cfg(test)]
#[path = "../tests/unit/graph.rs"]
mod tests;
