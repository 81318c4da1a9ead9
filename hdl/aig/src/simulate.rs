//! Bit-parallel simulation: of all nodes for given inputs, and of a circuit cycle by cycle.

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

/// A circuit in simulation, many runs side by side.
#[derive(Clone)]
pub struct Simulator<L> {
    /// The values of the constant, the inputs, the registers, and the gates.
    values: Vec<L>,
    inputs: usize,
    registers: usize,
    /// The gates that an output or a register depends on, with operands in `values`.
    gates: Vec<Gate>,
    outputs: Vec<Literal>,
    next: Vec<Literal>,
}

impl<L: Lanes> Simulator<L> {
    /// Returns the simulator of a circuit.
    pub fn new(circuit: &Aig) -> Simulator<L> {
        let free = circuit.free_inputs();
        let free = free.chain(circuit.registers().iter().map(|register| register.held));
        let mut places = vec![Literal::FALSE; circuit.gates().len()];
        let mut count = 1;
        let mut place = |node: usize| {
            places[node] = Literal::from_node(count);
            count += 1;
        };
        free.for_each(|bit| place(bit.node()));
        let next = circuit.registers().iter().map(|register| register.next);
        let next: Vec<Literal> = next.collect();
        let cone = circuit.cone(&[circuit.outputs(), &next].concat());
        let gates = cone
            .iter()
            .filter(|node| circuit.gates()[**node].operands().count() > 0);
        let gates: Vec<usize> = gates.copied().collect();
        gates.iter().for_each(|node| place(*node));
        let moved = |bit: Literal| places[bit.node()].inverted_if(bit.is_inverted());
        let moved_gate = |node: &usize| match circuit.gates()[*node] {
            Gate::And(first, second) => Gate::And(moved(first), moved(second)),
            Gate::Xor(first, second) => Gate::Xor(moved(first), moved(second)),
            Gate::Select(condition, then, otherwise) => Gate::Select(moved(condition), moved(then), moved(otherwise)),
            free => free,
        };
        Simulator {
            values: vec![L::ZERO; count],
            inputs: circuit.free_input_count(),
            registers: next.len(),
            gates: gates.iter().map(moved_gate).collect(),
            outputs: circuit.outputs().iter().copied().map(moved).collect(),
            next: next.iter().copied().map(moved).collect(),
        }
    }

    /// Runs one clock cycle: writes the outputs, then updates the registers. The inputs include undefined values.
    ///
    /// # Panics
    ///
    /// When the number of inputs or registers is not the circuit's.
    pub fn step(&mut self, inputs: &[L], outputs: &mut [L], registers: &mut [L]) {
        assert_eq!((inputs.len(), registers.len()), (self.inputs, self.registers));
        let first = 1 + self.inputs + self.registers;
        self.values[1..=self.inputs].copy_from_slice(inputs);
        self.values[1 + self.inputs..first].copy_from_slice(registers);
        for (place, gate) in self.gates.iter().enumerate() {
            self.values[first + place] = gate.evaluate(&self.values, || L::ZERO);
        }
        let show = |planes: &mut [L], bits: &[Literal]| {
            for (plane, bit) in planes.iter_mut().zip(bits) {
                *plane = bit.of_values(&self.values);
            }
        };
        show(outputs, &self.outputs);
        show(registers, &self.next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_show_registers_before_the_clock_edge() {
        let mut counter = Aig::new();
        let enable = counter.input();
        let [(low, first), (high, second)] = [counter.register(), counter.register()];
        let next = counter.xor(first, enable);
        counter.feed(low, next);
        let carry = counter.and(first, enable);
        let next = counter.xor(second, carry);
        counter.feed(high, next);
        let both = counter.and(!first, second);
        for bit in [first, !second, both] {
            counter.output(bit);
        }
        let mut simulator = Simulator::new(&counter);
        let (mut outputs, mut registers) = ([0_u64; 3], [0_u64; 2]);
        let mut counts = [0_u64; 64];
        for cycle in 0..10 {
            let enable = 0x9E37_79B9_7F4A_7C15_u64.rotate_left(cycle * 7);
            simulator.step(&[enable], &mut outputs, &mut registers);
            for (lane, count) in counts.iter_mut().enumerate() {
                let shown = outputs.map(|output| output >> lane & 1);
                let expected = [*count & 1, 1 - (*count >> 1 & 1), u64::from(*count % 4 == 2)];
                assert_eq!(shown, expected, "cycle {cycle}, lane {lane}");
                *count += enable >> lane & 1;
            }
        }
    }
}
