//! Running an external program.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use halfpipe_synth::tools::{Tool, ToolError};

use super::EngineError;

/// Runs a tool in a folder; returns what it printed on its standard output.
pub fn run(tool: Tool, program: &Path, folder: &Path, module: &str, arguments: &[&str]) -> Result<String, EngineError> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    run_command(tool, command, module)
}

/// Runs a tool as it is set up; returns what it printed on its standard output.
pub fn run_command(tool: Tool, mut command: Command, module: &str) -> Result<String, EngineError> {
    let output = command.output();
    let program = Path::new(command.get_program());
    let output = output.map_err(|error| ToolError::unusable(tool, program, &error))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    let mut log = text;
    let _ = write!(log, "{}", String::from_utf8_lossy(&output.stderr));
    let message = log
        .lines()
        .find(|line| line.to_lowercase().contains("error"))
        .map(str::to_owned);
    Err(EngineError::Build {
        program: tool.command(),
        module: module.to_owned(),
        message: message.unwrap_or_else(|| output.status.to_string()),
        log,
    })
}

/// That a compiled program starts with these arguments, and ends well when it is asked nothing.
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
