//! Arguments of `board`.

pub mod build;
pub mod run;

/// The name of the command.
pub const NAME: &str = "board";

/// The one of its commands that is not a board.
pub const RUN_SUBCOMMAND: &str = "run";

/// Arguments of `board`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = false)]
pub struct Arguments {
    #[command(subcommand)]
    pub task: Task,
}

/// Subcommands of `board`.
#[derive(Debug, clap::Subcommand)]
pub enum Task {
    /// Make a bitstream for iCEBreaker
    Icebreaker(build::Arguments),
    /// Make a bitstream for the iCE40-HX8K breakout board
    Hx8k(build::Arguments),
    /// Make a bitstream for ULX3S with the LFE5U-25F
    Ulx3s(build::Arguments),
    /// Make a bitstream for Tang Nano 9K
    Tangnano9k(build::Arguments),
    /// Make a bitstream for Tang Nano 20K
    Tangnano20k(build::Arguments),
    /// Ask a board that has the bitstream for results
    Run(run::Arguments),
}

const EXAMPLES: &str = "\
The bitstreams are placed, routed and simulated, but have not been run on a board.

Examples:
  halfpipe board icebreaker fma.rn.f16 --out build
  iceprog build/fma_rn_f16.bin
  halfpipe board run --port /dev/ttyUSB1 fma.rn.f16 3c00 4000 4200";
