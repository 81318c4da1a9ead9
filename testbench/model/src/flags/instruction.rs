//! Exception flags of an instruction.

use halfpipe_isa::{Instruction, LaneFormats, Operation};

use crate::flags::conversion;
use crate::flags::lane::flags_of_lane;

/// Returns the flags that an instruction raises in any of its lanes. Operands come in the order of its signature; bits
/// above an operand's width are ignored.
///
/// # Panics
///
/// Panics if there are fewer operands than the instruction has.
pub fn flags(instruction: Instruction, operands: &[u64]) -> u64 {
    if instruction.operation().is_conversion() {
        return conversion::flags(instruction, operands);
    }
    // Moves and constants take any bits, and raise nothing.
    if matches!(instruction.operation(), Operation::Fmv | Operation::Fli) {
        return 0;
    }
    let signature = instruction.signature();
    (0..instruction.ty().lanes())
        .map(|lane| {
            let registers = signature.operands().iter().zip(operands);
            // All lanes of a comparison share its predicate, which raises nothing.
            let numbers = registers.filter(|(register, _)| register.element_type.format().is_some());
            let of_lane: Vec<u64> = numbers.map(|(register, word)| register.lane(*word, lane)).collect();
            flags_of_lane(instruction, LaneFormats::from_instruction(instruction), &of_lane)
        })
        .fold(0, |all, flags| all | flags)
}
