//! `halfpipe.toml`: the modules that a design needs.
//!
//! ```toml
//! [[module]]
//! instruction = "fma.rn.f16"
//! latency = 4
//! stream = true
//!
//! [fpu]
//! instructions = ["add.*", "max.f16"]
//! ```
//!
//! Whatever is wrong in the file is said with its line.

mod clock;
mod source;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use halfpipe_hdl::design::{Design, DesignError};
use halfpipe_hdl::fpu::CoreError;
use halfpipe_hdl::unit::Multiplier;
use halfpipe_isa::Instruction;
use serde::Deserialize;
use toml::Spanned;

use crate::error::Error;
use crate::multiplier::Choice;
use crate::product::Extras;
use crate::request::{Flags, Wanted as Options, CORE};
use crate::select;
use clock::Clock;
use source::Source;

/// The name of the file unless another is given.
pub const FILE: &str = "halfpipe.toml";

/// What a project file asks for.
#[derive(Debug)]
pub struct Project {
    /// The folder to write to.
    pub out: PathBuf,
    /// The modules, and what is written beside each; a core comes last.
    pub designs: Vec<(Design, Extras)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    out: Option<PathBuf>,
    #[serde(default)]
    module: Vec<Spanned<ModuleTable>>,
    fpu: Option<Spanned<CoreTable>>,
}

/// `[[module]]`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ModuleTable {
    /// A mnemonic or a pattern.
    instruction: Spanned<String>,
    latency: Option<Spanned<u32>>,
    /// A clock that the module has to meet, instead of a latency.
    mhz: Option<Spanned<f64>>,
    /// The FPGA on which it has to.
    target: Option<Spanned<String>>,
    /// What products are made of.
    multiplier: Option<Spanned<Choice>>,
    /// The name of the module.
    name: Option<Spanned<String>>,
    /// Whether it has flags.
    #[serde(default)]
    flags: bool,
    #[serde(default)]
    stream: bool,
    #[serde(default)]
    package: bool,
}

/// `[fpu]`
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct CoreTable {
    instructions: Option<Vec<Spanned<String>>>,
    latency: Option<Spanned<u32>>,
    tag_width: Option<Spanned<u32>>,
    multiplier: Option<Spanned<Choice>>,
    name: Option<Spanned<String>>,
    /// Whether it has flags.
    flags: Option<Spanned<bool>>,
    #[serde(default)]
    stream: bool,
    #[serde(default)]
    package: bool,
    #[serde(default)]
    cfu: bool,
    #[serde(default)]
    pcpi: bool,
}

impl Project {
    /// Reads a project file. The folder to write to counts from the file's.
    pub fn read(path: &Path) -> Result<Project, Error> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Error::failure(format!("cannot read {}: {error}", path.display())))?;
        let mut project = Project::parse(&text, path)?;
        if let Some(folder) = path.parent() {
            project.out = folder.join(&project.out);
        }
        Ok(project)
    }

    fn parse(text: &str, path: &Path) -> Result<Project, Error> {
        let source = Source { text, path };
        let file: File = toml::from_str(text).map_err(|error| source.refused(&error))?;
        if file.module.is_empty() && file.fpu.is_none() {
            return Err(Error::usage(format!(
                "{}: it asks for no module: write a table [[module]] or [fpu]",
                path.display()
            )));
        }
        // Searches take minutes, so the whole file has been read before the first.
        let wanted = source.wanted(&file.module)?;
        let core = file.fpu.as_ref().map(|table| source.core(table)).transpose()?;
        let units = wanted.into_iter().map(|module| module.unit(&source));
        let mut designs = units.collect::<Result<Vec<_>, Error>>()?;
        designs.extend(core);
        Ok(Project {
            out: file.out.unwrap_or_else(|| PathBuf::from(".")),
            designs,
        })
    }
}

/// A module that the file asks for.
struct Wanted {
    instruction: Instruction,
    name: Option<String>,
    hardware: Hardware,
    extras: Extras,
}

/// The hardware of a module, before any tool has run.
enum Hardware {
    Chosen(Design),
    Searched(Clock, Multiplier),
}

impl Wanted {
    /// The unit, with what is written beside it. Where a clock is to be met, this takes the tools that measure.
    fn unit(self, source: &Source) -> Result<(Design, Extras), Error> {
        let unit = match self.hardware {
            Hardware::Chosen(unit) => unit,
            Hardware::Searched(clock, multiplier) => {
                clock.unit(self.instruction, multiplier, self.name.as_deref(), source)?
            }
        };
        Ok((unit, self.extras))
    }
}

impl Source<'_> {
    /// The modules of all tables, of which no two are the same file.
    fn wanted(&self, tables: &[Spanned<ModuleTable>]) -> Result<Vec<Wanted>, Error> {
        let mut all = Vec::new();
        let mut lines: BTreeMap<String, usize> = BTreeMap::new();
        for table in tables {
            let span = match &table.get_ref().name {
                Some(name) => name.span(),
                None => table.get_ref().instruction.span(),
            };
            for wanted in self.wanted_in(table.get_ref())? {
                let module = wanted.name.clone().unwrap_or_else(|| wanted.instruction.module_name());
                if let Some(line) = lines.insert(module.clone(), self.line(span.start)) {
                    return Err(self.wrong(
                        &span,
                        format!(
                            "{} is asked for a second time, first in line {line}: both would be {module}.v; `name` gives one \
                             another name",
                            wanted.instruction
                        ),
                    ));
                }
                all.push(wanted);
            }
        }
        Ok(all)
    }

    /// The modules of one table.
    fn wanted_in(&self, table: &ModuleTable) -> Result<Vec<Wanted>, Error> {
        let span = table.instruction.span();
        let word = table.instruction.get_ref();
        if word == CORE {
            return Err(self.wrong(
                &span,
                format!("`{word}` is no instruction: the core has a table of its own, [fpu]"),
            ));
        }
        let flags = Flags { wanted: table.flags };
        let instructions = self.instructions(&table.instruction, flags)?;
        let clock = Clock::of(table, self)?;
        if let (Some(name), true) = (&table.name, instructions.len() > 1) {
            return Err(self.wrong(
                &name.span(),
                format!(
                    "`name` is for one module, and `{word}` stands for {}",
                    instructions.len()
                ),
            ));
        }
        let wanted = instructions.into_iter().map(|instruction| {
            let instruction = flags.of_unit(instruction).map_err(|error| self.wrong(&span, error))?;
            let multiplier = self.multiplier(table, instruction)?;
            Ok(Wanted {
                instruction,
                name: table.name.as_ref().map(|name| name.get_ref().clone()),
                hardware: match &clock {
                    Some(clock) => Hardware::Searched(clock.clone(), multiplier),
                    None => Hardware::Chosen(self.unit(table, instruction, multiplier)?),
                },
                extras: Extras {
                    stream: table.stream,
                    package: table.package,
                    ..Extras::default()
                },
            })
        });
        wanted.collect()
    }

    /// What the products of an instruction of a table are made of.
    fn multiplier(&self, table: &ModuleTable, instruction: Instruction) -> Result<Multiplier, Error> {
        let Some(choice) = &table.multiplier else {
            return Ok(Multiplier::default());
        };
        let multiplier = choice.get_ref().of(&[instruction]);
        multiplier.map_err(|error| self.wrong(&choice.span(), error))
    }

    /// The unit of an instruction of a table that has no clock.
    fn unit(&self, table: &ModuleTable, instruction: Instruction, multiplier: Multiplier) -> Result<Design, Error> {
        let (latency, span) = match &table.latency {
            Some(latency) => (Some(*latency.get_ref()), latency.span()),
            None => (None, table.instruction.span()),
        };
        let options = Options {
            latency,
            name: table.name.as_ref().map(|name| name.get_ref().as_str()),
            ..Options::default()
        };
        options.unit_of(instruction, multiplier).map_err(|error| {
            let span = match (&error, &table.name) {
                (DesignError::Name(_) | DesignError::Keyword { .. }, Some(name)) => name.span(),
                _ => span,
            };
            self.wrong(&span, error)
        })
    }

    fn core(&self, table: &Spanned<CoreTable>) -> Result<(Design, Extras), Error> {
        let CoreTable {
            instructions,
            latency,
            tag_width,
            multiplier,
            name,
            flags,
            stream,
            package,
            cfu,
            pcpi,
        } = table.get_ref();
        let extras = Extras {
            package: *package,
            stream: *stream,
            cfu: *cfu,
            pcpi: *pcpi,
        };
        let mut chosen = Vec::new();
        match instructions {
            None => chosen.extend(Instruction::arithmetic()),
            Some(words) => {
                for word in words {
                    chosen.extend(self.instructions(word, Flags::default())?);
                }
            }
        }
        let chosen = match flags {
            Some(flags) => {
                let chosen = Flags {
                    wanted: *flags.get_ref(),
                }
                .of_core(&chosen);
                chosen.map_err(|error| self.wrong(&flags.span(), error))?
            }
            None => chosen,
        };
        let value = |number: &Option<Spanned<u32>>| number.as_ref().map(|number| *number.get_ref());
        let options = Options {
            latency: value(latency),
            name: name.as_ref().map(|name| name.get_ref().as_str()),
            ..Options::default()
        };
        let multiplier = match multiplier {
            Some(choice) => {
                let chosen = choice.get_ref().of(&chosen);
                chosen.map_err(|error| self.wrong(&choice.span(), error))?
            }
            None => Multiplier::default(),
        };
        let core = options
            .core_of(&chosen, extras.tag_width(value(tag_width)), multiplier)
            .map_err(|error| {
                let span = match &error {
                    DesignError::Core(CoreError::TagWidth(_)) => tag_width.as_ref().map(Spanned::span),
                    DesignError::Name(_) | DesignError::Keyword { .. } => name.as_ref().map(Spanned::span),
                    DesignError::Latency { .. } | DesignError::CoreLatency { .. } => {
                        latency.as_ref().map(Spanned::span)
                    }
                    DesignError::Core(CoreError::NoInstruction | CoreError::Wide(_) | CoreError::EightBit(_))
                    | DesignError::PortName(_) => None,
                };
                self.wrong(&span.unwrap_or_else(|| table.span()), error)
            })?;
        for bus in extras.buses() {
            bus.check(&core).map_err(|error| self.wrong(&table.span(), error))?;
        }
        Ok((core, extras))
    }

    /// The instructions that a word names; those that can have the flags that are asked for, where it stands for many.
    fn instructions(&self, word: &Spanned<String>, flags: Flags) -> Result<Vec<Instruction>, Error> {
        let words = std::slice::from_ref(word.get_ref());
        let named = select::possible_instructions(words, |instruction| flags.is_possible(instruction));
        named.map_err(|error| self.wrong(&word.span(), error))
    }
}

/// The source files that a project writes, each once.
pub fn sources(project: &Project) -> Vec<String> {
    let mut sources = Vec::new();
    for (design, extras) in &project.designs {
        sources.push(format!("{}.v", design.name()));
        if extras.stream {
            sources.push(format!("{}.v", design.stream().name()));
        }
        let around = extras
            .buses()
            .into_iter()
            .map(|bus| format!("{}.v", bus.module_name(design)));
        sources.extend(around);
    }
    sources
}
