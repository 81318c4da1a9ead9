//! A target clock frequency in place of a latency.

use std::ops::Range;

use halfpipe_fpga::Target;
use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::max_latency;
use halfpipe_synth::results::Entry;
use halfpipe_synth::search::smallest_latency;
use halfpipe_synth::unit::measure_unit;

use super::source::Source;
use super::ModuleTable;
use crate::error::Error;
use crate::hardware;
use crate::progress::Progress;
use crate::request::Wanted;

/// A target clock frequency on an FPGA.
#[derive(Clone, Debug)]
pub struct Clock {
    mhz: f64,
    target: Target,
    /// The position in the file.
    span: Range<usize>,
}

impl Clock {
    /// Reads the clock of a table, if there is one.
    pub fn from_table(table: &ModuleTable, source: &Source) -> Result<Option<Clock>, Error> {
        let (mhz, target) = match (&table.mhz, &table.target) {
            (None, None) => return Ok(None),
            (Some(mhz), Some(target)) => (mhz, target),
            (Some(mhz), None) => {
                return Err(source.wrong(
                    &mhz.span(),
                    "`mhz` needs a `target`, the FPGA on which the clock is met",
                ))
            }
            (None, Some(target)) => {
                return Err(source.wrong(
                    &target.span(),
                    "`target` says nothing without `mhz`, the clock to be met there",
                ))
            }
        };
        if let Some(latency) = &table.latency {
            return Err(source.wrong(
                &latency.span(),
                "`latency` and `mhz` contradict each other: `mhz` chooses the smallest latency that meets it",
            ));
        }
        let is_clock = mhz.get_ref().is_finite() && *mhz.get_ref() > 0.0;
        if !is_clock {
            return Err(source.wrong(&mhz.span(), "`mhz` is a frequency above 0"));
        }
        let parsed = target.get_ref().parse::<Target>();
        let parsed = parsed.and_then(|target| target.router().map(|_| target));
        Ok(Some(Clock {
            mhz: *mhz.get_ref(),
            target: parsed.map_err(|error| source.wrong(&target.span(), error))?,
            span: mhz.span(),
        }))
    }

    /// Returns the unit with the smallest latency that meets the clock. All candidates equal the draft except in
    /// latency. Each is measured with the target's default number of placements.
    pub fn unit(&self, draft: &Design, source: &Source) -> Result<Design, Error> {
        let (instruction, multiplier) = (draft.instruction(), draft.multiplier());
        let latencies = hardware::latencies(instruction);
        let mut progress = Progress::new(instruction.mnemonic(), latencies.len() as u64, "latencies");
        let wanted = |latency: u32| Wanted {
            latency: Some(latency),
            name: Some(draft.name()),
            ..Wanted::default()
        };
        let build = |latency: u32| wanted(latency).unit_of(instruction, multiplier);
        let found = smallest_latency(max_latency(instruction), build, self.mhz, |unit| {
            progress.at(u64::from(unit.latency()));
            let measured = measure_unit(unit, self.target, self.target.seeds()).map_err(Error::failure)?;
            // The figure is rounded as in the results of `synth`, so that both choose the same latency.
            Ok::<_, Error>(Entry::new(unit, &measured).best())
        })?;
        found.ok_or_else(|| {
            let message = format!(
                "{instruction} meets {} MHz on {} at none of its latencies, {}",
                self.mhz,
                self.target,
                hardware::span(&latencies)
            );
            Error::failure(source.located(&self.span, message))
        })
    }
}
