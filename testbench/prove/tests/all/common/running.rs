//! Bit-parallel simulation of circuits.

use halfpipe_aig::plane::Plane;
use halfpipe_aig::simulate::Simulator;
use halfpipe_aig::Aig;

/// A simulation of 64 runs of a circuit side by side.
pub struct Running {
    simulator: Simulator,
    outputs: Vec<Plane>,
    state: Vec<Plane>,
}

impl Running {
    /// Starts with all registers at 0.
    pub fn new(circuit: &Aig) -> Running {
        Running {
            simulator: Simulator::new(circuit),
            outputs: vec![Plane::filled(false); circuit.outputs().len()],
            state: vec![Plane::filled(false); circuit.registers().len()],
        }
    }

    /// Returns the outputs in a cycle with these inputs.
    pub fn cycle(&mut self, inputs: &[u64]) -> Vec<u64> {
        let inputs: Vec<Plane> = inputs.iter().map(|word| Plane::of_words(|| *word)).collect();
        self.simulator.step(&inputs, &mut self.outputs, &mut self.state);
        self.outputs.iter().map(Plane::first_word).collect()
    }
}
