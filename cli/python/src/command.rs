//! The command, as the entry point of the package.

use std::ffi::OsString;
use std::path::PathBuf;

use pyo3::prelude::*;

/// Carries out a command line, whose first word is the path of the command. Returns the exit status.
#[pyfunction]
fn run(python: Python<'_>, command_line: Vec<OsString>) -> u8 {
    if let Some(program) = command_line.first() {
        halfpipe::set_program(PathBuf::from(program));
    }
    python.detach(|| halfpipe::run(command_line))
}

/// Adds the function to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(run, module)?)
}
