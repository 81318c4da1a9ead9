//! Meaning of the exception flags, in words.

use super::cases::Cases;
use super::encoding::{hexadecimal, overflowing_encodings};
use crate::{ElementType, Instruction, Modifier, Operation};

/// The condition that raises UF.
const UNDERFLOW: &str =
    "UF: the result is not exact, and rounded with an unbounded exponent it is below the normal numbers.";

/// True if a conversion gives a shorter floating-point format than that of its operand.
fn narrows(instruction: Instruction) -> bool {
    let (from, to) = (instruction.ty().operand(), instruction.ty().result());
    let are_numbers = from.format_with_fraction().is_some() && to.format_with_fraction().is_some();
    are_numbers && to.bits() < from.bits()
}

/// Returns the meaning of an instruction's flags, one statement each.
pub fn statements(instruction: Instruction) -> Vec<String> {
    use Modifier::{Ge, Gt, Le, Lt};
    if !instruction.operation().raises_flags() {
        return vec!["flags: always 0; the instruction raises none.".to_owned()];
    }
    let mut statements = Cases::from([
        "flags: NV DZ OF UF NX from bit 4 to bit 0, as IEEE 754 defines them, before any modifier changes the result.",
    ]);
    statements.push(match instruction.operation() {
        Operation::Set | Operation::Setp if matches!(instruction.cmp_op(), Some(Lt | Le | Gt | Ge)) => {
            "NV: an operand is a NaN."
        }
        Operation::Flt | Operation::Fle => "NV: an operand is a NaN.",
        Operation::Cvt if matches!(instruction.ty().result(), ElementType::Signed(_) | ElementType::Unsigned(_)) => {
            "NV: the operand is a NaN or infinite, or out of range; then NX is not raised."
        }
        Operation::Cvt if matches!(instruction.ty().operand(), ElementType::Signed(_) | ElementType::Unsigned(_)) => {
            "NV: never."
        }
        Operation::Cvt
            if matches!(instruction.ty().result(), ElementType::Small(small) if !small.has_nan()) =>
        {
            "NV: an operand is a NaN, which the format does not have."
        }
        Operation::Cvt if matches!(instruction.ty().operand(), ElementType::Small(small) if !small.has_signalling_nan()) => {
            "NV: never: the format has no NaN whose highest fraction bit is 0."
        }
        Operation::Mul => "NV: an operand is a NaN whose highest fraction bit is 0, or the product is inf * 0.",
        Operation::Fma | Operation::Fmsub | Operation::Fnmsub | Operation::Fnmadd => {
            "NV: an operand is a NaN whose highest fraction bit is 0, or the operation is inf * 0, for any c, or \
             inf - inf."
        }
        Operation::Add | Operation::Sub => {
            "NV: an operand is a NaN whose highest fraction bit is 0, or the sum is inf - inf."
        }
        Operation::Div => {
            "NV: an operand is a NaN whose highest fraction bit is 0, or the quotient is 0 / 0 or inf / inf."
        }
        Operation::Sqrt | Operation::Rsqrt | Operation::Lg2 | Operation::Log => {
            "NV: the operand is a NaN whose highest fraction bit is 0, or below zero."
        }
        Operation::Sin | Operation::Cos => {
            "NV: the operand is a NaN whose highest fraction bit is 0, or an infinity."
        }
        _ => "NV: an operand is a NaN whose highest fraction bit is 0.",
    });
    match instruction.operation() {
        Operation::Div => statements.push("DZ: b is zero, and a is a number but not zero."),
        Operation::Rcp | Operation::Rsqrt | Operation::Lg2 | Operation::Log => {
            statements.push("DZ: the operand is zero.");
        }
        _ => {}
    }
    if let (ElementType::Small(from), ElementType::Number(to)) = (instruction.ty().operand(), instruction.ty().result())
    {
        statements.extend(overflowing_encodings(from, to).map(|encodings| {
            let [first, last] = encodings.map(|bits| hexadecimal(from, bits));
            format!("OF, NX: the operand is {first} to {last}, above the largest {to} number.")
        }));
    }
    let rounds = match instruction.operation() {
        Operation::Add | Operation::Sub => Some("A sum below the normal numbers is exact, so UF is never raised."),
        Operation::Mul | Operation::Fma | Operation::Ex2 | Operation::Div | Operation::Rcp => Some(UNDERFLOW),
        Operation::Fmsub | Operation::Fnmsub | Operation::Fnmadd => Some(UNDERFLOW),
        Operation::Exp | Operation::Sigmoid | Operation::Silu | Operation::Gelu | Operation::Erf => Some(UNDERFLOW),
        Operation::Sin | Operation::Cos => Some(UNDERFLOW),
        Operation::Rsqrt => Some("NX: every number above zero that is not an even power of two."),
        Operation::Lg2 => Some("NX: every number above zero that is not a power of two."),
        Operation::Log => Some("NX: every number above zero but 1."),
        Operation::Cvt if narrows(instruction) => Some(UNDERFLOW),
        Operation::Sqrt => Some("A root is never below the normal numbers, so UF is never raised."),
        Operation::Tanh => Some("NX: every finite operand except zeros. UF: every subnormal operand."),
        _ => None,
    };
    statements.extend(rounds);
    if instruction.ty().lanes() == 2 || instruction.ty().result_lanes() == 2 {
        statements.push("The flags combine those of both lanes.");
    }
    statements.into()
}
