//! What asking a board takes.

use std::path::PathBuf;

use crate::arguments::operands::WORDS;
use crate::number::count;
use crate::operands::DecimalOption;

/// What it takes.
#[derive(Debug, clap::Args)]
#[command(after_help = help())]
pub struct Arguments {
    /// The serial port of the board
    #[arg(long, value_name = "PATH")]
    pub port: PathBuf,
    /// How many seconds the board is given for an answer
    #[arg(long, value_name = "S", value_parser = count, allow_negative_numbers = true, default_value_t = 2)]
    pub timeout: u64,
    /// An instruction that the board has, in any spelling of PTX; or fpu, where a mnemonic is before the operands
    pub mnemonic: String,
    /// The operands, numbers or bits, for fpu behind a mnemonic; without any, each line of standard input has those of one
    /// request
    #[arg(allow_negative_numbers = true)]
    pub operands: Vec<String>,
    #[command(flatten)]
    pub decimal: DecimalOption,
}

const EXAMPLES: &str = "\
Each result is one line, in the order of the requests. The first that the board refuses or does not answer ends the run
with exit status 1.

Examples:
  halfpipe board run --port /dev/ttyUSB1 fma.rn.f16 1.0 2.0 -3.0
  halfpipe board run --port /dev/ttyUSB1 fma.rn.f16 < vectors > results
  halfpipe board run --port /dev/ttyUSB1 fpu add.f32.f16 3c00 3f800000";

fn help() -> String {
    format!("{WORDS}\n{EXAMPLES}")
}
