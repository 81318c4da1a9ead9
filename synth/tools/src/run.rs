//! Running external programs to their end.

use std::fs::File;
use std::io::{Read, Seek};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use wait_timeout::ChildExt;

use crate::diagnostic::ToolDiagnostic;
use crate::error::{Error, ToolError};
use crate::folder::temporary_failed;
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
    run_command(tool, command_in(program, folder, arguments)).map(drop)
}

/// Runs a program as [`run`] does, and stops it when the time is over. Programs that it started go on.
///
/// # Errors
///
/// As [`run`], and [`Error::TooSlow`] if it did not end in time.
pub fn run_within<A: AsRef<str>>(
    tool: Tool,
    program: &Path,
    folder: &Path,
    arguments: &[A],
    limit: Duration,
) -> Result<(), Error> {
    output_within(tool, command_in(program, folder, arguments), limit).map(drop)
}

/// Runs a program as [`run_command`] does, and stops it when the time is over. Returns its standard output. Programs that
/// it started go on.
///
/// # Errors
///
/// As [`run_command`], and [`Error::TooSlow`] if it did not end in time.
pub fn output_within(tool: Tool, mut command: Command, limit: Duration) -> Result<Vec<u8>, Error> {
    let program = command.get_program().to_owned();
    let temporary = || tempfile::tempfile().map_err(temporary_failed);
    // A full pipe would block the program.
    let [mut printed, mut complained] = [temporary()?, temporary()?];
    let handle = |file: &File| file.try_clone().map_err(temporary_failed);
    command.stdin(Stdio::null());
    command.stdout(handle(&printed)?).stderr(handle(&complained)?);
    let unusable = |error: std::io::Error| ToolError::unusable(tool, Path::new(&program), &error);
    let mut child = command.spawn().map_err(unusable)?;
    let waited = child.wait_timeout(limit);
    if !matches!(waited, Ok(Some(_))) {
        child.kill().and_then(|()| child.wait()).map_err(unusable)?;
    }
    let Some(status) = waited.map_err(unusable)? else {
        return Err(Error::TooSlow { tool, limit });
    };
    let [stdout, stderr] = [contents(&mut printed)?, contents(&mut complained)?];
    if status.success() {
        return Ok(stdout);
    }
    let diagnostic = ToolDiagnostic::new(&Output { status, stdout, stderr });
    Err(Error::Failed { tool, diagnostic })
}

fn command_in<A: AsRef<str>>(program: &Path, folder: &Path, arguments: &[A]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments.iter().map(AsRef::as_ref)).current_dir(folder);
    command
}

/// Returns everything that was written to a temporary file.
fn contents(file: &mut File) -> Result<Vec<u8>, Error> {
    let mut all = Vec::new();
    let read = file.rewind().and_then(|()| file.read_to_end(&mut all));
    read.map_err(temporary_failed)?;
    Ok(all)
}
