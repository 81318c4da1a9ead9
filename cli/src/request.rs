//! Designs that a command line requests: the modules of instructions, or a core.

use halfpipe_hdl::design::{multiplies, Design, DesignError, DesignKind, DesignSpec, DEFAULT_TAG_BITS};
use halfpipe_hdl::fpu;
use halfpipe_hdl::unit::{max_latency, Multiplier};
use halfpipe_isa::{Instruction, Operation};
use halfpipe_synth::latency::{default_latency, USUAL_CORE_LATENCY};

use crate::clock::Clock;
use crate::error::Error;
use crate::multiplier::{Choice, NoMultiplication};
use crate::number::number;
use crate::render::FLAGS_OPTION;
use crate::select;

/// The word for the core in place of a mnemonic.
pub const CORE: &str = fpu::KEYWORD;

/// The option for flags.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Flags {
    /// Add an output with the five exception flags of IEEE 754; not for neg, abs and fp8
    #[arg(long = "flags")]
    pub wanted: bool,
}

impl Flags {
    /// Returns the instruction, with flags if they are requested.
    ///
    /// # Errors
    ///
    /// Fails if flags are requested and the instruction raises none or is not PTX.
    pub fn of_unit(self, instruction: Instruction) -> Result<Instruction, Error> {
        match self.wanted {
            false => Ok(instruction),
            true if !instruction.is_ptx() => Err(Error::usage(format!(
                "{instruction} is not PTX: only PTX's instructions have {FLAGS_OPTION}"
            ))),
            true => instruction.with_flags().ok_or_else(|| {
                let all = Operation::ALL.into_iter().filter(|operation| operation.raises_flags());
                let names: Vec<&str> = all.map(Operation::name).collect();
                Error::usage(format!(
                    "{instruction} raises no exceptions, so that it has no {FLAGS_OPTION}; these have it: {}",
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
    pub fn of_core(self, instructions: &[Instruction]) -> Result<Vec<Instruction>, NoExceptions> {
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

/// Options of a design, common to all commands: exception flags, and the options of a core.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct DesignOptions {
    /// Instructions of fpu, separated by commas: mnemonics, patterns, all, cuda  [default: all]
    #[arg(long, value_name = "LIST")]
    pub instructions: Option<String>,
    /// Width of the tag of fpu, 1 to 64 bits  [default: 8]
    #[arg(long, value_name = "BITS", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub tag_width: Option<u32>,
    #[command(flatten)]
    pub flags: Flags,
}

impl DesignOptions {
    /// Returns the instructions of the core.
    pub fn instructions(&self) -> Result<Vec<Instruction>, Error> {
        let words = self.instructions.as_deref().unwrap_or("all").split(',');
        let words: Vec<String> = words.map(|word| word.trim().to_owned()).collect();
        if words.iter().any(String::is_empty) {
            return Err(Error::usage(
                "--instructions has an empty name: it takes mnemonics or patterns separated by commas, or all",
            ));
        }
        let instructions = self.flags.of_core(&select::instructions(&words)?);
        instructions.map_err(|error| Error::usage(format!("{FLAGS_OPTION}: {error}")))
    }

    /// Refuses the options of a core if no core is requested.
    pub fn refuse(&self) -> Result<(), Error> {
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

/// The requested properties of a design, other than its instruction.
#[derive(Clone, Debug, Default)]
pub struct Wanted<'a> {
    /// The latency in clock cycles.
    pub latency: Option<u32>,
    /// The choice of multiplier.
    pub multiplier: Choice,
    /// The name of the module.
    pub name: Option<&'a str>,
    /// The target clock, which determines the latency.
    pub clock: Option<Clock>,
}

impl Wanted<'_> {
    /// Requests a latency only.
    pub fn of_latency(latency: Option<u32>) -> Wanted<'static> {
        Wanted {
            latency,
            ..Wanted::default()
        }
    }

    fn spec(&self, kind: DesignKind, latency: u32, multiplier: Multiplier) -> DesignSpec {
        DesignSpec {
            name: self.name.map(str::to_owned),
            ..DesignSpec::new(kind, latency).with_multiplier(multiplier)
        }
    }

    /// Builds the module of an instruction.
    pub fn unit(&self, instruction: Instruction) -> Result<Design, Error> {
        let multiplier = self.multiplier.resolve(&[instruction]);
        let multiplier = multiplier.map_err(|error| Error::usage(format!("--multiplier block: {error}")))?;
        let of_latency = |latency: u32| self.with_latency(latency).unit_of(instruction, multiplier);
        match self.clock {
            Some(clock) => clock.design(max_latency(instruction), of_latency),
            None => Ok(self.unit_of(instruction, multiplier)?),
        }
    }

    fn with_latency(&self, latency: u32) -> Wanted<'_> {
        Wanted {
            latency: Some(latency),
            ..self.clone()
        }
    }

    /// Builds the module of an instruction with the given multiplier instead of the requested one.
    pub fn unit_of(&self, instruction: Instruction, multiplier: Multiplier) -> Result<Design, DesignError> {
        let latency = self.latency.unwrap_or_else(|| default_latency(instruction));
        Design::from_spec(&self.spec(DesignKind::Unit(instruction), latency, multiplier))
    }

    /// Builds the core that the options describe.
    pub fn core(&self, core: &DesignOptions) -> Result<Design, Error> {
        let instructions = core.instructions()?;
        let multiplier = self.multiplier.resolve(&instructions);
        let multiplier = multiplier.map_err(|error| Error::usage(format!("--multiplier block: {error}")))?;
        let of_latency = |latency: u32| {
            self.with_latency(latency)
                .core_of(&instructions, core.tag_width, multiplier)
        };
        match self.clock {
            Some(clock) => clock.design(fpu::max_latency(&instructions, multiplier)?, of_latency),
            None => Ok(self.core_of(&instructions, core.tag_width, multiplier)?),
        }
    }

    /// Builds the core of the given instructions.
    pub fn core_of(
        &self,
        instructions: &[Instruction],
        tag_width: Option<u32>,
        multiplier: Multiplier,
    ) -> Result<Design, DesignError> {
        let latency = match self.latency {
            Some(latency) => latency,
            None => fpu::max_latency(instructions, multiplier)?.min(USUAL_CORE_LATENCY),
        };
        let kind = DesignKind::Core {
            instructions: instructions.to_vec(),
            tag_bits: tag_width.unwrap_or(DEFAULT_TAG_BITS),
        };
        Design::from_spec(&self.spec(kind, latency, multiplier))
    }
}

/// True if the words request the core. Refuses other words beside the core.
pub fn is_core(words: &[String]) -> Result<bool, Error> {
    let asked = words.iter().any(|word| word == CORE);
    match asked && words.len() > 1 {
        true => Err(Error::usage(format!(
            "`{CORE}` stands alone: its instructions are named by --instructions, separated by commas"
        ))),
        false => Ok(asked),
    }
}

/// Returns the instructions that the words name, or `None` if they request the core.
pub fn instructions(words: &[String], core: &DesignOptions) -> Result<Option<Vec<Instruction>>, Error> {
    possible_instructions(words, core, |_| true)
}

/// Returns the same as [`instructions`], but `all` and `cuda` stand for the possible instructions only.
pub fn possible_instructions(
    words: &[String],
    core: &DesignOptions,
    is_possible: impl Fn(Instruction) -> bool,
) -> Result<Option<Vec<Instruction>>, Error> {
    if is_core(words)? {
        return Ok(None);
    }
    core.refuse()?;
    let is_possible = |instruction| is_possible(instruction) && core.flags.is_possible(instruction);
    let instructions = select::possible_instructions(words, is_possible)?;
    let flagged = instructions
        .into_iter()
        .map(|instruction| core.flags.of_unit(instruction));
    flagged.collect::<Result<_, Error>>().map(Some)
}

/// Builds the design of one word: a mnemonic, or the core.
pub fn design(word: &str, core: &DesignOptions, wanted: &Wanted) -> Result<Design, Error> {
    if word == CORE {
        return wanted.core(core);
    }
    core.refuse()?;
    wanted.unit(core.flags.of_unit(select::instruction(word)?)?)
}

/// Builds the designs that the words request.
pub fn designs(words: &[String], core: &DesignOptions, wanted: &Wanted) -> Result<Vec<Design>, Error> {
    let Some(instructions) = instructions(words, core)? else {
        return Ok(vec![wanted.core(core)?]);
    };
    if let (Some(name), true) = (wanted.name, instructions.len() > 1) {
        return Err(Error::usage(format!(
            "--name {name} is for one module, and {} are named",
            instructions.len()
        )));
    }
    // Of several instructions, those that multiply use blocks. If none multiplies, the option is an error.
    if wanted.multiplier == Choice::Block && !multiplies(&instructions) {
        let error = NoMultiplication::new(&instructions);
        return Err(Error::usage(format!("--multiplier block: {error}")));
    }
    let unit = |instruction: &Instruction| {
        let multiplier = match multiplies(&[*instruction]) {
            true => wanted.multiplier,
            false => Choice::Rows,
        };
        let wanted = Wanted {
            multiplier,
            ..wanted.clone()
        };
        wanted.unit(*instruction)
    };
    instructions.iter().map(unit).collect()
}
