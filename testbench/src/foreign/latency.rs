//! Measurement of a latency.

use halfpipe_simulation::CycleIn;
use halfpipe_simulation::Vector;
use halfpipe_yosys::external::VerilogSources;
use halfpipe_yosys::VerilogDut;

use super::error::ForeignError;
use crate::engine::{self, EngineError, EngineKind};

/// The number of cycles observed after the vector.
const CYCLES: usize = 64;

/// Returns the number of cycles from one valid vector to its `out_valid`. A reset of one cycle and [`CYCLES`] empty ones
/// come before it: even if the reset has no effect, the pipeline is then empty.
///
/// The module's declared latency does not matter, as long as it is not 0.
pub fn measure(foreign: &dyn VerilogDut, sources: &VerilogSources, kind: EngineKind) -> Result<u32, ForeignError> {
    let mut cycles = vec![CycleIn::RESET];
    cycles.resize(1 + CYCLES, CycleIn::running(None));
    let vector = cycles.len();
    cycles.push(CycleIn::running(Some(Vector::ZERO)));
    cycles.resize(vector + 1 + CYCLES, CycleIn::running(None));
    let mut engine = engine::open(kind, foreign)?;
    let clocked = engine.clocked().ok_or(EngineError::NotGenerated { engine: kind })?;
    let outputs = clocked.cycles(&cycles)?;
    let after = outputs[vector..].iter().enumerate();
    let valid: Vec<usize> = after
        .filter(|(_, output)| output.out_valid)
        .map(|(cycle, _)| cycle)
        .collect();
    match valid[..] {
        [cycle] if cycle > 0 => Ok(cycle as u32),
        _ => Err(ForeignError::Latency {
            files: sources.to_string(),
            observed: CYCLES,
            cycles: valid,
        }),
    }
}
