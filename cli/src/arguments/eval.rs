//! What `eval` takes.

use super::operands::WORDS;
use crate::engine::EngineOptions;
use crate::foreign::VerilogOption;
use crate::number::number;
use crate::operands::DecimalOption;
use crate::request::DesignOptions;

/// What `eval` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = help())]
pub struct Arguments {
    /// An instruction, in any spelling of PTX; or fpu, the core of many
    pub mnemonic: String,
    /// The operands, numbers or bits, for fpu behind a mnemonic or its op; without any, each line of standard input has those
    /// of one vector
    #[arg(allow_negative_numbers = true)]
    pub operands: Vec<String>,
    #[command(flatten)]
    pub decimal: DecimalOption,
    #[command(flatten)]
    pub core: DesignOptions,
    #[command(flatten)]
    pub engine: EngineOptions,
    /// Clock cycles of the hardware from operands to result; the results are the same for all
    /// [default: 0]
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub latency: Option<u32>,
    #[command(flatten)]
    pub foreign: VerilogOption,
}

const EXAMPLES: &str = "\
The results of a vector are one line, in the order of the vectors; a slow input is answered line by line.

Examples:
  halfpipe eval fma.rn.f16 1.5 2.0 -0x1p-3        prints 0x41c0, on a terminal 0x41c0  2.875
  halfpipe eval add.rn.f16 3c00 4000              prints 0x4200
  halfpipe eval add.rn.f16x2 1.5,-inf 2.0,inf --decimal
  halfpipe eval fma.rn.f16 < vectors > results
  halfpipe eval mul.ftz.f16 0x0401, 0x3BFE --engine verilator --latency 2
  halfpipe eval fpu fma.rn.f16 3c00 4000 4200     the 32 bits of d";

fn help() -> String {
    format!("{WORDS}\n{EXAMPLES}")
}
