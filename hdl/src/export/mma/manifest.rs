//! Manifests of a tile and of Vortex' unit.

use serde::Serialize;

use super::ports::{tile_ports, TilePort};
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
    pub ports: Vec<MmaPort>,
    /// The command that generates the files.
    pub command: String,
}

/// A port of a tile or of Vortex' unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MmaPort {
    /// The name.
    pub name: &'static str,
    /// `in` or `out`.
    pub direction: &'static str,
    /// The width in bits.
    pub width: u32,
}

impl MmaPort {
    fn from_tile(port: &TilePort) -> MmaPort {
        MmaPort {
            name: port.name,
            direction: port.direction(),
            width: port.width,
        }
    }
}

fn ports<const N: usize>(ports: [(&'static str, &'static str, u32); N]) -> Vec<MmaPort> {
    let port = |(name, direction, width)| MmaPort { name, direction, width };
    ports.map(port).into()
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
            ports: tile_ports(spec).iter().map(MmaPort::from_tile).collect(),
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
    pub ports: Vec<MmaPort>,
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
                ("clk", "in", 1),
                ("reset", "in", 1),
                ("enable", "in", 1),
                ("vld_mask", "in", 8 * spec.size),
                ("fmt_s", "in", 4),
                ("fmt_d", "in", 4),
                ("a_row", "in", 32 * spec.size),
                ("b_col", "in", 32 * spec.size),
                ("c_val", "in", 32),
                ("d_val", "out", 32),
            ]),
            command: command.to_owned(),
        })
    }
}
