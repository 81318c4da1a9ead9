//! The smallest latency that meets a clock.

use halfpipe_hdl::design::{Design, DesignError};

/// The design of the smallest latency that reaches a clock frequency of `mhz`, of those up to `longest`; `None` where none
/// does. `build` makes the design of a latency.
///
/// `measure` tells the highest clock frequency of a design in MHz, where it has one: from a measurement, or from file.
///
/// # Errors
///
/// Those of `build` and `measure`, after which nothing more is measured.
pub fn smallest_latency<E: From<DesignError>>(
    longest: u32,
    build: impl Fn(u32) -> Result<Design, DesignError>,
    mhz: f64,
    mut measure: impl FnMut(&Design) -> Result<Option<f64>, E>,
) -> Result<Option<Design>, E> {
    for latency in 0..=longest {
        let design = build(latency)?;
        if measure(&design)?.is_some_and(|reached| reached >= mhz) {
            return Ok(Some(design));
        }
    }
    Ok(None)
}
