//! The path of the running command.

use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

/// The path, if a caller named it.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Names the command that other processes call, such as the launcher of a Python package: the process itself runs the
/// interpreter. Only the first call has an effect.
pub fn set_program(path: PathBuf) {
    let _ = PROGRAM.set(path);
}

/// Returns the path of the command: the one that [`set_program`] named, or the running program.
///
/// # Errors
///
/// Fails if no path is named and the system does not know that of the running program.
pub fn program() -> io::Result<PathBuf> {
    PROGRAM.get().cloned().map_or_else(std::env::current_exe, Ok)
}
