//! The native part of the Python module `halfpipe`.
//!
//! The functions take arrays of unsigned integers that hold encodings. Types, shapes and broadcasting are the work of the
//! Python files beside this crate, under `halfpipe`. Each group of calls has a file here.

mod arrays;
mod cast;
mod command;
mod evaluation;
mod modules;
mod parallel;
mod products;

use pyo3::prelude::*;

/// Results of halfpipe's instructions on arrays of encodings.
#[pymodule]
fn _halfpipe(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    evaluation::add(module)?;
    command::add(module)?;
    modules::add(module)?;
    products::add(module)?;
    cast::add(module)
}
