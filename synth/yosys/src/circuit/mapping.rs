//! The targets of Yosys' synthesis: plain gates, or the cells of an FPGA family.

use std::fmt;
use std::str::FromStr;

use halfpipe_fpga::{Family, Memory, FAMILIES};

/// The file of the models of multiplier blocks.
pub(super) const BLOCKS: &str = "blocks.v";

/// The target of Yosys' synthesis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mapping {
    /// Plain gates.
    Generic,
    /// The cells of an FPGA family, without its multiplier blocks. Multipliers use carry cells. If memories cannot be
    /// evaluated, constant tables use lookup tables.
    Cells(&'static Family),
    /// The cells of an FPGA family with its multiplier blocks. Each block becomes the gates of its model.
    Blocks(&'static Family),
}

impl Mapping {
    /// Returns the mapping to a family's cells and multiplier blocks, if the blocks can be evaluated.
    pub fn with_blocks(family: &'static Family) -> Option<Mapping> {
        family.evaluated_blocks.map(|_| Mapping::Blocks(family))
    }

    /// Returns the family of the cells; None for plain gates.
    pub fn family(self) -> Option<&'static Family> {
        match self {
            Mapping::Generic => None,
            Mapping::Cells(family) | Mapping::Blocks(family) => Some(family),
        }
    }

    /// Returns every mapping without blocks.
    pub fn all() -> impl Iterator<Item = Mapping> {
        let evaluated = FAMILIES.into_iter().filter(|family| !family.functions.is_empty());
        std::iter::once(Mapping::Generic).chain(evaluated.map(Mapping::Cells))
    }

    /// Returns the mapping's name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Mapping::Generic => "generic",
            Mapping::Cells(family) | Mapping::Blocks(family) => family.name,
        }
    }

    /// Returns the macro that selects the family's multiplier block when a module is read.
    pub fn defined_macro(self) -> Option<&'static str> {
        match self {
            Mapping::Blocks(Family { block: Some(block), .. }) => Some(block.macro_name),
            _ => None,
        }
    }

    /// Returns Yosys' option for that macro, with a leading blank.
    pub(super) fn reading(self) -> String {
        self.defined_macro().map_or(String::new(), |name| format!(" -D {name}"))
    }

    /// Returns the Verilog of the blocks.
    pub(super) fn blocks(self) -> String {
        match self {
            Mapping::Blocks(family) => family.block_model(),
            _ => String::new(),
        }
    }

    /// Returns Yosys' commands between reading the module and writing the netlist.
    pub fn script(self, module: &str) -> String {
        let read = format!("hierarchy -top {module}\n");
        match self {
            Mapping::Generic => format!(
                "{read}synth -flatten -noabc -top {module}\ndfflegalize -cell $_DFF_P_ 01\n\
                 abc -g AND,OR,XOR,ANDNOT,ORNOT,MUX\nopt_clean\n"
            ),
            Mapping::Cells(family) => {
                let synthesis = family.devices[0].synthesis;
                format!("{read}{synthesis} {} -top {module}\n", family.plain_cells)
            }
            Mapping::Blocks(family) => {
                let device = family.devices.iter().find(|device| device.has_multiplier_blocks);
                let synthesis = device.unwrap_or(&family.devices[0]).synthesis;
                format!(
                    "{read}{synthesis} -top {module}\n\
                     read_verilog -overwrite {BLOCKS}\nhierarchy -top {module}\nhierarchy -check -top {module}\nproc\nflatten\nhierarchy -top {module}\n\
                     simplemap\ndfflegalize -cell $_DFF_P_ 01\nopt_clean\n"
                )
            }
        }
    }

    /// Returns the memory type that implements constant tables.
    pub(super) fn memory(self) -> Option<&'static Memory> {
        self.family()?.memory
    }

    /// Returns every input to the netlist except the module's Verilog: Yosys' commands, the models of blocks, and the
    /// functions of the family's cells and of its memory. No name of a type is in it, so that the ledger's digest of it
    /// does not depend on any.
    pub fn recipe(self, module: &str) -> String {
        let cells = self.family().map_or(String::new(), |family| {
            let cells = serde_json::to_string(&(family.functions, family.memory));
            cells.expect("a family has only numbers and text")
        });
        [self.reading(), self.script(module), self.blocks(), cells].concat()
    }

    /// True if the netlist uses the cells of this family.
    pub(super) fn knows(self, family: &'static Family) -> bool {
        self.family() == Some(family)
    }
}

impl fmt::Display for Mapping {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// A name of no mapping.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown mapping '{name}'; the mappings are {}", Mapping::all().map(Mapping::name).collect::<Vec<_>>().join(", "))]
pub struct UnknownMapping {
    /// The name as given.
    pub name: String,
}

impl FromStr for Mapping {
    type Err = UnknownMapping;

    fn from_str(name: &str) -> Result<Mapping, UnknownMapping> {
        let found = Mapping::all().find(|mapping| mapping.name() == name);
        found.ok_or_else(|| UnknownMapping { name: name.to_owned() })
    }
}
