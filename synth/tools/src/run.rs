//! Running external programs to their end.

use std::path::Path;
use std::process::{Command, Output};

use crate::diagnostic::ToolDiagnostic;
use crate::error::{Error, ToolError};
use crate::tool::Tool;

/// Runs a program as it is set up. Returns its output, or the reason why it failed.
///
/// # Errors
///
/// [`ToolError::Unusable`] when it does not start.
pub fn output(tool: Tool, mut command: Command) -> Result<Result<Output, ToolDiagnostic>, ToolError> {
    let output = command.output();
    let output = output.map_err(|error| ToolError::unusable(tool, Path::new(command.get_program()), &error))?;
    Ok(if output.status.success() {
        Ok(output)
    } else {
        Err(ToolDiagnostic::new(&output))
    })
}

/// Runs a program as [`output`] does, with its diagnostic as an error.
///
/// # Errors
///
/// [`Error::Tool`] when it does not start, [`Error::Failed`] with its own words when it fails.
pub fn run_command(tool: Tool, command: Command) -> Result<Output, Error> {
    output(tool, command)?.map_err(|diagnostic| Error::Failed { tool, diagnostic })
}

/// Runs a program in `folder`, which may be the only folder that it can access.
///
/// # Errors
///
/// As [`run_command`].
pub fn run<A: AsRef<str>>(tool: Tool, program: &Path, folder: &Path, arguments: &[A]) -> Result<(), Error> {
    let mut command = Command::new(program);
    command.args(arguments.iter().map(AsRef::as_ref)).current_dir(folder);
    run_command(tool, command).map(drop)
}
