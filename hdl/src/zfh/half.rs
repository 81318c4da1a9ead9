//! Halves in RISC-V: their width, their formats in CVFPU, and the instructions on them.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Operation};

/// The width of a half in bits.
pub const HALF_BITS: u32 = 16;

/// A number of a format in CVFPU's `fpnew_pkg`.
pub fn format_code(format: FloatFormat) -> u64 {
    match format {
        FloatFormat::RISCV_S => 0,
        FloatFormat::RISCV_BF16 => 4,
        _ => 2,
    }
}

/// Returns the instruction of RISC-V that makes one format of another, with its rounding at a port if it rounds.
///
/// # Panics
///
/// Panics if there is no such instruction.
pub fn instruction(operation: Operation, to: FloatFormat, from: FloatFormat) -> Instruction {
    let formats = (ElementType::Number(to), ElementType::Number(from));
    let is_it = |instruction: &&Instruction| {
        let ty = instruction.ty();
        instruction.operation() == operation && (ty.result(), ty.operand()) == formats
    };
    let found = Instruction::riscv().iter().find(is_it);
    let instruction = found.unwrap_or_else(|| panic!("{operation} makes no {to} of {from}"));
    instruction.with_rounding_port().unwrap_or(*instruction)
}
