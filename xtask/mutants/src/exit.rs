//! How the programs end.

use std::process::ExitCode;

/// The exit status of a run: success where all is well, which `Ok(true)` says. An error is told.
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
