//! Runs of SymbiYosys, which proves assertions of Verilog for every sequence of inputs.

use std::process::Command;

use halfpipe_tools::folder::{temporary_folder, write};
use halfpipe_tools::{Tool, ToolError};

use crate::engine::EngineError;

/// The outcome of a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TaskOutcome {
    /// All assertions hold.
    Proved,
    /// An assertion fails.
    Refuted,
    /// The assertions may hold, but lack lemmas or time, or a tool failed.
    Unknown,
}

/// Runs the task `rules.sby` among files of these names and texts, in a folder of its own. Returns the outcome and the
/// log.
///
/// # Errors
///
/// Returns an error if SymbiYosys is missing or does not start.
pub fn prove(files: &[(&str, String)]) -> Result<(TaskOutcome, String), EngineError> {
    let program = Tool::Sby.find()?;
    let folder = temporary_folder()?;
    for (name, text) in files {
        write(&folder.path().join(name), text)?;
    }
    let mut command = Command::new(&program);
    command.args(["-f", "rules.sby"]).current_dir(folder.path());
    let output = command
        .output()
        .map_err(|error| ToolError::unusable(Tool::Sby, &program, &error))?;
    let log = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let outcome = match output.status.code() {
        Some(0) => TaskOutcome::Proved,
        Some(2) => TaskOutcome::Refuted,
        // ABC's counterexample needs a program to become a trace, which may be missing.
        _ if log.contains("returned FAIL") => TaskOutcome::Refuted,
        _ => TaskOutcome::Unknown,
    };
    Ok((outcome, log))
}
