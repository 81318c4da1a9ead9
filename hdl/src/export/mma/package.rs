//! The package of a tile for other flows.

use super::ports::tile_ports;
use crate::design::{Direction, Port, Role};
use crate::export::package::{Handshake, Package};
use crate::mma::MmaSpec;

/// The inputs that a vector of a tile sets, in their order, and the outputs whose values it has.
const INPUTS: [&str; 6] = ["last", "first", "slot", "a", "b", "c"];
const OUTPUTS: [&str; 2] = ["out_slot", "d"];

/// The width of the words in a vector of a tile. A port has as many as it needs, the last of which may be shorter.
const WORD: u32 = 32;

impl Package {
    /// Returns the package of a tile.
    pub fn from_tile(spec: &MmaSpec) -> Package {
        let role = |name: &str| match name {
            "clock" => Role::Clock,
            "reset" => Role::Reset,
            "in_valid" => Role::InValid,
            "in_ready" => Role::InReady,
            "out_valid" => Role::OutValid,
            "out_ready" => Role::Enable,
            "out_slot" | "d" => Role::Result(0),
            _ => Role::Operand(0),
        };
        let ports = tile_ports(spec).into_iter().map(|port| match port.direction() {
            Direction::In => Port::input(port.name, port.width, role(port.name)),
            Direction::Out => Port::output(port.name, port.width, role(port.name)),
        });
        let ports: Vec<Port> = ports.collect();
        let named = |names: &[&str]| -> Vec<Port> {
            let port = |name: &&str| ports.iter().find(|port| port.name == *name);
            names.iter().filter_map(port).cloned().collect()
        };
        let (inputs, outputs) = (named(&INPUTS), named(&OUTPUTS));
        let widths = |ports: &[Port]| -> Vec<u32> {
            let words = |port: &Port| {
                let width = port.width;
                (0..width).step_by(WORD as usize).map(move |low| WORD.min(width - low))
            };
            ports.iter().flat_map(words).collect()
        };
        Package {
            title: format!("a tile of {}", spec.instruction.mnemonic()),
            module: spec.name().to_owned(),
            sources: vec![format!("{}.v", spec.name())],
            has_parts: true,
            parameters: Vec::new(),
            handshake: Handshake::Steps { latency: spec.latency },
            words: [widths(&inputs), widths(&outputs)],
            inputs,
            outputs,
            ports,
        }
    }
}
