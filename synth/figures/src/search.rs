//! The search for the smallest latency that meets a clock.

use std::ops::RangeInclusive;

use halfpipe_hdl::design::{Design, DesignError};

/// Returns the design of the smallest of the latencies that reaches a clock frequency of `mhz`; `None` if there
/// is none. `build` makes the design of a latency.
///
/// `measure` returns the highest clock frequency of a design in MHz, measured or from file, if it has one.
///
/// # Errors
///
/// The errors of `build` and `measure`. The search ends at the first one.
pub fn smallest_latency<E: From<DesignError>>(
    latencies: RangeInclusive<u32>,
    build: impl Fn(u32) -> Result<Design, DesignError>,
    mhz: f64,
    mut measure: impl FnMut(&Design) -> Result<Option<f64>, E>,
) -> Result<Option<Design>, E> {
    for latency in latencies {
        let design = build(latency)?;
        if measure(&design)?.is_some_and(|reached| reached >= mhz) {
            return Ok(Some(design));
        }
    }
    Ok(None)
}
