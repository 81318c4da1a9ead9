//! The unoptimised netlist of an external file.
//!
//! An optimiser picks a value for each undefined bit, and replaces a register that is never written by its initial
//! value. So Yosys here only reads the file, flattens it and writes each operator as gates. Undefined bits stay `x`,
//! and no register has an initial value.
//!
//! slang reads the file, and Yosys' own parser reads it a second time if it can. Both readings must be one circuit.

use std::path::{Path, PathBuf};
use std::process::Command;

use halfpipe_fpga::{CellFunction, Family, HexadecimalText};
use halfpipe_tools::cache::{self, Cache, Name};
use halfpipe_tools::folder::{read, temporary_folder, write};
use halfpipe_tools::Tool;
use serde::{Deserialize, Serialize};

use super::gates::{check_kinds, find_latch, located};
use super::readings::{self, Reading};
use super::text::FILE;
use super::{memories, rules, CellModels, Refusal, VerilogFile};
use crate::dut::READ_VERILOG;
use crate::error::Error;
use crate::netlist::{is_number, Bit, Cell, YosysModule, YosysNetlist};
use crate::program::{has_hit_limit, limit_words, run_limited};
use crate::{Mapping, Yosys};

/// A module of plain gates and cells of an FPGA family.
#[derive(Clone, Debug)]
pub struct Elaborated {
    /// The module.
    pub module: YosysModule,
    /// The family of its cells, if it has any other than plain gates.
    pub family: Option<&'static Family>,
    /// True if the file has a multiplication.
    pub multiplies: bool,
    /// True if Yosys' own parser read the file too.
    pub is_read_twice: bool,
}

/// The meaning of a netlist's undefined values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// Don't-care values: Yosys made the netlist from generated Verilog, in which nothing is undefined. Its `x` do not
    /// matter.
    Known,
    /// Free variables: any value, independent at each place and in each cycle.
    Any,
}

/// The file of the models of cells.
const MODELS: &str = "models.v";
/// The file of the models of multiplier blocks.
const BLOCKS: &str = "blocks.v";
/// The file with the expansion of operators that may be undefined.
const CASES: &str = "cases.v";
/// The file of empty modules for slang's analysis.
const CELLS: &str = "cells.v";
/// The modules as they were read.
const READ_JSON: &str = "read.json";
/// The flat module before its operators are mapped to gates.
const FLAT_JSON: &str = "flat.json";
/// The module of gates.
const GATES_JSON: &str = "gates.json";

/// The way in which Yosys reads the cells of a family.
enum CellReading {
    /// No cells.
    None,
    /// Cells that the netlist reader knows. Multiplier blocks become the gates of their models.
    Cells { blocks: String },
    /// Gates of Yosys' simulation models.
    Models,
}

/// The netlist of one reading.
struct Netlist {
    module: YosysModule,
    /// The refusal of a latch in it.
    latch: Option<Refusal>,
    multiplies: bool,
}

/// A netlist as the cache keeps it.
#[derive(Serialize, Deserialize)]
struct Kept {
    module: YosysModule,
    multiplies: bool,
    is_read_twice: bool,
}

impl VerilogFile {
    /// Makes the unoptimised netlist of the module that the circuit begins with.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] when tools build different circuits from the file, or a cell does not occur in pipelines.
    pub fn elaborate(&self, module: &str, models: Option<&CellModels>) -> Result<Elaborated, Error> {
        let cells = self.cell_reading(models);
        self.check_circuit(module, models)?;
        let family = match cells {
            CellReading::Cells { .. } => models.map(|models| models.family),
            CellReading::None | CellReading::Models => None,
        };
        let mapping = family.map_or(Mapping::Generic, Mapping::Cells);
        let yosys = Yosys::find()?;
        let readings = [Reading::Slang, Reading::Yosys];
        let scripts = readings.map(|reading| self.script(reading, module, models, &cells));
        let script = scripts.join("design -reset\n");
        let versions = [Tool::Yosys, Tool::Verilator].map(|tool| format!("{:?}", tool.version()));
        let texts = self.texts(models, &cells);
        let parts: Vec<&str> = [&self.text, &script, &versions[0], &versions[1]]
            .into_iter()
            .map(String::as_str)
            .chain(texts.iter().map(|(_, text)| text.as_str()))
            .collect();
        let name = Name {
            kind: "elaborated",
            key: &cache::key(&parts),
            ending: ".json",
        };
        let make = |staging_dir: &Path| -> Result<PathBuf, Error> {
            let kept = self.read_twice(&yosys, staging_dir, (module, models), &texts, &script, mapping)?;
            let file = staging_dir.join("kept.json");
            let json = serde_json::to_string(&kept).expect("a netlist has only strings and numbers");
            std::fs::write(&file, json).map_err(cache::failed(&file))?;
            Ok(file)
        };
        let parse = |_: &Path, json: &[u8]| -> Result<Kept, Error> {
            let kept = serde_json::from_slice(json);
            kept.map_err(|error| {
                halfpipe_tools::Error::Report {
                    report: "the netlist in the cache",
                    message: error.to_string(),
                }
                .into()
            })
        };
        let (_, kept) = Cache::open()?.entry(name, make, parse)?;
        Ok(Elaborated {
            module: kept.module,
            multiplies: kept.multiplies,
            is_read_twice: kept.is_read_twice,
            family,
        })
    }

    /// Reads the file with both parsers, and returns the netlist whose values include those of the other.
    fn read_twice(
        &self,
        yosys: &Yosys,
        folder: &Path,
        (module, models): (&str, Option<&CellModels>),
        texts: &[(&str, String)],
        script: &str,
        mapping: Mapping,
    ) -> Result<Kept, Error> {
        for (name, text) in texts.iter().chain([&(FILE, self.text.clone())]) {
            let file = folder.join(name);
            std::fs::write(&file, text).map_err(cache::failed(&file))?;
        }
        let run = yosys.run_limited(folder, "script.ys", script).map(drop);
        let run = match run {
            Err(halfpipe_tools::Error::Failed { diagnostic, .. }) if has_hit_limit(&diagnostic) => {
                return Err(self.refused(Refusal::without_line(limit_words("Yosys"))))
            }
            Err(halfpipe_tools::Error::TooSlow { .. }) => {
                return Err(self.refused(Refusal::without_line(limit_words("Yosys"))))
            }
            run => run,
        };
        let slang = self.netlist(folder, Reading::Slang, module, models)?;
        let second = self.netlist(folder, Reading::Yosys, module, models)?;
        let Some(slang) = slang else {
            return Err(run.map_or_else(|error| self.named(yosys, error), |()| missing_netlist()));
        };
        let kept = |netlist: Netlist, is_read_twice: bool| Kept {
            module: netlist.module,
            multiplies: netlist.multiplies,
            is_read_twice,
        };
        let Some(second) = second else {
            if let Some(latch) = slang.latch {
                return Err(self.refused(latch));
            }
            self.lint(folder, module, models)?;
            return Ok(kept(slang, false));
        };
        // Yosys' parser has no latch where the file promises that no case is missing. The value is then undefined.
        if let Some(latch) = second.latch {
            return Err(self.refused(slang.latch.unwrap_or(latch)));
        }
        let reading = readings::compare(&slang.module, &second.module, mapping);
        let reading = reading.map_err(|refusal| self.refused(self.with_line(refusal)))?;
        Ok(kept(if reading == Reading::Slang { slang } else { second }, true))
    }

    /// Makes the error of a refusal.
    fn refused(&self, refusal: Refusal) -> Error {
        self.assembled.locate(refusal).into()
    }

    /// Completes a refusal of a net with the line of its declaration.
    fn with_line(&self, refusal: Refusal) -> Refusal {
        let net = refusal.construct.trim_start_matches("net ");
        let word = net.split('[').next().unwrap_or_default();
        let value = self
            .facts
            .values
            .iter()
            .find(|value| value.name == net || value.name == word);
        Refusal {
            line: refusal.line.or(value.map(|value| value.line)),
            ..refusal
        }
    }

    /// Returns the netlist of a reading; None if the parser does not know the language of the file.
    fn netlist(
        &self,
        folder: &Path,
        reading: Reading,
        module: &str,
        models: Option<&CellModels>,
    ) -> Result<Option<Netlist>, Error> {
        let path = |name: &str| folder.join(format!("{reading}-{name}"));
        let netlist = |name: &str| -> Result<YosysNetlist, Error> {
            Ok(read(&path(name)).and_then(|json| YosysNetlist::parse(&json))?)
        };
        // A cell that no pipeline has explains an error better than the step that cannot map it.
        if !path(FLAT_JSON).is_file() {
            return Ok(None);
        }
        if let Some(models) = models {
            let checked = self.check_parameters(&netlist(READ_JSON)?, models);
            checked.map_err(|refusal| self.refused(refusal))?;
        }
        let flat = netlist(FLAT_JSON)?.modules.remove(module).unwrap_or_default();
        check_kinds(&flat).map_err(|refusal| self.refused(refusal))?;
        if !path(GATES_JSON).is_file() {
            return Ok(None);
        }
        let is_own = |cell: &Cell| cell.attributes.get("src").is_some_and(|source| source.contains(FILE));
        Ok(Some(Netlist {
            latch: find_latch(&flat),
            multiplies: flat.cells.values().any(|cell| cell.kind == "$mul" && is_own(cell)),
            module: netlist(GATES_JSON)?
                .modules
                .remove(module)
                .ok_or_else(missing_netlist)?,
        }))
    }

    /// Rewrites Yosys' message with the file's own name.
    fn named(&self, yosys: &Yosys, error: halfpipe_tools::Error) -> Error {
        match error {
            halfpipe_tools::Error::Failed { diagnostic, .. } if diagnostic.printed().contains(NO_SLANG) => {
                halfpipe_tools::Error::from(yosys.without_slang()).into()
            }
            halfpipe_tools::Error::Failed { tool, diagnostic } => {
                let diagnostic = diagnostic.renamed(|words| self.assembled.rename(words, FILE));
                halfpipe_tools::Error::Failed { tool, diagnostic }.into()
            }
            other => other.into(),
        }
    }

    /// Asks Verilator to accept a file that only slang reads.
    fn lint(&self, folder: &Path, module: &str, models: Option<&CellModels>) -> Result<(), Error> {
        let verilator = Tool::Verilator.find().map_err(halfpipe_tools::Error::from)?;
        let mut command = Command::new(&verilator);
        command.args([
            "--lint-only",
            "-sv",
            "-Wno-fatal",
            "-Wno-lint",
            "-Wno-style",
            "--no-timing",
            "--top-module",
            module,
        ]);
        if let Some(models) = models {
            command.args(models.macros().map(|name| format!("-D{name}")));
            command.args(["-v", MODELS]);
        }
        command.arg(FILE).current_dir(folder);
        match run_limited(Tool::Verilator, &verilator, command) {
            Ok(_) => Ok(()),
            Err(halfpipe_tools::Error::Failed { tool, diagnostic }) => {
                let diagnostic = diagnostic.renamed(|words| self.assembled.rename(words, FILE));
                Err(halfpipe_tools::Error::Failed { tool, diagnostic }.into())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Checks the circuit below a module by the rules, with empty modules for its cells.
    fn check_circuit(&self, module: &str, models: Option<&CellModels>) -> Result<(), Error> {
        let facts = match models {
            None => self.facts.clone(),
            Some(models) => {
                let folder = temporary_folder()?;
                let missing = self.missing();
                write(&folder.path().join(CELLS), &models.empty_modules(&missing))?;
                self.circuit_facts(folder.path(), &["--top", module, "--cells", CELLS])?
            }
        };
        let checked = memories::check(&facts).and_then(|()| rules::check(&facts, self.language()));
        checked.map_err(|refusal| self.assembled.locate(refusal).into())
    }

    /// Chooses the way to read the cells of the models' family.
    fn cell_reading(&self, models: Option<&CellModels>) -> CellReading {
        let Some(models) = models else {
            return CellReading::None;
        };
        let family = models.family;
        let blocks = family.evaluated_blocks.map(|blocks| (blocks.model)());
        let missing = self.missing();
        let has_block = missing.keys().any(|cell| family.evaluates_block(cell));
        match missing
            .keys()
            .all(|cell| is_known(family, cell) || family.evaluates_block(cell))
        {
            true => CellReading::Cells {
                blocks: blocks.filter(|_| has_block).unwrap_or_default(),
            },
            false => CellReading::Models,
        }
    }

    /// Refuses numbers that are written as text if the vendor's flow reads them differently. A model would read the
    /// characters' codes.
    fn check_parameters(&self, netlist: &YosysNetlist, models: &CellModels) -> Result<(), Refusal> {
        let missing = self.missing();
        let is_cells = matches!(self.cell_reading(Some(models)), CellReading::Cells { .. });
        for cell in netlist.modules.values().flat_map(|module| module.cells.values()) {
            if !missing.contains_key(cell.kind.as_str()) {
                continue;
            }
            self.check_cell(cell, models, is_cells)?;
            for parameter in cell.parameters.keys() {
                let is_number = match is_cells {
                    true => is_table(models.family, &cell.kind, parameter),
                    false => {
                        let module = models.interfaces.modules.get(&cell.kind);
                        let usual = module.and_then(|module| module.parameter_default_values.get(parameter));
                        usual.is_some_and(|usual| is_number(usual))
                    }
                };
                if is_number && !is_binary(cell, parameter, models.family) {
                    let text = cell.parameters[parameter].trim_end();
                    return Err(located(
                        cell.attributes.get("src").map_or("", String::as_str),
                        format!("parameter {parameter} of {} as text \"{text}\"", cell.kind),
                        "nextpnr and a model of the cell read other numbers; write it as a number, such as 16'h8000"
                            .to_owned(),
                    ));
                }
            }
        }
        Ok(())
    }

    /// Refuses a cell with a setting that its model does not evaluate.
    fn check_cell(&self, cell: &Cell, models: &CellModels, is_cells: bool) -> Result<(), Refusal> {
        let family = models.family;
        let source = cell.attributes.get("src").map_or("", String::as_str);
        if family.evaluates_block(&cell.kind) {
            let pins = family.evaluated_blocks.map_or(&[][..], |blocks| blocks.zero_pins);
            let is_zero = |pin: &&str| match cell.connections.get(*pin).map(Vec::as_slice) {
                None | Some([]) => true,
                Some(bits) => bits.iter().all(|bit| *bit == Bit::Constant("0".to_owned())),
            };
            return match pins.iter().find(|pin| !is_zero(pin)) {
                None => Ok(()),
                Some(pin) => Err(located(
                    source,
                    format!("pin {pin} of {}", cell.kind),
                    "the model of the cell has unsigned factors from its own pins; connect 0".to_owned(),
                )),
            };
        }
        if !is_cells {
            return Ok(());
        }
        // The row of a cell names each parameter that its function depends on.
        let functions = family.functions.iter().filter(|function| function.kind == cell.kind);
        let mut row = functions.map(|function| json(&function.function)).collect::<String>();
        let memory = family.memory.filter(|memory| memory.kind == cell.kind);
        if let Some(memory) = memory {
            row += &json(memory);
            row.extend(memory.parameters().map(|name| format!("\"{name}\"")));
        }
        let interface = models.interfaces.modules.get(&cell.kind);
        for (name, value) in &cell.parameters {
            let usual = interface.and_then(|module| module.parameter_default_values.get(name));
            let is_usual = usual.is_some_and(|usual| usual.trim() == value.trim());
            if !row.contains(&format!("\"{name}\"")) && !is_usual && memory.is_none() && name != GLOBAL_RESET {
                return Err(located(
                    source,
                    format!("parameter {name} of {}", cell.kind),
                    "the model of the cell does not evaluate it; leave it out".to_owned(),
                ));
            }
        }
        Ok(())
    }

    /// Returns the Yosys command that reads the file with one of the parsers, without the file's name.
    fn reader(&self, reading: Reading, module: &str) -> String {
        let language = self.language();
        match reading {
            Reading::Slang => format!(
                "read_slang --std {} --no-synthesis-define --no-default-translate-off-format --ignore-assertions \
                 --allow-use-before-declare --top {module}",
                language.version()
            ),
            Reading::Yosys => format!("{READ_VERILOG} -noassert{}", language.yosys_option()),
        }
    }

    /// Returns the Yosys command that reads the file for a synthesis: with Yosys' own parser if it knows the language.
    pub fn synthesis_reader(&self, elaborated: &Elaborated, module: &str) -> String {
        let reading = if elaborated.is_read_twice {
            Reading::Yosys
        } else {
            Reading::Slang
        };
        self.reader(reading, module)
    }

    /// Returns the names and texts of the files that a script reads beside the source.
    fn texts(&self, models: Option<&CellModels>, cells: &CellReading) -> Vec<(&'static str, String)> {
        let blocks = match cells {
            CellReading::Cells { blocks } => blocks.clone(),
            CellReading::None | CellReading::Models => String::new(),
        };
        let empty = models.map_or(String::new(), |models| models.empty_modules(&self.missing()));
        let models = models.map_or(String::new(), |models| models.text.clone());
        vec![
            (MODELS, models),
            (BLOCKS, blocks),
            (CELLS, empty),
            (CASES, include_str!("cases.v").to_owned()),
        ]
    }

    /// Returns the Yosys commands that make the netlist with one of the parsers. Undefined bits become cells of their own,
    /// so that no mapping picks a value for them.
    fn script(&self, reading: Reading, module: &str, models: Option<&CellModels>, cells: &CellReading) -> String {
        let source = format!("{} {FILE}", self.reader(reading, module));
        let macros: String = models
            .into_iter()
            .flat_map(CellModels::macros)
            .map(|name| format!(" -D {name}"))
            .collect();
        let empty = format!("read_verilog -lib{macros} {MODELS}\n{EMPTY}\n");
        let (before, after) = match cells {
            CellReading::None => Default::default(),
            CellReading::Cells { blocks } if blocks.is_empty() => (empty, String::new()),
            CellReading::Cells { .. } => (
                format!("{empty}read_verilog -lib -overwrite {BLOCKS}\n"),
                format!("read_verilog -overwrite {BLOCKS}\n"),
            ),
            // Only the cells in use are elaborated, because the large memories take minutes.
            CellReading::Models => (
                empty.clone(),
                format!("delete =A:blackbox\nread_verilog -defer{macros} {MODELS}\n"),
            ),
        };
        // slang needs the parameters of cells, and takes them from Verilog only.
        let (before, source) = match (reading, cells) {
            (Reading::Yosys, _) | (_, CellReading::None) => (before, source),
            (Reading::Slang, _) => {
                let boxes: String = self
                    .missing()
                    .keys()
                    .map(|cell| format!(" --blackboxed-module {cell}"))
                    .collect();
                (
                    String::new(),
                    format!(
                        "{}{boxes} {FILE} {CELLS}\n{}",
                        self.reader(reading, module),
                        over(&before)
                    ),
                )
            }
        };
        format!(
            "{before}{source}\nhierarchy -check -top {module}\nproc -noopt -norom\nwrite_json {reading}-{READ_JSON}\n{after}hierarchy -check -top {module}\n\
             proc -noopt -norom\nflatten\nhierarchy -top {module}\n{FORGET}\ndelete t:$scopeinfo\nopt_clean\n\
             write_json {reading}-{FLAT_JSON}\nmemory_collect\nsetparam -set INIT 1'x t:$mem_v2 r:WR_PORTS>0 %i\nmemory_map\n{FORGET}\nopt_clean\n\
             techmap -autoproc -map {CASES}\nsetundef -anyseq\n\
             techmap\nsimplemap\ndfflegalize -cell $_DFF_P_ x\nopt_clean\ndelete t:$scopeinfo\nwrite_json {reading}-{GATES_JSON}\n"
        )
    }
}

/// Yosys' message where it is built without slang.
const NO_SLANG: &str = "No such command: read_slang";

/// The error of a netlist that Yosys did not write.
fn missing_netlist() -> Error {
    halfpipe_tools::Error::Report {
        report: "Yosys' netlist",
        message: "it lacks the module".to_owned(),
    }
    .into()
}

/// Returns commands that read models in the place of boxes that the design has already.
fn over(commands: &str) -> String {
    commands
        .replace("read_verilog -lib -overwrite", "read_verilog -lib")
        .replace("read_verilog -lib", "read_verilog -lib -overwrite")
}

/// The parameter of a flip-flop that connects it to the reset at power-up.
const GLOBAL_RESET: &str = "GSR";

/// The Yosys command that reduces the models kept for an optimiser to their ports.
const EMPTY: &str = "blackbox =A:whitebox";

/// The Yosys command that removes initial values from registers.
const FORGET: &str = "setattr -unset init w:*";

/// Returns a row of a family as text.
fn json(row: &impl Serialize) -> String {
    serde_json::to_string(row).expect("a family has only numbers and text")
}

/// True if the reader of netlists knows the function of a cell.
fn is_known(family: &Family, cell: &str) -> bool {
    let is_memory = family.memory.is_some_and(|memory| memory.kind == cell);
    is_memory || family.functions.iter().any(|function| function.kind == cell)
}
/// True if a parameter of a known cell is a number.
fn is_table(family: &Family, kind: &str, parameter: &str) -> bool {
    let is_memory = family
        .memory
        .is_some_and(|memory| memory.kind == kind && memory.parameters().any(|name| name == parameter));
    let function = family
        .functions
        .iter()
        .find(|cell| cell.kind == kind)
        .map(|cell| &cell.function);
    is_memory
        || match function {
            Some(CellFunction::LookUp { table, .. }) => table.parameter == parameter,
            Some(CellFunction::LookUpIn { tables, .. }) => tables.iter().any(|table| table.parameter == parameter),
            Some(CellFunction::CarryChain { places, .. }) => {
                places.iter().any(|place| place.table.parameter == parameter)
            }
            _ => false,
        }
}

/// True if a parameter is a number as nextpnr reads it: binary digits, or text that begins with `0x` if the flow
/// accepts that.
fn is_binary(cell: &Cell, parameter: &str, family: &Family) -> bool {
    let value = &cell.parameters[parameter];
    let digits = value.trim_end().strip_prefix("0x").unwrap_or_default();
    let is_hexadecimal = !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_hexdigit());
    let takes_text = match family.hexadecimal_text {
        HexadecimalText::Refused => false,
        HexadecimalText::OfMemories => family.memory.is_some_and(|memory| memory.kind == cell.kind),
        HexadecimalText::Taken => true,
    };
    is_number(value) || takes_text && is_hexadecimal
}
