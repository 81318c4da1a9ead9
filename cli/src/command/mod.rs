//! Implementations of the commands, one file each.

mod archtest;
pub mod board;
pub mod build;
mod check;
pub mod completions;
mod core_check;
pub mod doctor;
mod engines;
pub mod eval;
pub mod filter;
pub mod generate;
pub mod list;
pub mod man;
mod measurement;
mod mma;
mod prove;
mod report;
pub mod synth;
mod testfloat;
pub mod tools;
pub mod verify;
pub mod wave;
mod zfh;

use std::io::Write;

use halfpipe_request::explain::explain;

pub use check::check_all;
pub use core_check::check_core;

use crate::arguments::Command;
use crate::error::Error;

/// Carries out a command.
pub fn run(command: Command, output: &mut dyn Write) -> Result<(), Error> {
    match command {
        Command::List(arguments) => list::run(&arguments, output),
        Command::Explain(arguments) => Ok(output.write_all(explain(&arguments)?.as_bytes())?),
        Command::Generate(arguments) => generate::run(&arguments, output),
        Command::Build(arguments) => build::run(&arguments, output),
        Command::Eval(arguments) => eval::run(&arguments, output),
        Command::Verify(arguments) => verify::run(&arguments, output),
        Command::Prove(arguments) => prove::run(&arguments, output),
        Command::Wave(arguments) => wave::run(&arguments, output),
        Command::Synth(arguments) => synth::run(&arguments, output),
        Command::Board(arguments) => board::run(&arguments, output),
        Command::Filter(arguments) => filter::run(&arguments, output),
        Command::Doctor(arguments) => doctor::run(&arguments, output),
        Command::Tools(arguments) => tools::run(&arguments, output),
        Command::Completions(arguments) => completions::run(&arguments, output),
        Command::Man(arguments) => man::run(&arguments, output),
    }
}
