//! Manifest of a module: its ports and latency in a machine-readable form.

use halfpipe_isa::RegisterPart;
use serde::{Deserialize, Serialize};

use crate::design::{Design, Direction, Function, Interface, Port, Role};
use crate::fpu;
use crate::unit::Optimisation;

/// The content of `<module>.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// Canonical mnemonic of the instruction, or the name of a custom function; `fpu` for a core.
    pub mnemonic: String,
    /// Name of the top module.
    pub module: String,
    /// Name of the Verilog file beside the manifest.
    pub verilog: String,
    /// Enabled clock cycles from operands to result.
    pub latency: u32,
    /// The ports, in the order of the module.
    pub ports: Vec<PortEntry>,
    /// Implementation of products, `rows` or `block`. A module without products has `rows`.
    pub multiplier: String,
    /// Form of the datapath, `speed`; absent if it is the smallest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimise: Option<String>,
    /// True if a rank of registers stands at the inputs and one at the outputs; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub register_ports: bool,
    /// True for a unit that works on one operation at a time; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub iterative: bool,
    /// The command line that generates the files. A custom function has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The digest of the netlist's structure, without names: 32 hexadecimal digits. A stream has that of the module
    /// inside.
    pub digest: String,
    /// The instructions of a core, also inside a stream; a unit's manifest has no such list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operations: Option<Vec<OperationEntry>>,
}

/// One instruction of a core.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OperationEntry {
    /// The canonical mnemonic.
    pub mnemonic: String,
    /// The value of the port `op`.
    pub op: u32,
}

/// One port.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PortEntry {
    /// The name.
    pub name: String,
    /// `in` or `out`.
    pub direction: String,
    /// The width in bits.
    pub width: u32,
    /// The role: `clock`, `reset`, `enable`, `in valid`, `in ready`, `out valid`, `op`, `tag in`, `tag out`, `operand
    /// N` or `result N` with a position from 0, or `flags`. With AXI4-Stream ports also `in data`, `in last`, `out ready`,
    /// `out data` and `out last`.
    pub role: String,
}

impl PortEntry {
    fn new(interface: &Interface, port: &Port) -> PortEntry {
        // Positions count ports. The parts of a wide one have the same.
        let position = |operand: usize| {
            let parts = interface.words().iter().filter(|word| match (word.role, word.part) {
                (Role::Operand(part), Some(RegisterPart { low, .. })) => low > 0 && part < operand,
                _ => false,
            });
            operand - parts.count()
        };
        let role = match port.role {
            Role::Operand(operand) => Role::Operand(position(operand)),
            role => role,
        };
        let direction = match port.direction {
            Direction::In => "in",
            Direction::Out => "out",
        };
        PortEntry {
            name: port.name.clone(),
            direction: direction.to_owned(),
            width: port.width,
            role: role.to_string(),
        }
    }
}

impl Manifest {
    /// Returns the manifest of a design, with the command that generates its files, if one is given.
    pub fn new(design: &Design, command: Option<String>) -> Manifest {
        let interface = design.interface();
        let operations = interface.operations().iter().zip(0..);
        let entry = |(operation, op): (&Function, u32)| OperationEntry {
            mnemonic: operation.name().to_owned(),
            op,
        };
        Manifest {
            mnemonic: interface.function().map_or(fpu::KEYWORD, Function::name).to_owned(),
            module: design.name().to_owned(),
            verilog: format!("{}.v", design.name()),
            latency: interface.latency(),
            ports: interface
                .ports()
                .iter()
                .map(|port| PortEntry::new(interface, port))
                .collect(),
            multiplier: design.multiplier().name().to_owned(),
            optimise: (design.optimisation() != Optimisation::default())
                .then(|| design.optimisation().name().to_owned()),
            register_ports: design.has_registered_ports(),
            iterative: interface.is_iterative(),
            command,
            digest: design.module().digest().to_string(),
            operations: interface.function().is_none().then(|| operations.map(entry).collect()),
        }
    }

    /// Returns the manifest as JSON text.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("a manifest has only strings and numbers") + "\n"
    }
}
