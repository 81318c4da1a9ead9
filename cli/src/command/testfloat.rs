//! `verify --testfloat`: hardware against the lines of Berkeley TestFloat.
//!
//! A line of `testfloat_gen` has operands, the result and the flags, in hexadecimal digits.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use halfpipe_hdl::design::{Function, Interface};
use halfpipe_hdl::format::Format;
use halfpipe_isa::{Content, Element, Operand};
use halfpipe_testbench::engine::{self, Engine, EngineKind};
use halfpipe_testbench::scoreboard::Mismatch;
use halfpipe_testbench::{vector, Vector};

use crate::arguments::verify::Arguments;
use crate::error::Error;
use crate::request::{DesignOptions, Flags, Wanted};
use crate::{request, select};

/// Vectors that are computed at a time.
const BLOCK: usize = 1 << 14;

/// NV among the flags.
const INVALID: u64 = 1 << 4;

/// Compares an instruction with the lines of a file.
pub fn run(arguments: &Arguments, file: &Path, output: &mut dyn Write) -> Result<(), Error> {
    let [word] = &arguments.mnemonics[..] else {
        return Err(Error::usage(format!(
            "--testfloat takes the lines of one instruction, and {} are named",
            arguments.mnemonics.len()
        )));
    };
    if word == request::CORE || select::instruction(word)?.signature().lanes() > 1 {
        return Err(Error::usage("--testfloat is for one instruction of one lane"));
    }
    let options = DesignOptions {
        flags: Flags { flags: true },
        ..arguments.core.clone()
    };
    let wanted = Wanted::of_latency(arguments.latency.or(Some(0)));
    let design = request::design(word, &options, &wanted)?;
    let kind = arguments.engine.kind(EngineKind::Simulator)?;
    let mut lines = Lines::open(file)?;
    let mut comparison = Comparison {
        interface: design.interface(),
        kind,
        engine: engine::open(kind, &design).map_err(Error::failure)?,
        results: Vec::new(),
    };
    let (mut count, mut wrong, mut first) = (0_u64, 0_u64, None);
    loop {
        let block = lines.next_block(design.interface())?;
        if block.is_empty() {
            break;
        }
        count += block.len() as u64;
        let mismatches = comparison.mismatches(&block)?;
        wrong += mismatches.len() as u64;
        first = first.or(mismatches.into_iter().next());
    }
    if count == 0 {
        return Err(Error::failure(format!("{}: there is no line in it", lines.name)));
    }
    let title = format!(
        "{} at latency {}, engine {kind}: {count} vectors of TestFloat",
        design.interface().title(),
        design.latency()
    );
    match first {
        None => Ok(writeln!(output, "{title}, no mismatch")?),
        Some(mismatch) => {
            writeln!(output, "{title}, mismatches: {wrong}, the first:\n{mismatch}")?;
            Err(Error::Found)
        }
    }
}

/// A vector with what is due.
struct Line {
    inputs: Vector,
    result: u64,
    flags: u64,
}

/// The lines of a file.
struct Lines {
    name: String,
    input: Box<dyn BufRead>,
    number: u64,
}

impl Lines {
    fn open(file: &Path) -> Result<Lines, Error> {
        let name = match file == Path::new("-") {
            true => "standard input".to_owned(),
            false => file.display().to_string(),
        };
        let input: Box<dyn BufRead> = match file == Path::new("-") {
            true => Box::new(BufReader::new(std::io::stdin())),
            false => {
                let file = File::open(file).map_err(|error| Error::failure(format!("cannot read {name}: {error}")))?;
                Box::new(BufReader::new(file))
            }
        };
        Ok(Lines { name, input, number: 0 })
    }

    /// The next lines, none at the end.
    fn next_block(&mut self, interface: &Interface) -> Result<Vec<Line>, Error> {
        let mut block = Vec::new();
        let mut text = Vec::new();
        while block.len() < BLOCK {
            text.clear();
            let read = self.input.read_until(b'\n', &mut text);
            let read = read.map_err(|error| Error::failure(format!("cannot read {}: {error}", self.name)))?;
            if read == 0 {
                break;
            }
            self.number += 1;
            let function = interface.function().expect("it is of one instruction");
            let line = Line::read(function, &text).ok_or_else(|| self.refused(function))?;
            block.push(line);
        }
        Ok(block)
    }

    /// That a line has other words than it should.
    fn refused(&self, function: &Function) -> Error {
        let registers = function
            .signature()
            .operands()
            .iter()
            .chain(function.signature().results());
        let registers: Vec<String> = registers
            .map(|register| format!("{} of {} bits", register.name, register.width()))
            .collect();
        Error::failure(format!(
            "{} line {}: it takes hexadecimal words for {}",
            self.name,
            self.number,
            registers.join(", ")
        ))
    }
}

impl Line {
    fn read(function: &Function, text: &[u8]) -> Option<Line> {
        let text = std::str::from_utf8(text).ok()?;
        let words: Option<Vec<u64>> = text
            .split_whitespace()
            .map(|word| u64::from_str_radix(word, 16).ok())
            .collect();
        let words = words?;
        let signature = function.signature();
        let registers: Vec<&Operand> = signature.operands().iter().chain(signature.results()).collect();
        let fits = |(word, register): (&u64, &&Operand)| *word <= u64::MAX >> (u64::BITS - register.width());
        let is_one = words.len() == registers.len() && words.iter().zip(&registers).all(fits);
        let (inputs, results) = words.split_at_checked(signature.operands().len())?;
        is_one.then(|| Line {
            inputs: vector(inputs.iter().copied()),
            result: results[0],
            flags: results[1],
        })
    }
}

/// A module at work.
struct Comparison<'a> {
    interface: &'a Interface,
    kind: EngineKind,
    engine: Box<dyn Engine + 'a>,
    results: Vec<Vector>,
}

impl Comparison<'_> {
    /// The vectors that do not give what is due.
    fn mismatches(&mut self, lines: &[Line]) -> Result<Vec<Mismatch>, Error> {
        let vectors: Vec<Vector> = lines.iter().map(|line| line.inputs.clone()).collect();
        self.results.clear();
        self.engine
            .evaluate(&vectors, &mut self.results)
            .map_err(Error::failure)?;
        let function = self.interface.function().expect("it is of one instruction");
        let content = function.signature().results()[0].content;
        let both = lines.iter().zip(&self.results);
        let wrong = both
            .filter(|(line, actual)| actual[1] != line.flags || !is_same(content, line.flags, line.result, actual[0]));
        let mismatch = |(line, actual): (&Line, &Vector)| Mismatch {
            interface: self.interface.clone(),
            engine: self.kind,
            file: None,
            inputs: line.inputs.clone(),
            expected: vector([line.result, line.flags]),
            actual: actual.clone(),
        };
        Ok(wrong.map(mismatch).collect())
    }
}

/// Whether a result is the one that is due. IEEE 754 leaves open which NaN it is, and what integer an invalid conversion gives.
fn is_same(content: Content, flags: u64, due: u64, actual: u64) -> bool {
    let is_open = match content {
        Content::Number(element) => [due, actual].into_iter().all(|word| is_nan(element, word)),
        Content::Signed(_) | Content::Unsigned(_) => flags & INVALID != 0,
        _ => false,
    };
    is_open || due == actual
}

fn is_nan(element: Element, word: u64) -> bool {
    let format = Format::of(element);
    let last = match format.has_infinity() {
        true => format.infinity(),
        false => format.largest_finite(),
    };
    word & (u64::MAX >> (u64::BITS - format.magnitude_bits())) > last
}
