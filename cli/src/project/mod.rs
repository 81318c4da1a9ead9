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

use halfpipe_hdl::fpu::{Core, CoreError, NAME};
use halfpipe_hdl::unit::{Multiplier, Unit};
use halfpipe_isa::Instruction;
use serde::Deserialize;
use toml::Spanned;

use crate::command::fpu;
use crate::error::Error;
use crate::multiplier::Choice;
use crate::product::Extras;
use crate::{hardware, select};
use clock::Clock;
use source::Source;

/// The name of the file unless another is given.
pub const FILE: &str = "halfpipe.toml";

/// What a project file asks for.
#[derive(Debug)]
pub struct Project {
    /// The folder to write to.
    pub out: PathBuf,
    /// The units, and what is written beside each.
    pub units: Vec<(Unit, Extras)>,
    /// The core, if it wants one.
    pub core: Option<(Core, Extras)>,
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
    #[serde(default)]
    package: bool,
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
        Ok(Project {
            out: file.out.unwrap_or_else(|| PathBuf::from(".")),
            units: units.collect::<Result<_, Error>>()?,
            core,
        })
    }
}

/// A module that the file asks for.
struct Wanted {
    instruction: Instruction,
    hardware: Hardware,
    extras: Extras,
}

/// The hardware of a module, before any tool has run.
enum Hardware {
    Chosen(Unit),
    Searched(Clock, Multiplier),
}

impl Wanted {
    /// The unit, with what is written beside it. Where a clock is to be met, this takes the tools that measure.
    fn unit(self, source: &Source) -> Result<(Unit, Extras), Error> {
        let unit = match self.hardware {
            Hardware::Chosen(unit) => unit,
            Hardware::Searched(clock, multiplier) => clock.unit(self.instruction, multiplier, source)?,
        };
        Ok((unit, self.extras))
    }
}

impl Source<'_> {
    /// The modules of all tables, of which no two are the same file.
    fn wanted(&self, tables: &[Spanned<ModuleTable>]) -> Result<Vec<Wanted>, Error> {
        let mut all = Vec::new();
        let mut lines: BTreeMap<Instruction, usize> = BTreeMap::new();
        for table in tables {
            let span = table.get_ref().instruction.span();
            for wanted in self.wanted_in(table.get_ref())? {
                let instruction = wanted.instruction;
                if let Some(line) = lines.insert(instruction, self.line(span.start)) {
                    return Err(self.wrong(
                        &span,
                        format!(
                            "{instruction} is asked for a second time, first in line {line}: both would be {}.v",
                            instruction.module_name()
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
        if word == fpu::WORD {
            return Err(self.wrong(
                &span,
                format!("`{word}` is no instruction: the core has a table of its own, [fpu]"),
            ));
        }
        let instructions = self.instructions(&table.instruction)?;
        let clock = Clock::of(table, self)?;
        let wanted = instructions.into_iter().map(|instruction| {
            let multiplier = self.multiplier(table, instruction)?;
            Ok(Wanted {
                instruction,
                hardware: match &clock {
                    Some(clock) => Hardware::Searched(clock.clone(), multiplier),
                    None => Hardware::Chosen(self.unit(table, instruction, multiplier)?),
                },
                extras: Extras {
                    stream: table.stream,
                    package: table.package,
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
        let multiplier = choice.get_ref().of(instruction);
        multiplier.map_err(|error| self.wrong(&choice.span(), error))
    }

    /// The unit of an instruction of a table that has no clock.
    fn unit(&self, table: &ModuleTable, instruction: Instruction, multiplier: Multiplier) -> Result<Unit, Error> {
        let (latency, span) = match &table.latency {
            Some(latency) => (Some(*latency.get_ref()), latency.span()),
            None => (None, table.instruction.span()),
        };
        let unit = hardware::unit_with(instruction, latency, multiplier);
        unit.map_err(|error| self.wrong(&span, error))
    }

    fn core(&self, table: &Spanned<CoreTable>) -> Result<(Core, Extras), Error> {
        let CoreTable {
            instructions,
            latency,
            tag_width,
            package,
        } = table.get_ref();
        let mut chosen = Vec::new();
        match instructions {
            None => chosen.extend(Instruction::all()),
            Some(words) => {
                for word in words {
                    chosen.extend(self.instructions(word)?);
                }
            }
        }
        let value = |number: &Option<Spanned<u32>>| number.as_ref().map(|number| *number.get_ref());
        let core = fpu::core(&chosen, value(latency), value(tag_width)).map_err(|error| {
            let number = match error {
                CoreError::NoInstruction => &None,
                CoreError::TagWidth(_) => tag_width,
                CoreError::Latency { .. } => latency,
            };
            self.wrong(&number.as_ref().map_or(table.span(), Spanned::span), error)
        })?;
        let extras = Extras {
            package: *package,
            stream: false,
        };
        Ok((core, extras))
    }

    fn instructions(&self, word: &Spanned<String>) -> Result<Vec<Instruction>, Error> {
        let words = std::slice::from_ref(word.get_ref());
        select::instructions(words).map_err(|error| self.wrong(&word.span(), error))
    }
}

/// The source files that a project writes, each once.
pub fn sources(project: &Project) -> Vec<String> {
    let mut sources = Vec::new();
    for (unit, extras) in &project.units {
        sources.push(format!("{}.v", unit.module().name));
        if extras.stream {
            sources.push(format!("{}.v", halfpipe_hdl::export::stream_name(unit)));
        }
    }
    if project.core.is_some() {
        sources.push(format!("{NAME}.v"));
    }
    sources
}
