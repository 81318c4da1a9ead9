//! The options for conventions of an external file.

use halfpipe_isa::{ElementType, Instruction};
use halfpipe_lemmas::convention::{Assumption, Convention};
use halfpipe_request::operands::read_single;

use crate::error::{print_note, Error};
use crate::file_ports::FILES;

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
    /// UF is raised for exact or for rounded results below the least normal number
    #[arg(
        long,
        value_enum,
        value_name = "before|after",
        hide_possible_values = true,
        requires = FILES
    )]
    pub tininess: Option<Tininess>,
    /// Both numbers next to an inexact result are right
    #[arg(long, value_name = "1ulp", value_parser = ["1ulp"], hide_possible_values = true, requires = FILES)]
    pub within: Option<String>,
}

/// The result that is tiny where UF is raised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Tininess {
    Before,
    After,
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
    /// Returns the options, and for each whether it is given.
    pub fn options(&self) -> [(&'static str, bool); 5] {
        [
            ("--assume", !self.assume.is_empty()),
            ("--nan", self.nan.is_some()),
            ("--flush", self.flush.is_some()),
            ("--tininess", self.tininess.is_some()),
            ("--within", self.within.is_some()),
        ]
    }

    /// Returns the option that is given, if there is one.
    pub fn given(&self) -> Option<&'static str> {
        let options = self.options();
        options.into_iter().find(|(_, given)| *given).map(|(option, _)| option)
    }

    /// Refuses options about the numbers next to an exact result for an instruction without all roundings, or whose flags do
    /// not fit.
    fn check_rounded(&self, instruction: Instruction) -> Result<(), Error> {
        let problem = if self.within.is_some() && !Convention::has_neighbours(instruction) {
            format!(
                "--within 1ulp is for add, sub, mul, fma, div and sqrt without flags, which follow one rounding, not for \
                 {instruction}; leave it out"
            )
        } else if self.tininess.is_some() && !Convention::has_tininess(instruction) {
            format!(
                "--tininess is for UF of add, sub, mul, fma, div and sqrt without .ftz, .sat, .relu and .oob, not for \
                 {instruction}; give --flags, or leave it out"
            )
        } else {
            return Ok(());
        };
        Err(Error::usage(problem))
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
        let Some(instruction) = instruction.filter(|instruction| Convention::fits(*instruction)) else {
            return Err(Error::usage(format!(
                "{option} is for a file with floating-point operands and result; give one instruction such as fma.rn.f16"
            )));
        };
        self.check_rounded(instruction)?;
        let mut words = self.assume.iter().enumerate();
        if let Some((_, word)) = words.find(|(place, word)| self.assume[..*place].contains(word)) {
            return Err(Error::usage(format!("--assume {word} is given twice; give it once")));
        }
        Ok(Convention {
            assumptions: self
                .assume
                .iter()
                .map(|word| read_assumption(instruction, word))
                .collect::<Result<_, Error>>()?,
            takes_any_nan: self.nan.is_some(),
            flushes_operands: matches!(self.flush, Some(Flush::In | Flush::Both)),
            flushes_results: matches!(self.flush, Some(Flush::Out | Flush::Both)),
            is_tiny_before_rounding: self.tininess == Some(Tininess::Before),
            takes_neighbours: self.within.is_some(),
        })
    }
}

/// Returns the options that state conventions, without assumptions.
pub fn options_in_words(convention: &Convention) -> String {
    let flush = match (convention.flushes_operands, convention.flushes_results) {
        (true, true) => "--flush both",
        (true, false) => "--flush in",
        (false, true) => "--flush out",
        (false, false) => "",
    };
    let options = [
        if convention.takes_any_nan { "--nan any" } else { "" },
        flush,
        if convention.is_tiny_before_rounding {
            "--tininess before"
        } else {
            ""
        },
        if convention.takes_neighbours {
            "--within 1ulp"
        } else {
            ""
        },
    ];
    let given: Vec<&str> = options.into_iter().filter(|option| !option.is_empty()).collect();
    given.join(" ")
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
