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

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;
use std::path::{Path, PathBuf};

use halfpipe_hdl::fpu::{Core, CoreError, NAME};
use halfpipe_hdl::unit::Unit;
use halfpipe_isa::Instruction;
use halfpipe_synth::unit::measure_unit;
use halfpipe_synth::Target;
use serde::Deserialize;
use toml::Spanned;

use crate::command::fpu;
use crate::error::Error;
use crate::product::Extras;
use crate::progress::Progress;
use crate::{hardware, select};

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
        let file: File = toml::from_str(text).map_err(|error| {
            let span = error.span().unwrap_or_default();
            source.wrong(&span, source.complaint(error.message(), &span))
        })?;
        if file.module.is_empty() && file.fpu.is_none() {
            return Err(Error::usage(format!(
                "{}: it asks for no module: write a table [[module]] or [fpu]",
                path.display()
            )));
        }
        let mut units = Vec::new();
        let mut lines: BTreeMap<Instruction, usize> = BTreeMap::new();
        for table in &file.module {
            for unit in source.units(table.get_ref())? {
                let span = table.get_ref().instruction.span();
                if let Some(line) = lines.insert(unit.instruction(), source.line(span.start)) {
                    return Err(source.wrong(
                        &span,
                        format!(
                            "{} is asked for a second time, first in line {line}: both would be {}.v",
                            unit.instruction(),
                            unit.module().name
                        ),
                    ));
                }
                let extras = Extras {
                    stream: table.get_ref().stream,
                    package: table.get_ref().package,
                };
                units.push((unit, extras));
            }
        }
        let core = file.fpu.as_ref().map(|table| source.core(table)).transpose()?;
        Ok(Project {
            out: file.out.unwrap_or_else(|| PathBuf::from(".")),
            units,
            core,
        })
    }
}

/// The text of a project file, for messages.
struct Source<'s> {
    text: &'s str,
    path: &'s Path,
}

impl Source<'_> {
    fn line(&self, offset: usize) -> usize {
        let before = self.text.get(..offset).unwrap_or(self.text);
        before.matches('\n').count() + 1
    }

    /// An error in this place of the file.
    fn wrong(&self, span: &Range<usize>, message: impl Display) -> Error {
        Error::usage(format!("{}:{}: {message}", self.path.display(), self.line(span.start)))
    }

    /// What the parser says, in the words of a project file.
    fn complaint(&self, message: &str, span: &Range<usize>) -> String {
        let words = [
            ("unknown field", "unknown key"),
            ("missing field", "missing key"),
            ("expected u32", "expected a whole number from 0 on"),
        ];
        let said = words
            .iter()
            .fold(message.to_owned(), |said, (serde, ours)| said.replace(serde, ours));
        match self.text.get(span.clone()) {
            Some(key) if said == "duplicate key" => format!("{said} `{key}`: a table has each key once"),
            _ => said,
        }
    }

    fn units(&self, table: &ModuleTable) -> Result<Vec<Unit>, Error> {
        let span = table.instruction.span();
        let word = table.instruction.get_ref();
        if word == fpu::WORD {
            return Err(self.wrong(
                &span,
                format!("`{word}` is no instruction: the core has a table of its own, [fpu]"),
            ));
        }
        let instructions = self.instructions(&table.instruction)?;
        if let Some(clock) = self.clock(table)? {
            let units = instructions.into_iter().map(|instruction| clock.unit(instruction));
            return units.collect::<Result<_, Error>>().map_err(|error| match error {
                Error::Usage(message) => self.wrong(&clock.span, message),
                other => other,
            });
        }
        let latency = table.latency.as_ref();
        let units = instructions.into_iter().map(|instruction| {
            let unit = hardware::unit(instruction, latency.map(|latency| *latency.get_ref()));
            unit.map_err(|error| self.wrong(&latency.map_or(span.clone(), Spanned::span), error))
        });
        units.collect()
    }

    /// The clock that a module has to meet, if one is given.
    fn clock(&self, table: &ModuleTable) -> Result<Option<Clock>, Error> {
        let (mhz, target) = match (&table.mhz, &table.target) {
            (None, None) => return Ok(None),
            (Some(mhz), Some(target)) => (mhz, target),
            (Some(mhz), None) => {
                return Err(self.wrong(
                    &mhz.span(),
                    "`mhz` needs a `target`, the FPGA on which the clock is met",
                ))
            }
            (None, Some(target)) => {
                return Err(self.wrong(
                    &target.span(),
                    "`target` says nothing without `mhz`, the clock to be met there",
                ))
            }
        };
        if let Some(latency) = &table.latency {
            return Err(self.wrong(
                &latency.span(),
                "`latency` and `mhz` contradict each other: `mhz` chooses the smallest latency that meets it",
            ));
        }
        let is_clock = mhz.get_ref().is_finite() && *mhz.get_ref() > 0.0;
        if !is_clock {
            return Err(self.wrong(&mhz.span(), "`mhz` is a frequency above 0"));
        }
        let parsed = target.get_ref().parse::<Target>();
        Ok(Some(Clock {
            mhz: *mhz.get_ref(),
            target: parsed.map_err(|error| self.wrong(&target.span(), error))?,
            span: mhz.span(),
        }))
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

/// A clock to be met on an FPGA.
struct Clock {
    mhz: f64,
    target: Target,
    /// Where the file asks for it.
    span: Range<usize>,
}

impl Clock {
    /// The unit of the smallest latency that meets the clock, in as many placements as are usual for the target.
    fn unit(&self, instruction: Instruction) -> Result<Unit, Error> {
        let latencies = hardware::latencies(instruction);
        let mut progress = Progress::new(instruction.mnemonic(), latencies.len() as u64, "latencies");
        for latency in &latencies {
            progress.at(u64::from(*latency));
            let unit = Unit::new(instruction, *latency)?;
            let measured = measure_unit(&unit, self.target, self.target.seeds()).map_err(Error::failure)?;
            if measured
                .measurement
                .best()
                .is_some_and(|timing| timing.fmax >= self.mhz)
            {
                return Ok(unit);
            }
        }
        Err(Error::usage(format!(
            "{instruction} meets {} MHz on {} at none of its latencies, {}",
            self.mhz,
            self.target,
            hardware::span(&latencies)
        )))
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
