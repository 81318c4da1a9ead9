//! The `halfpipe` command: a thin layer over the instruction set, the hardware, the testbench and the tools.
//!
//! [`run`] parses a command line and carries it out. Each command has a file under `arguments` for its options, and a
//! file under `command` for its work. The files under `arguments` do not depend on the commands. All commands write to
//! the given output. On failure they return an [`Error`], which determines the exit status.

mod arguments;
mod command;
mod difference;
mod engine;
mod error;
mod file_ports;
mod foreign;
mod in_memory;
mod interrupt;
mod json;
mod junit;
mod lines;
mod measured_clock;
mod operand_lines;
mod outputs;
mod progress;
mod project;
mod proof;
mod replay;
mod toml_text;

use std::ffi::OsString;
use std::io::{BufWriter, Write};

pub use arguments::{Arguments, Command};
pub use error::Error;
pub use halfpipe_tools::set_program;
pub use in_memory::{capture, generate, CapturedOutcome};

/// Carries out a command line. Returns the exit status: 0 for success, 1 after a failure or mismatch, 2 after wrong
/// usage, 3 after a proof without a verdict.
///
/// The Python module calls it too, after it has named its [program](set_program).
pub fn run(command_line: impl IntoIterator<Item = OsString>) -> u8 {
    halfpipe_request::notes::show_notes_with(error::print_note);
    interrupt::wait_for_files();
    let outcome = match arguments::parse(command_line) {
        Ok(Some(arguments)) => execute(arguments.command),
        Ok(None) => Ok(()),
        Err(error) => Err(error),
    };
    match outcome {
        Ok(()) => 0,
        Err(error) => {
            if let Some(message) = error.message() {
                error::print_error(&message);
            }
            error.exit_status()
        }
    }
}

/// Carries out a command. Flushes its output before the error is reported.
fn execute(command: Command) -> Result<(), Error> {
    let mut output = BufWriter::new(std::io::stdout().lock());
    let prints_json = command.prints_json();
    let mut outcome = command::run(command, &mut output);
    if let (true, Err(Error::Refused(refusal))) = (prints_json, &outcome) {
        outcome = json::write_refusal(refusal, &mut output).and(outcome);
    }
    let shown = output.flush().map_err(Error::from);
    match outcome {
        Ok(()) | Err(Error::Found | Error::Undecided) => shown.and(outcome),
        failed => failed,
    }
}
