//! `verify --arch-test`: hardware against the golden model on the operands of riscv-arch-test.
//!
//! A test in such a file begins with a comment of fields between semicolons. They name the instruction, its operands, its
//! rounding mode and the register `fcsr`. The file does not have the results.

use std::io::{BufRead, Write};
use std::path::Path;

use halfpipe_hdl::design::{Design, Interface};
use halfpipe_isa::{ElementType, Instruction, Rounding};
use halfpipe_request::arguments::zfh::Latencies;
use halfpipe_request::counted::counted;
use halfpipe_request::request;
use halfpipe_request::select;
use halfpipe_simulation::model::expected;
use halfpipe_simulation::vector;
use halfpipe_testbench::engine::EngineKind;

use super::testfloat::{compare, open, print, ExpectedVector};
use crate::arguments::verify::Arguments;
use crate::error::Error;
use crate::lines::read_line;

/// The length of the longest comment of a test, in bytes.
const LONGEST_COMMENT: usize = 1 << 16;

/// The number of tests in a block.
const BLOCK: usize = 1 << 14;

/// The first field of a test.
const START: &str = "/* opcode:";

/// The number of bits of `fcsr` below the rounding mode.
const FLAG_BITS: u32 = 5;

/// Compares an instruction with the model on the operands of a file.
pub fn run(arguments: &Arguments, file: &Path, output: &mut dyn Write) -> Result<(), Error> {
    let instruction = instruction(arguments)?;
    let design = request::unit(instruction, Some(Latencies::cycles(arguments.latency)?.unwrap_or(0)))?;
    let kind = arguments.engine.kind(EngineKind::Simulator)?;
    verify_tests(&design, kind, ArchTestFile::open(file, &design, instruction)?, output)
}

/// Compares a design with the model on tests.
fn verify_tests(
    design: &Design,
    kind: EngineKind,
    mut tests: ArchTestFile<'_>,
    output: &mut dyn Write,
) -> Result<(), Error> {
    let (count, found) = compare(design, kind, || tests.next_block())?;
    if count == 0 {
        return Err(Error::usage(format!("{}: the file has no tests", tests.name)));
    }
    let mut vectors = format!("{} of riscv-arch-test", counted(count, "test"));
    if tests.instruction.has_rounding_port() {
        let counts = Rounding::ALL.iter().zip(tests.in_rounding);
        let counts: Vec<String> = counts
            .filter(|(_, count)| *count > 0)
            .map(|(rounding, count)| format!("{count} {}", rounding.riscv_name()))
            .collect();
        vectors += &format!(" ({})", counts.join(", "));
    }
    print(design, kind, &vectors, found, output)
}

/// Returns the requested instruction of RISC-V.
fn instruction(arguments: &Arguments) -> Result<Instruction, Error> {
    let [word] = &arguments.mnemonics[..] else {
        return Err(Error::usage(format!(
            "--arch-test compares one instruction, but {} are named",
            arguments.mnemonics.len()
        )));
    };
    let instruction = select::instruction(word)?;
    if !instruction.is_riscv() {
        return Err(Error::usage(format!(
            "--arch-test compares an instruction of RISC-V such as fadd.h, and {instruction} is none"
        )));
    }
    match instruction.with_rounding_port() {
        Some(with_port) if with_port != instruction => Err(Error::usage(format!(
            "--arch-test takes the rounding from each test; write {with_port}"
        ))),
        _ => Ok(instruction),
    }
}

/// The tests of a file.
struct ArchTestFile<'d> {
    instruction: Instruction,
    interface: &'d Interface,
    name: String,
    input: Box<dyn BufRead>,
    /// The number of the last line.
    number: u64,
    /// The number of tests in each rounding.
    in_rounding: [u64; 5],
}

impl ArchTestFile<'_> {
    fn open<'d>(file: &Path, design: &'d Design, instruction: Instruction) -> Result<ArchTestFile<'d>, Error> {
        let (name, input) = open(file)?;
        Ok(ArchTestFile {
            instruction,
            interface: design.interface(),
            name,
            input,
            number: 0,
            in_rounding: [0; 5],
        })
    }

    /// Returns the next tests. Empty at the end of the file.
    fn next_block(&mut self) -> Result<Vec<ExpectedVector>, Error> {
        let mut block = Vec::new();
        while block.len() < BLOCK {
            let Some((number, comment)) = self.next_comment()? else {
                break;
            };
            let test = ArchTest::read(self.instruction, &comment);
            let test = test.map_err(|problem| self.refused(number, &problem))?;
            self.in_rounding[test.rounding.code() as usize] += 1;
            let inputs = vector(test.inputs);
            block.push(ExpectedVector {
                expected: expected(self.interface, &inputs),
                inputs,
            });
        }
        Ok(block)
    }

    /// Returns the fields of the next test and the number of its first line. None at the end of the file.
    fn next_comment(&mut self) -> Result<Option<(u64, String)>, Error> {
        while let Some(line) = self.next_line()? {
            let line = line.trim();
            let number = self.number;
            if !line.starts_with(START) {
                let is_uncommented = line.starts_with("TEST_") && line.contains(&format!("({},", self.instruction));
                // A test's macro stands behind its comment, which has been read with it.
                if is_uncommented {
                    return Err(self.refused(number, "a comment with the operands is missing before the test"));
                }
                continue;
            }
            let mut comment = line.to_owned();
            while !comment.ends_with("*/") {
                let Some(line) = self.next_line()?.filter(|_| comment.len() < LONGEST_COMMENT) else {
                    return Err(self.refused(number, "the comment does not end"));
                };
                comment += " ";
                comment += line.trim();
            }
            self.read_macro()?;
            let fields = comment.trim_start_matches("/*").trim_end_matches("*/");
            return Ok(Some((number, fields.to_owned())));
        }
        Ok(None)
    }

    /// Reads the line behind a comment: the test's macro.
    fn read_macro(&mut self) -> Result<(), Error> {
        let line = self.next_line()?.unwrap_or_default();
        if line.trim().starts_with("TEST_") {
            Ok(())
        } else {
            Err(self.refused(
                self.number,
                "a line such as TEST_FPRR_OP(…) is missing after the comment",
            ))
        }
    }

    fn next_line(&mut self) -> Result<Option<String>, Error> {
        let Some(text) = read_line(&mut *self.input, &self.name, self.number + 1)? else {
            return Ok(None);
        };
        self.number += 1;
        match String::from_utf8(text) {
            Ok(line) => Ok(Some(line)),
            Err(_) => Err(self.refused(self.number, "the line is not UTF-8")),
        }
    }

    /// Returns the error for a line.
    fn refused(&self, number: u64, problem: &str) -> Error {
        Error::usage(format!("{}:{number}: {problem}", self.name))
    }
}

/// The operands of a test, with the rounding mode that it runs in.
#[derive(PartialEq, Eq, Debug)]
struct ArchTest {
    inputs: Vec<u64>,
    rounding: Rounding,
}

impl ArchTest {
    /// Reads the fields of a comment. Returns a problem if they are no test of the instruction.
    fn read(instruction: Instruction, comment: &str) -> Result<ArchTest, String> {
        let mut fields = Vec::new();
        for field in comment.split(';').map(str::trim).filter(|field| !field.is_empty()) {
            let (name, value) = field.split_once(':').ok_or_else(|| format!("'{field}' is no field"))?;
            fields.push((name.trim(), value.trim()));
        }
        let field = |names: &[&str]| {
            let mut of_name = fields.iter().filter(|(name, _)| names.contains(name));
            match (of_name.next(), of_name.next()) {
                (Some((_, value)), None) => Ok(*value),
                (None, _) => Err(format!("the field {} is missing", names[0])),
                (Some(_), Some(_)) => Err(format!("the field {} occurs twice", names[0])),
            }
        };
        let opcode = field(&["opcode"])?;
        if opcode != instruction.mnemonic() {
            return Err(format!("the test is of {opcode}, not of {instruction}"));
        }
        let rounding = if instruction.has_rounding_port() {
            rounding(field(&["rmval", "rm_val"])?, || field(&["fcsr", "fcsr_val"]))?
        } else {
            Rounding::NearestEven
        };
        let mut inputs = Vec::new();
        for (position, operand) in instruction.signature().operands().iter().enumerate() {
            inputs.push(match operand.element_type {
                ElementType::Rounding => rounding.code(),
                _ => {
                    let name = format!("op{}val", position + 1);
                    let value = field(&[&name])?;
                    word(value, operand.width())
                        .ok_or_else(|| format!("{name} '{value}' is no number of {} bits", operand.width()))?
                }
            });
        }
        Ok(ArchTest { inputs, rounding })
    }
}

/// Returns the rounding of a field `rmval`. In the dynamic mode, the register `fcsr` has it.
fn rounding<'f>(value: &str, fcsr: impl Fn() -> Result<&'f str, String>) -> Result<Rounding, String> {
    let named = |rounding: &Rounding| value == rounding.riscv_name() || value == rounding.code().to_string();
    if let Some(rounding) = Rounding::ALL.into_iter().find(named) {
        return Ok(rounding);
    }
    if !["dyn", "7"].contains(&value) {
        return Err(format!(
            "rmval '{value}' is no rounding mode; write rne, rtz, rdn, rup, rmm or dyn"
        ));
    }
    let value = fcsr()?;
    let fcsr = word(value, 8).ok_or_else(|| format!("fcsr '{value}' is no number of 8 bits"))?;
    let mode = fcsr >> FLAG_BITS;
    match mode {
        0..=4 => Ok(Rounding::from_code(mode)),
        _ => Err(format!("fcsr {value} has the reserved rounding mode {mode}")),
    }
}

/// Reads a number of some bits: hexadecimal after `0x`, otherwise decimal. A negative one is in two's complement.
fn word(text: &str, bits: u32) -> Option<u64> {
    let mask = u64::MAX >> (u64::BITS - bits);
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_negative = digits.len() < text.len();
    let (digits, radix) = digits.strip_prefix("0x").map_or((digits, 10), |digits| (digits, 16));
    // A sign would be read as part of the number.
    if !digits.starts_with(|first: char| first.is_ascii_hexdigit()) {
        return None;
    }
    let magnitude = u64::from_str_radix(digits, radix).ok()?;
    let largest = if is_negative { mask / 2 + 1 } else { mask };
    let word = if is_negative {
        magnitude.wrapping_neg() & mask
    } else {
        magnitude
    };
    (magnitude <= largest).then_some(word)
}

#[cfg(test)]
#[path = "../../tests/unit/command/archtest.rs"]
mod tests;
