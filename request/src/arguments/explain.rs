//! Arguments of `explain`.

use crate::arguments::design::FunctionOptions;
use crate::arguments::mma::MmaOptions;
use crate::arguments::zfh::ZfhOptions;

/// Arguments of `explain`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  halfpipe explain fma\n  halfpipe explain fma.rn.oob.relu.bf16x2\n  halfpipe explain fpu\n  halfpipe explain zfh --divsqrt small"
)]
pub struct Arguments {
    /// A mnemonic, an operation such as fma, fpu, zfh, mma or vortex
    pub mnemonic: String,
    /// The options of units and cores.
    #[command(flatten)]
    pub core: FunctionOptions,
    /// Also describe the stages, and the registers of each latency
    #[arg(long)]
    pub stages: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// The options of a core of RISC-V.
    #[command(flatten)]
    pub zfh: ZfhOptions,
    /// The options of a tile and of Vortex' unit.
    #[command(flatten)]
    pub mma: MmaOptions,
}
