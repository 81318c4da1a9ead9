//! Engines that run a module: the models, the embedded simulator, the emitted Verilog compiled by Verilator, and Yosys'
//! netlist of it.

pub(crate) mod command;
mod error;
pub mod gates;
mod integer;
mod reference;
mod rust_hdl;
mod simulator;
pub mod verilator;

use std::fmt;
use std::str::FromStr;

use halfpipe_hdl::design::ControlInputs;
use halfpipe_yosys::{Dut, Mapping};

use crate::Vector;

pub use error::EngineError;
pub use gates::Gates;
pub use integer::Integer;
pub use reference::Reference;
pub use rust_hdl::RustHdl;
pub use simulator::Simulator;

/// An engine that computes a module's results.
pub trait Engine: Send {
    /// Returns the kind of this engine.
    fn kind(&self) -> EngineKind;

    /// Appends the data outputs of each vector of data inputs to `results`, in order. Bits above a port's width are
    /// ignored.
    ///
    /// The engine resets a pipeline, then feeds it one vector a cycle. It also checks that each result comes with
    /// `out_valid`, exactly after the module's latency.
    ///
    /// # Errors
    ///
    /// When the engine itself fails, or the module's `out_valid` violates the contract.
    fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<Vector>) -> Result<(), EngineError>;

    /// Returns the engine as one that drives ports cycle by cycle; None for an engine without hardware.
    fn clocked(&mut self) -> Option<&mut dyn CycleEngine> {
        None
    }
}

/// An engine that can drive a module's ports clock cycle by clock cycle.
pub trait CycleEngine: Engine {
    /// Runs the cycles in order from the state that the last call left. Each cycle ends with a rising clock edge.
    /// Returns the outputs in each cycle, before the edge.
    ///
    /// A combinational module has only data ports; its `out_valid` is `in_valid`.
    ///
    /// # Errors
    ///
    /// When the engine itself fails.
    fn cycles(&mut self, inputs: &[CycleIn]) -> Result<Vec<CycleOut>, EngineError>;

    /// Returns the number of copies of the module that run in parallel, each with its own inputs.
    fn copies(&self) -> usize {
        1
    }

    /// Runs the cycles of all copies at once: the inputs of all copies for one cycle are adjacent, and so are the
    /// outputs.
    ///
    /// # Errors
    ///
    /// When the engine itself fails.
    fn cycles_of_copies(&mut self, inputs: &[CycleIn]) -> Result<Vec<CycleOut>, EngineError> {
        self.cycles(inputs)
    }
}

/// A module's inputs in one clock cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CycleIn {
    /// The control inputs.
    pub controls: ControlInputs,
    /// The data inputs.
    pub data: Vector,
}

impl CycleIn {
    /// Returns a cycle without reset in an enabled pipeline. The pipeline takes the data inputs, if any.
    pub fn running(data: Option<Vector>) -> CycleIn {
        CycleIn {
            controls: ControlInputs {
                in_valid: data.is_some(),
                ..ControlInputs::FLOWING
            },
            data: data.unwrap_or_default(),
        }
    }

    /// A cycle of reset.
    pub const RESET: CycleIn = CycleIn {
        controls: ControlInputs {
            reset: true,
            enable: false,
            in_valid: false,
        },
        data: Vector::ZERO,
    };
}

/// A module's outputs in one clock cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CycleOut {
    /// `out_valid`
    pub out_valid: bool,
    /// The data outputs, valid only while `out_valid` is true.
    pub data: Vector,
}

/// Evaluates vectors cycle by cycle: a reset, then one vector a cycle. Checks `out_valid` against the contract of the
/// named module.
fn evaluate_in_cycles(
    engine: &mut dyn CycleEngine,
    name: &str,
    latency: u32,
    vectors: &[Vector],
    results: &mut Vec<Vector>,
) -> Result<(), EngineError> {
    // One cycle more than the last result needs: `out_valid` must then be 0 again.
    let running = (0..=vectors.len() + latency as usize).map(|cycle| CycleIn::running(vectors.get(cycle).cloned()));
    let inputs: Vec<CycleIn> = std::iter::once(CycleIn::RESET).chain(running).collect();
    let outputs = engine.cycles(&inputs)?;
    EngineError::check_count(inputs.len(), outputs.len())?;
    let due = latency as usize..vectors.len() + latency as usize;
    for (cycle, output) in outputs.into_iter().skip(1).enumerate() {
        let expected = due.contains(&cycle);
        if output.out_valid != expected {
            return Err(EngineError::Valid {
                module: name.to_owned(),
                latency,
                cycle: cycle as u64,
                expected: expected.into(),
            });
        }
        if expected {
            results.push(output.data);
        }
    }
    Ok(())
}

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
#[error("there is no engine '{name}': the engines are {}", names())]
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

/// Opens an engine on a module. For `verilator` and `gates` this compiles the module unless the cache has it.
///
/// # Errors
///
/// When a tool is missing, the module's Verilog cannot be compiled, or the engine does not support the instruction or
/// external Verilog.
pub fn open(kind: EngineKind, device: &dyn Dut) -> Result<Box<dyn Engine>, EngineError> {
    Ok(match kind {
        EngineKind::Reference => Box::new(Reference::new(device)?),
        EngineKind::Integer => Box::new(Integer::new(device.interface())?),
        EngineKind::Simulator => Box::new(Simulator::new(
            device.design().ok_or(EngineError::NotGenerated { engine: kind })?,
        )),
        EngineKind::RustHdl => Box::new(RustHdl::new(
            device.design().ok_or(EngineError::NotGenerated { engine: kind })?,
        )),
        EngineKind::Verilator => Box::new(verilator::Batch::build(&[device])?.engine(0)?),
        EngineKind::Gates(mapping) => Box::new(Gates::open(device, mapping)?),
    })
}
