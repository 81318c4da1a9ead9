//! Conversions between formats.

use halfpipe_arrays::{encode_exactly, Cast, CastSource};
use halfpipe_isa::FloatFormat;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::{Words, WordsMut};
use crate::evaluation::find_rounding;
use crate::parallel::{Call, Parts};

/// The numbers that are converted at once.
const BLOCK: usize = 512;

/// Returns the format of a name.
fn find_format(name: &str) -> PyResult<FloatFormat> {
    FloatFormat::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = FloatFormat::ALL
            .iter()
            .filter(|format| !format.is_riscv())
            .map(|format| format.word())
            .collect();
        PyValueError::new_err(format!(
            "`{name}` is not a format; formats are {}, and names such as e5m6 with 2 to 8 exponent bits and 1 to 23 \
             fraction bits",
            names.join(", ")
        ))
    })
}

/// Returns the name and the bits in memory of a format.
#[pyfunction]
fn format(name: &str) -> PyResult<(&'static str, u32)> {
    let format = find_format(name)?;
    Ok((format.word(), format.register_bits()))
}

/// Returns the encoding of a number in a format, or None if the format lacks the number.
#[pyfunction]
fn encode(name: &str, number: f64) -> PyResult<Option<u32>> {
    Ok(encode_exactly(find_format(name)?, number))
}

/// Converts an array of encodings from one format to another, or from `f64`.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
#[pyo3(signature = (operands, results, formats, rounding, saturates, threads=None, progress=None))]
fn cast<'py>(
    python: Python<'py>,
    operands: &Bound<'py, PyAny>,
    results: &Bound<'py, PyAny>,
    formats: (String, String),
    rounding: &str,
    saturates: bool,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let from = match formats.0.as_str() {
        "f64" => CastSource::Double,
        name => CastSource::Format(find_format(name)?),
    };
    let cast = Cast::new(
        from,
        find_format(&formats.1)?,
        find_rounding("rounding", rounding)?,
        saturates,
    );
    let call = Call::new(python, threads, progress)?;
    let operands = Words::borrow(operands)?;
    let operands = operands.slice()?;
    let mut results = WordsMut::borrow(results)?;
    let results = results.slice()?;
    if operands.len() != results.len() {
        return Err(PyValueError::new_err("arrays of the same length"));
    }
    let parts = Parts {
        step: 1 << 21,
        task: 1 << 14,
    };
    call.fill(parts, vec![results], |start, results| {
        let (mut words, mut found) = ([0; BLOCK], [0; BLOCK]);
        let count = results[0].len();
        for first in (0..count).step_by(BLOCK) {
            let length = BLOCK.min(count - first);
            operands.read(start + first, &mut words[..length]);
            cast.convert(&words[..length], &mut found[..length]);
            results[0].write(first, &found[..length]);
        }
    })
}

/// Adds the functions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(format, module)?)?;
    module.add_function(wrap_pyfunction!(encode, module)?)?;
    module.add_function(wrap_pyfunction!(cast, module)?)
}
