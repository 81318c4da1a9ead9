//! Exception flags of an instruction.

use halfpipe_isa::Instruction;

use crate::flags::conversion;
use crate::flags::lane::{flags_of_lane, Shapes};

/// NV: the operation has no defined result, or an operand is a signalling NaN.
pub const INVALID: u64 = 1 << 4;
/// DZ: an exact infinity of finite operands. No instruction raises it.
pub const DIVIDE_BY_ZERO: u64 = 1 << 3;
/// OF: the result, rounded as if exponents had no bound, is above the largest number.
pub const OVERFLOW: u64 = 1 << 2;
/// UF: the result is tiny and inexact.
pub const UNDERFLOW: u64 = 1 << 1;
/// NX: the result is inexact.
pub const INEXACT: u64 = 1;

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
    let signature = instruction.signature();
    (0..instruction.ty().lanes())
        .map(|lane| {
            let registers = signature.operands().iter().zip(operands);
            // All lanes of a comparison share its predicate, which raises nothing.
            let numbers = registers.filter(|(register, _)| register.content.element().is_some());
            let of_lane: Vec<u64> = numbers.map(|(register, word)| register.lane(*word, lane)).collect();
            flags_of_lane(instruction, Shapes::from_instruction(instruction), &of_lane)
        })
        .fold(0, |all, flags| all | flags)
}
