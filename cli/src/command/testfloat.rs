//! `verify --testfloat`: hardware against Berkeley TestFloat.
//!
//! A line of `testfloat_gen` contains the operands, the result and the flags, in hexadecimal digits.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use halfpipe_hdl::design::{Design, Interface};
use halfpipe_isa::{ElementType, FloatFormat, Instruction, Operand, Rounding};
use halfpipe_request::arguments::design::CORE;
use halfpipe_request::arguments::zfh::Latencies;
use halfpipe_request::counted::counted;
use halfpipe_request::request;
use halfpipe_request::select;
use halfpipe_simulation::{vector, Vector};
use halfpipe_testbench::engine::{self, Engine, EngineKind};
use halfpipe_testbench::scoreboard::Mismatch;
use halfpipe_tools::files::open_input;

use crate::arguments::verify::Arguments;
use crate::error::Error;
use crate::lines::read_line;
use crate::replay::mismatch_text;

/// The number of vectors in a block.
const BLOCK: usize = 1 << 14;

/// The mask of NV in the flags.
const INVALID: u64 = 1 << 4;

/// Compares an instruction with the lines of a file.
pub fn run(arguments: &Arguments, file: &Path, output: &mut dyn Write) -> Result<(), Error> {
    let instruction = instruction(arguments)?;
    let design = request::unit(instruction, Some(Latencies::cycles(arguments.latency)?.unwrap_or(0)))?;
    let kind = arguments.engine.kind(EngineKind::Simulator)?;
    let mut lines = TestFloatFile::open(file, instruction)?;
    let (count, found) = compare(&design, kind, || lines.next_block())?;
    if count == 0 {
        return Err(Error::usage(format!("{}: the file is empty", lines.name)));
    }
    let vectors = format!("{} of TestFloat", counted(count, "vector"));
    print(&design, kind, &vectors, found, output)
}

/// Compares a design with the vectors of blocks, up to an empty one. Returns the number of vectors, and the mismatches.
pub(super) fn compare(
    design: &Design,
    kind: EngineKind,
    mut next_block: impl FnMut() -> Result<Vec<ExpectedVector>, Error>,
) -> Result<(u64, Mismatches), Error> {
    let mut comparison = ModuleUnderTest::new(design, kind)?;
    let (mut count, mut found) = (0, Mismatches::default());
    loop {
        let block = next_block()?;
        if block.is_empty() {
            return Ok((count, found));
        }
        count += block.len() as u64;
        let mismatches = comparison.mismatches(&block)?;
        found.count += mismatches.len() as u64;
        found.first = found.first.or(mismatches.into_iter().next());
    }
}

/// Prints the result of a comparison with these vectors.
pub(super) fn print(
    design: &Design,
    kind: EngineKind,
    vectors: &str,
    found: Mismatches,
    output: &mut dyn Write,
) -> Result<(), Error> {
    let (title, latency) = (design.interface().title(), design.latency());
    let title = format!("{title} at latency {latency}, engine {kind}: {vectors}");
    match found.first {
        None => Ok(writeln!(output, "{title}, no mismatch")?),
        Some(mismatch) => {
            let (count, text) = (found.count, mismatch_text(&mismatch));
            writeln!(output, "{title}, mismatches: {count}, the first:\n{text}")?;
            Err(Error::Found)
        }
    }
}

/// Opens a file, or standard input for `-`. Returns it with its name in messages.
pub(super) fn open(file: &Path) -> Result<(String, Box<dyn BufRead>), Error> {
    if file == Path::new("-") {
        return Ok(("standard input".to_owned(), Box::new(BufReader::new(std::io::stdin()))));
    }
    let name = file.display().to_string();
    match open_input(file) {
        Ok(file) => Ok((name, Box::new(BufReader::new(file)))),
        Err(error) => Err(Error::reading(&name, &error)),
    }
}

/// Returns the requested instruction, with flags.
fn instruction(arguments: &Arguments) -> Result<Instruction, Error> {
    let [word] = &arguments.mnemonics[..] else {
        return Err(Error::usage(format!(
            "--testfloat compares one instruction, but {} are named",
            arguments.mnemonics.len()
        )));
    };
    let of_one_lane = || Error::usage("--testfloat compares one instruction of one lane, such as add.rn.f16");
    if word == CORE {
        return Err(of_one_lane());
    }
    let instruction = select::instruction(word)?;
    let ty = instruction.ty();
    if ty.lanes() > 1 || ty.result_lanes() > 1 {
        return Err(of_one_lane());
    }
    if instruction.has_rounding_port() {
        let names = Rounding::ALL.map(|rounding| instruction.with_fixed_rounding(rounding).to_string());
        return Err(Error::usage(format!(
            "--testfloat compares one rounding, and {instruction} takes it as an operand; write {}",
            names.join(", ")
        )));
    }
    let no_flags = || Error::usage(format!("--testfloat compares flags, which {instruction} does not have"));
    instruction.with_flags().ok_or_else(no_flags)
}

/// A vector with its expected outputs.
pub(super) struct ExpectedVector {
    pub(super) inputs: Vector,
    pub(super) expected: Vector,
}

/// The vectors whose outputs differ from the expected ones.
#[derive(Default)]
pub(super) struct Mismatches {
    count: u64,
    first: Option<Mismatch>,
}

/// The lines of a file.
struct TestFloatFile {
    instruction: Instruction,
    name: String,
    input: Box<dyn BufRead>,
    number: u64,
}

impl TestFloatFile {
    fn open(file: &Path, instruction: Instruction) -> Result<TestFloatFile, Error> {
        let (name, input) = open(file)?;
        Ok(TestFloatFile {
            instruction,
            name,
            input,
            number: 0,
        })
    }

    /// Returns the next lines. Empty at the end of the file.
    fn next_block(&mut self) -> Result<Vec<ExpectedVector>, Error> {
        let mut block = Vec::new();
        while block.len() < BLOCK {
            let Some(text) = read_line(&mut *self.input, &self.name, self.number + 1)? else {
                break;
            };
            self.number += 1;
            let line = ExpectedVector::read(self.instruction, &text).ok_or_else(|| self.refused())?;
            block.push(line);
        }
        Ok(block)
    }

    /// Returns the error for a line with the wrong number or width of words.
    fn refused(&self) -> Error {
        let registers: Vec<String> = registers(self.instruction)
            .map(|register| format!("{} of {} bits", register.name, register.width()))
            .collect();
        Error::usage(format!(
            "{} line {}: it takes hexadecimal words for {}",
            self.name,
            self.number,
            registers.join(", ")
        ))
    }
}

/// Returns the register of each word in a line: the operands, then the results.
fn registers(instruction: Instruction) -> impl Iterator<Item = &'static Operand> {
    let signature = instruction.signature();
    signature.operands().iter().chain(signature.results())
}

impl ExpectedVector {
    fn read(instruction: Instruction, text: &[u8]) -> Option<ExpectedVector> {
        let text = std::str::from_utf8(text).ok()?;
        let words: Option<Vec<u64>> = text
            .split_whitespace()
            .map(|word| u64::from_str_radix(word, 16).ok())
            .collect();
        let words = words?;
        let registers: Vec<&Operand> = registers(instruction).collect();
        let fits = |(word, register): (&u64, &&Operand)| *word <= u64::MAX >> (u64::BITS - register.width());
        let is_one = words.len() == registers.len() && words.iter().zip(&registers).all(fits);
        let (inputs, results) = words.split_at_checked(instruction.signature().operands().len())?;
        is_one.then(|| ExpectedVector {
            inputs: vector(inputs.iter().copied()),
            expected: expected_outputs(instruction, inputs, results),
        })
    }
}

/// Returns the expected outputs for the results of a line. For an instruction of RISC-V they are those of the line. For
/// another they differ in results that IEEE 754 leaves open. A NaN becomes the canonical one, and the integer of an
/// invalid conversion comes from the model.
fn expected_outputs(instruction: Instruction, inputs: &[u64], results: &[u64]) -> Vector {
    if instruction.is_riscv() {
        return vector(results.iter().copied());
    }
    let signature = instruction.signature();
    let flags = signature.flags().map_or(0, |position| results[position]);
    let is_invalid = instruction.operation().is_conversion() && flags & INVALID != 0;
    let registers = signature.results().iter().enumerate();
    vector(
        registers
            .zip(results)
            .map(|((position, register), &word)| match register.element_type {
                ElementType::Number(element) => with_canonical_nan(element, word),
                ElementType::Signed(_) | ElementType::Unsigned(_) if is_invalid => {
                    halfpipe_model::value::results(instruction.without_flags(), inputs)[position]
                }
                _ => word,
            }),
    )
}

/// Replaces any NaN by the canonical one. All formats of instructions with flags have infinities.
fn with_canonical_nan(format: FloatFormat, number: u64) -> u64 {
    let is_nan = number & u64::from(format.magnitude_mask()) > u64::from(format.overflow_encoding());
    if is_nan {
        format.canonical_nan().into()
    } else {
        number
    }
}

/// A module under test.
struct ModuleUnderTest<'a> {
    interface: &'a Interface,
    kind: EngineKind,
    engine: Box<dyn Engine + 'a>,
    results: Vec<Vector>,
}

impl ModuleUnderTest<'_> {
    fn new(design: &Design, kind: EngineKind) -> Result<ModuleUnderTest<'_>, Error> {
        Ok(ModuleUnderTest {
            interface: design.interface(),
            kind,
            engine: engine::open(kind, design)?,
            results: Vec::new(),
        })
    }

    /// Returns the vectors whose outputs differ from the expected ones.
    fn mismatches(&mut self, lines: &[ExpectedVector]) -> Result<Vec<Mismatch>, Error> {
        let vectors: Vec<Vector> = lines.iter().map(|line| line.inputs.clone()).collect();
        self.results.clear();
        self.engine
            .evaluate(&vectors, &mut self.results)
            .map_err(Error::failure)?;
        let both = lines.iter().zip(&self.results);
        let wrong = both.filter(|(line, actual)| line.expected != **actual);
        let mismatch = |(line, actual): (&ExpectedVector, &Vector)| Mismatch {
            interface: self.interface.clone(),
            engine: self.kind,
            file_options: Vec::new(),
            inputs: line.inputs.clone(),
            expected: line.expected.clone(),
            actual: actual.clone(),
        };
        Ok(wrong.map(mismatch).collect())
    }
}

#[cfg(test)]
#[path = "../../tests/unit/command/testfloat.rs"]
mod tests;
