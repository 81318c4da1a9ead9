//! What `generate` takes.

use std::path::PathBuf;

use crate::clock::ClockOptions;
use crate::multiplier::Choice;
use crate::number::number;
use crate::request::DesignOptions;

/// What `generate` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Instructions, in any spelling of PTX; or patterns of canonical names with *; or all, cuda or fp8, which stand for
    /// many, see list; or fpu, the core of many
    #[arg(required = true, value_name = "MNEMONIC")]
    pub mnemonics: Vec<String>,
    /// Clock cycles from operands to result; 0 is combinational  [default: the knee of its curve, see explain; for fpu 4]
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub latency: Option<u32>,
    #[command(flatten)]
    pub clock: ClockOptions,
    #[command(flatten)]
    pub core: DesignOptions,
    /// The name of the module and its files, for one module  [default: the mnemonic with _ for each dot; halfpipe_fpu]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Write a second module with AXI4-Stream ports around each
    #[arg(long)]
    pub stream: bool,
    /// Write what other flows want beside each module: a FuseSoC core file, a file list, a template, a testbench
    #[arg(long)]
    pub package: bool,
    /// Write a second module around fpu for CFU-Playground's bus, as VexRiscv has it, and C headers
    #[arg(long)]
    pub cfu: bool,
    /// The same for PicoRV32's co-processor interface
    #[arg(long)]
    pub pcpi: bool,
    /// The folder to write to; it is made if it is not there
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub out: PathBuf,
    /// What products are made of: rows of partial products on carry chains, or a multiplication for a multiplier block
    #[arg(long, value_enum, default_value_t = Choice::Rows)]
    pub multiplier: Choice,
    /// Write without holding the module against the model
    #[arg(long)]
    pub no_check: bool,
}

const EXAMPLES: &str = "\
Each module is first compared with the exact model in the embedded simulator. A module that differs is not written, nor
is any other. Files that are there already are replaced, as a whole. For fpu there are two more files with the op of
each instruction: a Verilog header and a Rust enum.

With --mhz and --target the latency is the smallest one that meets the clock by a table of the device's delays, which no
tool is needed for. Nine of ten estimates are within 15 % of what placement reaches; synth --latency auto measures.

With --stream, MODULE_stream.v holds the module MODULE_stream: operands packed into s_axis_tdata from the lowest bit on,
a first; result in m_axis_tdata; tlast passed through; one result per cycle, and no beat lost while the receiver stalls.

With --cfu, halfpipe_fpu_cfu.v holds the core as a custom function unit of CFU-Playground, and with --pcpi,
halfpipe_fpu_pcpi.v as a co-processor of PicoRV32. Either comes with halfpipe_fpu.h, an inline C function for each
instruction, and halfpipe_fpu_twins.h, the same in software. An instruction of the processor can name 256 operations.

With --package there are MODULE.core for FuseSoC with the targets lint, sim and synth; MODULE.f, which lists the sources;
MODULE_template.vh with an instance to copy; and MODULE_tb.v, a testbench with results of the exact model.

Examples:
  halfpipe generate fma.rn.relu.f16x2
  halfpipe generate fma.rn.bf16 --stream --latency 4
  halfpipe generate fma.rn.f16 --mhz 100 --target ecp5-25k
  halfpipe generate 'add.*' mul.rn.f16 --latency 2 --out rtl
  halfpipe generate fma.rn.f16 --latency 2 --name fma_short
  halfpipe generate fpu --instructions 'fma.*,min.f16,max.f16' --latency 4
  halfpipe generate fpu --cfu --instructions 'fma.rn.f16*,ex2.approx.f16,cvt.f32.f16' --out rtl";
