//! External Verilog: a file that a user wrote, edited or synthesised.
//!
//! - [`preprocessor`] makes the one text that all tools read;
//! - [`lexer`] and [`constructs`] refuse text with several readings;
//! - [`elaborate`] makes a netlist with Yosys, with every undefined value still in it;
//! - [`drivers`] refuses nets with several drivers, and cells that do not occur in pipelines.

mod constructs;
mod drivers;
mod elaborate;
mod lexer;
mod preprocessor;
pub(crate) mod refusal;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use halfpipe_fpga::{Family, FAMILIES};
use halfpipe_tools::folder::{read, temporary_folder, write};
use halfpipe_tools::ToolDiagnostic;

use crate::error::Error;
use crate::netlist::{Cell, YosysModule, YosysNetlist, YosysPorts};
use crate::program::{LIMIT_MEGABYTES, LIMIT_SECONDS};
use crate::Yosys;
use preprocessor::FILE;

pub use elaborate::{Elaborated, Values};
pub use preprocessor::Assembled;
pub use refusal::Refusal;

/// A Verilog file as Yosys read it.
#[derive(Clone, Debug)]
pub struct VerilogFile {
    /// The file.
    pub file: PathBuf,
    /// The text that all tools read: the file's, with its includes.
    pub text: String,
    assembled: Assembled,
    netlist: YosysNetlist,
    /// Yosys' warnings about the file.
    warnings: Vec<String>,
}

/// The models of an FPGA's cells that come with Yosys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellModels {
    /// The family.
    pub family: &'static Family,
    /// The Verilog of all models.
    pub text: String,
}

/// Cells that no family has all of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnknownCells {
    /// The family that lacks the fewest of them. `None` if no family has any.
    pub family: Option<&'static Family>,
    /// The cells that it lacks, and the pins of others.
    pub cells: Vec<String>,
}

/// Types of cells, each with some of its pins.
pub type CellPins<'s> = BTreeMap<&'s str, BTreeSet<&'s str>>;

impl VerilogFile {
    /// Reads a file. A file whose name ends in `.sv` is SystemVerilog. `defines` are the macros that a flow defines for
    /// it.
    ///
    /// # Errors
    ///
    /// [`Error::Tools`] when it cannot be read as text, and with Yosys' own words when it is not Verilog.
    /// [`Error::Refused`] when tools read it differently.
    pub fn read(file: &Path, defines: &[&str]) -> Result<VerilogFile, Error> {
        let assembled = preprocessor::assemble(file, &read(file)?, defines)?;
        let source = VerilogFile {
            file: file.to_owned(),
            text: assembled.text.clone(),
            assembled,
            netlist: YosysNetlist::default(),
            warnings: Vec::new(),
        };
        let folder = temporary_folder()?;
        write(&folder.path().join(FILE), &source.text)?;
        let script = format!(
            "read_verilog{} {FILE}\nproc -noopt -norom\nwrite_json source.json\n",
            source.language()
        );
        let run = Yosys::find()?.run_limited(folder.path(), "script.ys", &script);
        // A refusal explains a construct better than the syntax error that Yosys may report.
        let tokens = lexer::tokens(&source.text).and_then(|tokens| constructs::check(&tokens));
        tokens.map_err(|refusal| source.assembled.locate(refusal))?;
        let log = run.map_err(|error| source.named(error))?;
        Ok(VerilogFile {
            warnings: log.warnings,
            netlist: YosysNetlist::parse(&read(&folder.path().join("source.json"))?)?,
            ..source
        })
    }

    /// Refuses declarations that only Yosys accepts, with a warning.
    fn check_declarations(&self) -> Result<(), Refusal> {
        let is_verilog = self.language().is_empty();
        for warning in &self.warnings {
            let place = warning.split_once(FILE).map_or("", |(_, place)| place);
            let reason = match warning {
                _ if warning.contains("is assigned in a block") => "a block can assign a reg only; declare it as reg",
                _ if warning.contains("is assigned in a continuous assignment") && is_verilog => {
                    "an assign statement can drive a wire only; declare it as wire"
                }
                _ if warning.contains("is implicitly declared") && self.asks_for_declarations(place) => {
                    "it is undeclared under `default_nettype none; declare it"
                }
                _ => continue,
            };
            let name = warning
                .split(['\'', '`'])
                .nth(1)
                .unwrap_or_default()
                .trim_start_matches('\\');
            let refusal = drivers::located(&format!("{FILE}{place}"), format!("net {name}"), reason.to_owned());
            return Err(self.assembled.locate(refusal));
        }
        Ok(())
    }

    /// True if nets must be declared explicitly at a place that Yosys writes as `:line`.
    fn asks_for_declarations(&self, place: &str) -> bool {
        let digits: String = place.chars().skip(1).take_while(char::is_ascii_digit).collect();
        let lines = self.text.lines().take(digits.parse().unwrap_or(0));
        let last = lines
            .filter_map(|line| line.trim().strip_prefix("`default_nettype"))
            .last();
        last.is_some_and(|kind| kind.trim().starts_with("none"))
    }

    /// Returns the macros that the file tests and that nothing defines: it is read without them.
    pub fn undefined_macros(&self) -> impl Iterator<Item = &str> {
        self.assembled.undefined.iter().map(String::as_str)
    }

    /// Makes a refusal of the lines that Yosys records for a net or a cell: `source.v:7.3-7.9`.
    pub fn refuse(&self, lines: &str, reason: String) -> Refusal {
        self.assembled.locate(drivers::located(lines, String::new(), reason))
    }

    /// Returns the text with the files and lines that it comes from.
    pub fn assembled(&self) -> &Assembled {
        &self.assembled
    }

    /// Rewrites Yosys' line references as references to the original files.
    pub fn rename(&self, words: &str) -> String {
        self.assembled.rename(words, FILE)
    }

    /// Returns the option of Yosys' `read_verilog` for its language, with a blank in front.
    pub fn language(&self) -> &'static str {
        match self.file.extension().is_some_and(|ending| ending == "sv") {
            true => " -sv",
            false => "",
        }
    }

    /// Returns the names of its modules.
    pub fn modules(&self) -> impl Iterator<Item = &str> {
        self.netlist.modules.keys().map(String::as_str)
    }

    /// Returns the names of the modules that no other module of the file instantiates.
    pub fn top_modules(&self) -> impl Iterator<Item = &str> {
        let cells = self.netlist.modules.values().flat_map(instantiated);
        let inner: BTreeSet<&str> = cells.map(|cell| cell.kind.as_str()).collect();
        self.modules().filter(move |module| !inner.contains(module))
    }

    /// Returns the ports of a module, if the module exists.
    pub fn ports(&self, module: &str) -> Option<&YosysPorts> {
        self.netlist.modules.get(module).map(|module| &module.ports)
    }

    /// Returns the modules below `top` that the file lacks, each with the pins that are connected by name.
    pub fn missing<'s>(&'s self, top: &'s str) -> CellPins<'s> {
        let (mut missing, mut seen) = (CellPins::new(), BTreeSet::new());
        let mut open = vec![top];
        while let Some(name) = open.pop() {
            let module = self.netlist.modules.get(name).filter(|_| seen.insert(name));
            for cell in module.into_iter().flat_map(instantiated) {
                if self.netlist.modules.contains_key(&cell.kind) {
                    open.push(&cell.kind);
                } else {
                    let pins = cell.connections.keys().map(String::as_str);
                    let named = pins.filter(|pin| !pin.starts_with('$'));
                    missing.entry(&cell.kind).or_default().extend(named);
                }
            }
        }
        missing
    }

    /// Rewrites Yosys' message with the file's own name. A file that exceeds Yosys' limits is refused.
    fn named(&self, error: halfpipe_tools::Error) -> Error {
        let halfpipe_tools::Error::Failed { tool, diagnostic } = error else {
            return error.into();
        };
        if has_hit_limit(&diagnostic) {
            let reason = format!(
                "Yosys takes more than {LIMIT_SECONDS} s or {LIMIT_MEGABYTES} MiB to read it, or stops; check it for a loop without end"
            );
            let refusal = Refusal {
                line: None,
                ..Refusal::new(0, String::new(), reason)
            };
            return self.assembled.locate(refusal).into();
        }
        let diagnostic = diagnostic.renamed(|words| self.assembled.rename(words, FILE));
        halfpipe_tools::Error::Failed { tool, diagnostic }.into()
    }
}

/// Errors of a process without memory that read like errors of the program.
const OUT_OF_MEMORY: [&str; 2] = ["bad_alloc", "MemoryError"];

/// True if Yosys was stopped by a limit. It then ends in one of many ways, none of which names an error of the file.
fn has_hit_limit(diagnostic: &ToolDiagnostic) -> bool {
    let words = diagnostic.to_string();
    !diagnostic.names_error() || OUT_OF_MEMORY.iter().any(|mark| words.contains(mark))
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
            let (models, netlist) = CellModels::of_family(family)?;
            let unknown = cells.iter().filter(|(cell, _)| !family.evaluates_block(cell));
            let unknown: Vec<String> = unknown
                .filter_map(|(cell, pins)| unknown_part(cell, pins, netlist.modules.get(*cell)))
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

    /// Returns the modules that Yosys reads from them, with their ports and parameters.
    fn interfaces(&self) -> Result<YosysNetlist, Error> {
        Ok(CellModels::of_family(self.family)?.1)
    }

    /// Reads the models of a family. Returns them with Yosys' netlist of them.
    fn of_family(family: &'static Family) -> Result<(CellModels, YosysNetlist), Error> {
        let folder = temporary_folder()?;
        // Yosys knows the location of its files, and prints it when it reads one.
        let script = format!(
            "read_verilog -lib {}\ndelete =*/p:*\nwrite_json models.json\n",
            family.models.file
        );
        let log = Yosys::find()?.run(folder.path(), "script.ys", &script)?;
        let file = log.text.lines().find_map(|line| line.split_once(" frontend: "));
        let file = file.map_or(family.models.file, |(_, file)| file.trim());
        let netlist = YosysNetlist::parse(&read(&folder.path().join("models.json"))?)?;
        let text = with_includes(Path::new(file), &mut BTreeSet::new())?;
        Ok((CellModels { family, text }, netlist))
    }
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

/// Returns the cells of a module that instantiate other modules. The names of Yosys' own cells begin with a dollar
/// sign.
fn instantiated(module: &YosysModule) -> impl Iterator<Item = &Cell> {
    module.cells.values().filter(|cell| !cell.kind.starts_with('$'))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::{ExitStatus, Output};

    use super::*;

    /// Each end that a reader without memory or time has had, and two errors of a file.
    #[test]
    fn a_limit_is_told_apart_from_an_error_of_the_file() {
        let diagnostic = |status: i32, stderr: &str| {
            ToolDiagnostic::new(&Output {
                status: ExitStatus::from_raw(status),
                stdout: b"1. Executing Verilog-2005 frontend\n".to_vec(),
                stderr: stderr.into(),
            })
        };
        let exit = |code: i32| code << 8;
        for (status, stderr) in [
            (signal::XCPU, ""),
            (signal::KILL, ""),
            (signal::ABRT, "terminate called after throwing 'std::bad_alloc'"),
            (signal::SEGV, ""),
            (exit(127), "cannot allocate memory for thread-local data: ABORT"),
            (exit(1), "MemoryError: cannot map the module"),
            (exit(1), "ERROR: std::bad_alloc"),
        ] {
            assert!(has_hit_limit(&diagnostic(status, stderr)), "{status} {stderr}");
        }
        for stderr in ["file.v:3: ERROR: syntax error", "ERROR: Module `\\m' is not found"] {
            assert!(!has_hit_limit(&diagnostic(exit(1), stderr)), "{stderr}");
        }
    }

    /// Wait statuses of a process that a signal ended.
    mod signal {
        pub const ABRT: i32 = 6;
        pub const KILL: i32 = 9;
        pub const SEGV: i32 = 11;
        pub const XCPU: i32 = 24;
    }
}
