//! Arguments of `list`.

/// Arguments of `list`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Operations such as fma, mnemonics, patterns, all, cuda or fp8  [default: all]
    #[arg(value_name = "MNEMONIC")]
    pub mnemonics: Vec<String>,
    /// Print a JSON array with one object per instruction
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
all   the arithmetic instructions of PTX
cuda  the instructions that CUDA's headers emit for halves
fp8   arithmetic in e4m3 and e5m2, which PTX does not have

Examples:
  halfpipe list fma
  halfpipe list '*.f16x2'
  halfpipe list 'add.*' 'sub.*' --json";
