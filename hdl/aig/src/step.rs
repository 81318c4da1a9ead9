//! Copies of a graph in another one, and paths through registers.

use crate::graph::{Aig, Gate, Literal};

/// The result of one clock cycle.
pub struct Step {
    /// The outputs during the cycle.
    pub outputs: Vec<Literal>,
    /// The value that each register takes at the next clock edge.
    pub next: Vec<Literal>,
}

impl Aig {
    /// Adds a copy of a gate of another graph. `copied` has the bits of its operands.
    ///
    /// # Panics
    ///
    /// When the gate is an input or a register.
    pub fn copy_gate(&mut self, gate: Gate, copied: impl Fn(Literal) -> Literal) -> Literal {
        match gate {
            Gate::False => Literal::FALSE,
            Gate::And(first, second) => self.and(copied(first), copied(second)),
            Gate::Xor(first, second) => self.xor(copied(first), copied(second)),
            Gate::Select(condition, then, otherwise) => self.select(copied(condition), copied(then), copied(otherwise)),
            Gate::Input | Gate::Register => panic!("{gate:?} has no operands"),
        }
    }

    /// Adds the gates of a circuit for one clock cycle, with these bits for its inputs, its undefined values and the
    /// contents of its registers.
    pub fn step(&mut self, circuit: &Aig, inputs: &[Literal], held: &[Literal]) -> Step {
        let mut bits = vec![Literal::FALSE; circuit.gates().len()];
        for (bit, input) in circuit.free_inputs().zip(inputs) {
            bits[bit.node()] = *input;
        }
        for (register, held) in circuit.registers().iter().zip(held) {
            bits[register.held.node()] = *held;
        }
        let copied = |bits: &[Literal], bit: Literal| bits[bit.node()].inverted_if(bit.is_inverted());
        for (node, gate) in circuit.gates().iter().enumerate() {
            if !matches!(gate, Gate::Input | Gate::Register) {
                bits[node] = self.copy_gate(*gate, |bit| copied(&bits, bit));
            }
        }
        Step {
            outputs: circuit.outputs().iter().map(|bit| copied(&bits, *bit)).collect(),
            next: circuit
                .registers()
                .iter()
                .map(|register| copied(&bits, register.next))
                .collect(),
        }
    }

    /// True if an output is 0 in each cycle in which an input is 1, whatever the registers hold, as under an asynchronous
    /// reset. Both are given by their numbers.
    pub fn is_cleared(&self, output: usize, input: usize) -> bool {
        let mut graph = Aig::default();
        let mut inputs: Vec<_> = self.free_inputs().map(|_| graph.input()).collect();
        inputs[input] = Literal::TRUE;
        let held: Vec<_> = self.registers().iter().map(|_| graph.input()).collect();
        graph.step(self, &inputs, &held).outputs[output] == Literal::FALSE
    }

    /// Returns, for each input and undefined value, true if a path leads from it to one of some bits, also through
    /// registers.
    pub fn reaching(&self, to: &[Literal]) -> Vec<bool> {
        let mut next = vec![None; self.gates().len()];
        for register in self.registers() {
            next[register.held.node()] = Some(register.next.node());
        }
        let mut seen = vec![false; self.gates().len()];
        let mut open: Vec<usize> = to.iter().map(|bit| bit.node()).collect();
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut seen[node], true) {
                open.extend(next[node]);
                open.extend(self.gates()[node].operands().map(Literal::node));
            }
        }
        self.free_inputs().map(|bit| seen[bit.node()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_through_registers() {
        let mut aig = Aig::new();
        let [a, b, c] = [aig.input(), aig.input(), aig.input()];
        let (register, held) = aig.register();
        let both = aig.and(a, held);
        aig.feed(register, b);
        assert_eq!(aig.reaching(&[both]), [true, true, false]);
        assert_eq!(aig.reaching(&[c]), [false, false, true]);
    }
}
