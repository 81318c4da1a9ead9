//! Bit-parallel simulation of circuits.

use halfpipe_aig::simulate::Simulator;
use halfpipe_aig::Aig;

/// A simulation of 64 runs of a circuit side by side.
pub struct Running {
    simulator: Simulator<u64>,
    outputs: Vec<u64>,
    state: Vec<u64>,
}

impl Running {
    /// Starts with all registers at 0.
    pub fn new(circuit: &Aig) -> Running {
        Running {
            simulator: Simulator::new(circuit),
            outputs: vec![0; circuit.outputs().len()],
            state: vec![0; circuit.registers().len()],
        }
    }

    /// Returns the outputs in a cycle with these inputs.
    pub fn cycle(&mut self, inputs: &[u64]) -> Vec<u64> {
        self.simulator.step(inputs, &mut self.outputs, &mut self.state);
        self.outputs.clone()
    }
}
