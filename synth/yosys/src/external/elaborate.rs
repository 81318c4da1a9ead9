//! The unoptimised netlist of an external file.
//!
//! An optimiser picks a value for each undefined bit, and replaces a register that is never written by its initial
//! value. So Yosys here only reads the file, flattens it and writes each operator as gates. Undefined bits stay `x`,
//! and no register has an initial value.

use std::path::{Path, PathBuf};

use halfpipe_fpga::{CellFunction, Family, HexadecimalText};
use halfpipe_tools::cache::{self, Cache, Name};
use halfpipe_tools::folder::read;
use halfpipe_tools::Tool;

use super::drivers::{check, check_kinds, located};
use super::preprocessor::FILE;
use super::{CellModels, Refusal, VerilogFile};
use crate::error::Error;
use crate::netlist::{is_number, Cell, YosysModule, YosysNetlist};
use crate::Yosys;

/// A module of plain gates and cells of an FPGA family.
#[derive(Clone, Debug)]
pub struct Elaborated {
    /// The module.
    pub module: YosysModule,
    /// The family of its cells, if it has any other than plain gates.
    pub family: Option<&'static Family>,
}

impl Elaborated {
    /// True if the file has a multiplication; Yosys names its rows after it.
    pub fn multiplies(&self) -> bool {
        let mark = format!("$mul${FILE}");
        self.module.netnames.keys().any(|name| name.contains(&mark))
    }
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
/// The file with the expansion of parallel cases.
const CASES: &str = "cases.v";
/// The modules as they were read.
const READ: &str = "read.il";
/// The flat module before its operators are mapped to gates.
const FLAT: &str = "flat.il";
/// The same module, with the directions of pins.
const FLAT_JSON: &str = "flat.json";

/// The way in which Yosys reads the cells of a family.
enum CellReading {
    /// No cells.
    None,
    /// Cells that the netlist reader knows. Multiplier blocks become the gates of their models.
    Cells { blocks: String },
    /// Gates of Yosys' simulation models.
    Models,
}

impl VerilogFile {
    /// Makes the unoptimised netlist of a module.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] when a net has several drivers, or a cell does not occur in pipelines.
    pub fn elaborate(&self, module: &str, models: Option<&CellModels>) -> Result<Elaborated, Error> {
        self.check_declarations()?;
        let reading = self.reading(module, models)?;
        let reading_script = self.reading_script(module, models, &reading);
        let version = format!("{:?}", Tool::Yosys.version()?);
        let (models_text, blocks) = match &reading {
            CellReading::None => ("", ""),
            CellReading::Cells { blocks } => (models.map_or("", |models| &models.text), blocks.as_str()),
            CellReading::Models => (models.map_or("", |models| &models.text), ""),
        };
        let cases = include_str!("cases.v");
        let key = cache::key(&[
            &self.text,
            models_text,
            blocks,
            cases,
            &reading_script,
            &flattening(module),
            &to_gates(),
            &version,
        ]);
        let name = Name {
            kind: "elaborated",
            key: &key,
            ending: ".json",
        };
        let make = |staging_dir: &Path| -> Result<PathBuf, Error> {
            for (name, text) in [
                (FILE, self.text.as_str()),
                (MODELS, models_text),
                (BLOCKS, blocks),
                (CASES, cases),
            ] {
                let file = staging_dir.join(name);
                std::fs::write(&file, text).map_err(cache::failed(&file))?;
            }
            let yosys = Yosys::find()?;
            let run = |script: &str, commands: &str| {
                yosys
                    .run_limited(staging_dir, script, commands)
                    .map_err(|error| self.named(error))
            };
            let edit = |file: &str, edit: fn(&str) -> String| -> Result<(), Error> {
                let file = staging_dir.join(file);
                let edited = edit(&read(&file)?);
                Ok(std::fs::write(&file, edited).map_err(cache::failed(&file))?)
            };
            let log = run("read.ys", &reading_script)?;
            if let Some(warning) = log
                .warnings
                .iter()
                .find(|warning| warning.contains("Resizing cell port"))
            {
                let refusal = Refusal {
                    line: None,
                    ..Refusal::new(
                        0,
                        warning.clone(),
                        "tools fill the missing bits differently; connect all bits of the port",
                    )
                };
                return Err(self.assembled.locate(refusal).into());
            }
            edit(READ, without_initial_values)?;
            run("flatten.ys", &flattening(module))?;
            self.check_flat(staging_dir, module)?;
            edit(FLAT, without_initial_contents)?;
            run("gates.ys", &to_gates())?;
            Ok(staging_dir.join("netlist.json"))
        };
        let parse = |_: &Path, json: &[u8]| Ok::<_, Error>(YosysModule::parse(&String::from_utf8_lossy(json), module)?);
        let (_, netlist) = Cache::open()?.entry(name, make, parse)?;
        Ok(Elaborated {
            module: netlist,
            family: match reading {
                CellReading::Cells { .. } => models.map(|models| models.family),
                CellReading::None | CellReading::Models => None,
            },
        })
    }

    /// Refuses invalid drivers and cells of the flat module.
    fn check_flat(&self, staging_dir: &Path, module: &str) -> Result<(), Error> {
        let flat = YosysModule::parse(&read(&staging_dir.join(FLAT_JSON))?, module)?;
        let rtlil = read(&staging_dir.join(FLAT))?;
        let checked = check(&rtlil, module, &flat).and_then(|()| check_kinds(&flat));
        checked.map_err(|refusal| self.assembled.locate(refusal).into())
    }

    /// Chooses the way to read the cells of the models' family.
    fn reading(&self, module: &str, models: Option<&CellModels>) -> Result<CellReading, Error> {
        let Some(models) = models else {
            return Ok(CellReading::None);
        };
        let family = models.family;
        let blocks = family.evaluated_blocks.map(|blocks| (blocks.model)());
        let is_block = |cell: &str| family.evaluates_block(cell);
        let is_known = |cell: &str| {
            let is_memory = family.memory.is_some_and(|memory| memory.kind == cell);
            is_memory || family.functions.iter().any(|function| function.kind == cell)
        };
        let missing = self.missing(module);
        let is_cells = missing.keys().all(|cell| is_known(cell) || is_block(cell));
        self.check_parameters(&missing.keys().copied().collect::<Vec<_>>(), models, is_cells)?;
        Ok(match is_cells {
            true => CellReading::Cells {
                blocks: match missing.keys().any(|cell| is_block(cell)) {
                    true => blocks.unwrap_or_default(),
                    false => String::new(),
                },
            },
            false => CellReading::Models,
        })
    }

    /// Refuses numbers that are written as text if the vendor's flow reads them differently. A model would read the
    /// characters' codes.
    fn check_parameters(&self, missing: &[&str], models: &CellModels, is_cells: bool) -> Result<(), Error> {
        let usual = match is_cells {
            true => YosysNetlist::default(),
            false => models.interfaces()?,
        };
        for cell in self.netlist.modules.values().flat_map(|module| module.cells.values()) {
            if !missing.contains(&cell.kind.as_str()) {
                continue;
            }
            for parameter in cell.parameters.keys() {
                let is_number = match is_cells {
                    true => is_table(models.family, &cell.kind, parameter),
                    false => {
                        let module = usual.modules.get(&cell.kind);
                        let usual = module.and_then(|module| module.parameter_default_values.get(parameter));
                        usual.is_some_and(|usual| is_number(usual))
                    }
                };
                if is_number && !is_binary(cell, parameter, models.family) {
                    let text = cell.parameters[parameter].trim_end();
                    let source = cell.attributes.get("src").map_or("", String::as_str);
                    let refusal = located(
                        source,
                        format!("parameter {parameter} of {} as text \"{text}\"", cell.kind),
                        "nextpnr and a model of the cell read other numbers; write it as a number, such as 16'h8000"
                            .to_owned(),
                    );
                    return Err(self.assembled.locate(refusal).into());
                }
            }
        }
        Ok(())
    }

    /// Returns the Yosys commands that read the file.
    fn reading_script(&self, module: &str, models: Option<&CellModels>, reading: &CellReading) -> String {
        let language = self.language();
        let cells = match reading {
            CellReading::None => String::new(),
            CellReading::Cells { blocks } if blocks.is_empty() => format!("read_verilog -lib {MODELS}\n{EMPTY}\n"),
            CellReading::Cells { .. } => {
                format!("read_verilog -lib {MODELS}\n{EMPTY}\nread_verilog -overwrite {BLOCKS}\n")
            }
            CellReading::Models => {
                let macros = models.into_iter().flat_map(CellModels::macros);
                let macros: String = macros.map(|name| format!(" -D {name}")).collect();
                format!("read_verilog -defer{macros} {MODELS}\n")
            }
        };
        format!("read_verilog{language} {FILE}\n{cells}hierarchy -check -top {module}\nwrite_rtlil {READ}\n")
    }
}

/// The Yosys command that reduces the models kept for an optimiser to their ports.
const EMPTY: &str = "blackbox =A:whitebox";

/// The Yosys command that removes initial values from registers.
const FORGET: &str = "setattr -unset init w:*";

/// Returns the Yosys commands that flatten the design.
fn flattening(module: &str) -> String {
    format!(
        "read_rtlil {READ}\nproc -noopt -norom\nflatten\nhierarchy -top {module}\n{FORGET}\ndelete t:$scopeinfo\n\
         write_rtlil {FLAT}\nwrite_json {FLAT_JSON}\n"
    )
}

/// Returns the Yosys commands that map the flat module to gates. Undefined bits first become cells of their own, so
/// that no mapping picks a value for them.
fn to_gates() -> String {
    format!(
        "read_rtlil {FLAT}\nopt_clean\nmemory_collect\nmemory_map\n{FORGET}\nopt_clean\n\
         techmap -autoproc -map {CASES}\nsetundef -anyseq\n\
         techmap\nsimplemap\ndfflegalize -cell $_DFF_P_ x\nopt_clean\ndelete t:$scopeinfo\nwrite_json netlist.json\n"
    )
}

/// Returns the RTLIL text without the assignments of nets in `initial` blocks. Yosys takes a register that only such a
/// block assigns as a constant.
fn without_initial_values(rtlil: &str) -> String {
    let mut kept = String::new();
    let mut lines = rtlil.lines();
    while let Some(line) = lines.next() {
        let mut process = vec![line];
        if line.trim_start().starts_with("process ") {
            // Its statements are indented further than its end.
            let end = format!("{}end", " ".repeat(line.len() - line.trim_start().len()));
            for line in lines.by_ref() {
                process.push(line);
                if line == end {
                    break;
                }
            }
        }
        let is_initial = process.iter().any(|line| line.trim() == "sync init");
        let is_update = |line: &str| is_initial && line.trim_start().starts_with("update \\");
        for line in process.into_iter().filter(|line| !is_update(line)) {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

/// Returns the text of a flat module without the initial contents of written memories. At power-up such a memory holds
/// any values.
fn without_initial_contents(rtlil: &str) -> String {
    let memory = |line: &str| line.trim().strip_prefix("parameter \\MEMID ").map(str::to_owned);
    let mut kept = String::new();
    let mut written = Vec::new();
    let is_kind = |line: &str, kind: &str| line.trim_start().starts_with(&format!("cell ${kind}"));
    let mut lines = rtlil.lines();
    while let Some(line) = lines.next() {
        if is_kind(line, "memwr") {
            written.extend(lines.by_ref().take_while(|line| line.trim() != "end").find_map(memory));
        }
    }
    let mut lines = rtlil.lines();
    while let Some(line) = lines.next() {
        let mut cell = vec![line];
        if is_kind(line, "meminit") {
            for line in lines.by_ref() {
                cell.push(line);
                if line.trim() == "end" {
                    break;
                }
            }
            if cell
                .iter()
                .any(|line| memory(line).is_some_and(|memory| written.contains(&memory)))
            {
                continue;
            }
        }
        for line in cell {
            kept += line;
            kept.push('\n');
        }
    }
    kept
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
