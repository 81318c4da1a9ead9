//! What `eval` takes.

use crate::engine::EngineOptions;
use crate::foreign::VerilogOption;
use crate::number::number;
use crate::request::CoreOptions;

/// What `eval` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// An instruction, in any spelling of PTX; or fpu, the core of many
    pub mnemonic: String,
    /// The operands in hexadecimal, for fpu behind a mnemonic or its op; without any, each line of standard input has those of
    /// one vector
    pub operands: Vec<String>,
    #[command(flatten)]
    pub core: CoreOptions,
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
Words are hexadecimal, with or without 0x, and have blanks or commas between them. Blank lines are skipped.
The results of a vector are one line, in the order of the vectors; a slow input is answered line by line.

Examples:
  halfpipe eval add.rn.f16 3c00 4000              prints 0x4200
  halfpipe eval fma.rn.f16 < vectors > results
  halfpipe eval mul.ftz.f16 0x0401, 0x3BFE --engine verilator --latency 2
  halfpipe eval fpu fma.rn.f16 3c00 4000 4200     the 32 bits of d";
