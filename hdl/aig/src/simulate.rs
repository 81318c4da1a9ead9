//! Bit-parallel simulation: of all nodes for given inputs, and of a circuit cycle by cycle.

use crate::graph::{Aig, Gate, Literal};
use crate::lanes::Lanes;
use crate::plane::Plane;
use crate::simd::with_best_simd;

impl Literal {
    /// Selects the bit's values from those of all nodes.
    #[inline(always)]
    pub fn of_values<L: Lanes>(self, values: &[L]) -> L {
        values[self.node()].inverted_if(self.is_inverted())
    }
}

impl Gate {
    /// Returns the gate's output for these values of the nodes before it. `free` is the value of an input or register.
    #[inline(always)]
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

/// A circuit in simulation, one run in each vector of a plane.
///
/// It has one type of lanes, so that this crate compiles the loop over the gates and no other crate does it again.
#[derive(Clone)]
pub struct Simulator {
    /// The values of the constant, the inputs, the registers, and the gates.
    values: Vec<Plane>,
    inputs: usize,
    /// The gates that an output or a register depends on. Their operands are places in `values`.
    gates: Vec<Gate>,
    outputs: Vec<Literal>,
    next: Vec<Literal>,
    /// The next values of the registers during a clock edge.
    taken: Vec<Plane>,
}

impl Simulator {
    /// Returns the simulator of a circuit. Its inputs and registers are 0.
    pub fn new(circuit: &Aig) -> Simulator {
        let next: Vec<Literal> = circuit.registers().iter().map(|register| register.next).collect();
        let free = circuit.free_inputs();
        let free = free.chain(circuit.registers().iter().map(|register| register.held));
        let first = 1 + circuit.free_input_count() + next.len();
        let cone = circuit.cone(&[circuit.outputs(), &next].concat());
        let mut places = vec![Literal::FALSE; circuit.gates().len()];
        for (place, node) in (1..).zip(free.map(Literal::node).chain(in_runs(circuit, &cone))) {
            places[node] = Literal::from_node(place);
        }
        let moved = |bit: Literal| places[bit.node()].inverted_if(bit.is_inverted());
        let gates = in_runs(circuit, &cone).map(|node| match circuit.gates()[node] {
            Gate::And(first, second) => Gate::And(moved(first), moved(second)),
            Gate::Xor(first, second) => Gate::Xor(moved(first), moved(second)),
            Gate::Select(condition, then, otherwise) => Gate::Select(moved(condition), moved(then), moved(otherwise)),
            free => free,
        });
        let gates: Vec<Gate> = gates.collect();
        Simulator {
            values: vec![Plane::ZERO; first + gates.len()],
            inputs: circuit.free_input_count(),
            gates,
            outputs: circuit.outputs().iter().copied().map(moved).collect(),
            taken: vec![Plane::ZERO; next.len()],
            next: next.into_iter().map(moved).collect(),
        }
    }

    /// Sets an input. The undefined values are the last inputs.
    pub fn set_input(&mut self, input: usize, value: Plane) {
        self.values[1..=self.inputs][input] = value;
    }

    /// Sets the contents of a register.
    pub fn set_register(&mut self, register: usize, value: Plane) {
        self.values[1 + self.inputs..][..self.next.len()][register] = value;
    }

    /// Evaluates the gates.
    pub fn settle(&mut self) {
        let first = self.values.len() - self.gates.len();
        with_best_simd(
            #[inline(always)]
            || {
                for (place, gate) in (first..).zip(&self.gates) {
                    let (known, rest) = self.values.split_at_mut(place);
                    rest[0] = gate.evaluate(known, || Plane::ZERO);
                }
            },
        );
    }

    /// Returns an output, once the gates are evaluated.
    pub fn output(&self, output: usize) -> Plane {
        self.outputs[output].of_values(&self.values)
    }

    /// Applies a clock edge: each register takes its next value.
    pub fn tick(&mut self) {
        for (taken, next) in self.taken.iter_mut().zip(&self.next) {
            *taken = next.of_values(&self.values);
        }
        self.values[1 + self.inputs..][..self.taken.len()].copy_from_slice(&self.taken);
    }

    /// Runs one clock cycle from outside registers: writes the outputs, then updates the registers.
    ///
    /// # Panics
    ///
    /// When the number of inputs or registers is not the circuit's.
    pub fn step(&mut self, inputs: &[Plane], outputs: &mut [Plane], registers: &mut [Plane]) {
        let (own, rest) = self.values[1..].split_at_mut(self.inputs);
        own.copy_from_slice(inputs);
        rest[..self.next.len()].copy_from_slice(registers);
        self.settle();
        for (value, bit) in outputs.iter_mut().zip(&self.outputs) {
            *value = bit.of_values(&self.values);
        }
        for (value, bit) in registers.iter_mut().zip(&self.next) {
            *value = bit.of_values(&self.values);
        }
    }
}

/// Returns the gates of a cone in a topological order in which gates of a kind stand side by side: a processor then
/// predicts the kind of the next one.
fn in_runs(circuit: &Aig, cone: &[usize]) -> impl Iterator<Item = usize> {
    let mut depths = vec![0_u32; circuit.gates().len()];
    let mut gates = Vec::new();
    for node in cone {
        let gate = circuit.gates()[*node];
        let kind = match gate {
            Gate::False | Gate::Input | Gate::Register => continue,
            Gate::And(..) => 0,
            Gate::Xor(..) => 1,
            Gate::Select(..) => 2,
        };
        let deepest = gate.operands().map(|operand| depths[operand.node()]).max();
        depths[*node] = deepest.unwrap_or(0) + 1;
        gates.push((depths[*node], kind, *node));
    }
    gates.sort_unstable();
    gates.into_iter().map(|(_, _, node)| node)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plane::LANES;

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
        let (mut outputs, mut registers) = ([Plane::ZERO; 3], [Plane::ZERO; 2]);
        let mut counts = [0; LANES];
        for cycle in 0..10 {
            let mut word = 0x9E37_79B9_7F4A_7C15_u64.rotate_left(cycle * 7);
            let enable = Plane::of_words(|| {
                word = word.wrapping_mul(0xD134_2543_DE82_EF95) ^ word >> 29;
                word
            });
            simulator.step(&[enable], &mut outputs, &mut registers);
            for (vector, count) in counts.iter_mut().enumerate() {
                let shown = outputs.map(|output| output.bit(vector));
                let expected = [*count & 1 == 1, *count >> 1 & 1 == 0, *count % 4 == 2];
                assert_eq!(shown, expected, "cycle {cycle}, vector {vector}");
                *count += u32::from(enable.bit(vector));
            }
        }
    }
}
