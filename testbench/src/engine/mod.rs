//! Engines that run a module: the models, the embedded simulator, the emitted Verilog compiled by Verilator, and Yosys'
//! netlist of it.

pub(crate) mod command;
mod error;
pub mod gates;
mod integer;
mod kind;
mod reference;
mod rust_hdl;
mod simulator;
mod traits;
pub mod verilator;

use halfpipe_yosys::VerilogDut;

pub use error::EngineError;
pub use gates::Gates;
pub(crate) use integer::integer_model;
pub use integer::Integer;
pub use kind::{EngineKind, UnknownEngine};
pub use reference::Reference;
pub use rust_hdl::RustHdl;
pub use simulator::EmbeddedSimulator;
pub use traits::{CycleEngine, Engine};

/// Opens an engine on a module. For `verilator` and `gates` this compiles the module unless the cache has it.
///
/// # Errors
///
/// When a tool is missing, the module's Verilog cannot be compiled, or the engine does not support the instruction or
/// external Verilog.
pub fn open(kind: EngineKind, device: &dyn VerilogDut) -> Result<Box<dyn Engine>, EngineError> {
    Ok(match kind {
        EngineKind::Reference => Box::new(Reference::new(device)?),
        EngineKind::Integer => Box::new(Integer::new(device.interface())?),
        EngineKind::Simulator => Box::new(EmbeddedSimulator::new(
            device.design().ok_or(EngineError::NotGenerated { engine: kind })?,
        )),
        EngineKind::RustHdl => Box::new(RustHdl::new(
            device.design().ok_or(EngineError::NotGenerated { engine: kind })?,
        )),
        EngineKind::Verilator => Box::new(verilator::Batch::build(&[device])?.engine(0)?),
        EngineKind::Gates(mapping) => Box::new(Gates::open(device, mapping)?),
    })
}
