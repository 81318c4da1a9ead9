//! A target clock frequency, met according to a device's delay table.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use halfpipe_fpga::Target;
use halfpipe_hdl::design::{Design, DesignError};
use halfpipe_synth::estimate::estimated_mhz;
use halfpipe_synth::search::smallest_latency;

use crate::error::Error;
use crate::render::{render_command, DesignCommand};

/// A required clock frequency and its FPGA.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ClockOptions {
    /// Choose the smallest latency that meets this clock on --target, in MHz
    #[arg(long, value_name = "F", value_parser = frequency, allow_negative_numbers = true, requires = "target",
        conflicts_with = "latency")]
    pub mhz: Option<f64>,
    /// FPGA of --mhz
    #[arg(long, value_name = "TARGET", value_parser = target_parser(), requires = "mhz")]
    pub target: Option<Target>,
}

impl ClockOptions {
    /// The clock, if one is given.
    pub fn clock(&self) -> Option<Clock> {
        let (mhz, target) = (self.mhz?, self.target?);
        Some(Clock { mhz, target })
    }
}

/// A clock frequency on a device.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Frequency in MHz.
    mhz: f64,
    target: Target,
}

impl Clock {
    /// Returns the design with the smallest latency whose estimated frequency meets the clock. Tries latencies up to
    /// `longest`.
    pub fn design(&self, longest: u32, build: impl Fn(u32) -> Result<Design, DesignError>) -> Result<Design, Error> {
        let Clock { mhz, target } = *self;
        let timing = target.device().timing.ok_or_else(|| {
            let known = Target::all().filter(|target| target.device().timing.is_some());
            let known: Vec<&str> = known.map(Target::name).collect();
            let measures = match target.router() {
                Ok(_) => format!("; `halfpipe synth --latency auto --mhz {mhz} --target {target}` measures"),
                Err(_) => String::new(),
            };
            let known = known.join(", ");
            Error::usage(format!(
                "--mhz: there is no table of delays of {target}, but of {known}{measures}"
            ))
        })?;
        let mut fastest = 0.0_f64;
        let found = smallest_latency(longest, &build, mhz, |design| {
            let estimate = estimated_mhz(design, &timing);
            fastest = fastest.max(estimate);
            Ok::<_, Error>(Some(estimate))
        })?;
        match found {
            Some(design) => Ok(design),
            None => Err(Error::failure(format!(
                "{} is estimated to reach {fastest:.0} MHz on {target}, and {mhz} at none of the latencies 0 to {longest}",
                build(longest)?.interface().mnemonic()
            ))),
        }
    }

    /// Describes the chosen latency and its source, and names the command that measures it.
    pub fn choice(&self, design: &Design) -> Option<String> {
        let Clock { mhz, target } = *self;
        let estimate = estimated_mhz(design, &target.device().timing?);
        let measure = render_command(&design.spec()?, DesignCommand::MeetClock { target, mhz });
        Some(format!(
            "{}: latency {} by the delays of {target}, estimated {estimate:.0} MHz; to measure: {measure}",
            design.interface().mnemonic(),
            design.latency(),
        ))
    }
}

/// Reads the name of a target.
pub fn target_parser() -> impl TypedValueParser<Value = Target> {
    PossibleValuesParser::new(Target::all().map(Target::name)).try_map(|name| name.parse::<Target>())
}

/// Reads a clock frequency.
pub fn frequency(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|mhz: &f64| mhz.is_finite() && *mhz > 0.0)
        .ok_or_else(|| "it takes a number above 0".to_owned())
}
