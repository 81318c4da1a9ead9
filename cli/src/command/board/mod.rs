//! `board`: bitstreams, and the host's end of the serial line.

mod build;
mod run;

use std::io::Write;

use halfpipe_fpga::board::{HX8K, ICEBREAKER, TANG_NANO_20K, TANG_NANO_9K, ULX3S};

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
