//! `board`: bitstreams, and the host's end of the line.

mod build;
mod run;

use std::io::Write;

use halfpipe_synth::board::{HX8K, ICEBREAKER, ULX3S};

use crate::error::Error;

/// What `board` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = false)]
pub struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    /// Make a bitstream for iCEBreaker
    Icebreaker(build::Arguments),
    /// Make a bitstream for the iCE40-HX8K breakout board
    Hx8k(build::Arguments),
    /// Make a bitstream for ULX3S with the LFE5U-25F
    Ulx3s(build::Arguments),
    /// Ask a board that has the bitstream for results
    Run(run::Arguments),
}

const EXAMPLES: &str = "\
The bitstreams are placed, routed and simulated, but have not been run on a board.

Examples:
  halfpipe board icebreaker fma.rn.f16 --out build
  iceprog build/fma_rn_f16.bin
  halfpipe board run --port /dev/ttyUSB1 fma.rn.f16 3c00 4000 4200";

/// Makes a bitstream, or asks a board.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    match &arguments.task {
        Task::Icebreaker(arguments) => build::run(&ICEBREAKER, arguments, output),
        Task::Hx8k(arguments) => build::run(&HX8K, arguments, output),
        Task::Ulx3s(arguments) => build::run(&ULX3S, arguments, output),
        Task::Run(arguments) => run::run(arguments, output),
    }
}
