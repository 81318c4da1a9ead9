//! Dot products and matrix products.

use std::ops::Range;

use halfpipe_arrays::{DotOperand, DotTerms, DotUnit};
use halfpipe_isa::Instruction;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::{Slice, Words, WordsMut};
use crate::parallel::{Call, Parts};

/// The numbers of products in the names of instructions.
const PRODUCTS: [u32; 5] = [16, 32, 8, 4, 2];

/// The multiplications between two looks for Ctrl-C, and those that one thread does at once.
const STEP: usize = 1 << 25;
const TASK: usize = 1 << 16;

/// The rows of a matrix that are multiplied by a column before the next one.
const ROWS: usize = 8;

/// The names of the formats of d, and of the elements of a and of b.
type Formats = (String, String, String);

/// Returns the unit of a mode, and of the names of the formats of d and of the elements of a and b.
fn find_unit(mode: &str, (result, a, b): &Formats) -> PyResult<DotUnit> {
    let element = if a == b { a.clone() } else { format!("{a}.{b}") };
    let instruction = |products: &u32| {
        format!("dot{products}.{mode}.{result}.{element}")
            .parse::<Instruction>()
            .ok()
    };
    let unit = PRODUCTS.iter().find_map(instruction).and_then(DotUnit::new);
    unit.ok_or_else(|| {
        let mut all: Vec<String> = Instruction::dots()
            .iter()
            .filter(|instruction| DotUnit::new(**instruction).is_some())
            .map(|instruction| {
                let mnemonic = instruction.mnemonic();
                let (_, rest) = mnemonic.split_once('.').unwrap_or_default();
                rest.to_owned()
            })
            .collect();
        all.sort();
        all.dedup();
        PyValueError::new_err(format!(
            "there is no dot product {mode}.{result}.{element}; the modes with d's format and the elements' are {}",
            all.join(", ")
        ))
    })
}

/// Decodes the elements of an array in a range.
fn decode(unit: &DotUnit, operand: DotOperand, all: Slice<'_>, range: Range<usize>, terms: &mut DotTerms) {
    terms.clear();
    match all {
        Slice::U8(all) => unit.decode(operand, &all[range], terms),
        Slice::U16(all) => unit.decode(operand, &all[range], terms),
        Slice::U32(all) => unit.decode(operand, &all[range], terms),
        _ => unreachable!("elements have at most 32 bits"),
    }
}

/// Returns the elements of an array of at most 32 bits.
fn elements<'a>(words: &'a Words<'_>, count: usize) -> PyResult<Slice<'a>> {
    let slice = words.slice()?;
    let has_elements = matches!(slice, Slice::U8(_) | Slice::U16(_) | Slice::U32(_)) && slice.len() == count;
    has_elements
        .then_some(slice)
        .ok_or_else(|| PyValueError::new_err("arrays of the same length, and elements of 8, 16 or 32 bits"))
}

/// Computes dot products of `length` elements: `d[i]` = `c[i]` + Σ `a[i, k]` · `b[i, k]`.
#[pyfunction]
#[pyo3(signature = (mode, formats, length, a, b, c, d, threads=None, progress=None))]
#[allow(clippy::too_many_arguments)]
fn dot<'py>(
    python: Python<'py>,
    mode: &str,
    formats: Formats,
    length: usize,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    c: &Bound<'py, PyAny>,
    d: &Bound<'py, PyAny>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let unit = find_unit(mode, &formats)?;
    let call = Call::new(python, threads, progress)?;
    let [a, b, c] = [Words::borrow(a)?, Words::borrow(b)?, Words::borrow(c)?];
    let mut d = WordsMut::borrow(d)?;
    let d = d.slice()?;
    let count = d.len();
    let (a, b) = (elements(&a, count * length)?, elements(&b, count * length)?);
    let c = c.slice()?;
    if c.len() != count {
        return Err(PyValueError::new_err("arrays of the same length"));
    }
    let per_product = length.max(1);
    let parts = Parts {
        step: STEP.div_ceil(per_product),
        task: TASK.div_ceil(per_product),
    };
    call.fill(parts, vec![d], |start, results| {
        let block = (4096 / per_product).max(1);
        let (mut x, mut y) = (DotTerms::default(), DotTerms::default());
        let mut found = Vec::with_capacity(block);
        let count = results[0].len();
        for first in (0..count).step_by(block) {
            let lines = block.min(count - first);
            let place = (start + first) * length;
            decode(&unit, DotOperand::A, a, place..place + lines * length, &mut x);
            decode(&unit, DotOperand::B, b, place..place + lines * length, &mut y);
            found.clear();
            found.extend((0..lines).map(|line| {
                let range = line * length..(line + 1) * length;
                let c = c.at(start + first + line) as u32;
                u64::from(unit.dot(&x, range.clone(), &y, range, c))
            }));
            results[0].write(first, &found);
        }
    })
}

/// Computes a product of matrices: d = c + a · b, with the columns of b as rows. `shape` is M, N, K.
#[pyfunction]
#[pyo3(signature = (mode, formats, shape, a, b, c, d, threads=None, progress=None))]
#[allow(clippy::too_many_arguments)]
fn gemm<'py>(
    python: Python<'py>,
    mode: &str,
    formats: Formats,
    shape: (usize, usize, usize),
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    c: &Bound<'py, PyAny>,
    d: &Bound<'py, PyAny>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<()> {
    let (rows, columns, length) = shape;
    let unit = find_unit(mode, &formats)?;
    let call = Call::new(python, threads, progress)?;
    let [a, b, c] = [Words::borrow(a)?, Words::borrow(b)?, Words::borrow(c)?];
    let mut d = WordsMut::borrow(d)?;
    let d = d.slice()?;
    let (a, b) = (elements(&a, rows * length)?, elements(&b, columns * length)?);
    let c = c.slice()?;
    if c.len() != rows * columns || d.len() != rows * columns {
        return Err(PyValueError::new_err("arrays of the same length"));
    }
    let [mut x, mut y] = [DotTerms::default(), DotTerms::default()];
    python.detach(|| {
        decode(&unit, DotOperand::A, a, 0..rows * length, &mut x);
        decode(&unit, DotOperand::B, b, 0..columns * length, &mut y);
    });
    let per_product = length.max(1);
    let parts = Parts {
        step: STEP.div_ceil(per_product),
        task: (ROWS * columns).max(1),
    };
    call.fill(parts, vec![d], |start, results| {
        let count = results[0].len();
        let end = start + count;
        let mut found = vec![0; count];
        for column in 0..columns {
            // The task's elements in this column, a row apart.
            let first = start + (column + columns - start % columns) % columns;
            for place in (first..end).step_by(columns) {
                let row = place / columns;
                let sum = unit.dot(
                    &x,
                    row * length..(row + 1) * length,
                    &y,
                    column * length..(column + 1) * length,
                    c.at(place) as u32,
                );
                found[place - start] = sum.into();
            }
        }
        results[0].write(0, &found);
    })
}

/// Adds the functions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(dot, module)?)?;
    module.add_function(wrap_pyfunction!(gemm, module)?)
}
