//! Instructions of one lane.

use halfpipe_isa::{Instruction, Rounding};

/// Returns the instruction whose module is one lane of this one: the same modifiers, without x2 or x4. The lanes of a
/// comparison share a predicate, so they are proven together, and so are those of a conversion.
pub fn lane_of(instruction: Instruction) -> Instruction {
    if !instruction.operation().is_arithmetic() || instruction.ty().lanes() == 1 {
        return instruction;
    }
    let plain = instruction.with_fixed_rounding(Rounding::NearestEven);
    let (ty, all) = (instruction.ty(), Instruction::all().iter());
    let is_lane = |other: &&Instruction| {
        other.ty().lanes() == 1
            && (other.ty().operand_format(), other.ty().result_format()) == (ty.operand_format(), ty.result_format())
            && other.operation() == instruction.operation()
            && other.modifiers().eq(plain.modifiers())
    };
    let lane = all.copied().find(|other| is_lane(&other)).unwrap_or(plain);
    let rounded = lane.with_rounding_port().filter(|_| instruction.has_rounding_port());
    let lane = rounded.unwrap_or(lane);
    lane.with_flags().filter(|_| instruction.has_flags()).unwrap_or(lane)
}
