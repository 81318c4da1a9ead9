//! The emitted Verilog, compiled by Verilator into a program that takes a batch of vectors per request.
//!
//! Many units share one program and one build; each engine is a process of its own, which runs one of them.

mod build;
pub mod cache;
mod harness;
mod process;

use std::path::PathBuf;

use halfpipe_hdl::unit::Unit;

use super::{CycleEngine, CycleIn, CycleOut, Engine, EngineError, EngineKind};
use crate::Vector;
use process::Process;

/// The most items of one request, which bounds the memory of both sides.
const ITEMS_PER_REQUEST: usize = 1 << 16;

/// Units compiled together.
#[derive(Clone, Debug)]
pub struct Batch {
    program: PathBuf,
    units: Vec<UnitName>,
}

/// What messages say about a unit.
#[derive(Clone, Debug)]
struct UnitName {
    module: String,
    latency: u32,
}

impl Batch {
    /// Compiles the units, where the cache does not have the very same ones compiled together.
    ///
    /// # Errors
    ///
    /// When a tool is missing, the cache cannot be written, or the Verilog is refused.
    pub fn build(units: &[&Unit]) -> Result<Batch, EngineError> {
        let name = |unit: &&Unit| UnitName { module: unit.module().name.clone(), latency: unit.latency() };
        Ok(Batch { program: build::program(units)?, units: units.iter().map(name).collect() })
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
    /// When the compiled program does not start.
    ///
    /// # Panics
    ///
    /// When there is no unit of that position.
    pub fn engine(&self, index: usize) -> Result<Verilator, EngineError> {
        let unit = self.units[index].clone();
        let process = Process::start(&self.program, index, &unit.module)?;
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
}

impl CycleEngine for Verilator {
    fn cycles(&mut self, inputs: &[CycleIn]) -> Result<Vec<CycleOut>, EngineError> {
        let mut outputs = Vec::with_capacity(inputs.len());
        for chunk in inputs.chunks(ITEMS_PER_REQUEST) {
            let words = chunk.iter().map(|input| {
                let control =
                    u32::from(input.reset) | u32::from(input.enable) << 1 | u32::from(input.in_valid) << 2;
                let [a, b, c] = input.operands;
                [control, a, b, c]
            });
            self.process.request(process::CYCLES, words)?;
            self.process.answer(chunk.len(), |[valid, d]| outputs.push(CycleOut { out_valid: valid == 1, d }))?;
        }
        Ok(outputs)
    }
}
