//! Search for the smallest latency that meets a clock, by estimates or by measurements.

use std::ops::RangeInclusive;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use halfpipe_fpga::Target;
use halfpipe_hdl::design::{Design, DesignError, DesignSpec};
use halfpipe_synth::estimate::estimated_mhz;
use halfpipe_synth::results::Entry;
use halfpipe_synth::search::smallest_latency;
use halfpipe_synth::unit::measure_unit;

use crate::error::Error;
use crate::progress::Progress;
use crate::render::{render_command, DesignCommand};

/// A clock frequency to be met on an FPGA.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Clock {
    /// The frequency in MHz.
    pub mhz: f64,
    /// The FPGA.
    pub target: Target,
    /// The source of the frequencies of designs.
    pub method: ClockMethod,
}

/// The source of a design's clock frequency.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockMethod {
    /// An estimate from the delay table of the FPGA.
    Estimate,
    /// A measurement with Yosys and nextpnr, with the default number of placements.
    Measure,
}

/// A search that found no latency.
#[derive(Clone, PartialEq, Debug)]
pub enum ClockError {
    /// The FPGA has no delay table for estimates.
    NoDelays(Clock),
    /// No useful latency meets the clock.
    NotMet {
        clock: Clock,
        mnemonic: String,
        /// The highest frequency of all latencies in MHz.
        fastest: f64,
        latencies: RangeInclusive<u32>,
    },
    /// A design cannot be built.
    Design(DesignError),
    /// A measurement failed. The field has the message of the tools.
    Measurement(String),
}

impl From<DesignError> for ClockError {
    fn from(error: DesignError) -> ClockError {
        ClockError::Design(error)
    }
}

impl Clock {
    /// Returns the design with the smallest of the latencies that meets the clock.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none, or the frequency of a design cannot be found.
    pub fn search(
        &self,
        latencies: RangeInclusive<u32>,
        build: impl Fn(u32) -> Result<Design, DesignError>,
    ) -> Result<Design, ClockError> {
        let mut fastest = 0.0_f64;
        let mut frequency = self.frequency(latencies.clone())?;
        let found = smallest_latency(latencies.clone(), &build, self.mhz, |design| {
            let reached = frequency(design)?;
            fastest = fastest.max(reached.unwrap_or(0.0));
            Ok::<_, ClockError>(reached)
        })?;
        match found {
            Some(design) => Ok(design),
            None => Err(ClockError::NotMet {
                clock: *self,
                mnemonic: build(*latencies.end())?.interface().mnemonic(),
                fastest,
                latencies,
            }),
        }
    }

    /// Returns the function that finds the frequency of a design in MHz.
    fn frequency(&self, latencies: RangeInclusive<u32>) -> Result<Frequency, ClockError> {
        let target = self.target;
        Ok(match self.method {
            ClockMethod::Estimate => {
                let timing = target.device().timing.ok_or(ClockError::NoDelays(*self))?;
                Box::new(move |design| Ok(Some(estimated_mhz(design, &timing))))
            }
            ClockMethod::Measure => {
                let mut progress: Option<Progress> = None;
                Box::new(move |design| {
                    let start = || {
                        Progress::new(
                            design.interface().mnemonic(),
                            latencies.clone().count() as u64,
                            "latencies",
                        )
                    };
                    let done = design.latency() - latencies.start();
                    progress.get_or_insert_with(start).at(u64::from(done));
                    let measured = measure_unit(design, target, target.seeds());
                    let measured = measured.map_err(|error| ClockError::Measurement(error.to_string()))?;
                    // The figure is rounded as in the results of `synth`, so that both choose the same latency.
                    Ok(Entry::new(design, &measured).best())
                })
            }
        })
    }

    /// Describes the latency that an estimate chose, with the command that measures it.
    pub fn choice(&self, design: &Design) -> Option<String> {
        let target = self.target;
        let estimate = estimated_mhz(design, &target.device().timing?);
        Some(format!(
            "{}: latency {} chosen for {target}, estimated {estimate:.0} MHz; to measure it, run: {}",
            design.interface().mnemonic(),
            design.latency(),
            self.measure_command(&design.spec()?)
        ))
    }

    fn measure_command(&self, spec: &DesignSpec) -> String {
        let Clock { mhz, target, .. } = *self;
        render_command(spec, DesignCommand::MeetClock { target, mhz })
    }
}

/// A function that finds the frequency of a design in MHz.
type Frequency = Box<dyn FnMut(&Design) -> Result<Option<f64>, ClockError>>;

/// Converts the error of a clock on a command line. The message names the option at fault.
impl From<ClockError> for Error {
    fn from(error: ClockError) -> Error {
        match error {
            ClockError::NoDelays(Clock { mhz, target, .. }) => {
                let known = Target::all().filter(|target| target.device().timing.is_some());
                let known: Vec<&str> = known.map(Target::name).collect();
                let measures = match target.router() {
                    Ok(_) => format!("; `halfpipe synth --latency auto --mhz {mhz} --target {target}` measures"),
                    Err(_) => String::new(),
                };
                let known = known.join(", ");
                Error::usage(format!(
                    "--mhz: {target} has no delay table; use one of {known}{measures}"
                ))
            }
            ClockError::NotMet {
                clock: Clock { mhz, target, .. },
                mnemonic,
                fastest,
                latencies,
            } => Error::failure(format!(
                "{mnemonic} does not meet {mhz} MHz on {target}: the best estimate at latencies {} to {} is {fastest:.0} MHz",
                latencies.start(),
                latencies.end()
            )),
            ClockError::Design(error) => Error::usage(error),
            ClockError::Measurement(message) => Error::failure(message),
        }
    }
}

/// Reads the name of a target.
pub fn target_parser() -> impl TypedValueParser<Value = Target> {
    PossibleValuesParser::new(Target::all().map(Target::name)).try_map(|name| name.parse::<Target>())
}

/// Reads the name of a target for estimates. Lists only the targets that have a delay table.
pub fn estimate_target_parser() -> impl TypedValueParser<Value = Target> {
    let names = Target::all().map(|target| PossibleValue::new(target.name()).hide(target.device().timing.is_none()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Target>())
}

/// Reads a clock frequency.
pub fn frequency(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|mhz: &f64| mhz.is_finite() && *mhz > 0.0)
        .ok_or_else(|| "it takes a number above 0".to_owned())
}
