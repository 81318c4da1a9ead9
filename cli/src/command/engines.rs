//! Engines that run several modules in turn.

use halfpipe_testbench::engine::verilator::Batch;
use halfpipe_testbench::engine::{self, Engine, EngineKind};
use halfpipe_yosys::VerilogDut;

use crate::error::Error;

/// The engines for several modules.
pub(super) enum Engines<'a, D> {
    /// Engines that are opened one at a time, when needed.
    OneByOne(EngineKind, &'a [D]),
    /// Models that are compiled together, which takes little longer than compiling one.
    Compiled(Batch),
}

impl<D: VerilogDut> Engines<'_, D> {
    pub(super) fn prepare(kind: EngineKind, devices: &[D]) -> Result<Engines<'_, D>, Error> {
        if kind != EngineKind::Verilator {
            return Ok(Engines::OneByOne(kind, devices));
        }
        let batch = Batch::build(&devices.iter().collect::<Vec<_>>()).map_err(Error::failure)?;
        Ok(Engines::Compiled(batch))
    }

    pub(super) fn open(&self, position: usize) -> Result<Box<dyn Engine>, Error> {
        match self {
            Engines::OneByOne(kind, devices) => Ok(engine::open(*kind, &devices[position])?),
            Engines::Compiled(batch) => Ok(Box::new(batch.engine(position).map_err(Error::failure)?)),
        }
    }
}
