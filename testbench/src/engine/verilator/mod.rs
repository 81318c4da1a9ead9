//! The emitted Verilog, compiled by Verilator into a program that takes a batch of vectors per request.
//!
//! Many units share one program and one build; each engine is a process of its own, which runs one of them.

mod build;
mod harness;
mod process;
mod trace;

use halfpipe_hdl::export::core_verilog;
use halfpipe_hdl::fpu::Core;

use super::cache::Entry;
use super::{CycleEngine, CycleIn, CycleOut, Engine, EngineError, EngineKind};
use crate::core::{CoreEngine, CoreIn, CoreOut};
use crate::device::{Device, Verilog};
use crate::Vector;
use build::{Purpose, Source};
use process::Process;

pub use trace::{trace, Times, Trace};

/// The most items of one request, which bounds the memory of both sides.
const ITEMS_PER_REQUEST: usize = 1 << 16;

/// Units compiled together.
#[derive(Clone, Debug)]
pub struct Batch {
    program: Entry,
    units: Vec<UnitName>,
}

/// What is compiled of a module.
fn source<D: Device + ?Sized>(device: &D) -> Source {
    Source {
        name: device.name(),
        ports: device.ports(),
        latency: device.latency(),
        verilog: device.verilog(),
    }
}

/// What messages say about a unit.
#[derive(Clone, Debug)]
struct UnitName {
    module: String,
    latency: u32,
}

impl Batch {
    /// Compiles modules, where the cache does not have the very same ones compiled together.
    ///
    /// # Errors
    ///
    /// When a tool is missing, the cache cannot be written, or the Verilog is refused.
    pub fn build<D: Device + ?Sized>(devices: &[&D]) -> Result<Batch, EngineError> {
        let sources = devices.iter().map(|device| source(*device));
        Batch::of(&sources.collect::<Vec<_>>())
    }

    /// The same for cores.
    ///
    /// # Errors
    ///
    /// As for [`Batch::build`].
    pub fn build_cores(cores: &[&Core]) -> Result<Batch, EngineError> {
        let sources = cores.iter().map(|core| Source {
            name: core.module().name.clone(),
            ports: core.module().ports(),
            latency: core.latency(),
            verilog: Verilog::generated(core_verilog(core)),
        });
        Batch::of(&sources.collect::<Vec<_>>())
    }

    fn of(sources: &[Source]) -> Result<Batch, EngineError> {
        let name = |source: &Source| UnitName {
            module: source.name.clone(),
            latency: source.latency,
        };
        Ok(Batch {
            program: build::program(sources, Purpose::Serve)?,
            units: sources.iter().map(name).collect(),
        })
    }

    /// How many units there are.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether there is no unit.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// The engine of a unit, by its position in the list given to [`Batch::build`].
    ///
    /// # Errors
    ///
    /// When the compiled program is damaged or does not start.
    ///
    /// # Panics
    ///
    /// When there is no unit of that position.
    pub fn engine(&self, index: usize) -> Result<Verilator, EngineError> {
        let unit = self.units[index].clone();
        let process = Process::start(&self.program, index, unit.latency, &unit.module)?;
        Ok(Verilator { process, unit })
    }
}

/// One compiled unit, running. Its registers start with arbitrary values.
#[derive(Debug)]
pub struct Verilator {
    process: Process,
    unit: UnitName,
}

impl Engine for Verilator {
    fn kind(&self) -> EngineKind {
        EngineKind::Verilator
    }

    fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<u32>) -> Result<(), EngineError> {
        results.reserve(vectors.len());
        for chunk in vectors.chunks(ITEMS_PER_REQUEST) {
            self.process.request(process::EVALUATE, chunk.iter().copied())?;
            let [status] = self.process.words()?;
            if status != 0 {
                let cycle = status - 1;
                let valid = self.unit.latency..self.unit.latency + chunk.len() as u32;
                return Err(EngineError::Valid {
                    module: self.unit.module.clone(),
                    latency: self.unit.latency,
                    cycle: cycle.into(),
                    expected: u8::from(valid.contains(&cycle)),
                });
            }
            self.process.answer(chunk.len(), |[result]| results.push(result))?;
        }
        Ok(())
    }

    fn clocked(&mut self) -> Option<&mut dyn CycleEngine> {
        Some(self)
    }
}

impl Verilator {
    /// Runs cycles; an answer is `out_valid`, `d` and the tag.
    fn run_cycles(
        &mut self,
        inputs: impl ExactSizeIterator<Item = CycleWords>,
        mut take: impl FnMut(bool, u32, u64),
    ) -> Result<(), EngineError> {
        let count = inputs.len();
        self.process.request(process::CYCLES, inputs)?;
        self.process.answer(count, |[valid, d, tag_low, tag_high]| {
            take(valid == 1, d, u64::from(tag_high) << 32 | u64::from(tag_low));
        })
    }
}

/// Control, three operands, the operation and two words of the tag.
type CycleWords = [u32; 7];

/// The word of the control signals.
fn control(reset: bool, enable: bool, in_valid: bool) -> u32 {
    u32::from(reset) | u32::from(enable) << 1 | u32::from(in_valid) << 2
}

impl CycleEngine for Verilator {
    fn cycles(&mut self, inputs: &[CycleIn]) -> Result<Vec<CycleOut>, EngineError> {
        let mut outputs = Vec::with_capacity(inputs.len());
        for chunk in inputs.chunks(ITEMS_PER_REQUEST) {
            let words = chunk.iter().map(|input| {
                let [a, b, c] = input.operands;
                [control(input.reset, input.enable, input.in_valid), a, b, c, 0, 0, 0]
            });
            self.run_cycles(words, |out_valid, d, _| outputs.push(CycleOut { out_valid, d }))?;
        }
        Ok(outputs)
    }
}

impl CoreEngine for Verilator {
    fn core_cycles(&mut self, inputs: &[CoreIn]) -> Result<Vec<CoreOut>, EngineError> {
        let mut outputs = Vec::with_capacity(inputs.len());
        for chunk in inputs.chunks(ITEMS_PER_REQUEST) {
            let words = chunk.iter().map(|input| {
                let [a, b, c] = input.operands;
                let control = control(input.reset, input.enable, input.in_valid);
                [control, a, b, c, input.op, input.tag as u32, (input.tag >> 32) as u32]
            });
            self.run_cycles(words, |out_valid, d, tag| outputs.push(CoreOut { out_valid, tag, d }))?;
        }
        Ok(outputs)
    }
}
