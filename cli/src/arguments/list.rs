//! What `list` takes.

/// What `list` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Only these: operations, such as fma; mnemonics, in any spelling of PTX; or patterns of canonical names with *;
    /// or all, all arithmetic of PTX; or cuda, those that CUDA's own headers emit for halves; or fp8, arithmetic in e4m3 and
    /// e5m2, which PTX does not have
    #[arg(value_name = "MNEMONIC")]
    pub mnemonics: Vec<String>,
    /// Print a JSON array with one object per instruction
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Examples:
  halfpipe list fma
  halfpipe list '*.f16x2'
  halfpipe list 'add.*' 'sub.*' --json";
