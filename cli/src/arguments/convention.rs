//! The options for conventions of an external file.

use halfpipe_isa::{ElementType, Instruction};
use halfpipe_prove::convention::{Assumption, Convention};

use crate::error::{print_note, Error};
use crate::file_ports::FILES;
use crate::operands::read_single;

/// The options.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Options of external files")]
pub struct ConventionOptions {
    /// Prove the file for some operands: normal, no-nan, no-infinity, no-subnormal, a=OPERAND
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = FILES)]
    pub assume: Vec<String>,
    /// Every encoding of NaN is right where the result is NaN
    #[arg(long, value_name = "any", value_parser = ["any"], hide_possible_values = true, requires = FILES)]
    pub nan: Option<String>,
    /// Subnormal operands, results or both are zeros of their sign
    #[arg(
        long,
        value_enum,
        value_name = "in|out|both",
        hide_possible_values = true,
        requires = FILES
    )]
    pub flush: Option<Flush>,
}

/// The numbers that are flushed to zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Flush {
    In,
    Out,
    Both,
}

/// The assumptions with names.
const ASSUMPTIONS: [(&str, Assumption); 4] = [
    ("normal", Assumption::Normal),
    ("no-nan", Assumption::NoNan),
    ("no-infinity", Assumption::NoInfinity),
    ("no-subnormal", Assumption::NoSubnormal),
];

impl ConventionOptions {
    /// Returns the option that is given, if there is one.
    pub fn given(&self) -> Option<&'static str> {
        let options = [
            ("--assume", !self.assume.is_empty()),
            ("--nan", self.nan.is_some()),
            ("--flush", self.flush.is_some()),
        ];
        options.into_iter().find(|(_, given)| *given).map(|(option, _)| option)
    }

    /// Returns the conventions of a file in the place of an instruction's module.
    ///
    /// # Errors
    ///
    /// Fails if the instruction does not have what an option is about.
    pub fn convention(&self, instruction: Option<Instruction>) -> Result<Convention, Error> {
        let Some(option) = self.given() else {
            return Ok(Convention::default());
        };
        let is_number = |instruction: &Instruction| {
            let results = instruction.signature().results().iter();
            let has_number = results
                .into_iter()
                .any(|result| matches!(result.element_type, ElementType::Number(_)));
            let operation = instruction.operation();
            operation.is_arithmetic() && !operation.is_dot() && has_number
        };
        let Some(instruction) = instruction.filter(is_number) else {
            return Err(Error::usage(format!(
                "{option} is for a file with floating-point operands and result; give one instruction such as fma.rn.f16"
            )));
        };
        Ok(Convention {
            assumptions: self
                .assume
                .iter()
                .map(|word| read_assumption(instruction, word))
                .collect::<Result<_, Error>>()?,
            takes_any_nan: self.nan.is_some(),
            flushes_operands: matches!(self.flush, Some(Flush::In | Flush::Both)),
            flushes_results: matches!(self.flush, Some(Flush::Out | Flush::Both)),
        })
    }
}

/// Reads an assumption: its name, or an operand and its value.
fn read_assumption(instruction: Instruction, word: &str) -> Result<Assumption, Error> {
    if let Some((_, assumption)) = ASSUMPTIONS.into_iter().find(|(name, _)| *name == word) {
        return Ok(assumption);
    }
    let operands = instruction.signature().operands();
    let named = word.split_once('=').and_then(|(name, value)| {
        let place = operands.iter().position(|operand| operand.name == name)?;
        matches!(operands[place].element_type, ElementType::Number(_)).then_some((place, value))
    });
    let Some((place, value)) = named else {
        let names: Vec<&str> = ASSUMPTIONS.iter().map(|(name, _)| *name).collect();
        return Err(Error::usage(format!(
            "--assume {word} is no assumption; write {}, or an operand such as a=1.5",
            names.join(", ")
        )));
    };
    if instruction.independent_lanes() > 1 {
        return Err(Error::usage(format!(
            "--assume {word} is for one lane, and {instruction} has {}; give the instruction of one lane",
            instruction.independent_lanes()
        )));
    }
    let mut inexact = Vec::new();
    let bits = read_single(&operands[place], value, &mut inexact);
    inexact.iter().for_each(|number| print_note(&number.to_string()));
    Ok(Assumption::Equals {
        operand: operands[place].name.to_owned(),
        place,
        value: bits
            .map_err(|refusal| Error::usage(format!("--assume {word}: {} is {refusal}", operands[place].name)))?
            .into(),
    })
}
