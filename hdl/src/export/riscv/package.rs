//! The package of a core of RISC-V for other flows.

use crate::design::{Port, Role};
use crate::export::package::Package;
use crate::zfh::{Group, ZfhSpec, CODES};

/// The operands.
const OPERANDS: [&str; 3] = ["a", "b", "c"];

/// Returns the names of the inputs that a vector of a core sets, in their order.
pub fn vector_inputs() -> impl Iterator<Item = &'static str> {
    CODES.into_iter().map(|(name, _)| name).chain(OPERANDS)
}

impl Package {
    /// Returns the package of a core of RISC-V.
    pub fn from_zfh(spec: &ZfhSpec) -> Package {
        let width = spec.width();
        let inputs = CODES.into_iter().chain(OPERANDS.map(|name| (name, width)));
        let inputs = inputs.map(|(name, width)| Port::input(name, width, Role::Op));
        let outputs = vec![
            Port::output("result", width, Role::Result(0)),
            Port::output("flags", 5, Role::Flags),
        ];
        let latencies = Group::ALL.map(|group| spec.latency(group));
        Package::tagged(
            "the half-precision instructions of RISC-V",
            spec.name(),
            [inputs.collect(), outputs],
            latencies.into_iter().max().unwrap_or(0),
        )
    }
}
