//! Manifests of a tile and of Vortex' unit.

use serde::Serialize;

use super::ports::tile_ports;
use crate::design::Direction::{self, In, Out};
use crate::export::manifest::PortEntry;
use crate::mma::{MmaError, MmaSpec, VortexSpec};

/// A manifest of a tile, which is written as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MmaManifest {
    /// The name of the module.
    pub module: String,
    /// The Verilog file.
    pub verilog: String,
    /// The dot product of each unit.
    pub mnemonic: String,
    /// The number of rows of A and D.
    pub rows: u32,
    /// The number of columns of B and D.
    pub columns: u32,
    /// The number of products of a step in each unit.
    pub products: u32,
    /// Clock cycles of a step.
    pub latency: u32,
    /// The number of accumulators of each unit.
    pub slots: u32,
    /// The ports.
    pub ports: Vec<PortEntry>,
    /// The command that generates the files.
    pub command: String,
}

/// Returns the entries of ports.
fn ports<const N: usize>(ports: [(&str, Direction, u32); N]) -> Vec<PortEntry> {
    let entry = |(name, direction, width): (&str, Direction, u32)| PortEntry::from_name(name, direction, width);
    ports.map(entry).into()
}

impl MmaManifest {
    /// Returns the manifest of a tile. `command` generates it.
    pub fn new(spec: &MmaSpec, command: &str) -> MmaManifest {
        MmaManifest {
            module: spec.name().to_owned(),
            verilog: format!("{}.v", spec.name()),
            mnemonic: spec.instruction.mnemonic(),
            rows: spec.rows,
            columns: spec.columns,
            products: spec.products(),
            latency: spec.latency,
            slots: spec.slots,
            ports: tile_ports(spec)
                .iter()
                .map(|port| PortEntry::from_name(port.name, port.direction(), port.width))
                .collect(),
            command: command.to_owned(),
        }
    }
}

/// A manifest of Vortex' unit, which is written as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct VortexManifest {
    /// The name of the module.
    pub module: String,
    /// The SystemVerilog file.
    pub verilog: String,
    /// The dot products: that of f16, and that of bf16 if the mode has it.
    pub mnemonics: Vec<String>,
    /// The number of 32-bit words in a row of A.
    pub n: u32,
    /// Enabled clock cycles from operands to result.
    pub latency: u32,
    /// The ports, with the default widths of formats and mask.
    pub ports: Vec<PortEntry>,
    /// The command that generates the files.
    pub command: String,
}

impl VortexManifest {
    /// Returns the manifest of Vortex' unit. `command` generates it.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such unit.
    pub fn new(spec: &VortexSpec, command: &str) -> Result<VortexManifest, MmaError> {
        let instructions = spec.instructions()?;
        Ok(VortexManifest {
            module: spec.name().to_owned(),
            verilog: format!("{}.sv", spec.name()),
            mnemonics: instructions.iter().map(|instruction| instruction.mnemonic()).collect(),
            n: spec.size,
            latency: spec.latency(),
            ports: ports([
                ("clk", In, 1),
                ("reset", In, 1),
                ("enable", In, 1),
                ("vld_mask", In, 8 * spec.size),
                ("fmt_s", In, 4),
                ("fmt_d", In, 4),
                ("a_row", In, 32 * spec.size),
                ("b_col", In, 32 * spec.size),
                ("c_val", In, 32),
                ("d_val", Out, 32),
            ]),
            command: command.to_owned(),
        })
    }
}
