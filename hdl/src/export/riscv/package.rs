//! The package of a core of RISC-V for other flows.

use crate::design::{Port, Role};
use crate::export::package::{Handshake, Package};
use crate::zfh::{Group, ZfhSpec};

/// The width of the tag in a testbench, which numbers its vectors.
const TAG_BITS: u32 = 16;

/// The inputs of an operation, which a vector sets, with their widths. Those of the operands depend on the core.
const CODES: [(&str, u32); 6] = [
    ("op", 4),
    ("op_mod", 1),
    ("rm", 3),
    ("src_fmt", 3),
    ("dst_fmt", 3),
    ("int_fmt", 2),
];

/// Returns the names of the inputs that a vector of a core sets, in their order.
pub fn vector_inputs() -> impl Iterator<Item = &'static str> {
    CODES.into_iter().map(|(name, _)| name).chain(["a", "b", "c"])
}

impl Package {
    /// Returns the package of a core of RISC-V.
    pub fn from_zfh(spec: &ZfhSpec) -> Package {
        let width = spec.width();
        let codes = CODES.into_iter().chain(["a", "b", "c"].map(|name| (name, width)));
        let inputs: Vec<Port> = codes.map(|(name, width)| Port::input(name, width, Role::Op)).collect();
        let outputs = vec![
            Port::output("result", width, Role::Result(0)),
            Port::output("flags", 5, Role::Flags),
        ];
        let ports = [
            vec![
                Port::input("clock", 1, Role::Clock),
                Port::input("reset_n", 1, Role::Reset),
                Port::input("flush", 1, Role::Reset),
                Port::input("in_valid", 1, Role::InValid),
                Port::output("in_ready", 1, Role::InReady),
            ],
            inputs.clone(),
            vec![
                Port::input("tag_in", TAG_BITS, Role::TagIn),
                Port::output("out_valid", 1, Role::OutValid),
                Port::input("out_ready", 1, Role::Enable),
            ],
            outputs.clone(),
            vec![
                Port::output("tag_out", TAG_BITS, Role::TagOut),
                Port::output("busy", 1, Role::OutValid),
            ],
        ];
        let widths = |ports: &[Port]| ports.iter().map(|port| port.width).collect();
        let latencies = Group::ALL.map(|group| spec.latency(group));
        Package {
            title: "the half-precision instructions of RISC-V".to_owned(),
            module: spec.name().to_owned(),
            sources: vec![format!("{}.v", spec.name())],
            has_parts: true,
            parameters: vec![("TAG_BITS", TAG_BITS)],
            ports: ports.concat(),
            handshake: Handshake::Tagged {
                latency: latencies.into_iter().max().unwrap_or(0),
            },
            words: [widths(&inputs), widths(&outputs)],
            inputs,
            outputs,
        }
    }
}
