//! Execution of external programs.

use std::path::Path;
use std::process::{Command, Stdio};

use halfpipe_tools::run::output;
use halfpipe_tools::Tool;

use super::EngineError;

/// Runs a tool in a folder; returns what it printed on its standard output.
pub fn run(tool: Tool, program: &Path, folder: &Path, module: &str, arguments: &[&str]) -> Result<String, EngineError> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    run_command(tool, command, module)
}

/// Runs a prepared command of a tool; returns what it printed on its standard output.
pub fn run_command(tool: Tool, command: Command, module: &str) -> Result<String, EngineError> {
    let output = output(tool, command)?.map_err(|diagnostic| EngineError::Build {
        tool,
        module: module.to_owned(),
        diagnostic,
    })?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Checks that a compiled program starts with these arguments and, without requests, ends successfully.
pub fn check_program(program: &Path, arguments: &[&str], module: &str) -> Result<(), EngineError> {
    let stopped = |message: String| EngineError::Stopped {
        module: module.to_owned(),
        message,
    };
    let mut command = Command::new(program);
    let output = command.args(arguments).stdin(Stdio::null()).output();
    let status = output.map_err(|error| stopped(error.to_string()))?.status;
    status
        .success()
        .then_some(())
        .ok_or_else(|| stopped(status.to_string()))
}
