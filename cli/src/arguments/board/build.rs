//! Arguments of a command that makes a bitstream.

use std::path::PathBuf;

use halfpipe_request::arguments::design::FunctionOptions;
use halfpipe_request::number::number;

use crate::arguments::paths::folder_parser;

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A mnemonic that `halfpipe list` prints, or fpu
    pub mnemonic: String,
    #[command(flatten)]
    pub core: FunctionOptions,
    /// Clock cycles from operands to result; 0: combinational  [default: see explain]
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub latency: Option<u32>,
    /// Output folder; created if missing
    #[arg(long, value_name = "DIR", value_parser = folder_parser())]
    pub out: PathBuf,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Writes the bitstream, its sources, its pins and report.json.
If the design misses the board's clock, no file is written.

Examples:
  halfpipe board icebreaker fma.rn.f16 --out build
  halfpipe board ulx3s fma.rn.relu.f16x2 --latency 5 --out build --json
  halfpipe board ulx3s fpu --instructions 'fma.rn.f16,add.f32.f16,max.f16' --out build";
