//! Cells of FPGA families in external files, and the models of them that come with Yosys.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use halfpipe_fpga::{CellFunction, Family, HexadecimalText, FAMILIES};
use halfpipe_tools::folder::{read, temporary_folder, write};
use serde::Serialize;

use super::circuit_facts::MissingFact;
use super::gates::refuse_at;
use super::settings::check_settings;
use super::{Refusal, VerilogFile};
use crate::error::Error;
use crate::netlist::{is_number, Bit, Cell, YosysModule, YosysNetlist};
use crate::Yosys;

/// The file of the models of multiplier blocks.
pub const BLOCKS: &str = "blocks.v";

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

/// The cells that a file instantiates, by their names.
pub type Missing = BTreeMap<String, MissingFact>;

/// The way in which Yosys reads the cells of a family.
pub enum CellReading {
    /// No cells.
    None,
    /// Cells that the netlist reader knows. Multiplier blocks become the gates of their models.
    Cells { blocks: String },
    /// Gates of Yosys' simulation models.
    Models,
}

impl CellModels {
    /// Returns the macros with which a tool must read the models, so that unconnected inputs have no value.
    pub fn macros(&self) -> impl Iterator<Item = &'static str> {
        self.family.models.without_defaults.into_iter()
    }

    /// Finds the models of the first family that has all of these cells with their pins, and numbers as they are written.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with the cells that the nearest family lacks. [`Error::Tools`] when Yosys does not find its models.
    pub fn find(cells: &Missing) -> Result<CellModels, Error> {
        let mut second = None;
        let mut nearest: Option<(usize, Refusal)> = None;
        for family in FAMILIES {
            let models = CellModels::for_family(family)?;
            let unknown = |(name, fact): (&String, &MissingFact)| {
                let part = unknown_part(name, fact, models.interfaces.modules.get(name))?;
                Some((fact.line, part))
            };
            let unknown: Vec<(usize, String)> = cells.iter().filter_map(unknown).collect();
            if unknown.is_empty() {
                if cells.iter().all(|(name, fact)| takes_texts(family, name, fact)) {
                    return Ok(models);
                }
                second = second.or(Some(models));
            } else if nearest.as_ref().is_none_or(|(count, _)| unknown.len() < *count) {
                let asked = if unknown.len() < cells.len() {
                    family.title.to_owned()
                } else {
                    FAMILIES.map(|family| family.title).join(", ")
                };
                nearest = Some((unknown.len(), refuse_undefined(&unknown, &asked)));
            }
        }
        match (second, nearest) {
            (Some(models), _) => Ok(models),
            (None, Some((_, refusal))) => Err(refusal.into()),
            (None, None) => unreachable!("there is a family"),
        }
    }

    /// Returns the text of all models, with the model of a multiplier block that Yosys has none of.
    pub fn with_blocks(&self) -> String {
        let is_unknown = |kind: &&str| !self.text.contains(&format!("module {kind} ("));
        if self
            .family
            .blocks()
            .is_some_and(|blocks| blocks.kinds.iter().all(is_unknown))
        {
            self.text.clone() + &self.family.block_model()
        } else {
            self.text.clone()
        }
    }

    /// Returns the Yosys command by which unconnected inputs of lookup tables have any value.
    pub fn open_inputs(&self, cells: &Missing) -> String {
        let functions = self.family.functions.iter();
        let functions = functions.filter(|cell| cells.contains_key(cell.kind));
        let inputs: BTreeSet<String> = functions
            .flat_map(|cell| {
                cell.function
                    .tables()
                    .into_iter()
                    .map(|table| (cell.kind, table.inputs))
            })
            .flat_map(|(kind, inputs)| inputs.iter().map(move |input| format!(" ={kind}/{input}")))
            .collect();
        if inputs.is_empty() {
            return String::new();
        }
        format!(
            "setattr -set defaultvalue 1'x{}\n",
            inputs.into_iter().collect::<String>()
        )
    }

    /// Returns empty Verilog modules with the ports and parameters of some cells.
    pub fn empty_modules(&self, cells: &Missing) -> String {
        let mut text = String::new();
        for name in cells.keys() {
            let Some(module) = self.interfaces.modules.get(name) else {
                continue;
            };
            let parameter = |(name, value): (&String, &String)| match text_of_codes(value) {
                Some(text) => format!("parameter {name} = \"{text}\""),
                None if is_number(value) && !value.is_empty() => format!("parameter {name} = {}'b{value}", value.len()),
                None => format!("parameter {name} = \"{}\"", value.trim_end().escape_default()),
            };
            let parameters: Vec<String> = module.parameter_default_values.iter().map(parameter).collect();
            let parameters = if parameters.is_empty() {
                String::new()
            } else {
                format!(" #({})", parameters.join(", "))
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
    ///
    /// # Errors
    ///
    /// [`Error::Tools`] when Yosys does not find them.
    pub fn for_family(family: &'static Family) -> Result<CellModels, Error> {
        let folder = temporary_folder()?;
        write(&folder.path().join(BLOCKS), &family.block_model())?;
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
    if !is_number(value) || value.len() < 32 || !value.len().is_multiple_of(8) {
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
fn unknown_part(name: &str, cell: &MissingFact, model: Option<&YosysModule>) -> Option<String> {
    let Some(model) = model else {
        return Some(format!("cell {name}"));
    };
    let pins = cell.pins.iter().map(String::as_str);
    let unknown: Vec<&str> = pins.filter(|pin| model.ports.get(pin).is_none()).collect();
    match unknown[..] {
        [] => None,
        [pin] => Some(format!("pin {pin} of {name}")),
        _ => Some(format!("pins {} of {name}", unknown.join(" and "))),
    }
}

/// Refuses parts of cells that nothing defines.
fn refuse_undefined(unknown: &[(usize, String)], families: &str) -> Refusal {
    let line = unknown.iter().map(|(line, _)| *line).min().unwrap_or_default();
    let parts: Vec<&str> = unknown.iter().map(|(_, part)| part.as_str()).collect();
    let reason = format!(
        "neither the files nor Yosys' models of the cells of {families} define {}; add a file with --verilog FILE",
        if parts.len() == 1 { "it" } else { "them" }
    );
    Refusal::new(line, parts.join(", "), reason)
}

/// True if the flow of a family reads the numbers of a cell that are written as text.
fn takes_texts(family: &Family, name: &str, cell: &MissingFact) -> bool {
    let mut numbers = cell.texts.iter().filter(|parameter| is_table(family, name, parameter));
    numbers.all(|_| takes_text(family, name))
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

impl VerilogFile {
    /// Chooses the way to read the cells of the models' family.
    pub(super) fn cell_reading(&self, models: Option<&CellModels>) -> CellReading {
        let Some(models) = models else {
            return CellReading::None;
        };
        let family = models.family;
        let missing = || self.facts.missing.keys();
        if !missing().all(|cell| is_known(family, cell) || family.evaluates_block(cell)) {
            return CellReading::Models;
        }
        let has_block = missing().any(|cell| family.evaluates_block(cell));
        CellReading::Cells {
            blocks: if has_block { family.block_model() } else { String::new() },
        }
    }

    /// Refuses numbers that are written as text if the vendor's flow reads them differently. A model would read the
    /// characters' codes.
    pub(super) fn check_parameters(&self, netlist: &YosysNetlist, models: &CellModels) -> Result<(), Refusal> {
        let missing = &self.facts.missing;
        let is_cells = matches!(self.cell_reading(Some(models)), CellReading::Cells { .. });
        for cell in netlist.modules.values().flat_map(|module| module.cells.values()) {
            if !missing.contains_key(cell.kind.as_str()) {
                continue;
            }
            self.check_cell(cell, models, is_cells)?;
            for parameter in cell.parameters.keys() {
                let is_number = if is_cells {
                    is_table(models.family, &cell.kind, parameter)
                } else {
                    let module = models.interfaces.modules.get(&cell.kind);
                    let usual = module.and_then(|module| module.parameter_default_values.get(parameter));
                    usual.is_some_and(|usual| is_number(usual))
                };
                if is_number && !is_binary(cell, parameter, models.family) {
                    let text = cell.parameters[parameter].trim_end();
                    return Err(refuse_at(
                        cell.lines(),
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
        check_settings(cell)?;
        let family = models.family;
        if family.evaluates_block(&cell.kind) {
            let pins = family.blocks().map_or(&[][..], |blocks| blocks.zero_pins);
            let is_zero = |pin: &&str| match cell.connections.get(*pin).map(Vec::as_slice) {
                None | Some([]) => true,
                Some(bits) => bits.iter().all(|bit| *bit == Bit::Constant("0".to_owned())),
            };
            return match pins.iter().find(|pin| !is_zero(pin)) {
                None => Ok(()),
                Some(pin) => Err(refuse_at(
                    cell.lines(),
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
                return Err(refuse_at(
                    cell.lines(),
                    format!("parameter {name} of {}", cell.kind),
                    "the model of the cell does not evaluate it; leave it out".to_owned(),
                ));
            }
        }
        Ok(())
    }
}

/// The parameter of a flip-flop that connects it to the reset at power-up.
const GLOBAL_RESET: &str = "GSR";

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
    let function = family.functions.iter().find(|cell| cell.kind == kind);
    is_memory
        || match function.map(|cell| &cell.function) {
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
    is_number(value) || takes_text(family, &cell.kind) && is_hexadecimal
}

/// True if the flow of a family reads text that begins with `0x` as a number of a cell.
fn takes_text(family: &Family, kind: &str) -> bool {
    match family.hexadecimal_text {
        HexadecimalText::Refused => false,
        HexadecimalText::OfMemories => family.memory.is_some_and(|memory| memory.kind == kind),
        HexadecimalText::Taken => true,
    }
}
