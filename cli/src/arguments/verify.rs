//! What `verify` takes.

use std::path::PathBuf;

use crate::engine::EngineOptions;
use crate::foreign::VerilogOption;
use crate::number::{count, number};
use crate::request::DesignOptions;

/// What `verify` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Instructions, in any spelling of PTX; or patterns of canonical names with *; or all, cuda or fp8, which stand for
    /// many, see list; or fpu, the core of many
    #[arg(required = true, value_name = "MNEMONIC")]
    pub mnemonics: Vec<String>,
    #[command(flatten)]
    pub core: DesignOptions,
    #[command(flatten)]
    pub engine: EngineOptions,
    /// Vectors for each instruction: combinations of edge values first, then ones that walk through the fractions, or every
    /// value of a single operand, then random ones aimed at what is hard; hardware with registers gets them with stalls, gaps
    /// and resets between them  [default: 100000; for fpu as many more as go over its tables]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub vectors: Option<u64>,
    /// Compare results and flags with lines of Berkeley TestFloat's testfloat_gen in this file, or - for standard input,
    /// instead of with the model; for one instruction of one lane, at latency 0 unless --latency says otherwise
    #[arg(long, value_name = "FILE", conflicts_with_all = ["vectors", "seed", "vcd", "verilog", "json"])]
    pub testfloat: Option<PathBuf>,
    /// Where the random vectors start
    #[arg(long, value_name = "S", default_value = "1", value_parser = number::<u64>, allow_negative_numbers = true)]
    pub seed: u64,
    /// Clock cycles from operands to result; 0 is combinational  [default: the knee of its curve, see explain]
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub latency: Option<u32>,
    #[command(flatten)]
    pub foreign: VerilogOption,
    /// Write the wave of the first mismatch or breach of the contract, or else of a few vectors, with views that open on it,
    /// or without them into a pipe or a device; for one instruction
    #[arg(long, value_name = "FILE")]
    pub vcd: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Examples:
  halfpipe verify fma.rn.relu.f16x2
  halfpipe verify 'fma.*' --engine verilator --vectors 1000000
  halfpipe verify mul.rn.f16 --engine gates --mapped ice40
  halfpipe verify mul.rn.f16 --verilog synthesised.v
  testfloat_gen -level 2 f16_mul | halfpipe verify mul.rn.f16 --testfloat -

Every input at once: halfpipe prove --help";
