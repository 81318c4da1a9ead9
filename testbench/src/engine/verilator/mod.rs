//! The emitted Verilog, compiled by Verilator into a program that takes a batch of vectors per request.
//!
//! Many units share one program and one build. Each engine is a separate process, which runs one of the units.

mod build;
mod harness;
mod process;
mod program;
mod purpose;
mod trace;

use build::ModelSource;
use halfpipe_simulation::{vector, Vector};
use halfpipe_simulation::{CycleIn, CycleOut};
use halfpipe_tools::cache::CacheEntry;
use halfpipe_yosys::VerilogDut;
use process::Process;
use purpose::Purpose;

use super::traits::ModuleTiming;
use super::{CycleEngine, Engine, EngineError, EngineKind};

pub use program::{side_by_side, DriverProgram, Instance, DRIVER_OPTIONS};
pub use trace::{trace, Times, Trace};

/// The maximum number of items of one request. It bounds the memory of both sides.
const ITEMS_PER_REQUEST: usize = 1 << 16;

/// Modules compiled together.
#[derive(Clone, Debug)]
pub struct Batch {
    program: CacheEntry,
    units: Vec<Design>,
}

/// Returns the name, ports and Verilog of a module for compilation.
fn source<D: VerilogDut + ?Sized>(device: &D) -> ModelSource {
    ModelSource {
        interface: device.interface().clone(),
        verilog: device.verilog(),
    }
}

/// The properties of a module that requests and messages need.
#[derive(Clone, Debug)]
struct Design {
    timing: ModuleTiming,
    inputs: usize,
    outputs: usize,
}

impl Design {
    fn from_source(source: &ModelSource) -> Design {
        let interface = &source.interface;
        Design {
            timing: ModuleTiming::from_interface(interface),
            inputs: interface.inputs().count(),
            outputs: interface.outputs().count(),
        }
    }
}

impl Batch {
    /// Compiles modules, unless the cache has exactly these modules compiled together.
    ///
    /// # Errors
    ///
    /// When a tool is missing, the cache cannot be written, or the Verilog is rejected.
    pub fn build<D: VerilogDut + ?Sized>(devices: &[&D]) -> Result<Batch, EngineError> {
        let sources: Vec<ModelSource> = devices.iter().map(|device| source(*device)).collect();
        Ok(Batch {
            program: build::program(&sources, Purpose::Serve)?,
            units: sources.iter().map(Design::from_source).collect(),
        })
    }

    /// Returns the number of units.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// True if there is no unit.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Returns the engine of a unit, by its position in the list given to [`Batch::build`].
    ///
    /// # Errors
    ///
    /// When the compiled program is damaged or does not start.
    ///
    /// # Panics
    ///
    /// When there is no unit at that position.
    pub fn engine(&self, index: usize) -> Result<Verilator, EngineError> {
        let unit = self.units[index].clone();
        let process = Process::start(&self.program, index, &unit.timing)?;
        Ok(Verilator { process, unit })
    }
}

/// A running compiled module. Its registers start with arbitrary values.
#[derive(Debug)]
pub struct Verilator {
    process: Process,
    unit: Design,
}

impl Engine for Verilator {
    fn kind(&self) -> EngineKind {
        EngineKind::Verilator
    }

    fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<Vector>) -> Result<(), EngineError> {
        results.reserve(vectors.len());
        for chunk in vectors.chunks(ITEMS_PER_REQUEST) {
            let count = self.unit.inputs;
            let items = chunk.iter().flat_map(|vector| vector.words(count));
            self.process.request(process::EVALUATE, chunk.len(), items)?;
            let mut status = 0;
            self.process.answer(1, 1, |words| status = words[0])?;
            if status != 0 {
                let cycle = status - 1;
                let timing = &self.unit.timing;
                let shown = timing.vector_shown(cycle as usize);
                return Err(EngineError::Valid {
                    module: timing.module.clone(),
                    latency: timing.latency,
                    cycle,
                    expected: shown.is_some_and(|number| number < chunk.len()).into(),
                });
            }
            let take = |words: &[u64]| results.push(vector(words.iter().copied()));
            self.process.answer(chunk.len(), self.unit.outputs, take)?;
        }
        Ok(())
    }

    fn clocked(&mut self) -> Option<&mut dyn CycleEngine> {
        Some(self)
    }
}

/// Returns the word of the control signals.
fn control(input: &CycleIn) -> u64 {
    u64::from(input.controls.reset) | u64::from(input.controls.enable) << 1 | u64::from(input.controls.in_valid) << 2
}

/// Returns the words of a cycle: the control signals, then `inputs` data inputs.
fn words(input: &CycleIn, inputs: usize) -> impl Iterator<Item = u64> + '_ {
    std::iter::once(control(input)).chain(input.data.words(inputs))
}

impl CycleEngine for Verilator {
    fn cycles(&mut self, inputs: &[CycleIn]) -> Result<Vec<CycleOut>, EngineError> {
        let mut outputs = Vec::with_capacity(inputs.len());
        for chunk in inputs.chunks(ITEMS_PER_REQUEST) {
            let count = self.unit.inputs;
            let items: Vec<u64> = chunk.iter().flat_map(|input| words(input, count)).collect();
            self.process.request(process::CYCLES, chunk.len(), items.into_iter())?;
            self.process.answer(chunk.len(), 1 + self.unit.outputs, |words| {
                outputs.push(CycleOut {
                    out_valid: words[0] == 1,
                    data: vector(words[1..].iter().copied()),
                });
            })?;
        }
        Ok(outputs)
    }
}
