//! The ports of a core.

use halfpipe_isa::{Instruction, Operand};

/// The widest tag, in bits.
pub const MAX_TAG_BITS: u32 = 64;

/// The port that selects the operation.
pub(crate) const OP: &str = "op";

/// The port of the tag that comes with the operands.
pub(crate) const TAG_IN: &str = "tag_in";

/// The port of the tag that leaves with the result.
pub(crate) const TAG_OUT: &str = "tag_out";

/// The operand ports.
pub const OPERANDS: [&str; 3] = ["a", "b", "c"];

/// The port of the result.
pub(crate) const RESULT: &str = "d";

/// The width of the flags port in bits.
pub(crate) const FLAG_BITS: u32 = Operand::FLAGS.width();

/// The width of each operand port and of the result in bits.
pub const WIDTH: u32 = 32;

/// Returns the lowest bit of a result in the result port. A separate register for lane 1 is in the upper half.
pub const fn place_of_result(position: usize) -> u32 {
    16 * position as u32
}

/// Returns the position of an instruction's operand among the operand ports. The operand has the name of its port. The
/// random bits of a conversion are at the port `c`. A rounding has a port behind the others.
pub fn register(operand: &str) -> usize {
    let operand = if operand == "rbits" { "c" } else { operand };
    let mut ports = OPERANDS.iter().chain([&Operand::ROUNDING.name]);
    ports
        .position(|port| *port == operand)
        .expect("a core has a port for each operand")
}

/// True if a core of these instructions has an input for the rounding, because one of them takes it from there.
pub fn have_rounding_port(operations: &[Instruction]) -> bool {
    operations.iter().any(|operation| operation.has_rounding_port())
}

/// True if a core of these instructions has an output for flags, because one of them has flags.
pub fn have_flags(operations: &[Instruction]) -> bool {
    operations.iter().any(|operation| operation.has_flags())
}
