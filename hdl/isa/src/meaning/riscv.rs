//! Meaning of the instructions of RISC-V.

use super::cases::Cases;
use super::encoding::canonical_nan;
use crate::{ElementType, Instruction, Operation};

/// Returns the result of an operation that only RISC-V has, as a formula of the operands.
pub fn formula(operation: Operation) -> &'static str {
    match operation {
        Operation::Fmsub => "d = a * b - c",
        Operation::Fnmsub => "d = -(a * b) + c",
        Operation::Fnmadd => "d = -(a * b) - c",
        Operation::Fsgnj => "d = |a|, signed sign(b)",
        Operation::Fsgnjn => "d = |a|, signed not sign(b)",
        Operation::Fsgnjx => "d = |a|, signed sign(a) xor sign(b)",
        Operation::Feq => "d = a == b",
        Operation::Flt => "d = a < b",
        Operation::Fle => "d = a <= b",
        Operation::Fclass => "d = 2^(class of a)",
        Operation::Fmv => "d = a, bit for bit",
        Operation::Fli => "d = constant number a",
        Operation::Fminm => "d = min(a, b), or NaN",
        Operation::Fmaxm => "d = max(a, b), or NaN",
        Operation::Fround | Operation::Froundnx => "d = integer(a)",
        Operation::Fleq => "d = a <= b",
        Operation::Fltq => "d = a < b",
        other => unreachable!("{other} has a formula of its own"),
    }
}

/// Returns the contents of the registers of an operation that only RISC-V has, if not all are of one format; or those of a
/// rounding to an integer.
pub fn registers(instruction: Instruction) -> Option<String> {
    let ty = instruction.ty();
    let format = ty.operand_format();
    Some(match instruction.operation() {
        Operation::Fli => format!("a is the number of a constant, 0 to 31; d is {}.", ty.result_format()),
        Operation::Fround | Operation::Froundnx => format!("a and d are {format}."),
        Operation::Feq | Operation::Flt | Operation::Fle | Operation::Fleq | Operation::Fltq => {
            format!("a and b are {format}; d is an integer register of 32 bits.")
        }
        Operation::Fclass => format!("a is {format} and d an integer register of 32 bits."),
        Operation::Fmv if ty.result().format().is_some() => {
            format!("a is an integer register of 32 bits and d {}.", ty.result_format())
        }
        Operation::Fmv => format!("a is {format} and d an integer register of 32 bits."),
        _ => return None,
    })
}

/// Returns the source of an instruction, as a sentence without its end.
pub fn source(instruction: Instruction) -> String {
    let section = instruction.section();
    match section.strip_prefix("bf16 as in ") {
        Some(extension) => {
            format!("bfloat16 with the semantics of RISC-V's {extension}; no extension of RISC-V has it")
        }
        None => format!("an instruction of RISC-V's {section}"),
    }
}

/// Returns the behaviour at the edges of the number formats.
pub fn special_cases(instruction: Instruction) -> Cases {
    let mut cases = Cases::default();
    match (instruction.ty().result(), instruction.operation()) {
        (_, Operation::Feq | Operation::Flt | Operation::Fle | Operation::Fleq | Operation::Fltq) => {
            cases.push("d is 1 or 0. With a NaN it is 0, and -0 equals +0.");
        }
        (_, Operation::Fclass) => cases.push(
            "One bit of d is 1. 0: -inf, 1: negative normal, 2: negative subnormal, 3: -0, 4: +0, 5: positive \
             subnormal, 6: positive normal, 7: +inf, 8: signalling NaN, 9: quiet NaN.",
        ),
        (_, Operation::Fsgnj | Operation::Fsgnjn | Operation::Fsgnjx) => {
            cases.push("All other bits of d are those of a. A NaN keeps its payload.");
        }
        (ElementType::Signed(bits), Operation::Fmv) if bits > instruction.ty().operand_format().width() => {
            cases.push("The upper half of d repeats the sign.");
        }
        (ElementType::Signed(_), Operation::Fmv) => {}
        (ElementType::Number(format), Operation::Fmv) if format.width() < 32 => {
            cases.push("The upper half of a is ignored.");
        }
        (_, Operation::Fmv) => {}
        (ElementType::Number(format), Operation::Fli) => cases.push(match format.exponent_bits {
            5 => HALF_CONSTANTS,
            _ => CONSTANTS,
        }),
        (ElementType::Signed(32), _) => {
            cases.push("NaN and +inf give 2^31 - 1, -inf gives -2^31.");
            cases.push(CLAMPED);
        }
        (ElementType::Unsigned(32), _) => {
            cases.push("NaN and +inf give 2^32 - 1, -inf gives 0.");
            cases.push(CLAMPED);
        }
        (ElementType::Signed(_), _) => {
            cases.push("NaN and +inf give 2^63 - 1, -inf gives -2^63.");
            cases.push(CLAMPED);
        }
        (ElementType::Unsigned(_), _) => {
            cases.push("NaN and +inf give 2^64 - 1, -inf gives 0.");
            cases.push(CLAMPED);
        }
        (ElementType::Number(format), _) if instruction.ty().operand().format().is_some() => {
            cases.push(canonical_nan(format));
        }
        _ => {}
    }
    match instruction.operation() {
        Operation::Add | Operation::Sub => cases.push(CANCELLATION),
        Operation::Mul => cases.push("inf * 0 is NaN. A zero has the exclusive or of the operands' signs."),
        Operation::Fma => cases.extend([PRODUCT, CANCELLATION]),
        Operation::Fmsub | Operation::Fnmsub | Operation::Fnmadd => {
            cases.extend([PRODUCT, CANCELLATION]);
            cases.push("Signs of a and c change before the operation, never that of the result.");
        }
        Operation::Min | Operation::Max => {
            cases.push("One NaN gives the other operand, two give the canonical NaN. -0 is below +0.");
        }
        Operation::Fminm | Operation::Fmaxm => cases.push("A NaN gives the canonical NaN. -0 is below +0."),
        Operation::Fround | Operation::Froundnx => {
            cases.push("Zeros and infinities give themselves. A number that rounds to zero keeps its sign.");
        }
        Operation::Div => cases.push("0 / 0 and inf / inf are NaN; any other a / 0 is infinite."),
        Operation::Sqrt => cases.push("A number below zero gives NaN; both zeros and +inf give themselves."),
        _ => {}
    }
    cases
}

const CANCELLATION: &str =
    "inf - inf is NaN. An exact cancellation gives +0, or -0 in rounding down; the sum of two zeros of one sign keeps \
     the sign.";

const PRODUCT: &str = "inf * 0 is NaN for any c.";

/// The constants of fli (The RISC-V Instruction Set Manual, "Zfa", table of `rs1` encodings).
const CONSTANTS: &str =
    "0: -1, 1: the smallest normal number, 2: 2^-16, 3: 2^-15, 4: 2^-8, 5: 2^-7, 6: 1/16, 7: 1/8, 8 to 11: 4/16 to 7/16, \
     12 to 15: 4/8 to 7/8, 16 to 19: 4/4 to 7/4, 20 to 22: 4/2 to 6/2, 23: 4, 24: 8, 25: 16, 26: 128, 27: 256, 28: 2^15, \
     29: 2^16, 30: +inf, 31: canonical NaN.";

const HALF_CONSTANTS: &str =
    "0: -1, 1: the smallest normal number, 2: 2^-16, 3: 2^-15, 4: 2^-8, 5: 2^-7, 6: 1/16, 7: 1/8, 8 to 11: 4/16 to 7/16, \
     12 to 15: 4/8 to 7/8, 16 to 19: 4/4 to 7/4, 20 to 22: 4/2 to 6/2, 23: 4, 24: 8, 25: 16, 26: 128, 27: 256, 28: 2^15, \
     29 and 30: +inf, 31: canonical NaN.";

const CLAMPED: &str = "A number out of range becomes the nearest integer in range.";
