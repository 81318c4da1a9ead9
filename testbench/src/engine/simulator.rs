//! The embedded simulator: it evaluates a design's nets one after another.

use halfpipe_hdl::design::Design;
use halfpipe_hdl::net::simulate::NetlistSimulator;
use halfpipe_simulation::{vector, Vector};
use halfpipe_simulation::{CycleIn, CycleOut};

use super::traits::{evaluate_in_cycles, ModuleTiming};
use super::{CycleEngine, Engine, EngineError, EngineKind};

/// A design in the embedded simulator. Its registers start at 0.
pub struct EmbeddedSimulator {
    nets: NetlistSimulator,
    timing: ModuleTiming,
    inputs: usize,
    outputs: usize,
}

impl EmbeddedSimulator {
    /// Starts the simulation of the design. For a stream, that is the design inside.
    pub fn new(design: &Design) -> EmbeddedSimulator {
        let design = design.inner().unwrap_or(design);
        let interface = design.interface();
        EmbeddedSimulator {
            nets: NetlistSimulator::new(design.module()),
            timing: ModuleTiming::from_interface(interface),
            inputs: interface.inputs().count(),
            outputs: interface.outputs().count(),
        }
    }

    /// Runs one clock cycle.
    fn cycle(&mut self, input: &CycleIn) -> CycleOut {
        let nets = &mut self.nets;
        for (position, word) in input.data.words(self.inputs).enumerate() {
            nets.set_input(position, word);
        }
        nets.set_valid(input.controls.in_valid);
        nets.settle();
        let output = CycleOut {
            out_valid: nets.out_valid(),
            // No port of a design has more than 64 bits.
            data: vector((0..self.outputs).map(|position| nets.output(position) as u64)),
        };
        nets.tick(input.controls.enable, input.controls.reset);
        output
    }
}

impl Engine for EmbeddedSimulator {
    fn kind(&self) -> EngineKind {
        EngineKind::Simulator
    }

    fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<Vector>) -> Result<(), EngineError> {
        let timing = self.timing.clone();
        evaluate_in_cycles(self, &timing, vectors, results)
    }

    fn clocked(&mut self) -> Option<&mut dyn CycleEngine> {
        Some(self)
    }
}

impl CycleEngine for EmbeddedSimulator {
    fn cycles(&mut self, inputs: &[CycleIn]) -> Result<Vec<CycleOut>, EngineError> {
        Ok(inputs.iter().map(|input| self.cycle(input)).collect())
    }
}
