//! Running nextpnr and the packers.

use std::path::Path;
use std::process::Command;

use crate::error::Error;
use crate::tools::{Tool, ToolError};

/// What starts the line in which a program says why it failed.
const COMPLAINT: &str = "ERROR: ";

/// Runs a program in `folder`, which may be all that it sees.
///
/// # Errors
///
/// [`Error::Failed`] with the program's own message when it fails.
pub(crate) fn run<A: AsRef<str>>(tool: Tool, program: &Path, folder: &Path, arguments: &[A]) -> Result<(), Error> {
    let output = Command::new(program)
        .args(arguments.iter().map(AsRef::as_ref))
        .current_dir(folder)
        .output()
        .map_err(|error| ToolError::unusable(tool, program, &error))?;
    if output.status.success() {
        return Ok(());
    }
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    let message = log.lines().find_map(|line| line.strip_prefix(COMPLAINT));
    Err(Error::Failed {
        program: tool.command(),
        message: message.map_or_else(|| output.status.to_string(), str::to_owned),
        log,
    })
}
