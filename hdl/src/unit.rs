//! An instruction as a module: lanes, pipeline, valid bit.

use std::sync::Arc;

use halfpipe_isa::{Instruction, Operation, Type};

use crate::datapath::{self, Behaviour};
use crate::knees::KNEES;
use crate::net::pipeline::pipeline;
use crate::net::{choose_cuts, Module, Netlist};

pub use crate::stage::Multiplier;

/// The longest latency of a module. It leaves room to align each instruction's with that of any other: beyond the last useful
/// register, further ranks only delay the result.
pub const LONGEST_LATENCY: u32 = 32;

/// A latency that no module has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{instruction} has no latency {latency}: its latencies are 0 to {max}")]
pub struct LatencyError {
    /// The instruction asked for.
    pub instruction: Instruction,
    /// The latency asked for.
    pub latency: u32,
    /// The longest there is.
    pub max: u32,
}

/// A generated module for one instruction.
#[derive(Clone, Debug)]
pub struct Unit {
    instruction: Instruction,
    latency: u32,
    lane: Netlist,
    module: Arc<Module>,
}

impl Unit {
    /// The module of an instruction with `latency` clock cycles from operands to result; 0 is combinational.
    pub fn new(instruction: Instruction, latency: u32) -> Result<Unit, LatencyError> {
        Unit::with(instruction, latency, Multiplier::default())
    }

    /// The same with a choice of multiplier, for instructions that multiply.
    pub fn with(instruction: Instruction, latency: u32, multiplier: Multiplier) -> Result<Unit, LatencyError> {
        let lane = datapath::build(&Behaviour {
            multiplier,
            ..Behaviour::of(instruction)
        });
        if latency > LONGEST_LATENCY {
            return Err(LatencyError {
                instruction,
                latency,
                max: LONGEST_LATENCY,
            });
        }
        Ok(Unit::of_lane(instruction, latency, lane))
    }

    /// The same with a lane netlist of the caller's: how the tests put a broken datapath into a module. A netlist as
    /// wide as the whole result stands for all lanes.
    pub fn of_lane(instruction: Instruction, latency: u32, lane: Netlist) -> Unit {
        let cuts = choose_cuts(&lane, latency as usize);
        let result_width: u32 = lane.outputs.iter().map(|port| port.width).sum();
        let module = Arc::new(Module {
            name: instruction.module_name(),
            lane: pipeline(&lane, &cuts),
            lanes: instruction.result_width() / result_width,
            latency,
        });
        Unit {
            instruction,
            latency,
            lane,
            module,
        }
    }

    /// The instruction it computes.
    pub fn instruction(&self) -> Instruction {
        self.instruction
    }

    /// Enabled clock cycles from operands to result.
    pub fn latency(&self) -> u32 {
        self.latency
    }

    /// The module.
    pub fn module(&self) -> &Arc<Module> {
        &self.module
    }

    /// One lane, without registers.
    pub fn lane(&self) -> &Netlist {
        &self.lane
    }

    /// The names of the cuts that have a register, in dataflow order; behind the last one,
    /// [`RESULT`](crate::net::pipeline::RESULT).
    pub fn cuts(&self) -> Vec<&str> {
        self.module.lane.cuts.iter().map(String::as_str).collect()
    }
}

/// The longest latency that gains an instruction anything: one with all the registers there is room for.
pub fn max_latency(instruction: Instruction) -> u32 {
    datapath::build(&Behaviour::of(instruction)).cuts.len() as u32
}

/// The operation and type whose datapath, alone and in one lane, does an instruction's work: a subtraction is an
/// addition with a sign inverted, a maximum a minimum with the choice inverted, and x2 has two lanes.
pub fn family(instruction: Instruction) -> (Operation, Type) {
    let operation = match instruction.operation() {
        Operation::Sub => Operation::Add,
        Operation::Max => Operation::Min,
        other => other,
    };
    let ty = match instruction.ty() {
        Type::F16x2 => Type::F16,
        Type::Bf16x2 => Type::Bf16,
        other => other,
    };
    (operation, ty)
}

/// The latency of a module for which none is asked: the knee of its family's measured curve. What has none, neg and
/// abs, has all the registers there is room for.
pub fn default_latency(instruction: Instruction) -> u32 {
    let family = family(instruction);
    let knee = KNEES.iter().find(|(of, _)| *of == family);
    let max = max_latency(instruction);
    knee.map_or(max, |(_, latency)| max.min(*latency))
}
