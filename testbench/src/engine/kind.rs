//! The kinds of engines, by name.

use std::fmt;
use std::str::FromStr;

use halfpipe_yosys::Mapping;

/// The kinds of engines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EngineKind {
    /// The exact model, without hardware.
    Reference,
    /// The integer model of instructions with two 16-bit operands, also without hardware.
    Integer,
    /// The embedded simulator; it needs no external tool.
    Simulator,
    /// The design as a block in rust-hdl's own simulation.
    RustHdl,
    /// The emitted Verilog, compiled by Verilator.
    Verilator,
    /// Yosys' netlist of the emitted Verilog.
    Gates(Mapping),
}

impl EngineKind {
    /// Every engine.
    pub const ALL: [EngineKind; 6] = [
        EngineKind::Reference,
        EngineKind::Integer,
        EngineKind::Simulator,
        EngineKind::RustHdl,
        EngineKind::Verilator,
        EngineKind::Gates(Mapping::Generic),
    ];

    /// Returns the engine's name.
    pub const fn name(self) -> &'static str {
        match self {
            EngineKind::Reference => "reference",
            EngineKind::Integer => "integer",
            EngineKind::Simulator => "simulator",
            EngineKind::RustHdl => "rust-hdl",
            EngineKind::Verilator => "verilator",
            EngineKind::Gates(_) => "gates",
        }
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// A name of no engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown engine '{name}'; the engines are {}", names())]
pub struct UnknownEngine {
    /// The name as given.
    pub name: String,
}

/// Returns the names of all engines, for messages.
fn names() -> String {
    EngineKind::ALL.map(EngineKind::name).join(", ")
}

impl FromStr for EngineKind {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<EngineKind, UnknownEngine> {
        let found = EngineKind::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| UnknownEngine { name: name.to_owned() })
    }
}
