//! The `halfpipe` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(halfpipe::run(std::env::args_os()))
}
