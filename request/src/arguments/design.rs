//! Arguments that name functions: the flags, and the instructions and the tag of a core.

use halfpipe_hdl::datapath::iterative::is_iterative;
use halfpipe_hdl::design::{Design, DesignError, DesignKind, DEFAULT_TAG_BITS};
use halfpipe_hdl::fpu;
use halfpipe_isa::{Instruction, Modifier, NamedInstruction, Operation, ParseError, Rounding};

use crate::error::Error;
use crate::number::number;
use crate::render::{FLAGS_OPTION, ROUNDING_OPTION};
use crate::request::{DesignRequest, LatencyChoice};
use crate::select;

/// The word for the core in place of a mnemonic.
pub const CORE: &str = fpu::KEYWORD;

/// Options for ports that PTX's operands and results do not have.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct PortOptions {
    /// Add an output with the five exception flags of IEEE 754; not for neg and abs
    #[arg(long)]
    pub flags: bool,
    /// Take the rounding from an input in place of the suffix: add, sub, mul, fma, div, rcp, sqrt and
    /// cvt
    #[arg(long, value_name = "port", hide_possible_values = true)]
    pub rounding: Option<RoundingSource>,
}

/// The source of a rounding other than the mnemonic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RoundingSource {
    /// An input of the module.
    Port,
}

impl PortOptions {
    /// Parses the word of one instruction. With a rounding port, its rounding may be left out.
    ///
    /// # Errors
    ///
    /// Fails if the word is no instruction, or has another rounding than the default beside a rounding port.
    pub fn instruction(self, word: &str) -> Result<Instruction, Error> {
        let parsed = select::named(word);
        let has_port = |parsed: &Result<NamedInstruction, ParseError>| {
            let named = parsed.as_ref().ok();
            named.is_some_and(|named| named.instruction.with_rounding_port().is_some())
        };
        let parsed = match self.rounding {
            // The word may lack the rounding that a port replaces.
            Some(_) if !has_port(&parsed) => {
                let nearest = [Modifier::Rn, Modifier::Rni].into_iter();
                let mut nearest = nearest.map(|rounding| select::named(&with_rounding(word, rounding)));
                nearest.find(has_port).unwrap_or(parsed)?
            }
            _ => parsed?,
        };
        let parsed = select::report(parsed);
        let with_port = parsed.with_rounding_port().filter(|_| self.rounding.is_some());
        match with_port.filter(|_| parsed.rounding() != Rounding::NearestEven) {
            Some(replaced) => Err(Error::usage(format!(
                "{ROUNDING_OPTION} replaces the rounding of {parsed}: write {}",
                replaced.mnemonic()
            ))),
            None => Ok(parsed),
        }
    }

    /// Returns the instruction with the requested ports.
    ///
    /// # Errors
    ///
    /// Fails if the instruction cannot have one of them.
    pub fn add_to_unit(self, instruction: Instruction) -> Result<Instruction, Error> {
        let instruction = match self.rounding {
            None => instruction,
            Some(RoundingSource::Port) => instruction.with_rounding_port().ok_or_else(|| {
                Error::usage(format!(
                    "{instruction} is not available with {ROUNDING_OPTION}, which applies to add, sub, mul, fma, div, rcp and sqrt, \
                     and to cvt from and to integers, between f16 and bf16, and from f32 to them"
                ))
            })?,
        };
        if self.flags {
            instruction.with_flags().ok_or_else(|| {
                let all = Operation::ALL
                    .into_iter()
                    .filter(|operation| operation.raises_flags() && !operation.is_riscv_only());
                let names: Vec<&str> = all.map(Operation::name).collect();
                Error::usage(format!(
                    "{instruction} raises no exceptions, so {FLAGS_OPTION} does not apply; it applies to {}",
                    names.join(", ")
                ))
            })
        } else {
            Ok(instruction)
        }
    }

    /// Returns the unit of an instruction with the requested ports, iterative if that is requested.
    ///
    /// # Errors
    ///
    /// Fails if the instruction cannot have one of them, or has no iterative unit.
    pub fn unit(self, instruction: Instruction, iterative: bool) -> Result<DesignKind, Error> {
        let instruction = self.add_to_unit(instruction)?;
        match iterative {
            false => Ok(DesignKind::Unit(instruction)),
            true if is_iterative(instruction) => Ok(DesignKind::Iterative(instruction)),
            true => Err(Error::usage(DesignError::NotIterative(instruction.mnemonic()))),
        }
    }

    /// Returns the instructions that the words name, as [`select::select`] does. With a rounding port, the
    /// rounding of one instruction may be left out.
    ///
    /// # Errors
    ///
    /// Fails if a word names no instruction.
    pub fn select(
        self,
        words: &[String],
        is_possible: impl Fn(Instruction) -> bool,
    ) -> Result<Vec<Instruction>, Error> {
        let with_rounding = |word: &String| {
            if select::is_of_several(word) || self.rounding.is_none() {
                Ok(word.clone())
            } else {
                self.instruction(word).map(Instruction::mnemonic)
            }
        };
        let words: Vec<String> = words.iter().map(with_rounding).collect::<Result<_, Error>>()?;
        select::select(&words, is_possible)
    }

    /// True if the instruction can have the requested ports.
    pub fn is_possible(self, instruction: Instruction) -> bool {
        let can_have_flags = !self.flags || instruction.with_flags().is_some();
        can_have_flags && (self.rounding.is_none() || instruction.with_rounding_port().is_some())
    }

    /// Returns the instructions of a core. Instructions that cannot have a requested port keep their plain form.
    ///
    /// # Errors
    ///
    /// Fails if flags are requested and no instruction raises any.
    pub fn add_to_core(self, instructions: &[Instruction]) -> Result<Vec<Instruction>, NoExceptions> {
        let raises = |instruction: &Instruction| instruction.operation().raises_flags();
        // A core without instructions has an error of its own, elsewhere.
        if self.flags && !instructions.is_empty() && !instructions.iter().any(raises) {
            return Err(NoExceptions);
        }
        let with_ports = |plain: &Instruction| {
            let rounded = plain.with_rounding_port().filter(|_| self.rounding.is_some());
            let rounded = rounded.unwrap_or(*plain);
            rounded.with_flags().filter(|_| self.flags).unwrap_or(rounded)
        };
        Ok(instructions.iter().map(with_ports).collect())
    }
}

/// Returns a mnemonic or module name with a rounding behind its operation.
fn with_rounding(word: &str, rounding: Modifier) -> String {
    let separator = if word.contains('.') { '.' } else { '_' };
    match word.split_once(separator) {
        Some((operation, rest)) => format!("{operation}{separator}{rounding}{separator}{rest}"),
        None => word.to_owned(),
    }
}

/// Returns each element once. Instructions in several roundings are one with a rounding port.
pub fn unique<T: PartialEq>(all: Vec<T>) -> Vec<T> {
    let mut unique = Vec::new();
    for one in all {
        if !unique.contains(&one) {
            unique.push(one);
        }
    }
    unique
}

/// Flags were requested for instructions that raise none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no instruction of this core raises exceptions")]
pub struct NoExceptions;

/// Options beside the mnemonics, common to all commands: exception flags, and the options of a core.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct FunctionOptions {
    /// Instructions of fpu, separated by commas: mnemonics, patterns, all, cuda  [default: all]
    #[arg(long, value_name = "LIST")]
    pub instructions: Option<String>,
    /// Width of the tag of fpu, 1 to 64 bits  [default: 8]
    #[arg(long, value_name = "BITS", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub tag_width: Option<u32>,
    /// The ports beyond those of PTX.
    #[command(flatten)]
    pub ports: PortOptions,
    /// Work on one operation at a time, in far less area: div, rcp and sqrt
    #[arg(long)]
    pub iterative: bool,
}

impl FunctionOptions {
    /// Returns the functions that the words name: units, or the core.
    pub fn kinds(&self, words: &[String]) -> Result<Vec<DesignKind>, Error> {
        self.possible_kinds(words, |_| true)
    }

    /// Returns the same as [`Self::kinds`], but `all` and `cuda` stand for the possible instructions only.
    pub fn possible_kinds(
        &self,
        words: &[String],
        is_possible: impl Fn(Instruction) -> bool,
    ) -> Result<Vec<DesignKind>, Error> {
        if is_core(words)? {
            return Ok(vec![self.core()?]);
        }
        let has_unit = |instruction| !self.iterative || is_iterative(instruction);
        let is_possible =
            |instruction| is_possible(instruction) && self.ports.is_possible(instruction) && has_unit(instruction);
        let instructions = self.ports.select(words, is_possible)?.into_iter();
        let unit = |instruction| self.ports.unit(instruction, self.iterative);
        let units: Vec<DesignKind> = instructions.map(unit).collect::<Result<_, Error>>()?;
        Ok(unique(units))
    }

    /// Returns the function of one word: a mnemonic, or the core.
    pub fn kind(&self, word: &str) -> Result<DesignKind, Error> {
        if word == CORE {
            return self.core();
        }
        let instruction = self.ports.instruction(word)?;
        self.ports.unit(instruction, self.iterative)
    }

    /// Builds the design of one word with products of rows.
    pub fn design(&self, word: &str, latency: LatencyChoice) -> Result<Design, Error> {
        let kind = self.kind(word)?;
        let mut designs = DesignRequest::new(vec![kind], latency).designs()?;
        Ok(designs.remove(0))
    }

    /// Returns the core that the options describe.
    pub fn core(&self) -> Result<DesignKind, Error> {
        if self.iterative {
            return Err(Error::usage(DesignError::NotIterative(CORE.to_owned())));
        }
        Ok(DesignKind::Core {
            instructions: self.core_instructions()?,
            tag_bits: self.tag_width.unwrap_or(DEFAULT_TAG_BITS),
        })
    }

    fn core_instructions(&self) -> Result<Vec<Instruction>, Error> {
        let words = self.instructions.as_deref().unwrap_or("all").split(',');
        let words: Vec<String> = words.map(|word| word.trim().to_owned()).collect();
        if words.iter().any(String::is_empty) {
            return Err(Error::usage(
                "--instructions has an empty name: it takes mnemonics or patterns separated by commas, or all",
            ));
        }
        let instructions = self.ports.add_to_core(&self.ports.select(&words, |_| true)?);
        let instructions = instructions.map_err(|error| Error::usage(format!("{FLAGS_OPTION}: {error}")))?;
        Ok(unique(instructions))
    }
}

/// True if the words request the core. Refuses other words beside the core.
pub fn is_core(words: &[String]) -> Result<bool, Error> {
    let is_named = words.iter().any(|word| word == CORE);
    if is_named && words.len() > 1 {
        Err(Error::usage(format!(
            "`{CORE}` cannot be combined with mnemonics; list its instructions with --instructions, separated by commas"
        )))
    } else {
        Ok(is_named)
    }
}
