//! Bit-parallel simulation of a graph.

use crate::graph::{Aig, Gate, Literal};

/// A bit of many runs side by side.
pub trait Lanes: Copy {
    /// The bit 0 in every run.
    const ZERO: Self;

    /// Returns 1 in each run in which both are 1.
    fn and(self, other: Self) -> Self;

    /// Returns 1 in each run in which they differ.
    fn xor(self, other: Self) -> Self;

    /// Returns the complement in every run if the condition is true, else the bit.
    fn inverted_if(self, condition: bool) -> Self;
}

impl Lanes for u64 {
    const ZERO: u64 = 0;

    fn and(self, other: u64) -> u64 {
        self & other
    }

    fn xor(self, other: u64) -> u64 {
        self ^ other
    }

    fn inverted_if(self, condition: bool) -> u64 {
        self ^ 0_u64.wrapping_sub(u64::from(condition))
    }
}

impl<const WORDS: usize> Lanes for [u64; WORDS] {
    const ZERO: [u64; WORDS] = [0; WORDS];

    fn and(self, other: [u64; WORDS]) -> [u64; WORDS] {
        std::array::from_fn(|word| self[word] & other[word])
    }

    fn xor(self, other: [u64; WORDS]) -> [u64; WORDS] {
        std::array::from_fn(|word| self[word] ^ other[word])
    }

    fn inverted_if(self, condition: bool) -> [u64; WORDS] {
        self.map(|word| word.inverted_if(condition))
    }
}

impl Literal {
    /// Selects the bit's values from those of all nodes.
    #[inline]
    pub fn of_values<L: Lanes>(self, values: &[L]) -> L {
        values[self.node()].inverted_if(self.is_inverted())
    }
}

impl Gate {
    /// Returns the gate's output for these values of the nodes before it. `free` is the value of an input or register.
    #[inline]
    pub fn evaluate<L: Lanes>(&self, values: &[L], free: impl FnOnce() -> L) -> L {
        let of = |bit: &Literal| bit.of_values(values);
        match self {
            Gate::False => L::ZERO,
            Gate::Input | Gate::Register => free(),
            Gate::And(first, second) => of(first).and(of(second)),
            Gate::Xor(first, second) => of(first).xor(of(second)),
            Gate::Select(condition, then, otherwise) => {
                let otherwise = of(otherwise);
                of(then).xor(otherwise).and(of(condition)).xor(otherwise)
            }
        }
    }
}

impl Aig {
    /// Simulates all nodes for the given values of inputs and registers.
    pub fn simulate<L: Lanes>(&self, free: impl FnMut(usize) -> L) -> Vec<L> {
        let mut values = Vec::new();
        self.simulate_rest(&mut values, free);
        values
    }

    /// Simulates all nodes into the buffer of an earlier simulation.
    pub fn simulate_into<L: Lanes>(&self, values: &mut Vec<L>, free: impl FnMut(usize) -> L) {
        values.clear();
        self.simulate_rest(values, free);
    }

    /// Simulates the nodes that have no value yet.
    pub fn simulate_rest<L: Lanes>(&self, values: &mut Vec<L>, mut free: impl FnMut(usize) -> L) {
        values.reserve(self.gates().len() - values.len());
        for (node, gate) in self.gates().iter().enumerate().skip(values.len()) {
            let value = gate.evaluate(values, || free(node));
            values.push(value);
        }
    }
}
