//! What `explain` takes.

use crate::request::DesignOptions;

/// What `explain` takes.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  halfpipe explain fma\n  halfpipe explain fma.rn.oob.relu.bf16x2\n  halfpipe explain fpu"
)]
pub struct Arguments {
    /// An instruction, in any spelling of PTX; an operation, such as fma; or fpu, the core of many
    pub mnemonic: String,
    #[command(flatten)]
    pub core: DesignOptions,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
