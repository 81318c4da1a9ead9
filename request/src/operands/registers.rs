//! Registers of RISC-V as text: an instruction, and a register for each operand.

use std::str;

use halfpipe_hdl::zfh::{Divider, ZfhSpec, KEYWORD};
use halfpipe_isa::{ElementType, Instruction, Operand, Operation};

use super::word::{read_first, read_register, First};
use super::{given, shown, words, Inexact, LineReader, OperandError, WordSource};
use crate::arguments::design::PortOptions;
use crate::counted::counted;

/// An instruction with a register for each operand, and the code of the rounding if it is an operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegisterLine {
    /// The instruction.
    pub instruction: Instruction,
    /// The registers, in the order of the operands.
    pub registers: Vec<u64>,
}

/// A reader of operations of a core.
#[derive(Clone, Debug)]
pub struct RegisterReader {
    spec: ZfhSpec,
    instructions: Vec<Instruction>,
}

impl RegisterReader {
    /// Creates a reader for a core.
    pub fn new(spec: &ZfhSpec) -> RegisterReader {
        RegisterReader {
            instructions: spec.instructions(),
            spec: spec.clone(),
        }
    }

    fn read_instruction(&self, word: &[u8]) -> Result<Instruction, OperandError> {
        let text = str::from_utf8(word).unwrap_or_default();
        let instruction = PortOptions::default().instruction(text).map_err(|error| {
            OperandError(format!(
                "{KEYWORD} takes an instruction in front of its operands, and not `{}`: {error}",
                shown(word)
            ))
        })?;
        let divides = [Operation::Div, Operation::Sqrt].contains(&instruction.operation());
        if self.instructions.contains(&instruction) {
            Ok(instruction)
        } else if divides && self.spec.divider() == Divider::None {
            Err(OperandError(format!(
                "this core does not have {instruction}, as its --divsqrt is none; write --divsqrt small or fast"
            )))
        } else {
            Err(OperandError(format!(
                "this core does not have {instruction}; `halfpipe explain {KEYWORD}` lists its instructions"
            )))
        }
    }

    /// Reads the register of an operand: its bits, or a number, which gets its box.
    fn read_register(
        &self,
        operand: &Operand,
        word: &[u8],
        source: WordSource,
        inexact: &mut Vec<Inexact>,
    ) -> Result<u64, String> {
        if operand.element_type != ElementType::Rounding {
            let (width, boxes) = (self.register_bits(operand), self.spec.boxes());
            if let Some(read) = read_register(operand, width, boxes, word, source) {
                return read;
            }
        }
        match read_first(operand, word, source, inexact)? {
            First::Bits(value) | First::Lane(value) => Ok(self.spec.operand_word(operand.element_type, value)),
            First::WideBits(_) => unreachable!("an operand of RISC-V has at most 64 bits"),
        }
    }

    /// Returns the width of the register that holds an operand.
    fn register_bits(&self, operand: &Operand) -> u32 {
        if operand.element_type.format().is_some() {
            self.spec.register_bits()
        } else {
            self.spec.xlen
        }
    }
}

impl LineReader for RegisterReader {
    type Line = RegisterLine;

    fn read_line(
        &self,
        line: &[u8],
        source: WordSource,
        inexact: &mut Vec<Inexact>,
    ) -> Result<Option<RegisterLine>, OperandError> {
        let mut words = words(line);
        let Some(first) = words.next() else { return Ok(None) };
        let instruction = self.read_instruction(first)?;
        let operands = instruction.signature().operands();
        let words: Vec<&[u8]> = words.collect();
        if words.len() != operands.len() {
            let names: Vec<&str> = operands.iter().map(|operand| operand.name).collect();
            return Err(OperandError(format!(
                "{instruction} takes {} ({}), but {} given",
                counted(operands.len() as u64, "operand"),
                names.join(", "),
                given(words.len())
            )));
        }
        let read = operands.iter().zip(words).map(|(operand, word)| {
            self.read_register(operand, word, source, inexact)
                .map_err(|refusal| OperandError(format!("operand {} of {instruction} is {refusal}", operand.name)))
        });
        Ok(Some(RegisterLine {
            instruction,
            registers: read.collect::<Result<_, _>>()?,
        }))
    }

    fn module(&self) -> String {
        KEYWORD.to_owned()
    }

    fn expected(&self) -> String {
        "an instruction and its operands".to_owned()
    }

    fn example(&self) -> String {
        let instruction = self.instructions[0];
        let operands = instruction.signature().operands().iter().map(|operand| {
            if operand.element_type == ElementType::Rounding {
                "rne".to_owned()
            } else {
                "0".repeat(self.register_bits(operand).div_ceil(4) as usize)
            }
        });
        std::iter::once(instruction.mnemonic())
            .chain(operands)
            .collect::<Vec<_>>()
            .join(" ")
    }
}
