//! Arguments of `generate`.

use std::path::PathBuf;

use crate::arguments::design::FunctionOptions;
use crate::arguments::mma::MmaOptions;
use crate::arguments::paths::folder_parser;
use crate::arguments::zfh::{Latencies, ZfhOptions};
use crate::clock::{estimate_target_parser, frequency, Clock, ClockMethod};
use crate::multiplier::MultiplierArg;
use crate::optimisation::OptimisationArg;
use halfpipe_fpga::Target;
use halfpipe_hdl::design::MAX_USER_BITS;
use halfpipe_hdl::export::riscv::FpnewDialect;

/// A required clock frequency and its FPGA.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ClockOptions {
    /// Choose the smallest latency that meets this clock on --target, in MHz
    #[arg(long, value_name = "F", value_parser = frequency, allow_negative_numbers = true, requires = "target",
        conflicts_with = "latency")]
    mhz: Option<f64>,
    /// FPGA of --mhz
    #[arg(long, value_name = "TARGET", value_parser = estimate_target_parser(), requires = "mhz")]
    target: Option<Target>,
}

impl ClockOptions {
    /// Returns the clock, if one is given. Estimates decide whether a design meets it.
    pub fn clock(&self) -> Option<Clock> {
        Some(Clock {
            mhz: self.mhz?,
            target: self.target?,
            method: ClockMethod::Estimate,
        })
    }
}

/// Arguments of `generate`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Mnemonics, patterns, all, cuda, dots, fp8, riscv or roundings (see list), fpu, zfh, mma or vortex
    #[arg(required = true, value_name = "MNEMONIC")]
    pub mnemonics: Vec<String>,
    /// Clock cycles from operands to result; 0: combinational; of zfh also for each group, as
    /// addmul=3,noncomp=1,conv=2  [default: see explain]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub latency: Option<Latencies>,
    #[command(flatten)]
    pub clock: ClockOptions,
    #[command(flatten)]
    pub core: FunctionOptions,
    /// Name of the module and its files, with --fpnew of the shell  [default: the mnemonic with _ for
    /// .; halfpipe_fpu, _zfh, _fpnew, _mma]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Also write a module with AXI4-Stream ports around each
    #[arg(long)]
    pub stream: bool,
    /// Width of the stream's tuser, which comes out with the result, 1 to 128 bits  [default: none]
    #[arg(long, value_name = "BITS", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_USER_BITS)), requires = "stream")]
    pub stream_user: Option<u32>,
    /// Also write a FuseSoC core file, a file list, an instance template and a testbench
    #[arg(long)]
    pub package: bool,
    /// Also write fpu behind the CFU bus of VexRiscv, with C headers
    #[arg(long)]
    pub cfu: bool,
    /// Also write fpu behind the co-processor interface of PicoRV32, with C headers
    #[arg(long)]
    pub pcpi: bool,
    /// Output folder; created if missing
    #[arg(long, value_name = "DIR", default_value = ".", value_parser = folder_parser())]
    pub out: PathBuf,
    /// rows, or block for a DSP block  [default: rows; with --mhz, either]
    #[arg(long, value_enum, value_name = "KIND", hide_possible_values = true)]
    pub multiplier: Option<MultiplierArg>,
    /// Form: area, speed, or simulation for fast regressions
    #[arg(
        long,
        value_enum,
        value_name = "AIM",
        default_value = "area",
        hide_possible_values = true
    )]
    pub optimise: OptimisationArg,
    /// Registers at the inputs and outputs, counted in the latency
    #[arg(long)]
    pub register_ports: bool,
    /// Skip the check against the model
    #[arg(long)]
    pub no_check: bool,
    #[command(flatten)]
    pub zfh: ZfhOptions,
    #[command(flatten)]
    pub mma: MmaOptions,
    /// Also write a shell with fpnew_top's ports: openhw-0.8, openhw or pulp
    #[arg(long, value_name = "VERSION", help_heading = "Options of zfh")]
    pub fpnew: Option<FpnewDialect>,
    /// Also write a decoder of instruction words: the core's codes, registers, and illegal words
    #[arg(long, help_heading = "Options of zfh")]
    pub decoder: bool,
}

const EXAMPLES: &str = "\
Each module is first compared with the golden model. If one differs, no file is written.
--mhz takes a median on file, or estimates with a delay table; `synth --latency auto` measures.
docs/module.md describes all files, and docs/mma.md the options of mma and vortex.

Examples:
  halfpipe generate fma.rn.relu.f16x2
  halfpipe generate fma.rn.f16 --mhz 100 --target ecp5-25k
  halfpipe generate 'add.*' mul.rn.f16 --latency 2 --out rtl
  halfpipe generate zfh --divsqrt small --latency addmul=3,noncomp=1,conv=2 --out rtl
  halfpipe generate mma --m 4 --n 4 --k 8 --mode ampere --latency 3 --out rtl
  halfpipe generate fpu --cfu --instructions 'fma.rn.f16*,ex2.approx.f16,cvt.f32.f16' --out rtl";
