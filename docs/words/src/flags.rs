//! Exception flags in words.

use halfpipe_isa::{Content, Instruction, Modifier, Operation};

/// What the flags of an instruction say, a statement each.
pub fn statements(instruction: Instruction) -> Vec<&'static str> {
    use Modifier::{Ge, Gt, Le, Lt};
    let mut statements =
        vec!["flags: NV DZ OF UF NX from bit 4 to bit 0, as IEEE 754 has them before any modifier changes the result."];
    statements.push(match instruction.operation() {
        Operation::Set | Operation::Setp if matches!(instruction.relation(), Some(Lt | Le | Gt | Ge)) => {
            "NV: an operand is a NaN."
        }
        Operation::Cvt if matches!(instruction.ty().result(), Content::Signed(_) | Content::Unsigned(_)) => {
            "NV: the operand is a NaN or infinite, or out of range; then NX is not raised."
        }
        Operation::Cvt if matches!(instruction.ty().operand(), Content::Signed(_) | Content::Unsigned(_)) => {
            "NV: never."
        }
        Operation::Mul => "NV: an operand is a NaN whose highest fraction bit is 0, or the product is inf * 0.",
        Operation::Fma => {
            "NV: an operand is a NaN whose highest fraction bit is 0, or it is inf * 0, whatever c is, or inf - inf."
        }
        Operation::Add | Operation::Sub => {
            "NV: an operand is a NaN whose highest fraction bit is 0, or the sum is inf - inf."
        }
        _ => "NV: an operand is a NaN whose highest fraction bit is 0.",
    });
    let rounds = match instruction.operation() {
        Operation::Add | Operation::Sub => Some("A sum below the normal numbers is exact, so that UF is never raised."),
        Operation::Mul | Operation::Fma | Operation::Ex2 => {
            Some("UF: the result is not exact, and below the normal numbers after rounding.")
        }
        Operation::Tanh => Some("NX: every operand but zeros and infinities; UF too below the normal numbers."),
        _ => None,
    };
    statements.extend(rounds);
    if instruction.ty().lanes() == 2 || instruction.ty().result_lanes() == 2 {
        statements.push("The flags are those that either lane raises.");
    }
    statements
}
