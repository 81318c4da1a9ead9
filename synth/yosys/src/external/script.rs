//! The commands with which Yosys makes the netlist of an external file.

use super::cells::{CellModels, CellReading, BLOCKS};
use super::elaborated::Elaborated;
use super::readings::Reading;
use super::text::FILE;
use super::VerilogFile;
use crate::program::READ_VERILOG;

/// The file of the models of cells.
pub const MODELS: &str = "models.v";
/// The file with the expansion of operators that may be undefined, and of asynchronous resets.
pub const CASES: &str = "cases.v";
/// The file of empty modules for slang's analysis.
pub const CELLS: &str = "cells.v";
/// The module whose outputs are the version of the slang in Yosys.
const VERSION: &str = "version.v";
/// Its netlist.
pub const VERSION_JSON: &str = "version.json";
/// The modules as they were read.
pub const READ_JSON: &str = "read.json";
/// The flat module before its operators are mapped to gates.
pub const FLAT_JSON: &str = "flat.json";
/// The module of gates.
pub const GATES_JSON: &str = "gates.json";

impl VerilogFile {
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
    pub(super) fn texts(&self, models: Option<&CellModels>, cells: &CellReading) -> Vec<(&'static str, String)> {
        let blocks = match cells {
            CellReading::Cells { blocks } => blocks.clone(),
            CellReading::None | CellReading::Models => String::new(),
        };
        let empty = models.map_or(String::new(), |models| models.empty_modules(&self.facts.missing));
        let models = models.map_or(String::new(), |models| models.text.clone());
        vec![
            (MODELS, models),
            (BLOCKS, blocks),
            (CELLS, empty),
            (CASES, include_str!("cases.v").to_owned()),
            (VERSION, include_str!("version.v").to_owned()),
        ]
    }

    /// Returns the Yosys commands that make the netlist with one of the parsers. Undefined bits become cells of their own,
    /// so that no mapping picks a value for them.
    pub(super) fn script(
        &self,
        reading: Reading,
        module: &str,
        models: Option<&CellModels>,
        cells: &CellReading,
    ) -> String {
        let source = format!("{} {FILE}", self.reader(reading, module));
        let macros: String = models
            .into_iter()
            .flat_map(CellModels::macros)
            .map(|name| format!(" -D {name}"))
            .collect();
        let empty = format!("read_verilog -lib{macros} {MODELS}\n{EMPTY}\n");
        let (before, after, unused) = match cells {
            CellReading::None => Default::default(),
            CellReading::Cells { blocks } if blocks.is_empty() => (empty, String::new(), ""),
            CellReading::Cells { .. } => (
                format!("{empty}read_verilog -lib -overwrite {BLOCKS}\n"),
                format!("read_verilog -overwrite {BLOCKS}\n"),
                "",
            ),
            // Only the cells in use are elaborated, because the large memories take minutes.
            CellReading::Models => (
                empty.clone(),
                format!("delete =A:blackbox\nread_verilog -defer{macros} {MODELS}\n"),
                UNUSED,
            ),
        };
        // slang needs the parameters of cells, and takes them from Verilog only.
        let (before, source) = match (reading, cells) {
            (Reading::Yosys, _) | (_, CellReading::None) => (before, source),
            (Reading::Slang, _) => {
                let boxes: String = self
                    .facts
                    .missing
                    .keys()
                    .map(|cell| format!(" --blackboxed-module {cell}"))
                    .collect();
                (
                    String::new(),
                    format!(
                        "{}{boxes} {FILE} {CELLS}\n{}",
                        self.reader(reading, module),
                        overwrite_boxes(&before)
                    ),
                )
            }
        };
        let open = models.map_or(String::new(), |models| models.open_inputs(&self.facts.missing));
        format!(
            "{before}{source}\n{open}hierarchy -check -top {module}\nproc -noopt -norom\nwrite_json {reading}-{READ_JSON}\n{after}hierarchy -top {module}\nhierarchy -check -top {module}\n\
             proc -noopt -norom\nflatten\nhierarchy -top {module}\n{FORGET}\ndelete t:$scopeinfo\nopt_clean\n\
             write_json {reading}-{FLAT_JSON}\nmemory_collect\nsetparam -set INIT 1'x t:$mem_v2 r:WR_PORTS>0 %i\nmemory_map\n{FORGET}\nopt_clean\n\
             techmap -autoproc -map {CASES}\nsetundef -anyseq\n\
             techmap\nsimplemap\n{unused}dfflegalize -cell $_DFF_P_ x -cell $_DFF_PP0_ x -cell $_DFF_PP1_ x\nopt_clean\ndelete t:$scopeinfo\nwrite_json {reading}-{GATES_JSON}\n"
        )
    }
}

/// Returns the Yosys commands that write the version of its slang.
pub fn version_script() -> String {
    format!("read_slang {VERSION}\nopt_clean\nwrite_json {VERSION_JSON}\ndesign -reset\n")
}

/// Returns commands that read models in the place of boxes that the design has already.
fn overwrite_boxes(commands: &str) -> String {
    commands
        .replace("read_verilog -lib -overwrite", "read_verilog -lib")
        .replace("read_verilog -lib", "read_verilog -lib -overwrite")
}

/// The Yosys command that reduces the models kept for an optimiser to their ports.
const EMPTY: &str = "blackbox =A:whitebox";

/// The Yosys command that removes the paths of a cell's model that its constant inputs leave unused. A multiplier block has
/// one from its output to its addend.
const UNUSED: &str = "opt_expr\n";

/// The Yosys command that removes initial values from registers.
const FORGET: &str = "setattr -unset init w:*";
