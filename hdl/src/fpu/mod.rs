//! The core that runs many instructions: `halfpipe_fpu`.
//!
//! Each lane has one arithmetic datapath, a fused multiply-add ([`arithmetic`]). It computes add as a * 1 + b and mul
//! as a * b + 0. Its formats are f16 and bf16, and mixed precision in the lower lane. Beside it are one min/max, one
//! neg/abs, one comparison ([`comparison`]), one tanh and one ex2, each for all its formats ([`lane`]). Conversions
//! share a datapath in each half-precision format, or have their own ([`conversion`]); [`conversion_kind`] decides. The
//! operation selects the result. Hardware that no listed instruction uses is left out ([`control`]).

mod arithmetic;
mod comparison;
mod control;
mod conversion;
mod conversion_kind;
mod error;
mod lane;
mod operand;
mod port;
mod quotient;
mod wide;

use halfpipe_isa::{FloatFormat, Instruction, Operand};

use crate::net::{hidden, longest_useful_latency, unsigned, Builder, Netlist};
use crate::stage::{step, Multiplier, SelectedRounding};
use control::Controls;
use lane::LaneInputs;
use port::FLAG_BITS;

pub use conversion_kind::is_apart;
pub use error::CoreError;
pub use port::{have_flags, have_rounding_port, place_of_result, register, MAX_TAG_BITS, OPERANDS, WIDTH};
pub(crate) use port::{OP, RESULT, TAG_IN, TAG_OUT};

/// The name of the module, unless another is given.
pub const NAME: &str = "halfpipe_fpu";

/// The keyword that replaces a mnemonic on the command line.
pub const KEYWORD: &str = "fpu";

/// The result of an unassigned operation: the canonical NaN of the 32 bits of `d`.
pub const UNKNOWN_RESULT: u32 = 0x7FFF_FFFF;

/// Returns the half-precision format of a conversion that shares a datapath: from or to an integer, or from single
/// precision. Returns `None` for any other instruction.
pub fn shared_conversion(instruction: Instruction) -> Option<FloatFormat> {
    conversion_kind::shared(instruction).map(|(half, _)| half)
}

/// Returns the longest useful latency of the core of these instructions. A longer one gains nothing.
///
/// # Errors
///
/// Returns an error if there is no instruction, one with wider registers, a dot product, or one of RISC-V.
pub fn max_latency(instructions: &[Instruction], multiplier: Multiplier) -> Result<u32, CoreError> {
    Ok(longest_useful_latency(&build(
        &operations(instructions)?,
        1,
        multiplier,
    )?))
}

/// Returns each instruction once, in the order of the instruction set.
pub(crate) fn operations(instructions: &[Instruction]) -> Result<Vec<Instruction>, CoreError> {
    let mut operations = instructions.to_vec();
    if have_flags(instructions) {
        // The output for flags exists, so all instructions that raise exceptions report them.
        operations = operations
            .into_iter()
            .map(|plain| plain.with_flags().unwrap_or(plain))
            .collect();
    }
    operations.sort();
    operations.dedup();
    if operations.is_empty() {
        return Err(CoreError::NoInstruction);
    }
    if let Some(dot) = operations.iter().find(|operation| operation.operation().is_dot()) {
        return Err(CoreError::Dot(*dot));
    }
    if let Some(other) = operations.iter().find(|operation| operation.is_riscv()) {
        return Err(CoreError::Riscv(*other));
    }
    if let Some(wide) = operations.iter().find(|operation| !conversion::fits(**operation)) {
        return Err(CoreError::Wide(*wide));
    }
    Ok(operations)
}

/// Returns the width of `op` in bits.
pub(crate) fn op_bits(operations: &[Instruction]) -> u32 {
    (usize::BITS - (operations.len() - 1).leading_zeros()).max(1)
}

/// Builds the whole core, without registers.
pub(crate) fn build(operations: &[Instruction], tag_bits: u32, multiplier: Multiplier) -> Result<Netlist, CoreError> {
    if !(1..=MAX_TAG_BITS).contains(&tag_bits) {
        return Err(CoreError::TagWidth(tag_bits));
    }
    let builder = Builder::new();
    let n = builder.scope();
    let op = builder.input(unsigned(OP), op_bits(operations));
    let tag = builder.input(TAG_IN, tag_bits);
    let [a, b, c] = OPERANDS.map(|name| builder.input(name, WIDTH));
    let rounding = have_rounding_port(operations).then(|| {
        let port = builder.input(Operand::ROUNDING.name, Operand::ROUNDING.width());
        SelectedRounding::from_port(n, port)
    });
    let controls = Controls::decode(n, op, operations).with_rounding(n, rounding);
    let is_of_lanes = |operation: &Instruction| !operation.operation().is_conversion() && !is_apart(*operation);
    let of_lower: Vec<Instruction> = operations.iter().copied().filter(is_of_lanes).collect();
    let of_upper: Vec<Instruction> = of_lower
        .iter()
        .copied()
        .filter(|operation| operation.ty().lanes() == 2)
        .collect();
    let lower = LaneInputs {
        a: a.low(16),
        b: b.low(16),
        c: c.low(16),
        c_wide: Some(c),
        predicate: c.bit(0),
    };
    let lower = lane::lane(n.scope("lane0"), &of_lower, controls, multiplier, lower);
    let upper = LaneInputs {
        a: a.high(16),
        b: b.high(16),
        c: c.high(16),
        c_wide: None,
        predicate: c.bit(0),
    };
    let upper = lane::lane(n.scope("lane1"), &of_upper, controls, multiplier, upper);
    let converted = conversion::conversion(n, op, (operations, multiplier), controls, [a, b, c], rounding);
    let stage = n.stage(step::RESULT);
    // The upper half comes from the upper lane or from a 32-bit result, or is 0.
    let high = lower.value.high(16) | upper.value.low(16).only_if(controls.two_lanes);
    let high = high.named(hidden("high"));
    let unknown = n.constant(u64::from(UNKNOWN_RESULT), 32);
    let word = high.join(lower.value.low(16)) | converted.value;
    let d = controls.op_valid.select(word, unknown);
    let d = d.named(hidden("word"));
    drop(stage);
    builder.output(TAG_OUT, tag);
    builder.output(RESULT, d);
    if have_flags(operations) {
        let _stage = n.stage(step::FLAGS);
        let of_upper = upper.flags.map(|flags| flags.only_if(controls.two_lanes));
        let all = [lower.flags, of_upper, converted.flags].into_iter().flatten();
        let flags = all.fold(n.constant(0, FLAG_BITS), |all, flags| all | flags);
        builder.output(Operand::FLAGS.name, flags.only_if(controls.op_valid).named("word"));
    }
    Ok(builder.finish())
}
