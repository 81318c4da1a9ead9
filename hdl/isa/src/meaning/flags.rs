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

/// A NaN that signals, in words.
const SIGNALLING: &str = "a NaN whose highest fraction bit is 0";

/// Returns the causes of NV, and what their statement begins with.
fn invalid_causes(instruction: Instruction) -> (&'static str, Vec<String>) {
    let formats = [instruction.ty().operand_format(), instruction.ty().result_format()];
    let has_infinity = formats.iter().any(|format| format.has_infinity());
    let is_conversion = instruction.operation().is_conversion();
    let has_signalling = is_conversion || formats.iter().any(|format| format.has_signalling_nan());
    let signalling = |subject: &str| has_signalling.then(|| format!("{subject}{SIGNALLING}"));
    let of_operand = |cause: &str| {
        let causes = signalling("").into_iter().chain([cause.to_owned()]);
        ("the operand is ", causes.collect())
    };
    let invalid = match instruction.operation() {
        Operation::Sqrt | Operation::Rsqrt | Operation::Lg2 | Operation::Log => return of_operand("below zero"),
        Operation::Sin | Operation::Cos => return of_operand("an infinity"),
        Operation::Mul if has_infinity => Some("the product is inf * 0"),
        Operation::Fma | Operation::Fmsub | Operation::Fnmsub | Operation::Fnmadd if has_infinity => {
            Some("the operation is inf * 0, for any c, or inf - inf")
        }
        Operation::Add | Operation::Sub if has_infinity => Some("the sum is inf - inf"),
        Operation::Div if has_infinity => Some("the quotient is 0 / 0 or inf / inf"),
        Operation::Div => Some("the quotient is 0 / 0"),
        _ => None,
    };
    let invalid = invalid.map(str::to_owned);
    ("", signalling("an operand is ").into_iter().chain(invalid).collect())
}

/// Returns the statement about NV where any NaN raises it, or where a conversion has causes of its own.
fn special_statement(instruction: Instruction) -> Option<&'static str> {
    use Modifier::{Ge, Gt, Le, Lt};
    let is_integer = |element| matches!(element, ElementType::Signed(_) | ElementType::Unsigned(_));
    let (operand, result) = (instruction.ty().operand(), instruction.ty().result());
    match instruction.operation() {
        Operation::Set | Operation::Setp if matches!(instruction.cmp_op(), Some(Lt | Le | Gt | Ge)) => {
            Some("an operand is a NaN")
        }
        Operation::Flt | Operation::Fle => Some("an operand is a NaN"),
        Operation::Cvt if is_integer(result) => {
            Some("the operand is a NaN or infinite, or out of range; then NX is not raised")
        }
        Operation::Cvt if is_integer(operand) => Some("never"),
        Operation::Cvt
            if matches!(result, ElementType::Small(small) if !small.has_nan())
                && instruction.ty().operand_format().has_nan() =>
        {
            Some("an operand is a NaN, which the format does not have")
        }
        Operation::Cvt if matches!(operand, ElementType::Small(small) if !small.has_signalling_nan()) => {
            Some("never: the format has no NaN whose highest fraction bit is 0")
        }
        _ => None,
    }
}

/// Returns the statement about NV.
fn invalid_statement(instruction: Instruction) -> String {
    if let Some(special) = special_statement(instruction) {
        return format!("NV: {special}.");
    }
    let (subject, causes) = invalid_causes(instruction);
    if causes.is_empty() {
        "NV: never.".to_owned()
    } else {
        format!("NV: {subject}{}.", causes.join(", or "))
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
    statements.push(invalid_statement(instruction));
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
        Operation::Fround => Some("NX: never."),
        Operation::Froundnx => Some("NX: every number that is not an integer."),
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
