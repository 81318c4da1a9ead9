//! Arguments of `list`.

/// Arguments of `list`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Operations such as fma, mnemonics, patterns, all, cuda, dots, fp8, functions, riscv or
    /// roundings  [default: all]
    #[arg(value_name = "MNEMONIC")]
    pub mnemonics: Vec<String>,
    /// Show which command has which kind of module, and which option applies to it
    #[arg(long, conflicts_with = "mnemonics")]
    pub kinds: bool,
    /// Print a JSON array with one object per instruction
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
all        the arithmetic instructions of PTX
cuda       the instructions that CUDA's headers emit for halves
dots       dot products, as tensor cores compute them or rounded once
fp8        arithmetic in e4m3 and e5m2, which PTX does not have
functions  div, rcp, sqrt, rsqrt, exp, gelu and others, which PTX lacks on halves
riscv      the instructions of RISC-V on h, bf16 and s, with the rounding from a port
roundings  arithmetic in the roundings that PTX does not have, such as add.rz.f16 and fma.rna.bf16

Examples:
  halfpipe list fma
  halfpipe list '*.f16x2'
  halfpipe list 'add.*' 'sub.*' --json
  halfpipe list fadd 'fmul.h.*'";
