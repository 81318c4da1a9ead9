//! The traits of engines, and the clock cycles that they run.

use halfpipe_hdl::design::Interface;
use halfpipe_simulation::{CycleIn, CycleOut, Vector};

use super::{EngineError, EngineKind};

/// An engine that computes a module's results.
pub trait Engine: Send {
    /// Returns the kind of this engine.
    fn kind(&self) -> EngineKind;

    /// Appends the data outputs of each vector of data inputs to `results`, in order. Bits above a port's width are
    /// ignored.
    ///
    /// The engine resets a pipeline, then feeds it one vector a cycle. It also checks that each result comes with
    /// `out_valid`, exactly after the module's latency.
    ///
    /// # Errors
    ///
    /// When the engine itself fails, or the module's `out_valid` violates the contract.
    fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<Vector>) -> Result<(), EngineError>;

    /// Returns the engine as one that drives ports cycle by cycle; None for an engine without hardware.
    fn clocked(&mut self) -> Option<&mut dyn CycleEngine> {
        None
    }
}

/// An engine that can drive a module's ports clock cycle by clock cycle.
pub trait CycleEngine: Engine {
    /// Runs the cycles in order from the state that the last call left. Each cycle ends with a rising clock edge.
    /// Returns the outputs in each cycle, before the edge.
    ///
    /// A combinational module has only data ports; its `out_valid` is `in_valid`.
    ///
    /// # Errors
    ///
    /// When the engine itself fails.
    fn cycles(&mut self, inputs: &[CycleIn]) -> Result<Vec<CycleOut>, EngineError>;

    /// Returns the number of copies of the module that run in parallel, each with its own inputs.
    fn copies(&self) -> usize {
        1
    }

    /// Runs the cycles of all copies at once: the inputs of all copies for one cycle are adjacent, and so are the
    /// outputs.
    ///
    /// # Errors
    ///
    /// When the engine itself fails.
    fn cycles_of_copies(&mut self, inputs: &[CycleIn]) -> Result<Vec<CycleOut>, EngineError> {
        self.cycles(inputs)
    }
}

/// The duration of an operation in a named module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ModuleTiming {
    /// The name of the module.
    pub module: String,
    /// Enabled clock cycles from data inputs to data outputs.
    pub latency: u32,
    /// Enabled clock cycles from one operation to the next.
    pub interval: u32,
}

impl ModuleTiming {
    /// Returns the timing of a module with this interface.
    pub fn from_interface(interface: &Interface) -> ModuleTiming {
        ModuleTiming {
            module: interface.name().to_owned(),
            latency: interface.latency(),
            interval: interface.interval(),
        }
    }

    /// Returns the number of the vector that comes in a cycle, if one does. The first comes in cycle 0.
    pub fn vector_in_cycle(&self, cycle: usize) -> Option<usize> {
        let interval = self.interval as usize;
        cycle.is_multiple_of(interval).then_some(cycle / interval)
    }

    /// Returns the number of the vector whose result is shown in a cycle, if one is.
    pub fn vector_shown(&self, cycle: usize) -> Option<usize> {
        self.vector_in_cycle(cycle.checked_sub(self.latency as usize)?)
    }

    /// Returns the number of cycles of so many vectors. In the last one, after all results, `out_valid` must be 0.
    pub fn cycles(&self, vectors: usize) -> usize {
        vectors.saturating_sub(1) * self.interval as usize + self.latency as usize + 2
    }
}

/// Evaluates vectors cycle by cycle: a reset, then the vectors, one after another. Checks `out_valid` against the
/// contract of the module.
pub(super) fn evaluate_in_cycles(
    engine: &mut dyn CycleEngine,
    timing: &ModuleTiming,
    vectors: &[Vector],
    results: &mut Vec<Vector>,
) -> Result<(), EngineError> {
    let vector = |cycle| timing.vector_in_cycle(cycle).and_then(|number| vectors.get(number));
    let running = (0..timing.cycles(vectors.len())).map(|cycle| CycleIn::running(vector(cycle).cloned()));
    let inputs: Vec<CycleIn> = std::iter::once(CycleIn::RESET).chain(running).collect();
    let outputs = engine.cycles(&inputs)?;
    EngineError::check_count(inputs.len(), outputs.len())?;
    for (cycle, output) in outputs.into_iter().skip(1).enumerate() {
        let expected = timing.vector_shown(cycle).is_some_and(|number| number < vectors.len());
        if output.out_valid != expected {
            return Err(EngineError::Valid {
                module: timing.module.clone(),
                latency: timing.latency,
                cycle: cycle as u64,
                expected: expected.into(),
            });
        }
        if expected {
            results.push(output.data);
        }
    }
    Ok(())
}
