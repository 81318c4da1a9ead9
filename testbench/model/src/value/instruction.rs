//! Result of an instruction.

use halfpipe_isa::{Instruction, LaneFormats};

use crate::value::conversion;
use crate::value::dot;
use crate::value::lane::evaluate_lane;
use crate::value::predicates::list_registers;

/// Returns the result registers of an instruction, in the order of [the signature](Instruction::signature).
///
/// Operands come in that order too; bits above an operand's width are ignored. The two lanes of an x2 instruction are
/// computed separately.
///
/// # Panics
///
/// Panics if there are fewer operands than the instruction has.
pub fn results(instruction: Instruction, operands: &[u64]) -> Vec<u64> {
    if instruction.operation().is_conversion() {
        return vec![conversion::register(instruction, operands)];
    }
    if instruction.operation().is_dot() {
        return vec![dot::register(instruction, operands).into()];
    }
    let operands: Vec<u32> = operands.iter().map(|word| *word as u32).collect();
    let results = if instruction.operation().is_comparison() {
        list_registers(instruction, &operands)
    } else {
        vec![evaluate(instruction, &operands)]
    };
    results.into_iter().map(u64::from).collect()
}

/// Returns the result register of an instruction with registers of 32 bits at most. Of two predicates, it is
/// that of lane 0: see [`results`].
///
/// # Panics
///
/// Panics if there are fewer operands than the instruction has, or if the result is wider than 32 bits. An operand of
/// more than 32 bits counts as one with zeros above them.
pub fn evaluate(instruction: Instruction, operands: &[u32]) -> u32 {
    if instruction.operation().is_comparison() {
        return list_registers(instruction, operands)[0];
    }
    if instruction.operation().is_conversion() || instruction.operation().is_dot() {
        let operands: Vec<u64> = operands.iter().map(|word| u64::from(*word)).collect();
        let result = results(instruction, &operands)[0];
        return u32::try_from(result).expect("the result has 32 bits at most");
    }
    let formats = LaneFormats::from(instruction.ty());
    let lane_width = formats.result.width();
    (0..instruction.ty().lanes())
        .map(|lane| lane * lane_width)
        .map(|shift| {
            let lane_operands: Vec<u32> = operands.iter().map(|word| word >> shift).collect();
            evaluate_lane(instruction, formats, &lane_operands) << shift
        })
        .fold(0, |register, lane| register | lane)
}
