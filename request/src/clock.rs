//! Search for the smallest latency that meets a clock, by estimates or by measurements.

use std::fmt;
use std::ops::RangeInclusive;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use halfpipe_figures::estimate::estimated_mhz;
use halfpipe_figures::results::Results;
use halfpipe_figures::search::smallest_latency;
use halfpipe_fpga::Target;
use halfpipe_hdl::design::{Design, DesignError, DesignSpec};
use halfpipe_hdl::unit::Multiplier;

use crate::error::Error;
use crate::render::{render_command, DesignCommand};

/// A clock frequency to be met on an FPGA.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// The frequency in MHz.
    pub mhz: f64,
    /// The FPGA.
    pub target: Target,
    /// The source of the frequencies of designs.
    pub method: ClockMethod,
}

/// The source of a design's clock frequency.
#[derive(Clone, Copy, Debug)]
pub enum ClockMethod {
    /// The median of placements on file, else an estimate from the delay table of the FPGA; see [`ClockFigure`].
    Estimate,
    /// A measurement, made by this function.
    Measure(MeasureFrequencies),
}

/// A clock frequency of a design in MHz, found without tools.
#[derive(Clone, Copy, PartialEq, Debug)]
enum ClockFigure {
    /// The median of the placements on file.
    OnFile(f64),
    /// An estimate from a delay table.
    Estimated(f64),
}

/// The part by which a clock period must exceed the path of a median on file: placements of a whole design differ.
const FILE_MARGIN: f64 = 0.05;

/// The part by which a clock period must exceed an estimated path: nine of ten estimates are within 15 % of the median.
const ESTIMATE_MARGIN: f64 = 0.15;

impl ClockFigure {
    /// Returns the highest clock that the figure promises.
    fn promised(self) -> f64 {
        match self {
            ClockFigure::OnFile(mhz) => mhz / (1.0 + FILE_MARGIN),
            ClockFigure::Estimated(mhz) => mhz / (1.0 + ESTIMATE_MARGIN),
        }
    }
}

impl fmt::Display for ClockFigure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (source, mhz, margin) = match self {
            ClockFigure::OnFile(mhz) => ("the median on file is", mhz, FILE_MARGIN),
            ClockFigure::Estimated(mhz) => ("the estimate is", mhz, ESTIMATE_MARGIN),
        };
        write!(
            formatter,
            "{source} {mhz:.0} MHz, with a margin of {:.0} %",
            100.0 * margin
        )
    }
}

/// A search that found no latency.
#[derive(Clone, Debug)]
pub enum ClockError {
    /// The FPGA has no delay table for estimates.
    NoDelays(Clock),
    /// No useful latency meets the clock.
    NotMet {
        /// The clock.
        clock: Clock,
        /// The mnemonic of the designs.
        mnemonic: String,
        /// The highest frequency of all latencies in MHz. Figures without a measurement have their margin taken off.
        fastest: f64,
        /// The latencies that were tried.
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

impl ClockError {
    /// Returns the highest frequency that the search found, in MHz.
    pub fn fastest(&self) -> f64 {
        match self {
            ClockError::NotMet { fastest, .. } => *fastest,
            _ => 0.0,
        }
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
                let figures = self.figures().ok_or(ClockError::NoDelays(*self))?;
                Box::new(move |design| Ok(Some(figures(design).promised())))
            }
            ClockMethod::Measure(measure) => measure(target, latencies),
        })
    }

    /// Returns the function that finds the figure of a design: the median of its placements on file, else an estimate.
    /// `None` if the device has no delay table.
    fn figures(&self) -> Option<impl Fn(&Design) -> ClockFigure> {
        let target = self.target;
        let timing = target.device().timing?;
        let results = Results::committed().find(|results| results.target == target);
        Some(
            move |design: &Design| match results.as_ref().and_then(|results| results.measured_median(design)) {
                Some(mhz) => ClockFigure::OnFile(mhz),
                None => ClockFigure::Estimated(estimated_mhz(design, &timing)),
            },
        )
    }

    /// Describes the chosen design and the reason, with the command that measures it.
    pub fn choice(&self, design: &Design) -> Option<String> {
        let Clock { mhz, target, .. } = *self;
        let with_block = match design.multiplier() {
            Multiplier::Block(_) => " with a multiplier block",
            Multiplier::Rows => "",
        };
        let mut choice = format!(
            "{}: latency {}{with_block} chosen for {mhz} MHz on {target}: {}",
            design.interface().mnemonic(),
            design.latency(),
            self.figures()?(design),
        );
        // `synth` measures modules without registers at the ports.
        if let Some(spec) = design.spec().filter(|spec| !spec.register_ports) {
            choice += "; to measure it, run: ";
            choice += &self.measure_command(&spec);
        }
        Some(choice)
    }

    fn measure_command(&self, spec: &DesignSpec) -> String {
        let Clock { mhz, target, .. } = *self;
        render_command(spec, DesignCommand::MeetClock { target, mhz })
    }
}

/// Describes the median clock frequencies of a design's placements on file, for each device that has some.
pub fn medians_on_file(design: &Design) -> String {
    let medians = Results::committed().filter_map(|results| {
        Some(format!(
            "{:.0} MHz on {}",
            results.measured_median(design)?,
            results.target
        ))
    });
    let medians: Vec<String> = medians.collect();
    if medians.is_empty() {
        "no clock on file".to_owned()
    } else {
        format!("on file {}", medians.join(", "))
    }
}

/// Makes the function that measures the frequencies of designs on a target, at these latencies.
pub type MeasureFrequencies = fn(Target, RangeInclusive<u32>) -> Frequency;

/// A function that finds the frequency of a design in MHz; None if no placement succeeds.
pub type Frequency = Box<dyn FnMut(&Design) -> Result<Option<f64>, ClockError>>;

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
                "{mnemonic} does not meet {mhz} MHz on {target}: the best of latencies {} to {} reaches {fastest:.0} MHz, margin included",
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
