//! `board`: bitstreams, and the host's end of the serial line.

mod build;
mod run;

use std::io::Write;

use halfpipe_fpga::board::{HX8K, ICEBREAKER, TANG_NANO_20K, TANG_NANO_9K, ULX3S};
use halfpipe_hdl::design::Interface;
use halfpipe_isa::Instruction;

use crate::arguments::board::{Arguments, Task};
use crate::error::Error;
use crate::render::ROUNDING_OPTION;

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

/// Refuses a core of anything but the arithmetic of PTX, and a unit with a rounding port. A request names its instruction in
/// one byte, and its rounding nowhere.
fn check(interface: &Interface) -> Result<(), Error> {
    let is_refused = |instruction: &Instruction| {
        if interface.is_core() {
            !Instruction::arithmetic().contains(instruction)
        } else {
            instruction.has_rounding_port()
        }
    };
    match interface.instructions().find(is_refused) {
        None => Ok(()),
        Some(other) if other.has_rounding_port() => Err(Error::usage(format!(
            "{other} is not available on boards: leave out {ROUNDING_OPTION}, and name a rounding"
        ))),
        Some(other) => Err(Error::usage(format!(
            "{other} is not available in a core on a board, which takes the arithmetic instructions of PTX; build a board of {other} \
             alone"
        ))),
    }
}
