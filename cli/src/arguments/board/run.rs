//! Arguments of `board run`.

use std::path::PathBuf;

use halfpipe_request::number::count;
use halfpipe_request::operands::DecimalOption;

use crate::arguments::operands::WORDS;

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = help())]
pub struct Arguments {
    /// Serial port of the board
    #[arg(long, value_name = "PATH")]
    pub port: PathBuf,
    /// Timeout of an answer in seconds
    #[arg(long, value_name = "S", value_parser = count, allow_negative_numbers = true, default_value_t = 2)]
    pub timeout: u64,
    /// A mnemonic that the board has, or fpu
    pub mnemonic: String,
    /// Operands, for fpu after a mnemonic  [default: one request per line of standard input]
    #[arg(allow_negative_numbers = true)]
    pub operands: Vec<String>,
    #[command(flatten)]
    pub decimal: DecimalOption,
}

const EXAMPLES: &str = "\
Prints one line per request. The first request that the board refuses or does not answer ends the run.

Examples:
  halfpipe board run --port /dev/ttyUSB1 fma.rn.f16 1.0 2.0 -3.0
  halfpipe board run --port /dev/ttyUSB1 fma.rn.f16 < vectors > results
  halfpipe board run --port /dev/ttyUSB1 fpu add.f32.f16 3c00 3f800000";

fn help() -> String {
    format!("{WORDS}\n{EXAMPLES}")
}
