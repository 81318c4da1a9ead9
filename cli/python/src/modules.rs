//! Modules: their files in memory, and the commands that print about them.

use std::ffi::OsString;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// Returns the files that the words behind `halfpipe generate` stand for: their names and texts, the Verilog first.
#[pyfunction]
fn generate(python: Python<'_>, words: Vec<String>) -> PyResult<Vec<(String, String)>> {
    let files = python.detach(|| halfpipe::generate(&words));
    let files = files.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(files.into_iter().map(|file| (file.name, file.text)).collect())
}

/// Carries out a command. Returns its exit status and its output. A command line that is wrong is a ValueError, and a
/// failure without output a RuntimeError.
#[pyfunction]
fn capture(python: Python<'_>, words: Vec<OsString>) -> PyResult<(u8, String)> {
    let line = std::iter::once(OsString::from("halfpipe")).chain(words);
    let outcome = python.detach(|| halfpipe::capture(line));
    match outcome.message {
        Some(message) if outcome.status == 2 => Err(PyValueError::new_err(message)),
        Some(message) if outcome.output.is_empty() => Err(PyRuntimeError::new_err(message)),
        _ => Ok((outcome.status, outcome.output)),
    }
}

/// Adds the functions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(generate, module)?)?;
    module.add_function(wrap_pyfunction!(capture, module)?)
}
