//! `eval mma`: products of matrices in the units of a tile.

use std::io::{Read, Write};

use halfpipe_hdl::mma::{unit, MmaSpec};
use halfpipe_hdl::unit::Multiplier;
use halfpipe_isa::ElementType;
use halfpipe_request::counted::counted;
use halfpipe_request::operands::{append_elements, read_element, words, Inexact};
use halfpipe_simulation::matrix::MatrixProduct;
use halfpipe_testbench::engine::{self, EngineKind};

use crate::arguments::eval::Arguments;
use crate::error::{print_note, Error};
use crate::operand_lines::print_rounded;

/// Multiplies matrices of a file, and prints the results in the form of the file.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let spec = arguments.mma.tile(arguments.latency, None, Multiplier::Rows)?;
    let name = match &arguments.operands[..] {
        [] => STANDARD_INPUT,
        [name] => name,
        [_, second, ..] => {
            return Err(Error::usage(format!(
                "mma takes one file of matrices, and `{second}` is left over"
            )))
        }
    };
    let text = read(name)?;
    let products = MatrixFile::new(name, &text, &spec)?.products()?;
    let unit = unit(&spec).map_err(Error::usage)?;
    let kind = arguments.engine.kind(EngineKind::Simulator)?;
    let mut engine = engine::open(kind, &unit)?;
    let element = spec.instruction.signature().results()[0].element_type;
    let with_values = arguments.decimal.is_wanted();
    for (number, product) in products.iter().enumerate() {
        let result = product
            .evaluate(&spec, |vectors, results| engine.evaluate(vectors, results))
            .map_err(Error::failure)?;
        let mut text = Vec::new();
        if number > 0 {
            text.push(b'\n');
        }
        for row in result.chunks(product.sides[1]) {
            append_elements(&mut text, element, row, with_values);
            text.push(b'\n');
        }
        output.write_all(&text)?;
    }
    Ok(())
}

/// The name of standard input in place of a file.
const STANDARD_INPUT: &str = "-";

fn read(name: &str) -> Result<Vec<u8>, Error> {
    let mut text = Vec::new();
    if name == STANDARD_INPUT {
        std::io::stdin()
            .lock()
            .read_to_end(&mut text)
            .map_err(|error| Error::reading("standard input", &error))?;
    } else {
        text = std::fs::read(name).map_err(|error| Error::reading(name, &error))?;
    }
    Ok(text)
}

/// A matrix of encodings.
struct Matrix {
    /// The number of its first line.
    line: usize,
    /// The number of elements of a row.
    columns: usize,
    /// Its elements, row by row.
    elements: Vec<u32>,
}

impl Matrix {
    fn rows(&self) -> usize {
        self.elements.len() / self.columns
    }
}

/// The matrices of a file: A, B and C of each product. Blank lines separate them.
struct MatrixFile<'f> {
    name: &'f str,
    matrices: Vec<Matrix>,
}

impl<'f> MatrixFile<'f> {
    /// Reads the matrices.
    fn new(name: &'f str, text: &[u8], spec: &MmaSpec) -> Result<MatrixFile<'f>, Error> {
        let signature = spec.instruction.signature();
        let (ab, c) = (
            signature.operands()[0].element_type,
            signature.results()[0].element_type,
        );
        let mut file = MatrixFile {
            name: if name == STANDARD_INPUT { "standard input" } else { name },
            matrices: Vec::new(),
        };
        let mut inexact = Vec::new();
        let mut is_open = false;
        for (line, text) in (1..).zip(text.split(|byte| *byte == b'\n')) {
            let number = file.matrices.len() - usize::from(is_open);
            let element = if number % 3 == 2 { c } else { ab };
            let row = read_row(element, text, &mut inexact)
                .map_err(|refusal| file.refused(line, format!("the element is {refusal}")))?;
            if row.is_empty() {
                is_open = false;
                continue;
            }
            match file.matrices.last_mut().filter(|_| is_open) {
                Some(matrix) if matrix.columns == row.len() => matrix.elements.extend(row),
                Some(matrix) => {
                    let (found, above) = (counted(row.len() as u64, "element"), matrix.columns);
                    return Err(file.refused(
                        line,
                        format!("the row has {found}, and the row above has {above}; a blank line ends a matrix"),
                    ));
                }
                None => file.matrices.push(Matrix {
                    line,
                    columns: row.len(),
                    elements: row,
                }),
            }
            is_open = true;
        }
        if let [first, rest @ ..] = &inexact[..] {
            print_note(&first.to_string());
            print_rounded(rest.len() as u64);
        }
        Ok(file)
    }

    fn refused(&self, line: usize, why: String) -> Error {
        Error::usage(format!("{}: line {line}: {why}", self.name))
    }

    /// Returns the products, each of three matrices.
    fn products(self) -> Result<Vec<MatrixProduct>, Error> {
        let count = self.matrices.len();
        if count == 0 || !count.is_multiple_of(3) {
            return Err(Error::usage(format!(
                "{}: {count} matrices; a product has A, B and C, with a blank line between two",
                self.name
            )));
        }
        let product = |matrices: &[Matrix]| {
            let [a, b, c] = matrices else {
                unreachable!("chunks of three")
            };
            let sides = [a.rows(), b.columns, a.columns];
            if b.rows() != a.columns {
                let (rows, columns) = (counted(b.rows() as u64, "row"), counted(a.columns as u64, "column"));
                let why = format!("B has {rows}, and A has {columns}; both numbers are the same");
                return Err(self.refused(b.line, why));
            }
            if [c.rows(), c.columns] != [a.rows(), b.columns] {
                let why = format!(
                    "C is a matrix of {} x {}, and A · B of {} x {}; both sizes are the same",
                    c.rows(),
                    c.columns,
                    a.rows(),
                    b.columns
                );
                return Err(self.refused(c.line, why));
            }
            Ok(MatrixProduct {
                sides,
                a: a.elements.clone(),
                b: b.elements.clone(),
                c: c.elements.clone(),
            })
        };
        self.matrices.chunks(3).map(product).collect()
    }
}

/// Reads the elements of a row.
fn read_row(element: ElementType, line: &[u8], inexact: &mut Vec<Inexact>) -> Result<Vec<u32>, String> {
    words(line).map(|word| read_element(element, word, inexact)).collect()
}
