//! Arguments of `verify`.

use std::path::PathBuf;

use halfpipe_request::arguments::design::FunctionOptions;
use halfpipe_request::arguments::mma::MmaOptions;
use halfpipe_request::arguments::zfh::{Latencies, ZfhOptions};
use halfpipe_request::number::{count, number};

use crate::arguments::paths::file_parser;
use crate::engine::EngineOptions;
use crate::foreign::{CycleLimit, VerilogOption};

/// Arguments of `verify`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Mnemonics, patterns such as 'add.*', all, cuda, dots, fp8 or roundings (see list), fpu, zfh or riscv, mma or vortex
    #[arg(required = true, value_name = "MNEMONIC")]
    pub mnemonics: Vec<String>,
    #[command(flatten)]
    pub core: FunctionOptions,
    #[command(flatten)]
    pub engine: EngineOptions,
    /// Vectors per instruction: edge values, then aimed random ones; of mma matrix products
    /// [default: 100000; of mma 8]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub vectors: Option<u64>,
    /// Compare with lines of Berkeley TestFloat's testfloat_gen in FILE, - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["vectors", "seed", "vcd", "verilog", "file_list", "json"])]
    pub testfloat: Option<PathBuf>,
    /// Compare with the model on the operands of riscv-arch-test's FILE, such as fadd_b1-01.S, - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["testfloat", "vectors", "seed", "vcd", "verilog", "file_list", "json"])]
    pub arch_test: Option<PathBuf>,
    /// Seed of the random vectors
    #[arg(long, value_name = "S", default_value = "1", value_parser = number::<u64>, allow_negative_numbers = true)]
    pub seed: u64,
    /// Clock cycles from operands to result; 0: combinational; of zfh also for each group, as
    /// addmul=3,noncomp=1,conv=2  [default: see explain]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub latency: Option<Latencies>,
    #[command(flatten)]
    pub limit: CycleLimit,
    /// Write the wave of the first mismatch or handshake violation, or of a few vectors
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    pub vcd: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Also write the results as JUnit XML
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    pub junit: Option<PathBuf>,
    #[command(flatten)]
    pub foreign: VerilogOption,
    #[command(flatten)]
    pub zfh: ZfhOptions,
    #[command(flatten)]
    pub mma: MmaOptions,
}

const EXAMPLES: &str = "\
Examples:
  halfpipe verify fma.rn.relu.f16x2
  halfpipe verify 'fma.*' --engine verilator --vectors 1000000
  halfpipe verify mul.rn.f16 --engine gates --mapped ice40
  halfpipe verify mul.rn.f16 --verilog synthesised.v
  halfpipe verify mma --m 2 --n 4 --k 4 --mode rn --latency 3
  testfloat_gen -level 2 f16_mul | halfpipe verify mul.rn.f16 --testfloat -
  halfpipe verify fadd.h --arch-test riscv-test-suite/rv32i_m/Zfh/src/fadd_b1-01.S

All operands at once: halfpipe prove --help";
