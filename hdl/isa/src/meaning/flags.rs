//! Meaning of the exception flags, in words.

use super::cases::Cases;
use super::encoding::{hexadecimal, overflowing_encodings};
use crate::{ElementType, Instruction, Modifier, Operation};

/// The condition that raises UF.
const UNDERFLOW: &str =
    "UF: the result is not exact, and rounded with an unbounded exponent it is below the normal numbers.";

/// True if a conversion has operands below the smallest number of its result's format.
fn can_underflow(instruction: Instruction) -> bool {
    let formats = [instruction.ty().operand(), instruction.ty().result()].map(ElementType::format_with_fraction);
    matches!(formats, [Some(from), Some(to)] if from.least_exponent() < to.least_exponent())
}

/// The words about a NaN that signals.
const SIGNALLING: [&str; 2] = [
    "an operand is a NaN whose highest fraction bit is 0",
    "the operand is a NaN whose highest fraction bit is 0",
];

/// Returns the statement about NV without the causes that the formats do not have.
fn without_missing_values(instruction: Instruction, statement: &str) -> String {
    let formats = [instruction.ty().operand_format(), instruction.ty().result_format()];
    if formats.iter().any(|format| format.has_signalling_nan()) || instruction.operation().is_conversion() {
        return statement.to_owned();
    }
    let has_infinity = formats.iter().any(|format| format.has_infinity());
    let rest = SIGNALLING.iter().fold(statement.to_owned(), |rest, words| {
        rest.replace(&format!("{words}, or "), "")
            .replace(&format!("NV: {words}."), "NV: never.")
    });
    match instruction.operation() {
        Operation::Mul | Operation::Fma | Operation::Add | Operation::Sub if !has_infinity => "NV: never.".to_owned(),
        Operation::Div if !has_infinity => "NV: the quotient is 0 / 0.".to_owned(),
        Operation::Sqrt => "NV: the operand is below zero.".to_owned(),
        _ => rest,
    }
}

/// Returns the statement about NV in formats that have infinities and NaNs.
fn invalid_statement(instruction: Instruction) -> &'static str {
    use Modifier::{Ge, Gt, Le, Lt};
    match instruction.operation() {
        Operation::Set | Operation::Setp if matches!(instruction.cmp_op(), Some(Lt | Le | Gt | Ge)) => {
            "NV: an operand is a NaN."
        }
        Operation::Flt | Operation::Fle => "NV: an operand is a NaN.",
        Operation::Cvt
            if matches!(
                instruction.ty().result(),
                ElementType::Signed(_) | ElementType::Unsigned(_)
            ) =>
        {
            "NV: the operand is a NaN or infinite, or out of range; then NX is not raised."
        }
        Operation::Cvt
            if matches!(
                instruction.ty().operand(),
                ElementType::Signed(_) | ElementType::Unsigned(_)
            ) =>
        {
            "NV: never."
        }
        Operation::Cvt
            if matches!(instruction.ty().result(), ElementType::Small(small) if !small.has_nan())
                && instruction.ty().operand_format().has_nan() =>
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
        Operation::Sin | Operation::Cos => "NV: the operand is a NaN whose highest fraction bit is 0, or an infinity.",
        _ => "NV: an operand is a NaN whose highest fraction bit is 0.",
    }
}

/// Returns the meaning of an instruction's flags, one statement each.
pub fn statements(instruction: Instruction) -> Vec<String> {
    if !instruction.operation().raises_flags() {
        return vec!["flags: always 0; the instruction raises none.".to_owned()];
    }
    let mut statements = Cases::from([
        "flags: NV DZ OF UF NX from bit 4 to bit 0, as IEEE 754 defines them, before any modifier changes the result.",
    ]);
    statements.push(without_missing_values(instruction, invalid_statement(instruction)));
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
        Operation::Cvt if can_underflow(instruction) => Some(UNDERFLOW),
        Operation::Sqrt => Some("A root is never below the normal numbers, so UF is never raised."),
        Operation::Tanh => Some("NX: every finite operand except zeros. UF: every subnormal operand."),
        _ => None,
    };
    statements.extend(rounds);
    match instruction.ty().lanes().max(instruction.ty().result_lanes()) {
        1 => {}
        2 => statements.push("The flags combine those of both lanes."),
        _ => statements.push("The flags combine those of all lanes."),
    }
    statements.into()
}
