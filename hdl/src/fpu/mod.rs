//! The core that runs many instructions: `halfpipe_fpu`.
//!
//! What is shared: each lane has one arithmetic datapath, which is the fused multiply-add ([`arithmetic`]): add is a * 1 + b
//! and mul is a * b + 0, in f16 and bf16, and in the lower lane in mixed precision. Beside it stand one min/max, one
//! neg/abs, and tanh and ex2 as far as they are in the list ([`lane`]). The operation chooses among their results; what no
//! instruction of the list needs is not there ([`control`]).

mod arithmetic;
mod control;
mod lane;
mod operand;
mod wide;

use std::sync::Arc;

use halfpipe_isa::Instruction;

use crate::net::pipeline::pipeline;
use crate::net::{choose_cuts, unsigned, Builder, Module, Netlist};
use crate::stage::step;
use control::Controls;

/// Name of the module.
pub const NAME: &str = "halfpipe_fpu";

/// What an operation that the core does not have gives: the canonical NaN of the 32 bits of `d`.
pub const UNKNOWN_RESULT: u32 = 0x7FFF_FFFF;

/// The widest tag.
pub const MAX_TAG_BITS: u32 = 64;

/// A core that cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CoreError {
    /// The list of instructions is empty.
    #[error("a core needs at least one instruction")]
    NoInstruction,
    /// The tag is too wide, or has no bit.
    #[error("a tag of {0} bits: it has 1 to {MAX_TAG_BITS}")]
    TagWidth(u32),
    /// The core has no such latency.
    #[error("this core has no latency {latency}: its latencies are 0 to {max}")]
    Latency {
        /// The latency asked for.
        latency: u32,
        /// The longest there is.
        max: u32,
    },
}

/// A generated core.
#[derive(Clone, Debug)]
pub struct Core {
    operations: Vec<Instruction>,
    latency: u32,
    tag_bits: u32,
    cuts: Vec<String>,
    module: Arc<Module>,
}

impl Core {
    /// The core of the given instructions, each once in the order of the instruction set; an instruction's position is its
    /// `op`. Every instruction takes `latency` clock cycles.
    pub fn new(instructions: &[Instruction], latency: u32, tag_bits: u32) -> Result<Core, CoreError> {
        let netlist = build(&operations(instructions)?, tag_bits)?;
        let max = netlist.cuts.len() as u32;
        if latency > max {
            return Err(CoreError::Latency { latency, max });
        }
        let cuts = choose_cuts(&netlist, latency as usize);
        let module = Module {
            name: NAME.to_owned(),
            lane: pipeline(&netlist, &cuts),
            lanes: 1,
            latency,
        };
        Ok(Core {
            operations: operations(instructions)?,
            latency,
            tag_bits,
            cuts: cuts.iter().map(|cut| netlist.cuts[*cut].clone()).collect(),
            module: Arc::new(module),
        })
    }

    /// The longest latency of the core of these instructions.
    pub fn max_latency(instructions: &[Instruction]) -> Result<u32, CoreError> {
        Ok(build(&operations(instructions)?, 1)?.cuts.len() as u32)
    }

    /// The instructions; an instruction's position is its `op`.
    pub fn operations(&self) -> &[Instruction] {
        &self.operations
    }

    /// Enabled clock cycles from operands to result.
    pub fn latency(&self) -> u32 {
        self.latency
    }

    /// Width of `op` in bits.
    pub fn op_bits(&self) -> u32 {
        op_bits(&self.operations)
    }

    /// Width of the tag in bits.
    pub fn tag_bits(&self) -> u32 {
        self.tag_bits
    }

    /// The names of the cuts that have a register, in dataflow order.
    pub fn cuts(&self) -> Vec<&str> {
        self.cuts.iter().map(String::as_str).collect()
    }

    /// The module.
    pub fn module(&self) -> &Arc<Module> {
        &self.module
    }
}

fn operations(instructions: &[Instruction]) -> Result<Vec<Instruction>, CoreError> {
    let mut operations = instructions.to_vec();
    operations.sort();
    operations.dedup();
    if operations.is_empty() {
        return Err(CoreError::NoInstruction);
    }
    Ok(operations)
}

fn op_bits(operations: &[Instruction]) -> u32 {
    (usize::BITS - (operations.len() - 1).leading_zeros()).max(1)
}

/// The whole core, without registers.
fn build(operations: &[Instruction], tag_bits: u32) -> Result<Netlist, CoreError> {
    if !(1..=MAX_TAG_BITS).contains(&tag_bits) {
        return Err(CoreError::TagWidth(tag_bits));
    }
    let builder = Builder::new();
    let n = builder.scope();
    let op = builder.input(unsigned("op"), op_bits(operations));
    let tag = builder.input("tag_in", tag_bits);
    let [a, b, c] = ["a", "b", "c"].map(|name| builder.input(name, 32));
    let controls = Controls::decode(n, op, operations);
    let of_upper: Vec<Instruction> = operations
        .iter()
        .copied()
        .filter(|operation| operation.ty().lanes() == 2)
        .collect();
    let lanes = n.branches();
    let low = [a.low(16), b.low(16), c.low(16)];
    let lower = lane::lane(n.scope("lane0"), operations, controls, low, Some(c));
    lanes.next();
    let high = [a.high(16), b.high(16), c.high(16)];
    let upper = lane::lane(n.scope("lane1"), &of_upper, controls, high, None);
    lanes.join();
    let stage = n.stage(step::RESULT);
    // The upper half is the upper lane's, or that of a 32-bit result, or 0.
    let high = lower.high(16) | upper.low(16).only_if(controls.two_lanes);
    let unknown = n.constant(u64::from(UNKNOWN_RESULT), 32);
    let d = controls.known.select(high.join(lower.low(16)), unknown);
    drop(stage);
    builder.output("tag_out", tag);
    builder.output("d", d);
    Ok(builder.finish())
}
