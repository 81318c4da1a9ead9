//! Arguments that choose the modules of `generate` and their files.

use halfpipe_fpga::Target;
use halfpipe_hdl::design::MAX_USER_BITS;
use halfpipe_hdl::export::riscv::FpnewDialect;

use crate::arguments::design::FunctionOptions;
use crate::arguments::mma::MmaOptions;
use crate::arguments::zfh::{Latencies, ZfhOptions};
use crate::clock::{estimate_target_parser, frequency, Clock, ClockMethod};
use crate::multiplier::MultiplierArg;
use crate::optimisation::OptimisationArg;

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

/// Modules, and the files of each.
#[derive(Clone, Debug, clap::Args)]
pub struct ModuleArguments {
    /// Mnemonics, patterns, all, cuda, dots, fp8 or roundings (see list), fpu, zfh or riscv, mma or vortex
    #[arg(required = true, value_name = "MNEMONIC")]
    pub mnemonics: Vec<String>,
    /// Clock cycles from operands to result; 0: combinational; of zfh also for each group, as
    /// addmul=3,noncomp=1,conv=2  [default: see explain]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub latency: Option<Latencies>,
    /// The clock to meet.
    #[command(flatten)]
    pub clock: ClockOptions,
    /// The options of units and cores.
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
    /// Also write a FuseSoC core file, a file list, an instance template, a testbench and a cocotb test
    #[arg(long)]
    pub package: bool,
    /// Also write fpu behind the CFU bus of VexRiscv, with C headers
    #[arg(long)]
    pub cfu: bool,
    /// Also write fpu behind the co-processor interface of PicoRV32, with C headers
    #[arg(long)]
    pub pcpi: bool,
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
    /// The options of a core of RISC-V.
    #[command(flatten)]
    pub zfh: ZfhOptions,
    /// The options of a tile and of Vortex' unit.
    #[command(flatten)]
    pub mma: MmaOptions,
    /// Also write a shell with fpnew_top's ports: openhw-0.8, openhw or pulp
    #[arg(long, value_name = "VERSION", help_heading = "Options of zfh")]
    pub fpnew: Option<FpnewDialect>,
    /// Also write a decoder of instruction words: the core's codes, registers, and illegal words
    #[arg(long, help_heading = "Options of zfh")]
    pub decoder: bool,
}
