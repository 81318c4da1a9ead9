//! External Verilog: a file that a user wrote, edited or synthesised.
//!
//! - [`text`] makes the one text that all tools read, and refuses tokens with several readings;
//! - [`facts`] are what slang's analysis finds in it, and [`rules`] refuses blocks, drivers and values that simulators and
//!   synthesisers read differently;
//! - [`elaborate`] makes a netlist with Yosys, with every undefined value still in it, from slang's reading;
//! - [`readings`] compares it with the reading of Yosys' own parser.

mod elaborate;
mod facts;
mod gates;
mod memories;
mod readings;
pub(crate) mod refusal;
mod rules;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use halfpipe_fpga::{Family, FAMILIES};
use halfpipe_tools::cache::{self, Cache};
use halfpipe_tools::folder::{read, temporary_folder, write};

use crate::error::Error;
use crate::netlist::{is_number, YosysModule, YosysNetlist};
use crate::Yosys;
use facts::CircuitFacts;
use text::FILE;

pub use elaborate::{Elaborated, Values};
pub use facts::PortFact;
pub use refusal::Refusal;
pub use text::Assembled;

/// A Verilog file as slang read it.
#[derive(Clone, Debug)]
pub struct VerilogFile {
    /// The file.
    pub file: PathBuf,
    /// The text that all tools read: the file's, with its includes.
    pub text: String,
    assembled: Assembled,
    /// The macros that a flow defines for it.
    defines: Vec<String>,
    facts: CircuitFacts,
}

/// The language of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// Verilog-2005.
    Verilog,
    /// SystemVerilog-2017.
    SystemVerilog,
}

impl Language {
    /// Returns the language of a file: SystemVerilog if its name ends in `.sv`.
    pub fn from_name(file: &Path) -> Language {
        match file.extension().is_some_and(|ending| ending == "sv") {
            true => Language::SystemVerilog,
            false => Language::Verilog,
        }
    }

    /// Returns the standard that slang names it by.
    pub fn version(self) -> &'static str {
        match self {
            Language::Verilog => "1364-2005",
            Language::SystemVerilog => "1800-2017",
        }
    }

    /// Returns the option of Yosys' `read_verilog` for it, with a blank in front.
    pub fn yosys_option(self) -> &'static str {
        match self {
            Language::Verilog => "",
            Language::SystemVerilog => " -sv",
        }
    }
}

/// The models of an FPGA's cells that come with Yosys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellModels {
    /// The family.
    pub family: &'static Family,
    /// The Verilog of all models.
    pub text: String,
    /// The ports and parameters of all models.
    interfaces: YosysNetlist,
}

/// Cells that no family has all of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnknownCells {
    /// The family that lacks the fewest of them. `None` if no family has any.
    pub family: Option<&'static Family>,
    /// The cells that it lacks, and the pins of others.
    pub cells: Vec<String>,
}

/// The file of the models of multiplier blocks.
const BLOCKS: &str = "blocks.v";

/// Types of cells, each with some of its pins.
pub type CellPins<'s> = BTreeMap<&'s str, BTreeSet<&'s str>>;

impl VerilogFile {
    /// Reads a file. A file whose name ends in `.sv` is SystemVerilog. `defines` are the macros that a flow defines for
    /// it.
    ///
    /// # Errors
    ///
    /// [`Error::Tools`] when it cannot be read. [`Error::Refused`] with slang's own words when it is not Verilog, and
    /// when tools read it differently.
    pub fn read(file: &Path, defines: &[&str]) -> Result<VerilogFile, Error> {
        let failed = halfpipe_tools::Error::file(file);
        let kind = match std::fs::metadata(file) {
            Ok(kind) => kind,
            Err(error) => return Err(failed(error).into()),
        };
        if !kind.is_file() {
            let words = "it is no regular file; write the Verilog to a file";
            return Err(failed(std::io::Error::other(words)).into());
        }
        let folder = temporary_folder()?;
        let data = Cache::open()?.folder().join("memories");
        std::fs::create_dir_all(&data).map_err(cache::failed(&data))?;
        let language = Language::from_name(file);
        let (assembled, facts) = text::assemble(file, language, defines, folder.path(), &data)?;
        let source = VerilogFile {
            file: file.to_owned(),
            text: assembled.text.clone(),
            assembled,
            defines: defines.iter().map(|name| (*name).to_owned()).collect(),
            facts,
        };
        source.check_errors(&source.facts)?;
        Ok(source)
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
        match facts.diagnostics.iter().find(|diagnostic| diagnostic.is_error) {
            None => Ok(()),
            Some(error) => Err(self
                .assembled
                .locate(Refusal {
                    line: error.line.filter(|_| error.is_own),
                    ..Refusal::new(0, String::new(), error.message.clone())
                })
                .into()),
        }
    }

    /// Completes a refusal with the place in the user's files.
    fn locate(&self, error: Error) -> Error {
        match error {
            Error::Refused(refusal) => self.assembled.locate(refusal).into(),
            other => other,
        }
    }

    /// Returns the macros that the file tests and that nothing defines: it is read without them.
    pub fn undefined_macros(&self) -> impl Iterator<Item = &str> {
        self.assembled.undefined.iter().map(String::as_str)
    }

    /// Returns the macros that a flow defines for it.
    pub fn defines(&self) -> &[String] {
        &self.defines
    }

    /// Makes a refusal of the lines that Yosys records for a net or a cell: `source.v:7.3-7.9`.
    pub fn refuse(&self, lines: &str, reason: String) -> Refusal {
        self.assembled.locate(gates::located(lines, String::new(), reason))
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
        Language::from_name(&self.file)
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

    /// Returns the modules that the file instantiates and lacks, each with the pins that are connected by name.
    pub fn missing(&self) -> CellPins<'_> {
        let missing = self.facts.missing.iter();
        missing
            .map(|(name, fact)| (name.as_str(), fact.pins.iter().map(String::as_str).collect()))
            .collect()
    }
}

impl CellModels {
    /// Returns the macros with which a tool must read the models, so that unconnected inputs have no value.
    pub fn macros(&self) -> impl Iterator<Item = &'static str> {
        self.family.models.without_defaults.into_iter()
    }

    /// Returns the models of the first family that has all of these cells with their pins. Otherwise returns what the
    /// nearest family lacks.
    ///
    /// # Errors
    ///
    /// [`Error`] when Yosys does not find its models, or they cannot be read.
    pub fn of_cells(cells: &CellPins) -> Result<Result<CellModels, UnknownCells>, Error> {
        let mut nearest: Option<UnknownCells> = None;
        for family in FAMILIES {
            let models = CellModels::of_family(family)?;
            let unknown = cells.iter();
            let unknown: Vec<String> = unknown
                .filter_map(|(cell, pins)| unknown_part(cell, pins, models.interfaces.modules.get(*cell)))
                .collect();
            if unknown.is_empty() {
                return Ok(Ok(models));
            }
            if nearest
                .as_ref()
                .is_none_or(|nearest| unknown.len() < nearest.cells.len())
            {
                nearest = Some(UnknownCells {
                    family: (unknown.len() < cells.len()).then_some(family),
                    cells: unknown,
                });
            }
        }
        Ok(Err(nearest.unwrap_or_default()))
    }

    /// Returns the text of all models, with the model of a multiplier block that Yosys has none of.
    pub fn with_blocks(&self) -> String {
        let block = self.family.evaluated_blocks.map(|blocks| (blocks.model)());
        let is_new = |block: &String| {
            let name = block.lines().find(|line| line.starts_with("module "));
            name.is_some_and(|name| !self.text.contains(name))
        };
        self.text.clone() + &block.filter(is_new).unwrap_or_default()
    }

    /// Returns empty Verilog modules with the ports and parameters of some cells.
    fn empty_modules(&self, cells: &CellPins) -> String {
        let mut text = String::new();
        for name in cells.keys() {
            let Some(module) = self.interfaces.modules.get(*name) else {
                continue;
            };
            let parameter = |(name, value): (&String, &String)| match text_of_codes(value) {
                Some(text) => format!("parameter {name} = \"{text}\""),
                None if is_number(value) && !value.is_empty() => format!("parameter {name} = {}'b{value}", value.len()),
                None => format!("parameter {name} = \"{}\"", value.trim_end().escape_default()),
            };
            let parameters: Vec<String> = module.parameter_default_values.iter().map(parameter).collect();
            let parameters = match parameters.is_empty() {
                true => String::new(),
                false => format!(" #({})", parameters.join(", ")),
            };
            let ports = module.ports.0.iter().map(|(name, port)| {
                let range = match port.width() {
                    1 => String::new(),
                    width => format!("[{}:0] ", width - 1),
                };
                format!("{} {range}{name}", port.direction)
            });
            let ports = ports.collect::<Vec<_>>().join(", ");
            text += &format!("module {name}{parameters} ({ports});\nendmodule\n");
        }
        text
    }

    /// Reads the models of a family.
    fn of_family(family: &'static Family) -> Result<CellModels, Error> {
        let folder = temporary_folder()?;
        let blocks = family.evaluated_blocks.map(|blocks| (blocks.model)());
        write(&folder.path().join(BLOCKS), &blocks.unwrap_or_default())?;
        // Yosys knows the location of its files, and prints it when it reads one.
        let script = format!(
            "read_verilog -lib {}\nread_verilog -lib -nooverwrite {BLOCKS}\ndelete =*/p:*\nwrite_json models.json\n",
            family.models.file
        );
        let log = Yosys::find()?.run(folder.path(), "script.ys", &script)?;
        let file = log.text.lines().find_map(|line| line.split_once(" frontend: "));
        let file = file.map_or(family.models.file, |(_, file)| file.trim());
        Ok(CellModels {
            family,
            interfaces: YosysNetlist::parse(&read(&folder.path().join("models.json"))?)?,
            text: with_includes(Path::new(file), &mut BTreeSet::new())?,
        })
    }
}

/// Returns the text of a wide parameter that a model declares as a number of characters.
fn text_of_codes(value: &str) -> Option<String> {
    if !is_number(value) || value.len() < 32 || value.len() % 8 != 0 {
        return None;
    }
    let codes = value.as_bytes().chunks(8).map(|digits| {
        let digits = std::str::from_utf8(digits).ok()?;
        u8::from_str_radix(digits, 2).ok()
    });
    let codes: Vec<u8> = codes
        .collect::<Option<Vec<u8>>>()?
        .into_iter()
        .skip_while(|code| *code == 0)
        .collect();
    let is_text = !codes.is_empty() && codes.iter().all(u8::is_ascii_graphic);
    is_text.then(|| codes.into_iter().map(char::from).collect())
}

/// Returns the part of a cell that a family's models lack: the whole cell, or some pins.
fn unknown_part(cell: &str, pins: &BTreeSet<&str>, model: Option<&YosysModule>) -> Option<String> {
    let Some(model) = model else {
        return Some(cell.to_owned());
    };
    let unknown: Vec<&str> = pins
        .iter()
        .copied()
        .filter(|pin| model.ports.get(pin).is_none())
        .collect();
    match unknown[..] {
        [] => None,
        [pin] => Some(format!("pin {pin} of {cell}")),
        _ => Some(format!("pins {} of {cell}", unknown.join(" and "))),
    }
}

/// Returns a file's text with its includes in place. An include of functions is repeated in each module that asks for
/// it, others appear once.
fn with_includes(file: &Path, included: &mut BTreeSet<PathBuf>) -> Result<String, Error> {
    let mut text = String::new();
    let mut is_in_module = false;
    for line in read(file)?.lines() {
        match line.split_whitespace().next() {
            Some("module") => is_in_module = true,
            Some("endmodule") => is_in_module = false,
            _ => {}
        }
        let name = line.trim().strip_prefix("`include \"");
        match name
            .and_then(|rest| rest.strip_suffix('"'))
            .map(|name| file.with_file_name(name))
        {
            Some(file) if included.insert(file.clone()) || is_in_module => text += &with_includes(&file, included)?,
            Some(_) => {}
            None => text += line,
        }
        text.push('\n');
    }
    Ok(text)
}
