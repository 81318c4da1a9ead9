//! Halves in RISC-V: their width, their formats in CVFPU, and the instructions on them.

use halfpipe_isa::{FloatFormat, Instruction};

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

/// Returns an instruction of RISC-V with its rounding at a port, from its mnemonic.
///
/// # Panics
///
/// Panics if there is no such instruction.
pub fn instruction(operation: &str, format: FloatFormat) -> Instruction {
    let mnemonic = format!("{operation}.{format}");
    mnemonic
        .parse()
        .unwrap_or_else(|error| panic!("{mnemonic} is an instruction: {error}"))
}
