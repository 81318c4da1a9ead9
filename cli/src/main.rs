//! The `halfpipe` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    halfpipe::run(std::env::args_os())
}
