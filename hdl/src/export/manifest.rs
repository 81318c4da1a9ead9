//! The manifest: a module's ports and latency, for programs.

use halfpipe_isa::Instruction;
use serde::{Deserialize, Serialize};

use super::stream::{stream_latency, stream_name, stream_ports};
use crate::fpu::Core;
use crate::net::{Direction, Module, ModulePort};
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
    /// The instructions of a core; a unit's manifest has no such list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operations: Option<Vec<OperationEntry>>,
}

/// One instruction of a core.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OperationEntry {
    /// Its canonical mnemonic.
    pub mnemonic: String,
    /// Its value of the port `op`.
    pub op: u32,
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
        PortEntry {
            name: port.name,
            direction: direction.to_owned(),
            width: port.width,
        }
    }
}

impl Manifest {
    /// The manifest of a unit.
    pub fn of(unit: &Unit) -> Manifest {
        Manifest::of_module(unit.instruction().to_string(), unit.module())
    }

    /// The manifest of a core; its mnemonic is `fpu`.
    pub fn of_core(core: &Core) -> Manifest {
        let entry = |(op, operation): (usize, &Instruction)| OperationEntry {
            mnemonic: operation.to_string(),
            op: op as u32,
        };
        Manifest {
            operations: Some(core.operations().iter().enumerate().map(entry).collect()),
            ..Manifest::of_module("fpu".to_owned(), core.module())
        }
    }

    /// The manifest of a unit with AXI4-Stream ports.
    pub fn of_stream(unit: &Unit) -> Manifest {
        let module = stream_name(unit);
        Manifest {
            mnemonic: unit.instruction().to_string(),
            verilog: format!("{module}.v"),
            module,
            latency: stream_latency(unit),
            ports: stream_ports(unit).into_iter().map(PortEntry::of).collect(),
            operations: None,
        }
    }

    fn of_module(mnemonic: String, module: &Module) -> Manifest {
        Manifest {
            mnemonic,
            module: module.name.clone(),
            verilog: format!("{}.v", module.name),
            latency: module.latency,
            ports: module.ports().into_iter().map(PortEntry::of).collect(),
            operations: None,
        }
    }

    /// The manifest as JSON text.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("a manifest has only strings and numbers") + "\n"
    }
}
