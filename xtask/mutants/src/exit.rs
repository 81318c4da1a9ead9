//! Exit status of the programs.

use std::process::ExitCode;

/// Returns the exit status of a run. `Ok(true)` means success. An error is printed.
pub fn status(run: &anyhow::Result<bool>) -> ExitCode {
    match run {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
