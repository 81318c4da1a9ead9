//! Running an external program.

use std::path::Path;
use std::process::Command;

use halfpipe_synth::program::output;
use halfpipe_synth::tools::Tool;

use super::EngineError;

/// Runs a tool in a folder; returns what it printed on its standard output.
pub fn run(tool: Tool, program: &Path, folder: &Path, module: &str, arguments: &[&str]) -> Result<String, EngineError> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    run_command(tool, command, module)
}

/// Runs a tool as it is set up; returns what it printed on its standard output.
pub fn run_command(tool: Tool, command: Command, module: &str) -> Result<String, EngineError> {
    let output = output(tool, command)?.map_err(|complaint| EngineError::Build {
        tool,
        module: module.to_owned(),
        complaint,
    })?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
