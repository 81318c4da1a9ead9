//! Measuring a latency.

use super::{Foreign, ForeignError};
use crate::device::Device;
use crate::engine::verilator::Batch;
use crate::engine::{CycleEngine, CycleIn, EngineError, EngineKind, Gates};

/// How many cycles after the vector are looked at.
pub const CYCLES: usize = 64;

/// The cycles from one valid vector, after a reset of one cycle, to its `out_valid`.
///
/// The module's own latency does not matter, as long as it is not 0.
pub fn measure(foreign: &Foreign, kind: EngineKind) -> Result<u32, ForeignError> {
    let idle = CycleIn {
        reset: false,
        enable: true,
        in_valid: false,
        operands: [0; 3],
    };
    let reset = CycleIn { reset: true, ..idle };
    let vector = CycleIn { in_valid: true, ..idle };
    let mut cycles = vec![idle; 2 + CYCLES];
    cycles[..2].copy_from_slice(&[reset, vector]);
    let outputs = open(foreign, kind)?.cycles(&cycles)?;
    let after = outputs[1..].iter().enumerate();
    let valid: Vec<usize> = after
        .filter(|(_, output)| output.out_valid)
        .map(|(cycle, _)| cycle)
        .collect();
    match valid[..] {
        [cycle] if cycle > 0 => Ok(cycle as u32),
        _ => Err(ForeignError::Latency {
            file: foreign.file().unwrap_or(std::path::Path::new("")).to_owned(),
            cycles: valid,
        }),
    }
}

fn open(foreign: &Foreign, kind: EngineKind) -> Result<Box<dyn CycleEngine>, EngineError> {
    Ok(match kind {
        EngineKind::Gates(mapping) => Box::new(Gates::open(foreign, mapping)?),
        _ => Box::new(Batch::build(&[foreign])?.engine(0)?),
    })
}
