//! Golden models on big integers: the [`value`] of each instruction, and the exception [`flags`] that it raises.
//!
//! Both are written to be checked by reading. They share no code with each other or with the hardware, and follow the
//! PTX ISA text (sections 9.7.4, 9.7.5, 9.7.7 and 9.7.9.21), The RISC-V Instruction Set Manual and IEEE 754-2019.

pub mod flags;
pub mod value;

use halfpipe_isa::{Instruction, Rounding};

/// Returns the results of an instruction: a word for each result of its signature, from a word for each operand.
///
/// # Panics
///
/// Panics if there are fewer operands than the instruction has.
pub fn results(instruction: Instruction, operands: &[u64]) -> Vec<u64> {
    let (instruction, operands) = match (instruction.has_rounding_port(), operands) {
        (true, [operands @ .., code]) => (instruction.with_fixed_rounding(Rounding::from_code(*code)), operands),
        _ => (instruction, operands),
    };
    let mut results = value::results(instruction.without_flags(), operands);
    if instruction.has_flags() {
        results.push(flags::flags(instruction, operands));
    }
    results
}
