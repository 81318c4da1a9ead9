//! The smallest latency that meets a clock.

use halfpipe_hdl::unit::{max_latency, LatencyError, Multiplier, Unit};
use halfpipe_isa::Instruction;

/// The unit of the smallest latency that reaches a clock frequency of `mhz`, of all that an instruction has; `None` where
/// none does. Its products are in `multiplier`.
///
/// `measure` tells the highest clock frequency of a unit in MHz, where it has one: from a measurement, or from file.
///
/// # Errors
///
/// Those of `measure`, after which nothing more is measured.
pub fn smallest_latency<E: From<LatencyError>>(
    instruction: Instruction,
    multiplier: Multiplier,
    mhz: f64,
    mut measure: impl FnMut(&Unit) -> Result<Option<f64>, E>,
) -> Result<Option<Unit>, E> {
    for latency in 0..=max_latency(instruction) {
        let unit = Unit::with(instruction, latency, multiplier)?;
        if measure(&unit)?.is_some_and(|reached| reached >= mhz) {
            return Ok(Some(unit));
        }
    }
    Ok(None)
}
