//! The manifest: a module's ports and latency, for programs.

use serde::{Deserialize, Serialize};

use crate::net::{Direction, ModulePort};
use crate::unit::Unit;

/// What `<module>.json` says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// Canonical mnemonic of the instruction.
    pub mnemonic: String,
    /// Name of the top module.
    pub module: String,
    /// Name of the Verilog file beside the manifest.
    pub verilog: String,
    /// Enabled clock cycles from operands to result.
    pub latency: u32,
    /// The ports, in the order of the module.
    pub ports: Vec<PortEntry>,
}

/// One port.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PortEntry {
    /// Its name.
    pub name: String,
    /// `in` or `out`.
    pub direction: String,
    /// Its width in bits.
    pub width: u32,
}

impl PortEntry {
    fn of(port: ModulePort) -> PortEntry {
        let direction = match port.direction {
            Direction::In => "in",
            Direction::Out => "out",
        };
        PortEntry { name: port.name, direction: direction.to_owned(), width: port.width }
    }
}

impl Manifest {
    /// The manifest of a unit.
    pub fn of(unit: &Unit) -> Manifest {
        let module = unit.module();
        Manifest {
            mnemonic: unit.instruction().to_string(),
            module: module.name.clone(),
            verilog: format!("{}.v", module.name),
            latency: unit.latency(),
            ports: module.ports().into_iter().map(PortEntry::of).collect(),
        }
    }

    /// The manifest as JSON text.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("a manifest has only strings and numbers") + "\n"
    }
}
