//! Roundings that are operands.

use halfpipe_isa::Rounding;

/// Returns the code of a rounding that operands and seed select, each equally often.
pub(super) fn rounding_code(operands: impl Iterator<Item = u64>, seed: u64) -> u64 {
    let mixed = operands.fold(seed, |mixed, operand| {
        let next = (mixed ^ operand).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        next ^ next >> 32
    });
    mixed % Rounding::ALL.len() as u64
}
