//! Manifest of a module: its ports and latency in a machine-readable form.

use halfpipe_isa::RegisterPart;
use serde::{Deserialize, Serialize};

use super::stream::{places, Place};
use crate::design::{Design, Direction, Function, Interface, Port, Role, StreamRole};
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
    /// The places of operands and results in the data of a stream; absent for other modules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldEntry>,
}

/// A port of the module inside a stream, and its place in the stream's data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FieldEntry {
    /// The name of the port inside.
    pub name: String,
    /// The port of the stream that has its bits.
    pub port: String,
    /// The place of its lowest bit.
    pub low: u32,
    /// The width in bits.
    pub width: u32,
    /// The role of the port inside.
    pub role: String,
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
    /// The role, in a module of the contract: `clock`, `reset`, `enable`, `in valid`, `in ready`, `out valid`, `op`, `tag in`, `tag out`, `operand
    /// N` or `result N` with a position from 0, or `flags`. With AXI4-Stream ports also `in data`, `in last`, `in user`, `out
    /// ready`, `out data`, `out last` and `out user`.
    pub role: String,
}

/// Returns `in` or `out`.
fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::In => "in",
        Direction::Out => "out",
    }
}

/// Returns the role of a port of RISC-V's core, of a tile or of Vortex' unit. A code that selects an operation has its name as
/// role.
fn named_role(name: &str) -> &str {
    match name {
        "clk" => "clock",
        "reset_n" => "reset",
        "in_valid" => "in valid",
        "in_ready" => "in ready",
        "out_valid" => "out valid",
        "out_ready" => "out ready",
        "tag_in" => "tag in",
        "tag_out" => "tag out",
        "out_slot" => "out slot",
        "a" | "a_row" => "operand 0",
        "b" | "b_col" => "operand 1",
        "c" | "c_val" => "operand 2",
        "d" | "d_val" | "result" => "result 0",
        other => other,
    }
}

impl PortEntry {
    /// Returns the entry of a port of a module behind a handshake, whose role follows from its name.
    pub(super) fn from_name(name: &str, direction: Direction, width: u32) -> PortEntry {
        PortEntry {
            name: name.to_owned(),
            direction: direction_name(direction).to_owned(),
            width,
            role: named_role(name).to_owned(),
        }
    }

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
        PortEntry {
            name: port.name.clone(),
            direction: direction_name(port.direction).to_owned(),
            width: port.width,
            role: role.to_string(),
        }
    }
}

/// Returns the fields of a stream around a unit.
fn fields(stream: &Interface, unit: &Interface) -> Vec<FieldEntry> {
    let fields = |data: StreamRole, places: Vec<Place>| {
        let data = stream.port(Role::Stream(data)).map(|port| port.name.clone());
        let field = move |place: Place| {
            let PortEntry { name, width, role, .. } = PortEntry::new(unit, place.port);
            FieldEntry {
                name,
                port: data.clone().unwrap_or_default(),
                low: place.low,
                width,
                role,
            }
        };
        places.into_iter().map(field).collect::<Vec<_>>()
    };
    [
        fields(StreamRole::InData, places(unit.input_ports())),
        fields(StreamRole::OutData, places(unit.output_ports())),
    ]
    .concat()
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
            fields: design
                .inner()
                .map_or_else(Vec::new, |unit| fields(interface, unit.interface())),
        }
    }

    /// Returns the manifest as JSON text.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("a manifest has only strings and numbers") + "\n"
    }
}
