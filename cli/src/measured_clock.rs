//! The measured clock frequencies of designs, with the progress of a search.

use std::ops::RangeInclusive;

use halfpipe_figures::results::megahertz;
use halfpipe_fpga::Target;
use halfpipe_hdl::design::Design;
use halfpipe_request::clock::{ClockError, Frequency};
use halfpipe_synth::cached::measure_entry;

use crate::error::Error;
use crate::progress::Progress;

/// Makes the function that measures designs with Yosys and nextpnr, with the default number of placements.
pub fn measure_frequencies(target: Target, latencies: RangeInclusive<u32>) -> Frequency {
    let mut progress: Option<Progress> = None;
    Box::new(move |design| {
        let start = || {
            let count = latencies.clone().count() as u64;
            Progress::new(design.interface().mnemonic(), count, "latencies")
        };
        let done = design.latency() - latencies.start();
        progress.get_or_insert_with(start).at(u64::from(done));
        // The figure is rounded as in the results of `synth`, so that both choose the same latency.
        let measured = measure_entry(design, target, target.seeds());
        Ok(measured
            .map_err(|error| ClockError::Measurement(error.to_string()))?
            .best())
    })
}

/// Describes the measured clock frequency of a design that a search has found.
///
/// # Errors
///
/// The error of the measurement, if the cache no longer has it.
pub fn describe_measured(target: Target, design: &Design) -> Result<String, Error> {
    let entry = measure_entry(design, target, target.seeds()).map_err(Error::failure)?;
    Ok(format!("{} MHz measured on {target}", megahertz(entry.best())))
}
