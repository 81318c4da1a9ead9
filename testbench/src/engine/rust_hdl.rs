//! The unit as a rust-hdl block in the embedded simulator.

use halfpipe_hdl::host::UnitBlock;
use halfpipe_hdl::unit::Unit;
use rust_hdl_core::prelude::Block;

use super::{CycleEngine, CycleIn, CycleOut, Engine, EngineError, EngineKind};
use crate::Vector;

/// A unit as a rust-hdl block, driven through its ports.
pub struct RustHdl {
    block: UnitBlock,
    ports: Ports,
    module: String,
    operands: usize,
    latency: u32,
    /// Whether the last cycle's clock edge is still to come. It comes together with the next cycle's inputs, which
    /// saves half of the updates; the registers see the inputs from before.
    edge_pending: bool,
}

/// Numbers of the block's ports.
struct Ports {
    first_operand: usize,
    d: usize,
    /// None in a combinational unit.
    pipeline: Option<PipelinePorts>,
}

struct PipelinePorts {
    clock: usize,
    reset: usize,
    enable: usize,
    in_valid: usize,
    out_valid: usize,
}

impl Ports {
    fn of(block: &UnitBlock, first_operand: &str) -> Ports {
        let port = |name| block.port(name);
        let pipeline = || {
            Some(PipelinePorts {
                clock: port("clock")?,
                reset: port("reset")?,
                enable: port("enable")?,
                in_valid: port("in_valid")?,
                out_valid: port("out_valid")?,
            })
        };
        Ports {
            first_operand: port(first_operand).expect("a unit has operands"),
            d: port("d").expect("a unit has a result"),
            pipeline: pipeline(),
        }
    }
}

impl RustHdl {
    /// The unit, its registers 0.
    pub fn new(unit: &Unit) -> RustHdl {
        let block = UnitBlock::new(unit);
        let operands = unit.instruction().operands();
        RustHdl {
            ports: Ports::of(&block, &operands[0].name.to_string()),
            block,
            module: unit.module().name.clone(),
            operands: operands.len(),
            latency: unit.latency(),
            edge_pending: false,
        }
    }

    /// One clock cycle.
    fn cycle(&mut self, input: &CycleIn) -> CycleOut {
        let block = &mut self.block;
        for (position, operand) in input.operands[..self.operands].iter().enumerate() {
            block.drive(self.ports.first_operand + position, u64::from(*operand));
        }
        let Some(ports) = &self.ports.pipeline else {
            block.update_all();
            return CycleOut {
                out_valid: input.in_valid,
                d: block.output(self.ports.d) as u32,
            };
        };
        let controls = [
            (ports.reset, input.reset),
            (ports.enable, input.enable),
            (ports.in_valid, input.in_valid),
        ];
        for (port, value) in controls {
            block.drive(port, u64::from(value));
        }
        block.drive(ports.clock, u64::from(self.edge_pending));
        block.update_all();
        if self.edge_pending {
            block.drive(ports.clock, 0);
            block.update_all();
        }
        self.edge_pending = true;
        CycleOut {
            out_valid: block.output(ports.out_valid) == 1,
            d: block.output(self.ports.d) as u32,
        }
    }
}

impl Engine for RustHdl {
    fn kind(&self) -> EngineKind {
        EngineKind::RustHdl
    }

    fn evaluate(&mut self, vectors: &[Vector], results: &mut Vec<u32>) -> Result<(), EngineError> {
        let latency = self.latency as usize;
        self.cycle(&CycleIn {
            reset: true,
            enable: false,
            in_valid: false,
            operands: [0; 3],
        });
        results.reserve(vectors.len());
        // One cycle more than the last result needs, in which `out_valid` must be 0 again.
        for cycle in 0..=vectors.len() + latency {
            let vector = vectors.get(cycle);
            let out = self.cycle(&CycleIn {
                reset: false,
                enable: true,
                in_valid: vector.is_some(),
                operands: vector.copied().unwrap_or_default(),
            });
            let expected = (latency..vectors.len() + latency).contains(&cycle);
            if out.out_valid != expected {
                return Err(EngineError::Valid {
                    module: self.module.clone(),
                    latency: self.latency,
                    cycle: cycle as u64,
                    expected: u8::from(expected),
                });
            }
            if out.out_valid {
                results.push(out.d);
            }
        }
        Ok(())
    }

    fn clocked(&mut self) -> Option<&mut dyn CycleEngine> {
        Some(self)
    }
}

impl CycleEngine for RustHdl {
    fn cycles(&mut self, inputs: &[CycleIn]) -> Result<Vec<CycleOut>, EngineError> {
        Ok(inputs.iter().map(|input| self.cycle(input)).collect())
    }
}
