//! Arguments that name functions: the flags, and the instructions and the tag of a core.

use halfpipe_hdl::design::{Design, DesignKind, DEFAULT_TAG_BITS};
use halfpipe_hdl::fpu;
use halfpipe_isa::{Instruction, Operation};

use crate::error::Error;
use crate::number::number;
use crate::render::FLAGS_OPTION;
use crate::request::{DesignRequest, LatencyChoice};
use crate::select;

/// The word for the core in place of a mnemonic.
pub const CORE: &str = fpu::KEYWORD;

/// The option for flags.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct FlagsOption {
    /// Add an output with the five exception flags of IEEE 754; not for neg, abs and fp8
    #[arg(long = "flags")]
    pub wanted: bool,
}

impl FlagsOption {
    /// Returns the instruction, with flags if they are requested.
    ///
    /// # Errors
    ///
    /// Fails if flags are requested and the instruction raises none or works in eight bits.
    pub fn add_to_unit(self, instruction: Instruction) -> Result<Instruction, Error> {
        match self.wanted {
            false => Ok(instruction),
            true => instruction.with_flags().ok_or_else(|| {
                if instruction.operation().raises_flags() {
                    return Error::usage(format!(
                        "{instruction} computes in eight bits, so {FLAGS_OPTION} does not apply; it applies to f16, bf16 \
                         and mixed precision"
                    ));
                }
                let all = Operation::ALL.into_iter().filter(|operation| operation.raises_flags());
                let names: Vec<&str> = all.map(Operation::name).collect();
                Error::usage(format!(
                    "{instruction} raises no exceptions, so {FLAGS_OPTION} does not apply; it applies to {}",
                    names.join(", ")
                ))
            }),
        }
    }

    /// True if the instruction can have flags, or if no flags are requested.
    pub fn is_possible(self, instruction: Instruction) -> bool {
        !self.wanted || instruction.with_flags().is_some()
    }

    /// Returns the instructions of a core. With flags, instructions without exceptions keep their plain form.
    ///
    /// # Errors
    ///
    /// Fails if flags are requested and no instruction raises any.
    pub fn add_to_core(self, instructions: &[Instruction]) -> Result<Vec<Instruction>, NoExceptions> {
        let raises = |instruction: &Instruction| instruction.operation().raises_flags();
        // A core without instructions has an error of its own, elsewhere.
        if self.wanted && !instructions.is_empty() && !instructions.iter().any(raises) {
            return Err(NoExceptions);
        }
        let flagged = |instruction: &Instruction| instruction.with_flags().filter(|_| self.wanted);
        let all = instructions.iter().map(|plain| flagged(plain).unwrap_or(*plain));
        Ok(all.collect())
    }
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
    #[command(flatten)]
    pub flags: FlagsOption,
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
        self.reject_core_options()?;
        let is_possible = |instruction| is_possible(instruction) && self.flags.is_possible(instruction);
        let instructions = select::select_supported(words, is_possible)?.into_iter();
        let unit = |instruction| self.flags.add_to_unit(instruction).map(DesignKind::Unit);
        instructions.map(unit).collect()
    }

    /// Returns the function of one word: a mnemonic, or the core.
    pub fn kind(&self, word: &str) -> Result<DesignKind, Error> {
        if word == CORE {
            return self.core();
        }
        self.reject_core_options()?;
        self.flags.add_to_unit(select::instruction(word)?).map(DesignKind::Unit)
    }

    /// Builds the design of one word with products of rows.
    pub fn design(&self, word: &str, latency: LatencyChoice) -> Result<Design, Error> {
        let kind = self.kind(word)?;
        let mut designs = DesignRequest::new(vec![kind], latency).designs()?;
        Ok(designs.remove(0))
    }

    /// Returns the core that the options describe.
    pub fn core(&self) -> Result<DesignKind, Error> {
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
        let instructions = self.flags.add_to_core(&select::select(&words)?);
        instructions.map_err(|error| Error::usage(format!("{FLAGS_OPTION}: {error}")))
    }

    /// Refuses the options of a core if no core is requested.
    pub fn reject_core_options(&self) -> Result<(), Error> {
        let given = [
            ("--instructions", self.instructions.is_some()),
            ("--tag-width", self.tag_width.is_some()),
        ];
        match given.iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(Error::usage(format!(
                "{option} is only for the core: write `{CORE}` in place of a mnemonic"
            ))),
            None => Ok(()),
        }
    }
}

/// True if the words request the core. Refuses other words beside the core.
pub fn is_core(words: &[String]) -> Result<bool, Error> {
    let is_named = words.iter().any(|word| word == CORE);
    match is_named && words.len() > 1 {
        true => Err(Error::usage(format!(
            "`{CORE}` cannot be combined with mnemonics; list its instructions with --instructions, separated by commas"
        ))),
        false => Ok(is_named),
    }
}
