//! Arguments of `explain`.

use crate::arguments::design::FunctionOptions;

/// Arguments of `explain`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  halfpipe explain fma\n  halfpipe explain fma.rn.oob.relu.bf16x2\n  halfpipe explain fpu"
)]
pub struct Arguments {
    /// A mnemonic, an operation such as fma, or fpu
    pub mnemonic: String,
    #[command(flatten)]
    pub core: FunctionOptions,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
