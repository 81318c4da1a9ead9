//! Arguments of `eval`.

use halfpipe_request::arguments::design::FunctionOptions;
use halfpipe_request::arguments::mma::MmaOptions;
use halfpipe_request::arguments::zfh::ZfhOptions;
use halfpipe_request::number::number;
use halfpipe_request::operands::DecimalOption;

use super::operands::WORDS;
use crate::engine::EngineOptions;
use crate::foreign::VerilogOption;

/// Arguments of `eval`.
#[derive(Debug, clap::Args)]
#[command(after_help = help())]
pub struct Arguments {
    /// A mnemonic, fpu, zfh or mma
    pub mnemonic: String,
    /// Operands, for fpu and zfh after a mnemonic; for mma a file  [default: one vector per line of standard input]
    #[arg(allow_negative_numbers = true)]
    pub operands: Vec<String>,
    #[command(flatten)]
    pub decimal: DecimalOption,
    #[command(flatten)]
    pub core: FunctionOptions,
    #[command(flatten)]
    pub engine: EngineOptions,
    /// Latency of the hardware in clock cycles; the results are the same  [default: 0]
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub latency: Option<u32>,
    #[command(flatten)]
    pub foreign: VerilogOption,
    #[command(flatten)]
    pub zfh: ZfhOptions,
    #[command(flatten)]
    pub mma: MmaOptions,
}

const EXAMPLES: &str = "\
Examples:
  halfpipe eval fma.rn.f16 1.5 2.0 -0x1p-3        prints 0x41c0, on a terminal 0x41c0  2.875
  halfpipe eval add.rn.f16 3c00 4000              prints 0x4200
  halfpipe eval add.rn.f16x2 1.5,-inf 2.0,inf --decimal
  halfpipe eval fma.rn.f16 < vectors > results
  halfpipe eval mul.ftz.f16 0x0401, 0x3BFE --engine verilator --latency 2
  halfpipe eval fpu fma.rn.f16 3c00 4000 4200     the 32 bits of d
  halfpipe eval zfh fadd.h ffff3c00 4.0 rne       the register of rd, and the flags
  halfpipe eval mma --m 2 --n 2 --k 4 --mode volta matrices.txt";

fn help() -> String {
    format!("{WORDS}\n{EXAMPLES}")
}
