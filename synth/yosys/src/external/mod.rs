//! External Verilog: a file that a user wrote, edited or synthesised.
//!
//! - [`text`] makes the one text that all tools read, and refuses tokens with several readings;
//! - [`facts`] are what slang's analysis finds in it, and [`rules`] refuses blocks, drivers and values that simulators and
//!   synthesisers read differently;
//! - [`elaborate`] makes a netlist with Yosys, with every undefined value still in it, from slang's reading;
//! - [`readings`] compares it with the reading of Yosys' own parser.

mod bits;
mod cells;
mod circuit_facts;
mod data_flow;
mod difference;
mod driver_rules;
mod elaborate;
mod elaborated;
mod facts;
mod file_list;
mod gates;
mod language;
mod memories;
mod places;
mod process_rules;
mod readings;
pub(crate) mod refusal;
mod rules;
mod script;
mod settings;
mod side;
mod sources;
mod text;
mod variants;
mod words;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use halfpipe_tools::cache::{self, Cache};
use halfpipe_tools::folder::{temporary_folder, write};
use halfpipe_tools::Tool;

use crate::error::Error;
use circuit_facts::CircuitFacts;
use text::FILE;

pub use cells::CellModels;
pub use circuit_facts::PortFact;
pub use elaborated::{Elaborated, FileReading, Values};
pub use language::Language;
pub use refusal::Refusal;
pub use sources::{Definition, MacroName, ParameterValue, SettingError, VerilogSources};
pub use text::Assembled;

/// Verilog files as slang read them.
#[derive(Clone, Debug)]
pub struct VerilogFile {
    /// The text that all tools read: the files with their includes.
    pub text: String,
    /// The files and settings as they were given.
    sources: VerilogSources,
    /// The files and settings with those of the lists.
    expanded: VerilogSources,
    assembled: Assembled,
    facts: CircuitFacts,
}

impl VerilogFile {
    /// Reads files, with the circuit below their top module, or below the module of the usual name. A file whose name ends
    /// in `.sv` is SystemVerilog, and so are those beside it. `macros` are those that a flow defines.
    ///
    /// # Errors
    ///
    /// [`Error::Tools`] when a file cannot be read. [`Error::Refused`] with slang's own words when one is not Verilog, and
    /// when tools read them differently.
    pub fn read(sources: &VerilogSources, usual: &str, macros: &[&str]) -> Result<VerilogFile, Error> {
        let mut expanded = sources.expand()?;
        expanded.defines.extend(macros.iter().map(|name| Definition::one(name)));
        check_files(&expanded)?;
        let folder = temporary_folder()?;
        let data = Cache::open()?.folder().join("memories");
        std::fs::create_dir_all(&data).map_err(cache::failed(&data))?;
        let (assembled, facts) = text::assemble(&expanded, usual, folder.path(), &data)?;
        let source = VerilogFile {
            text: assembled.text.clone(),
            sources: sources.clone(),
            expanded,
            assembled,
            facts,
        };
        source.check_errors(&source.facts)?;
        Ok(source)
    }

    /// Returns the files and settings as they were given.
    pub fn sources(&self) -> &VerilogSources {
        &self.sources
    }

    /// Returns the same file with the circuit below one of its modules.
    ///
    /// # Errors
    ///
    /// As [`VerilogFile::read`].
    pub fn with_top(mut self, module: &str) -> Result<VerilogFile, Error> {
        if self.facts.tops.len() != 1 || !self.facts.tops.contains_key(module) {
            self.facts = self.circuit_facts(temporary_folder()?.path(), &["--top", module])?;
        }
        Ok(self)
    }

    /// Returns the same file with a module behind its text, with which the circuit begins.
    ///
    /// # Errors
    ///
    /// As [`VerilogFile::read`].
    pub fn with_module(mut self, text: &str, module: &str) -> Result<VerilogFile, Error> {
        self.text += text;
        self.assembled.text.clone_from(&self.text);
        self.facts = self.circuit_facts(temporary_folder()?.path(), &["--top", module])?;
        Ok(self)
    }

    /// Runs slang's analysis of the text below a module.
    fn circuit_facts(&self, folder: &Path, options: &[&str]) -> Result<CircuitFacts, Error> {
        write(&folder.join(FILE), &self.text)?;
        let arguments = [&["circuit", FILE, self.language().version()], options].concat();
        let facts: CircuitFacts = facts::read(folder, &arguments).map_err(|error| self.locate(error))?;
        self.check_errors(&facts)?;
        Ok(facts)
    }

    /// Refuses a text with an error of slang.
    fn check_errors(&self, facts: &CircuitFacts) -> Result<(), Error> {
        let Some(error) = facts.diagnostics.iter().find(|diagnostic| diagnostic.is_error) else {
            return Ok(());
        };
        let refusal = Refusal {
            line: error.line.filter(|_| error.is_own),
            ..Refusal::new(0, error.construct.clone(), error.message.clone())
        };
        Err(self.refusal_error(self.expanded.explain_parameter(refusal)))
    }

    /// Makes the error of a refusal of a line of the text.
    fn refusal_error(&self, refusal: Refusal) -> Error {
        self.assembled.locate(refusal).into()
    }

    /// Completes a refusal with the place in the user's files.
    fn locate(&self, error: Error) -> Error {
        match error {
            Error::Refused(refusal) => self.refusal_error(refusal),
            other => other,
        }
    }

    /// Returns the macros that the file tests and that nothing defines: it is read without them.
    pub fn undefined_macros(&self) -> impl Iterator<Item = &str> {
        self.assembled.undefined.iter().map(String::as_str)
    }

    /// Describes the reading from which a netlist comes.
    ///
    /// # Errors
    ///
    /// [`Error::Tools`] when a tool does not tell its version.
    pub fn reading(&self, elaborated: &Elaborated, top: &str) -> Result<FileReading, Error> {
        let version = |tool: Tool| -> Result<String, Error> {
            let version = tool.version().map_err(halfpipe_tools::Error::from)?;
            Ok(version.unwrap_or_default())
        };
        let yosys = version(Tool::Yosys)?;
        let second = if elaborated.is_read_twice {
            format!("read_verilog of Yosys {yosys}")
        } else {
            format!("Verilator {}", version(Tool::Verilator)?)
        };
        let paths = |paths: &mut dyn Iterator<Item = &PathBuf>| paths.map(|path| path.display().to_string()).collect();
        Ok(FileReading {
            top: top.to_owned(),
            files: paths(&mut self.assembled.files.iter()),
            includes: paths(&mut self.expanded.includes.iter()),
            defines: self.expanded.defines.iter().map(ToString::to_string).collect(),
            undefined: self.expanded.undefined.iter().map(ToString::to_string).collect(),
            parameters: self.expanded.parameters.iter().map(ToString::to_string).collect(),
            ports: Vec::new(),
            ties: Vec::new(),
            readers: vec![
                format!("pyslang {}", self.assembled.slang),
                format!("read_slang {} of Yosys {yosys}", elaborated.slang),
                second,
            ],
        })
    }

    /// Makes a refusal of the lines that Yosys records for a net or a cell: `source.v:7.3-7.9`.
    pub fn refuse(&self, lines: &str, reason: String) -> Refusal {
        self.assembled.locate(gates::refuse_at(lines, String::new(), reason))
    }

    /// Returns the text with the files and lines that it comes from.
    pub fn assembled(&self) -> &Assembled {
        &self.assembled
    }

    /// Rewrites Yosys' line references as references to the original files.
    pub fn rename(&self, words: &str) -> String {
        self.assembled.rename(words, FILE)
    }

    /// Returns its language.
    pub fn language(&self) -> Language {
        self.expanded.language()
    }

    /// Returns the names of its modules.
    pub fn modules(&self) -> impl Iterator<Item = &str> {
        self.facts.modules.iter().map(|module| module.name.as_str())
    }

    /// Returns the names of the modules that no other module of the file instantiates.
    pub fn top_modules(&self) -> impl Iterator<Item = &str> {
        self.facts.tops.keys().map(String::as_str)
    }

    /// Returns the ports of the module that the circuit begins with.
    pub fn ports(&self, module: &str) -> Option<&[PortFact]> {
        self.facts.tops.get(module).map(Vec::as_slice)
    }

    /// Returns the models of the cells that the file instantiates and lacks; None if it has all modules.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] when no family has all of them.
    pub fn cell_models(&self) -> Result<Option<CellModels>, Error> {
        if self.facts.missing.is_empty() {
            return Ok(None);
        }
        let models = CellModels::find(&self.facts.missing);
        models.map(Some).map_err(|error| self.locate(error))
    }
}

/// Refuses names of files that no tool can read.
fn check_files(sources: &VerilogSources) -> Result<(), Error> {
    for file in &sources.files {
        let failed = |error| halfpipe_tools::Error::file(file)(error);
        if !std::fs::metadata(file).map_err(failed)?.is_file() {
            let words = "it is no regular file; write the Verilog to a file";
            return Err(failed(std::io::Error::other(words)).into());
        }
        if file.display().to_string().contains(['"', '\n']) {
            let words = "its name has a quote or an end of line; rename it";
            return Err(failed(std::io::Error::other(words)).into());
        }
    }
    let mut seen = BTreeSet::new();
    if let Some(file) = sources.files.iter().find(|file| !seen.insert(*file)) {
        return Err(Refusal {
            file: file.clone(),
            ..Refusal::without_line("it is named twice, by --verilog or in a list; name it once")
        }
        .into());
    }
    for folder in &sources.includes {
        if !folder.is_dir() {
            let words = "no folder; -I names the folder of included files";
            return Err(halfpipe_tools::Error::file(folder)(std::io::Error::other(words)).into());
        }
    }
    Ok(())
}
