//! Operands as text, either bits or numbers, and the format of results.

mod hexadecimal;
mod number;
mod registers;
mod results;
mod shown;
mod word;

use std::fmt;
use std::str;

use halfpipe_hdl::design::{Function, Interface, Role};
use halfpipe_isa::{FloatFormat, Instruction, Operand};
use halfpipe_simulation::Vector;

use crate::arguments::design::CORE;
use crate::arguments::design::{PortOptions, RoundingSource};
use crate::error::Error;
use crate::notes::note;

pub use registers::{RegisterLine, RegisterReader};
pub use results::{append_elements, append_values, append_words, results, DecimalOption};
pub use shown::{hexadecimal, hexadecimal_words};
pub use word::{read_element, read_single, Inexact, WordSource};

use hexadecimal::Hexadecimal;
use shown::shown;
use word::{example_numbers, read_first, read_lane, First};

/// The reason why a word or a line is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperandError(String);

impl fmt::Display for OperandError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A reader of data inputs. A unit takes operands, and a core takes an operation and its operands.
#[derive(Clone, Debug)]
pub struct OperandReader {
    interface: Interface,
    /// The operands of each operation.
    forms: Vec<OperandList>,
    /// True if the operation precedes the operands.
    has_operation: bool,
}

/// The operands of an operation, and their positions.
#[derive(Clone, Debug)]
struct OperandList {
    name: String,
    operands: Vec<PlacedOperand>,
}

/// An operand, and the position of its lowest word among the data inputs.
#[derive(Clone, Debug)]
struct PlacedOperand {
    operand: Operand,
    position: usize,
}

impl PlacedOperand {
    /// Returns the number of its words among the data inputs.
    fn words(&self) -> usize {
        self.operand.width().div_ceil(u64::BITS) as usize
    }
}

/// A reader of lines for a module.
pub trait LineReader {
    /// The inputs of the module in a line.
    type Line;

    /// Reads a line. Blanks or commas separate its words. Returns `None` for a line without words. Adds the rounded
    /// numbers to `inexact`.
    ///
    /// # Errors
    ///
    /// Returns the reason why the line is refused.
    fn read_line(
        &self,
        line: &[u8],
        source: WordSource,
        inexact: &mut Vec<Inexact>,
    ) -> Result<Option<Self::Line>, OperandError>;

    /// Returns the word that names the module.
    fn module(&self) -> String;

    /// Describes the words of a line.
    fn expected(&self) -> String;

    /// Returns an example of a line.
    fn example(&self) -> String;

    /// Reads the words of a command line. Returns `None` if there are none. Reports the rounded numbers on standard
    /// error.
    ///
    /// # Errors
    ///
    /// Returns a usage error with the reason why the words are refused.
    fn read_given(&self, words: &[String]) -> Result<Option<Self::Line>, Error> {
        if words.is_empty() {
            return Ok(None);
        }
        if let Some(index) = words.iter().position(|word| word.trim().is_empty()) {
            return Err(Error::usage(format!(
                "word {} behind {} is empty; it takes {}",
                index + 1,
                self.module(),
                self.expected()
            )));
        }
        let mut inexact = Vec::new();
        let read = self.read_line(words.join(" ").as_bytes(), WordSource::CommandLine, &mut inexact);
        let read = read.map_err(Error::usage)?;
        inexact.iter().for_each(|number| note(&number.to_string()));
        match read {
            Some(line) => Ok(Some(line)),
            None => Err(Error::usage(format!(
                "{} takes {}, but 0 are given",
                self.module(),
                self.expected()
            ))),
        }
    }
}

/// The context of reading: the source of the words, and the numbers that were rounded.
struct Reading<'r> {
    source: WordSource,
    inexact: &'r mut Vec<Inexact>,
}

impl OperandList {
    fn new(interface: &Interface, operation: &Function) -> OperandList {
        let places = interface.operand_positions(operation);
        let place = |(position, operand): (usize, &Operand)| PlacedOperand {
            operand: operand.register(),
            position,
        };
        OperandList {
            name: operation.name().to_owned(),
            operands: places
                .zip(operation.signature().operands())
                .filter(|(_, operand)| operand.is_first_part())
                .map(place)
                .collect(),
        }
    }

    /// Describes the expected operands: their number and names.
    fn expected(&self) -> String {
        let names: Vec<&str> = self.operands.iter().map(|place| place.operand.name).collect();
        let plural = if names.len() == 1 { "" } else { "s" };
        let most = self.operands.iter().map(|place| place.operand.lanes).max().unwrap_or(1);
        let lanes = if most == 1 { "" } else { &format!(" of {most} lanes") };
        format!("{} operand{plural} ({}){lanes}", names.len(), names.join(", "))
    }

    fn wrong_count(&self, found: usize) -> OperandError {
        OperandError(format!(
            "{} takes {}, but {} given",
            self.name,
            self.expected(),
            given(found)
        ))
    }

    /// Refuses numbers for some lanes only. The operand that lacks one is unknown.
    fn check_numbers(&self, words: &[&[u8]]) -> Result<(), OperandError> {
        let lanes = |place: &PlacedOperand| place.operand.lanes as usize;
        let all: usize = self.operands.iter().map(lanes).sum();
        let of_first = self.operands.first().map_or(0, lanes);
        let is_number =
            |word: &&[u8]| Hexadecimal::read(word).is_none() && number::read(FloatFormat::F32, word).is_some();
        let have_lanes = self.operands.iter().all(|place| place.operand.lanes > 1);
        if have_lanes && (of_first + 1..all).contains(&words.len()) && words.iter().all(is_number) {
            return Err(OperandError(format!(
                "{} takes {}, a number for each lane, but {} of {all} numbers are given",
                self.name,
                self.expected(),
                words.len()
            )));
        }
        Ok(())
    }

    /// Reads the operands from the words after the operation. Stores them in `inputs`.
    fn read<'w>(
        &self,
        words: impl Iterator<Item = &'w [u8]>,
        inputs: &mut Vector,
        reading: &mut Reading,
    ) -> Result<(), OperandError> {
        let words: Vec<&[u8]> = words.collect();
        self.check_numbers(&words)?;
        let mut words = words.into_iter().peekable();
        for (count, place) in self.operands.iter().enumerate() {
            if words.peek().is_none() {
                return Err(self.wrong_count(count));
            }
            let inputs = &mut inputs[place.position..][..place.words()];
            self.read_operand(&place.operand, &mut words, inputs, reading)?;
        }
        match words.peek() {
            None => Ok(()),
            // The number of extra operands is unknown, because each lane may take a word.
            Some(word) if Hexadecimal::read(word).is_none() => Err(OperandError(format!(
                "{} takes {}, and `{}` is left over",
                self.name,
                self.expected(),
                shown(word)
            ))),
            Some(_) => Err(self.wrong_count(self.operands.len() + words.count())),
        }
    }

    /// Reads an operand: one word of bits, or one number for each lane. Stores it in `inputs`, the lowest bits first.
    fn read_operand<'w>(
        &self,
        operand: &Operand,
        words: &mut impl Iterator<Item = &'w [u8]>,
        inputs: &mut [u64],
        reading: &mut Reading,
    ) -> Result<(), OperandError> {
        let refused = |refusal: String| OperandError(format!("operand {} of {} is {refusal}", operand.name, self.name));
        let first = words.next().unwrap_or_default();
        match read_first(operand, first, reading.source, reading.inexact).map_err(refused)? {
            First::Bits(value) => {
                inputs[0] = value;
                return Ok(());
            }
            First::WideBits(value) => {
                inputs.copy_from_slice(&value);
                return Ok(());
            }
            First::Lane(value) => inputs[0] = value,
        }
        for lane in 1..operand.lanes {
            let word = words.next().ok_or_else(|| {
                let lanes = operand.lanes;
                let (word, numbers) = (shown(first), example_numbers(lanes));
                refused(format!(
                    "`{word}`, one number for {lanes} lanes; write one for each, such as {numbers}"
                ))
            })?;
            let number = read_lane(operand, word, reading.inexact).map_err(refused)?;
            let low = lane * operand.element_type.bits();
            inputs[(low / u64::BITS) as usize] |= number << (low % u64::BITS);
        }
        Ok(())
    }
}

impl OperandReader {
    /// Creates a reader for the vectors of a module.
    pub fn new(interface: &Interface) -> OperandReader {
        let operations = interface.operations().iter();
        OperandReader {
            forms: operations
                .map(|operation| OperandList::new(interface, operation))
                .collect(),
            has_operation: interface.is_core(),
            interface: interface.clone(),
        }
    }

    /// Reads an operation, given as a mnemonic or as its number.
    fn read_operation(&self, word: &[u8]) -> Result<usize, OperandError> {
        let most = self.interface.port(Role::Op).map_or(0, |port| port.ones());
        if let Some(op) = Hexadecimal::read(word) {
            return match u64::try_from(op.value).ok().filter(|op| *op <= most) {
                Some(op) => Ok(op as usize),
                None => Err(OperandError(format!(
                    "the op of {CORE} is `{}`, but it is at most {most:#x}",
                    shown(word)
                ))),
            };
        }
        let text = str::from_utf8(word).unwrap_or_default();
        let has_port = self.interface.instructions().any(Instruction::has_rounding_port);
        let ports = PortOptions {
            rounding: has_port.then_some(RoundingSource::Port),
            ..PortOptions::default()
        };
        let instruction = ports
            .instruction(text)
            .map_err(|error| OperandError(format!("the operation of {CORE} is `{}`: {error}", shown(word))))?;
        let found = self
            .interface
            .instructions()
            .position(|known| known.with_fixed_rounding(instruction.rounding()).without_flags() == instruction);
        found.ok_or_else(|| {
            OperandError(format!(
                "this core does not have {instruction}; `halfpipe explain {CORE}` lists its instructions"
            ))
        })
    }
}

impl LineReader for OperandReader {
    type Line = Vector;

    /// An operand is one word of bits, in hexadecimal with or without `0x`. It may also be a number for each lane, lane
    /// 0 first. A register of more than 64 bits is one operand.
    fn read_line(
        &self,
        line: &[u8],
        source: WordSource,
        inexact: &mut Vec<Inexact>,
    ) -> Result<Option<Vector>, OperandError> {
        let mut words = words(line).peekable();
        let Some(first) = words.peek().copied() else {
            return Ok(None);
        };
        let mut inputs = Vector::zeros(self.interface.inputs().count());
        let form = if self.has_operation {
            words.next();
            let op = self.read_operation(first)?;
            let position = self.interface.input_position(Role::Op).unwrap_or_default();
            inputs[position] = op as u64;
            match self.forms.get(op) {
                Some(form) => form,
                // An operation that the core lacks takes no operands.
                None => {
                    return match words.count() {
                        0 => Ok(Some(inputs)),
                        _ => Err(OperandError(format!(
                            "op {op:x} is not an instruction of {CORE} and takes no operands"
                        ))),
                    }
                }
            }
        } else {
            &self.forms[0]
        };
        form.read(words, &mut inputs, &mut Reading { source, inexact })?;
        Ok(Some(inputs))
    }

    fn module(&self) -> String {
        self.interface.mnemonic()
    }

    fn expected(&self) -> String {
        if self.has_operation {
            "an operation and its operands".to_owned()
        } else {
            self.forms[0].expected()
        }
    }

    fn example(&self) -> String {
        let form = &self.forms[0];
        let operation = self.has_operation.then(|| form.name.clone());
        let operands = form
            .operands
            .iter()
            .map(|place| "0".repeat(place.operand.width().div_ceil(4) as usize));
        operation.into_iter().chain(operands).collect::<Vec<_>>().join(" ")
    }
}

/// Returns a number of words with its verb.
fn given(words: usize) -> String {
    if words == 1 {
        "1 is".to_owned()
    } else {
        format!("{words} are")
    }
}

/// Returns the words of a line, which blanks or commas separate.
pub fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = line.split(|byte| *byte == b',' || byte.is_ascii_whitespace());
    words.filter(|word| !word.is_empty())
}

#[cfg(test)]
#[path = "../../tests/unit/operands.rs"]
mod tests;
