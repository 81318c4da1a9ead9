//! The core that runs many instructions: `halfpipe_fpu`.
//!
//! What is shared: each lane has one arithmetic datapath, which is the fused multiply-add ([`arithmetic`]): add is a * 1 + b
//! and mul is a * b + 0, in f16 and bf16, and in the lower lane in mixed precision. Beside it stand one min/max, one
//! neg/abs, one comparison ([`comparison`]), one tanh and one ex2, whichever format they are asked for ([`lane`]), and for
//! conversions a shared datapath in each half-precision format, or one of their own ([`conversion`]): [`conversion_kind`] says which. The
//! operation chooses among their results; what no instruction of the list needs is not there ([`control`]).

mod arithmetic;
mod comparison;
mod control;
mod conversion;
mod conversion_kind;
mod error;
mod lane;
mod operand;
mod wide;

use halfpipe_isa::{Element, Instruction, Operand};

use crate::net::{hidden, longest_useful_latency, unsigned, Builder, Netlist};
use crate::stage::{step, Multiplier};
use control::Controls;

pub use error::CoreError;

/// Name of the module, unless it is given another.
pub const NAME: &str = "halfpipe_fpu";

/// What stands for the core in the place of a mnemonic.
pub const WORD: &str = "fpu";

/// What an operation that the core does not have gives: the canonical NaN of the 32 bits of `d`.
pub const UNKNOWN_RESULT: u32 = 0x7FFF_FFFF;

/// The widest tag.
pub const MAX_TAG_BITS: u32 = 64;

/// The port that tells which operation it is.
pub(crate) const OP: &str = "op";

/// The port of the tag that comes with the operands.
pub(crate) const TAG_IN: &str = "tag_in";

/// The port of the same tag, with the result.
pub(crate) const TAG_OUT: &str = "tag_out";

/// The operand ports.
pub const OPERANDS: [&str; 3] = ["a", "b", "c"];

/// The port of the result.
pub(crate) const RESULT: &str = "d";

/// Width of the port of the flags in bits.
pub(crate) const FLAG_BITS: u32 = Operand::FLAGS.width();

/// Width of each operand port and of the result in bits.
pub const WIDTH: u32 = 32;

/// Where a result begins in the port of the result: that of lane 1, where it is a register of its own, in the upper half.
pub const fn place_of_result(position: usize) -> u32 {
    16 * position as u32
}

/// The position among the operand ports of an instruction's operand, which is named as its port is. The random bits of a conversion
/// are at the port `c`.
pub fn register(operand: &str) -> usize {
    let operand = if operand == "rbits" { "c" } else { operand };
    OPERANDS
        .iter()
        .position(|port| *port == operand)
        .expect("a core has a port for each operand")
}

/// The half-precision format whose conversions from and to integers, and from single precision, share a datapath with this one;
/// `None` of any other instruction.
pub fn shared_conversion(instruction: Instruction) -> Option<Element> {
    conversion_kind::shared(instruction).map(|(half, _)| half)
}

/// The longest latency that gains the core of these instructions anything.
///
/// # Errors
///
/// Where there is no instruction, one with wider registers, or one on formats of eight bits.
pub fn max_latency(instructions: &[Instruction], multiplier: Multiplier) -> Result<u32, CoreError> {
    Ok(longest_useful_latency(&build(
        &operations(instructions)?,
        1,
        multiplier,
    )?))
}

/// Whether a core of these instructions has an output for flags: where one of them has.
pub fn have_flags(operations: &[Instruction]) -> bool {
    operations.iter().any(|operation| operation.has_flags())
}

/// Each instruction once, in the order of the instruction set.
pub(crate) fn operations(instructions: &[Instruction]) -> Result<Vec<Instruction>, CoreError> {
    let mut operations = instructions.to_vec();
    if have_flags(instructions) {
        // The output is there: all that raise exceptions show them.
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
    if let Some(other) = operations.iter().find(|operation| !operation.is_ptx()) {
        return Err(CoreError::EightBit(*other));
    }
    let mut conversions = operations
        .iter()
        .filter(|operation| operation.operation().is_conversion());
    if let Some(wide) = conversions.find(|conversion| !conversion::fits(**conversion)) {
        return Err(CoreError::Wide(*wide));
    }
    Ok(operations)
}

/// Width of `op` in bits.
pub(crate) fn op_bits(operations: &[Instruction]) -> u32 {
    (usize::BITS - (operations.len() - 1).leading_zeros()).max(1)
}

/// The whole core, without registers.
pub(crate) fn build(operations: &[Instruction], tag_bits: u32, multiplier: Multiplier) -> Result<Netlist, CoreError> {
    if !(1..=MAX_TAG_BITS).contains(&tag_bits) {
        return Err(CoreError::TagWidth(tag_bits));
    }
    let builder = Builder::new();
    let n = builder.scope();
    let op = builder.input(unsigned(OP), op_bits(operations));
    let tag = builder.input(TAG_IN, tag_bits);
    let [a, b, c] = OPERANDS.map(|name| builder.input(name, WIDTH));
    let controls = Controls::decode(n, op, operations);
    let others = operations
        .iter()
        .copied()
        .filter(|operation| !operation.operation().is_conversion());
    let of_lower: Vec<Instruction> = others.collect();
    let of_upper: Vec<Instruction> = of_lower
        .iter()
        .copied()
        .filter(|operation| operation.ty().lanes() == 2)
        .collect();
    let low = [a.low(16), b.low(16), c.low(16)];
    let lower = lane::lane(
        n.scope("lane0"),
        &of_lower,
        controls,
        multiplier,
        low,
        Some(c),
        c.bit(0),
    );
    let high = [a.high(16), b.high(16), c.high(16)];
    let upper = lane::lane(n.scope("lane1"), &of_upper, controls, multiplier, high, None, c.bit(0));
    let converted = conversion::conversion(n, op, operations, controls, [a, b, c]);
    let stage = n.stage(step::RESULT);
    // The upper half is the upper lane's, or that of a 32-bit result, or 0.
    let high = lower.value.high(16) | upper.value.low(16).only_if(controls.two_lanes);
    let high = high.named(hidden("high"));
    let unknown = n.constant(u64::from(UNKNOWN_RESULT), 32);
    let word = high.join(lower.value.low(16)) | converted.value;
    let d = controls.known.select(word, unknown);
    let d = d.named(hidden("word"));
    drop(stage);
    builder.output(TAG_OUT, tag);
    builder.output(RESULT, d);
    if have_flags(operations) {
        let _stage = n.stage(step::FLAGS);
        let of_upper = upper.flags.map(|flags| flags.only_if(controls.two_lanes));
        let all = [lower.flags, of_upper, converted.flags].into_iter().flatten();
        let flags = all.fold(n.constant(0, FLAG_BITS), |all, flags| all | flags);
        builder.output(Operand::FLAGS.name, flags.only_if(controls.known).named("word"));
    }
    Ok(builder.finish())
}
