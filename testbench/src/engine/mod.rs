//! What can run a unit: the models, the embedded simulator, the emitted Verilog compiled by Verilator, and the netlist
//! that Yosys makes of it.

pub mod cache;
pub(crate) mod command;
mod error;
pub mod gates;
mod integer;
mod reference;
mod rust_hdl;
pub mod verilator;

use std::fmt;
use std::str::FromStr;

use crate::device::Device;
use crate::Vector;

pub use error::EngineError;
pub use gates::{Circuit, Gates, Mapping};
pub use integer::Integer;
pub use reference::Reference;
pub use rust_hdl::RustHdl;

/// Something that computes a unit's results.
pub trait Engine: Send {
    /// Which engine this is.
    fn kind(&self) -> EngineKind;

    /// Appends the result of each vector to `results`, in order. Operand bits above an operand's width are ignored.
    ///
    /// A pipeline is reset, then fed one vector a cycle; that each result comes with `out_valid` and exactly after
    /// the unit's latency is part of the evaluation.
    ///
    /// # Errors
    ///
    /// When the engine itself fails, or the unit's `out_valid` is not as its contract says.
    fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<u32>) -> Result<(), EngineError>;

    /// The engine as one that drives ports cycle by cycle; None where it is no hardware.
    fn clocked(&mut self) -> Option<&mut dyn CycleEngine> {
        None
    }
}

/// An engine that can drive a unit's ports clock cycle by clock cycle.
pub trait CycleEngine: Engine {
    /// Runs the cycles one after another, each with a rising clock edge at its end, from the state that the last call
    /// left; answers what the outputs show in each cycle, before the edge.
    ///
    /// A combinational unit has no ports but operands and result; its `out_valid` is `in_valid`.
    ///
    /// # Errors
    ///
    /// When the engine itself fails.
    fn cycles(&mut self, inputs: &[CycleIn]) -> Result<Vec<CycleOut>, EngineError>;

    /// How many copies of the unit run side by side, each with inputs of its own.
    fn copies(&self) -> usize {
        1
    }

    /// The same for all copies at once: the inputs of a cycle's copies lie side by side, and so do the outputs.
    ///
    /// # Errors
    ///
    /// When the engine itself fails.
    fn cycles_of_copies(&mut self, inputs: &[CycleIn]) -> Result<Vec<CycleOut>, EngineError> {
        self.cycles(inputs)
    }
}

/// What a unit's inputs are during one clock cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CycleIn {
    /// `reset`
    pub reset: bool,
    /// `enable`
    pub enable: bool,
    /// `in_valid`
    pub in_valid: bool,
    /// The operands.
    pub operands: Vector,
}

/// What a unit's outputs show during one clock cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CycleOut {
    /// `out_valid`
    pub out_valid: bool,
    /// `d`, which has a meaning only where `out_valid` is true.
    pub d: u32,
}

/// The engines there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EngineKind {
    /// The exact model, which is no hardware.
    Reference,
    /// The integer model of instructions with two 16-bit operands, which is no hardware either.
    Integer,
    /// The simulator of this program; it needs no external tool.
    RustHdl,
    /// The emitted Verilog, compiled by Verilator.
    Verilator,
    /// The netlist that Yosys makes of the emitted Verilog.
    Gates(Mapping),
}

impl EngineKind {
    /// Every engine.
    pub const ALL: [EngineKind; 5] = [
        EngineKind::Reference,
        EngineKind::Integer,
        EngineKind::RustHdl,
        EngineKind::Verilator,
        EngineKind::Gates(Mapping::Generic),
    ];

    /// The name, as it is written on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            EngineKind::Reference => "reference",
            EngineKind::Integer => "integer",
            EngineKind::RustHdl => "rust-hdl",
            EngineKind::Verilator => "verilator",
            EngineKind::Gates(_) => "gates",
        }
    }

    /// The options of a command that choose this engine.
    pub fn options(self) -> String {
        match self {
            EngineKind::Gates(mapping) if mapping != Mapping::Generic => format!("--engine gates --mapped {mapping}"),
            other => format!("--engine {other}"),
        }
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// A name that no engine has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no engine '{name}': the engines are {}", names())]
pub struct UnknownEngine {
    /// The name as it was given.
    pub name: String,
}

/// The names of all engines, for messages.
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

/// Opens an engine on a module. For `verilator` and `gates` this compiles the module where the cache does not have it.
///
/// # Errors
///
/// When a tool is missing, the module's Verilog cannot be compiled, or the engine does not have the instruction or does not
/// run Verilog that is not generated.
pub fn open(kind: EngineKind, device: &dyn Device) -> Result<Box<dyn Engine>, EngineError> {
    Ok(match kind {
        EngineKind::Reference => Box::new(Reference::new(device.instruction())),
        EngineKind::Integer => Box::new(Integer::new(device.instruction())?),
        EngineKind::RustHdl => Box::new(RustHdl::new(
            device.unit().ok_or(EngineError::NotGenerated { engine: kind })?,
        )),
        EngineKind::Verilator => Box::new(verilator::Batch::build(&[device])?.engine(0)?),
        EngineKind::Gates(mapping) => Box::new(Gates::open(device, mapping)?),
    })
}
