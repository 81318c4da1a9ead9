//! `board`: bitstreams, and the host's end of the serial line.

mod build;
mod run;

use std::io::Write;

use halfpipe_fpga::board::{HX8K, ICEBREAKER, TANG_NANO_20K, TANG_NANO_9K, ULX3S};
use halfpipe_isa::Instruction;

use crate::arguments::board::{Arguments, Task};
use crate::error::Error;

/// Builds a bitstream, or sends operands to a board.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    match &arguments.task {
        Task::Icebreaker(arguments) => build::run(&ICEBREAKER, arguments, output),
        Task::Hx8k(arguments) => build::run(&HX8K, arguments, output),
        Task::Ulx3s(arguments) => build::run(&ULX3S, arguments, output),
        Task::Tangnano9k(arguments) => build::run(&TANG_NANO_9K, arguments, output),
        Task::Tangnano20k(arguments) => build::run(&TANG_NANO_20K, arguments, output),
        Task::Run(arguments) => run::run(arguments, output),
    }
}

/// Refuses all but the arithmetic of PTX. A request names its instruction in one byte, which has no room for more.
fn check(instructions: impl IntoIterator<Item = Instruction>) -> Result<(), Error> {
    let mut instructions = instructions.into_iter();
    match instructions.find(|instruction| !Instruction::arithmetic().contains(instruction)) {
        None => Ok(()),
        Some(other) => Err(Error::usage(format!(
            "{other} is not available on boards: they take the arithmetic instructions of PTX, which `halfpipe list` prints"
        ))),
    }
}
