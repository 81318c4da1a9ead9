//! Arguments of `synth`.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use halfpipe_figures::design::MEASURED_BLOCKS;
use halfpipe_fpga::Target;
use halfpipe_request::arguments::design::FunctionOptions;
use halfpipe_request::arguments::mma::MmaOptions;
use halfpipe_request::arguments::zfh::{Latencies, ZfhOptions};
use halfpipe_request::clock::{frequency, target_parser};
use halfpipe_request::number::number;
use halfpipe_request::optimisation::OptimisationArg;

use crate::arguments::paths::{check_file, folder_parser};
use crate::error::Error;
use crate::foreign::VerilogOption;

/// Arguments of `synth`.
#[derive(Debug, clap::Args)]
#[command(after_help = help())]
pub struct Arguments {
    /// Mnemonics, patterns, all, cuda, dots, fp8 or roundings (see list), measured (those on file), fpu, zfh or riscv, or mma
    #[arg(required = true, value_name = "MNEMONIC")]
    pub mnemonics: Vec<String>,
    #[command(flatten)]
    pub core: FunctionOptions,
    /// FPGA, or several separated by commas
    #[arg(long, value_name = "TARGET", default_value = Target::ICE40_HX8K.name(), value_delimiter = ',', value_parser = target_parser())]
    pub target: Vec<Target>,
    /// Clock cycles, all latencies, or the smallest that meets --mhz  [default: see explain]
    #[arg(long, value_name = "N|all|auto", allow_negative_numbers = true)]
    pub latency: Option<Latency>,
    /// Clock frequency in MHz that auto has to meet
    #[arg(long, value_name = "F", value_parser = frequency, allow_negative_numbers = true)]
    pub mhz: Option<f64>,
    /// Placements, with seeds 1 to K; 0: area only  [default: 5 on iCE40, 3 elsewhere]
    #[arg(long, value_name = "K", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub seeds: Option<u32>,
    /// Form: area or speed
    #[arg(
        long,
        value_enum,
        value_name = "AIM",
        default_value = "area",
        hide_possible_values = true
    )]
    pub optimise: OptimisationArg,
    /// Record the results; a netlist on file is not measured again
    #[arg(long, conflicts_with_all = ["compare", "verilog", "file_list"])]
    pub record: bool,
    /// Compare with the results on file; fail if something is worse
    #[arg(long, conflicts_with_all = ["verilog", "file_list"])]
    pub compare: bool,
    /// Folder of the results on file  [default: synth/results]
    #[arg(long, value_name = "DIR", value_parser = folder_parser())]
    pub results: Option<PathBuf>,
    /// Also draw clock frequency and area over latency, as SVG
    #[arg(long, value_name = "FILE.svg", value_parser = svg_file)]
    pub plot: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub foreign: VerilogOption,
    #[command(flatten)]
    pub zfh: ZfhOptions,
    #[command(flatten)]
    pub mma: MmaOptions,
}

const MEASUREMENT: &str = "\
The module is measured between two ranks of registers, without reset, enable and valid. Their
flip-flops count. The critical path is that of the fastest placement, wires included. Carry chains,
multiplier blocks and registers know their stage. Lookup tables do not: their time is given to the
stages in between, joined by +.";

/// Reads the name of a picture.
fn svg_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let is_svg = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("svg"));
    if is_svg {
        check_file(&path).map(|()| path)
    } else {
        Err("the picture is SVG; its name ends in .svg".to_owned())
    }
}

const EXAMPLES: &str = "\
With --compare, more cells of any kind are worse, and a clock frequency that fell by more than 5 %.

Examples:
  halfpipe synth add.rn.f16 fma.rn.f16 --latency 0
  halfpipe synth fma.rn.f16 --target ecp5-25k --latency auto --mhz 100
  halfpipe synth 'mul.rn.*' --latency all --seeds 1
  halfpipe synth fma.rn.f16 --latency all --plot fma.svg
  halfpipe synth measured --latency all --seeds 3 --compare";

fn help() -> String {
    format!("{MEASUREMENT}\n\n{MEASURED_BLOCKS}\n\n{EXAMPLES}")
}

impl Arguments {
    /// Checks the options of a required clock.
    ///
    /// # Errors
    ///
    /// Fails if one is without the other, or without a placement.
    pub fn check_clock(&self) -> Result<(), Error> {
        let is_auto = self.latency == Some(Latency::Auto);
        if is_auto != self.mhz.is_some() {
            return Err(Error::usage(
                "--latency auto needs --mhz F, and --mhz needs --latency auto",
            ));
        }
        if !is_auto {
            return Ok(());
        }
        if self.seeds == Some(0) {
            return Err(Error::usage(
                "--latency auto needs at least one placement, not --seeds 0",
            ));
        }
        let mut targets = self.target.iter();
        targets.try_for_each(|target| {
            target
                .router()
                .map(drop)
                .map_err(|error| Error::usage(error.to_string()))
        })
    }

    /// Returns the targets, each once.
    pub fn targets(&self) -> Vec<Target> {
        let mut targets: Vec<Target> = Vec::new();
        for target in &self.target {
            if !targets.contains(target) {
                targets.push(*target);
            }
        }
        targets
    }

    /// Returns the folder of the results on file.
    pub fn results(&self) -> &Path {
        self.results.as_deref().unwrap_or(Path::new("synth/results"))
    }
}

/// The requested latencies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Latency {
    /// This one.
    One(u32),
    /// Every one that gains something.
    All,
    /// The smallest that meets a clock.
    Auto,
    /// Those of the groups of a core of RISC-V.
    OfGroups(Latencies),
}

impl FromStr for Latency {
    type Err = String;

    fn from_str(text: &str) -> Result<Latency, String> {
        match text {
            "all" => Ok(Latency::All),
            "auto" => Ok(Latency::Auto),
            _ if text.contains('=') => text.parse().map(Latency::OfGroups),
            _ => match text.parse() {
                Ok(latency) => Ok(Latency::One(latency)),
                Err(_) => Err("it takes a whole number, all or auto".to_owned()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use halfpipe_figures::compare::SPEED_TOLERANCE;

    use super::*;

    #[test]
    fn the_help_names_the_tolerance() {
        let named = format!("more than {} %", SPEED_TOLERANCE * 100.0);
        assert!(EXAMPLES.contains(&named), "{named}");
    }
}
