//! `halfpipe.toml`: the modules of a project.
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
//! Every error message about the file has a line number.

mod clock;
mod names;
mod source;

use std::ops::Range;
use std::path::{Path, PathBuf};

use halfpipe_hdl::design::{Design, DesignError};
use halfpipe_hdl::fpu::CoreError;
use halfpipe_hdl::unit::Multiplier;
use halfpipe_isa::Instruction;
use serde::Deserialize;
use toml::Spanned;

use crate::error::Error;
use crate::multiplier::Choice;
use crate::product::{bus_error, Extras};
use crate::request::{Flags, Wanted as Options, CORE};
use crate::select;
use clock::Clock;
use names::Entry;
use source::Source;

/// The default name of the project file.
pub const FILE: &str = "halfpipe.toml";

/// The list of all source files, written beside the modules.
pub const FILE_LIST: &str = "halfpipe.f";

/// The contents of a project file.
#[derive(Debug)]
pub struct Project {
    /// The output folder.
    pub out: PathBuf,
    /// The modules with their optional files. A core comes last.
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

/// A `[[module]]` table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ModuleTable {
    /// The mnemonic or pattern.
    instruction: Spanned<String>,
    latency: Option<Spanned<u32>>,
    /// The target clock frequency in MHz, instead of a latency.
    mhz: Option<Spanned<f64>>,
    /// The FPGA for the clock.
    target: Option<Spanned<String>>,
    /// The choice of multiplier.
    multiplier: Option<Spanned<Choice>>,
    /// The name of the module.
    name: Option<Spanned<String>>,
    /// True if the module has flags.
    #[serde(default)]
    flags: bool,
    #[serde(default)]
    stream: bool,
    #[serde(default)]
    package: bool,
}

/// The `[fpu]` table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct CoreTable {
    instructions: Option<Vec<Spanned<String>>>,
    latency: Option<Spanned<u32>>,
    tag_width: Option<Spanned<u32>>,
    multiplier: Option<Spanned<Choice>>,
    name: Option<Spanned<String>>,
    /// True if the core has flags.
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
    /// Reads a project file. The output folder is relative to the file's folder.
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
        // Searches take minutes, so the whole file is checked before the first one.
        let wanted = source.wanted(&file.module)?;
        let core = file.fpu.as_ref().map(|table| source.core(table)).transpose()?;
        let drafts = wanted.iter().map(Wanted::draft).chain(core.clone());
        names::check(&drafts.collect::<Vec<_>>(), &source)?;
        let units = wanted.into_iter().map(|module| module.unit(&source));
        let mut entries = units.collect::<Result<Vec<_>, Error>>()?;
        entries.extend(core);
        // The latency from a search may add inner modules with names of their own.
        names::check(&entries, &source)?;
        Ok(Project {
            out: file.out.unwrap_or_else(|| PathBuf::from(".")),
            designs: entries.into_iter().map(|entry| (entry.design, entry.extras)).collect(),
        })
    }
}

/// A module that the file requests.
struct Wanted {
    hardware: Hardware,
    extras: Extras,
    span: Range<usize>,
}

/// The hardware of a module before any tool runs.
enum Hardware {
    Chosen(Design),
    /// The target clock, and the combinational module, which has the same name.
    Searched(Clock, Design),
}

impl Wanted {
    /// Returns the module as far as it is known before tools run.
    fn draft(&self) -> Entry {
        let (Hardware::Chosen(unit) | Hardware::Searched(_, unit)) = &self.hardware;
        Entry {
            design: unit.clone(),
            extras: self.extras,
            span: self.span.clone(),
        }
    }

    /// Returns the module with its optional files. Runs the measuring tools if there is a clock to meet.
    fn unit(self, source: &Source) -> Result<Entry, Error> {
        let design = match self.hardware {
            Hardware::Chosen(unit) => unit,
            Hardware::Searched(clock, draft) => clock.unit(&draft, source)?,
        };
        Ok(Entry {
            design,
            extras: self.extras,
            span: self.span,
        })
    }
}

impl Source<'_> {
    /// Returns the modules of all tables.
    fn wanted(&self, tables: &[Spanned<ModuleTable>]) -> Result<Vec<Wanted>, Error> {
        let mut all = Vec::new();
        for table in tables {
            all.extend(self.wanted_in(table.get_ref())?);
        }
        Ok(all)
    }

    /// Returns the modules of one table.
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
        let clock = Clock::from_table(table, self)?;
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
            let latency = table.latency.as_ref().map(|latency| *latency.get_ref());
            Ok(Wanted {
                hardware: match &clock {
                    Some(clock) => {
                        Hardware::Searched(clock.clone(), self.unit(table, instruction, multiplier, Some(0))?)
                    }
                    None => Hardware::Chosen(self.unit(table, instruction, multiplier, latency)?),
                },
                span: table.name.as_ref().map_or(span.clone(), Spanned::span),
                extras: Extras {
                    stream: table.stream,
                    package: table.package,
                    ..Extras::default()
                },
            })
        });
        wanted.collect()
    }

    /// Returns the multiplier for an instruction of a table.
    fn multiplier(&self, table: &ModuleTable, instruction: Instruction) -> Result<Multiplier, Error> {
        let Some(choice) = &table.multiplier else {
            return Ok(Multiplier::default());
        };
        let multiplier = choice.get_ref().resolve(&[instruction]);
        multiplier.map_err(|error| self.wrong(&choice.span(), error))
    }

    /// Builds the unit for an instruction of a table.
    fn unit(
        &self,
        table: &ModuleTable,
        instruction: Instruction,
        multiplier: Multiplier,
        latency: Option<u32>,
    ) -> Result<Design, Error> {
        let span = match &table.latency {
            Some(latency) => latency.span(),
            None => table.instruction.span(),
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

    fn core(&self, table: &Spanned<CoreTable>) -> Result<Entry, Error> {
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
                let chosen = choice.get_ref().resolve(&chosen);
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
            bus.check(&core)
                .map_err(|error| self.wrong(&table.span(), bus_error(error)))?;
        }
        Ok(Entry {
            design: core,
            extras,
            span: name.as_ref().map_or(table.span(), Spanned::span),
        })
    }

    /// Returns the instructions that a word names. If the word stands for many and flags are requested, keeps those
    /// that can have flags.
    fn instructions(&self, word: &Spanned<String>, flags: Flags) -> Result<Vec<Instruction>, Error> {
        let words = std::slice::from_ref(word.get_ref());
        let named = select::possible_instructions(words, |instruction| flags.is_possible(instruction));
        named.map_err(|error| self.wrong(&word.span(), error))
    }
}

/// Returns the source files of a project, each once.
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
