//! Meaning of an instruction, in words: for the command that explains it, and for the pages.

mod cases;
mod comparison;
mod conversion;
mod dot;
mod dot_block;
mod encoding;
pub mod flags;
mod format;
mod riscv;

use std::borrow::Cow;

use cases::Cases;
use encoding::{canonical_nan, hexadecimal, largest_number};
pub use format::formats;
use format::is_mixed;

use crate::{Instruction, Modifier, Operation, Rounding};

/// Returns the result as a formula of the operands.
pub fn formula(instruction: Instruction) -> String {
    let mixed = is_mixed(instruction);
    let formula = match instruction.operation() {
        Operation::Add if mixed => "d = a + c",
        Operation::Sub if mixed => "d = a - c",
        Operation::Add => "d = a + b",
        Operation::Sub => "d = a - b",
        Operation::Mul => "d = a * b",
        Operation::Fma => "d = a * b + c",
        Operation::Neg => "d = -a",
        Operation::Abs => "d = |a|",
        Operation::Min if instruction.has(Modifier::XorsignAbs) => "d = min(|a|, |b|), signed sign(a) xor sign(b)",
        Operation::Max if instruction.has(Modifier::XorsignAbs) => "d = max(|a|, |b|), signed sign(a) xor sign(b)",
        Operation::Min => "d = min(a, b)",
        Operation::Max => "d = max(a, b)",
        Operation::Tanh => "d = tanh(a)",
        Operation::Ex2 => "d = 2^a",
        Operation::Div => "d = a / b",
        Operation::Rcp => "d = 1 / a",
        Operation::Sqrt => "d = sqrt(a)",
        Operation::Rsqrt => "d = 1 / sqrt(a)",
        Operation::Lg2 => "d = log2(a)",
        Operation::Exp => "d = e^a",
        Operation::Log => "d = ln(a)",
        Operation::Sigmoid => "d = 1 / (1 + e^-a)",
        Operation::Silu => "d = a / (1 + e^-a)",
        Operation::Gelu => "d = a / 2 * (1 + erf(a / sqrt(2)))",
        Operation::Erf => "d = erf(a)",
        Operation::Sin => "d = sin(a)",
        Operation::Cos => "d = cos(a)",
        Operation::Set | Operation::Setp => return comparison::formula(instruction),
        Operation::Cvt => return conversion::formula(instruction),
        own => match own.products() {
            Some(products) => return dot::formula(instruction, products),
            None => riscv::formula(own),
        },
    };
    formula.to_owned()
}

/// Returns the difference between PTX and an instruction that it does not have.
pub fn extension(instruction: Instruction) -> String {
    let element = instruction.ty().operand_format();
    if instruction.is_riscv() {
        return riscv::source(instruction);
    }
    if instruction.form().types().is_empty() {
        return format::extension(instruction);
    }
    if instruction.operation().is_dot() {
        return dot::extension(instruction);
    }
    if instruction.has_eight_bits() {
        return format!("not an instruction of PTX, which only converts from and to {element}");
    }
    let operation = instruction.operation();
    if operation.is_function() {
        let formats = match operation {
            Operation::Lg2 | Operation::Sin | Operation::Cos => "f32",
            _ => "f32 and f64",
        };
        return if operation.is_in_ptx_on_f32() {
            format!("not an instruction of PTX, which has {operation} for {formats} only")
        } else {
            "not an instruction of PTX".to_owned()
        };
    }
    match instruction.rounding() {
        Rounding::NearestAway => "not an instruction of PTX, whose ties go to even".to_owned(),
        _ => format!("not an instruction of PTX, which rounds {element} to nearest even only"),
    }
}

/// Returns the formula of the family of an instruction. For a comparison, it covers any `.CmpOp` and `.BoolOp`; for a
/// conversion, any types.
pub fn formula_of_family(instruction: Instruction) -> String {
    match instruction.operation() {
        Operation::Set | Operation::Setp => comparison::formula_of_family(instruction),
        Operation::Cvt => conversion::formula_of_family(),
        _ => formula(instruction),
    }
}

/// Returns the contents of the registers.
pub fn registers(instruction: Instruction) -> String {
    let ty = instruction.ty();
    let element = ty.operand_format();
    if let Some(own) = riscv::registers(instruction) {
        own
    } else if instruction.operation().is_comparison() {
        comparison::registers(instruction)
    } else if instruction.operation().is_conversion() {
        conversion::registers(instruction)
    } else if instruction.operation().is_dot() {
        dot::registers(instruction)
    } else if is_mixed(instruction) {
        let operands = instruction.signature().operands().iter();
        let narrow = operands.filter(|operand| operand.element_type.format() == Some(element));
        let narrow: Vec<&str> = narrow.map(|operand| operand.name).collect();
        let verb = if narrow.len() == 1 { "is" } else { "are" };
        let narrow = format!("{} {verb}", narrow.join(" and "));
        format!(
            "{narrow} {element} and widened exactly; c and d are {}.",
            ty.result_format()
        )
    } else {
        format::lanes(ty)
    }
}

/// Returns the meaning of a modifier in an instruction.
pub fn modifier(instruction: Instruction, modifier: Modifier) -> Cow<'static, str> {
    let conversion = instruction.operation().is_conversion();
    if let Some(meaning) = conversion
        .then(|| conversion::modifier(instruction, modifier))
        .flatten()
    {
        return meaning;
    }
    let format = instruction.ty().operand_format();
    match modifier {
        Modifier::Ftz if instruction.operation() == Operation::Ex2 => {
            let least = format.min_exponent();
            format!("A subnormal operand counts as zero; a result below 2^{least} before rounding is +0.").into()
        }
        Modifier::Oob => format!(
            "The result is +0 if a or b is the out-of-bounds NaN: magnitude {}, either sign. c is not tested, and {} is \
             an ordinary NaN.",
            hexadecimal(format, format.out_of_bounds_nan()),
            hexadecimal(format, format.canonical_nan())
        )
        .into(),
        _ => constant_modifier(instruction, modifier).into(),
    }
}

/// Returns the meaning of a modifier that is the same in every format.
fn constant_modifier(instruction: Instruction, modifier: Modifier) -> &'static str {
    if let Some(meaning) = dot::modifier(modifier) {
        return meaning;
    }
    match modifier {
        Modifier::Rn => "Rounds to the nearest value, ties to the even significand.",
        Modifier::Rz => "Rounds towards zero.",
        Modifier::Rm => "Rounds towards negative infinity.",
        Modifier::Rp => "Rounds towards positive infinity.",
        Modifier::Rna => "Rounds to the nearest value, ties away from zero.",
        Modifier::Approx if !instruction.operation().is_in_ptx_on_f32() => {
            "This hardware rounds every result correctly, to nearest even."
        }
        Modifier::Approx => "PTX allows an error; this hardware rounds every result correctly, to nearest even.",
        Modifier::Ftz => match instruction.operation() {
            Operation::Neg | Operation::Abs | Operation::Min | Operation::Max | Operation::Set | Operation::Setp => {
                "A subnormal operand counts as zero of its sign. A NaN is not flushed."
            }
            _ => {
                "A subnormal operand counts as zero of its sign. A nonzero result that is below the smallest \
                 normal number before rounding becomes zero of its sign. A NaN is not flushed."
            }
        },
        Modifier::Nan => "One NaN operand is enough to make the result the canonical NaN.",
        Modifier::XorsignAbs => {
            "Compares magnitudes; the result's sign is the exclusive or of the operands' signs, a NaN's sign \
             included, unless the result is NaN."
        }
        Modifier::Satfinite => {
            "A result above the largest finite number in magnitude, infinity included, becomes that number with \
             its sign."
        }
        Modifier::Sat => "Clamps the result to 0 to 1: NaN, negative values and -0 become +0.",
        Modifier::Relu => "A result with its sign bit set, -0 and -inf included, becomes +0; NaN stays canonical NaN.",
        other => comparison::modifier(other),
    }
}

/// Returns the instruction's behaviour at the edges of the number formats.
pub fn edge_cases(instruction: Instruction) -> Vec<String> {
    if instruction.operation().is_dot() {
        return dot::edge_cases(instruction);
    }
    let mut cases = special_cases(instruction);
    cases.extend(largest_of_eight_bits(instruction));
    cases.extend(order(instruction));
    if instruction.has_rounding_port() {
        cases.push(if instruction.is_riscv() {
            RM_PORT.to_owned()
        } else {
            ROUNDING_PORT.to_owned()
        });
    }
    if instruction.has_flags() {
        cases.extend(flags::statements(instruction));
    }
    cases
}

/// The encoding of a rounding port.
const ROUNDING_PORT: &str =
    "rounding: 0 to nearest, ties to even (.rn), 1 toward zero (.rz), 2 down (.rm), 3 up (.rp), 4 to nearest, ties \
     away from zero (.rna), as in RISC-V; 5 to 7 are unspecified.";

/// The encoding of the rounding in RISC-V.
const RM_PORT: &str =
    "rm: 0 to nearest, ties to even (rne), 1 toward zero (rtz), 2 down (rdn), 3 up (rup), 4 to nearest, ties away from \
     zero (rmm); 5 to 7 are unspecified.";

/// Returns the same without the order of the modifiers.
pub fn special_cases(instruction: Instruction) -> Vec<String> {
    if instruction.is_riscv() {
        return riscv::special_cases(instruction).into();
    }
    if instruction.operation().is_comparison() {
        return comparison::special_cases(instruction).into();
    }
    if instruction.operation().is_conversion() {
        return conversion::special_cases(instruction).into();
    }
    if instruction.operation().is_dot() {
        return dot::special_cases(instruction).into();
    }
    let mut cases = Cases::from([canonical_nan(instruction.ty().result_format())]);
    match instruction.operation() {
        Operation::Add | Operation::Sub => sum_cases(instruction, &mut cases),
        Operation::Fma => {
            if has_infinity(instruction) {
                cases.push("inf * 0 is NaN for any c; inf - inf is NaN.");
            }
            sum_cases(instruction, &mut cases);
        }
        Operation::Mul => cases.push(if has_infinity(instruction) {
            "inf * 0 is NaN. A zero has the exclusive or of the operands' signs."
        } else {
            "A zero has the exclusive or of the operands' signs."
        }),
        Operation::Neg | Operation::Abs if instruction.has(Modifier::Ftz) => {
            cases.push("The operand is flushed, then its sign changes.");
        }
        Operation::Neg | Operation::Abs => cases.push("Only the sign bit of a number changes."),
        Operation::Min | Operation::Max => extremum_cases(instruction, &mut cases),
        Operation::Tanh | Operation::Erf => cases.push("-inf gives -1, +inf gives 1; a zero keeps its sign."),
        Operation::Ex2 | Operation::Exp => cases.push("-inf gives +0, +inf gives +inf; both zeros give 1."),
        Operation::Div if !has_infinity(instruction) => {
            cases.push("0 / 0 is NaN, and so is any other a / 0.");
            cases.push("A zero has the exclusive or of the operands' signs.");
        }
        Operation::Rcp if !has_infinity(instruction) => cases.push("A zero gives NaN."),
        Operation::Sqrt if !has_infinity(instruction) => {
            cases.push("A number below zero gives NaN; both zeros give themselves.")
        }
        Operation::Div => {
            cases.push("0 / 0 and inf / inf are NaN; any other a / 0 is infinite.");
            cases.push("A zero or an infinity has the exclusive or of the operands' signs.");
        }
        Operation::Rcp => cases.push("A zero gives infinity of its sign, and an infinity zero of its sign."),
        Operation::Sqrt => cases.push("A number below zero gives NaN; both zeros and +inf give themselves."),
        Operation::Rsqrt => {
            cases.push("A zero gives infinity of its sign, and +inf gives +0; a number below zero and -inf give NaN.");
        }
        Operation::Lg2 | Operation::Log => {
            cases.push("Both zeros give -inf, 1 gives +0, and +inf gives +inf; a number below zero and -inf give NaN.");
        }
        Operation::Sigmoid => cases.push("-inf gives +0, +inf gives 1; both zeros give 0.5."),
        Operation::Silu | Operation::Gelu => cases.push("-inf gives -0, +inf gives +inf; a zero keeps its sign."),
        Operation::Sin => cases.push("An infinity gives NaN; a zero keeps its sign."),
        Operation::Cos => cases.push("An infinity gives NaN; both zeros give 1."),
        _ => {}
    }
    let flushes = instruction.has(Modifier::Ftz);
    let arithmetic = !matches!(
        instruction.operation(),
        Operation::Neg | Operation::Abs | Operation::Min | Operation::Max
    );
    if !flushes && arithmetic {
        cases.push("Subnormal operands and results are numbers like any other.");
    }
    // A root neither overflows nor vanishes.
    let rounds = instruction.operation().has_all_roundings() && instruction.operation() != Operation::Sqrt;
    let is_half = instruction.ty().operand_format().register_bits() == 16;
    if rounds
        && is_half
        && !instruction.has_rounding_port()
        && (instruction.ty().is_mixed() || instruction.rounding() != Rounding::NearestEven)
    {
        rounding_cases(instruction, &mut cases);
    }
    cases.into()
}

/// True if an operand of arithmetic can be infinite.
fn has_infinity(instruction: Instruction) -> bool {
    instruction.ty().operand_format().has_infinity()
}

/// Returns the behaviour beyond the largest number of an 8-bit format, for arithmetic that rounds to one.
fn largest_of_eight_bits(instruction: Instruction) -> Option<String> {
    let format = instruction.ty().operand_format();
    if !instruction.operation().has_all_roundings() || format.register_bits() > 8 {
        return None;
    }
    let largest = largest_number(format);
    Some(match (format.has_infinity(), instruction.has(Modifier::Satfinite)) {
        (false, false) => {
            format!("There is no infinity: a magnitude that rounds beyond {largest}, the largest number, gives NaN.")
        }
        (false, true) => format!("There is no infinity; the largest number is {largest}."),
        (true, false) => format!(
            "A magnitude that rounds beyond {largest}, the largest number, gives infinity of the result's sign."
        ),
        (true, true) => format!("The largest number is {largest}."),
    })
}

/// Returns the order in which the modifiers act, if there is more than one place for them.
fn order(instruction: Instruction) -> Option<String> {
    let step = |modifiers: &[Modifier], text: &'static str| {
        modifiers
            .iter()
            .any(|modifier| instruction.has(*modifier))
            .then_some(text)
    };
    let computes = instruction.operation().has_all_roundings();
    let steps: Vec<&str> = [
        step(&[Modifier::Oob], "test a and b for the out-of-bounds NaN"),
        step(&[Modifier::Ftz], "flush the operands"),
        Some("compute exactly"),
        step(&[Modifier::Ftz], "flush the result"),
        Some("round once"),
        step(&[Modifier::Satfinite], "limit it to finite numbers"),
        step(&[Modifier::Sat, Modifier::Relu], "clamp"),
    ]
    .into_iter()
    .flatten()
    .collect();
    (computes && steps.len() > 2).then(|| format!("Order: {}.", steps.join(", ")))
}

fn sum_cases(instruction: Instruction, cases: &mut Cases) {
    if instruction.operation() != Operation::Fma && has_infinity(instruction) {
        cases.push("inf - inf is NaN.");
    }
    cases.push(match instruction.rounding() {
        _ if instruction.has_rounding_port() => {
            "An exact cancellation gives +0, or -0 when rounding down; the sum of two zeros of one sign keeps the sign."
        }
        Rounding::TowardNegative => "An exact cancellation gives -0; the sum of two zeros of one sign keeps the sign.",
        _ => "An exact cancellation gives +0; the sum of two zeros of one sign keeps the sign.",
    });
}

fn extremum_cases(instruction: Instruction, cases: &mut Cases) {
    cases.push("+0 is greater than -0.");
    if !instruction.has(Modifier::Nan) {
        cases.push("With one NaN operand the result is the other operand; with two it is NaN.");
    }
}

fn rounding_cases(instruction: Instruction, cases: &mut Cases) {
    cases.push(match instruction.rounding() {
        Rounding::NearestEven | Rounding::NearestAway => "Overflow gives infinity of the result's sign.",
        Rounding::TowardZero => "Overflow gives the largest number of the result's sign.",
        Rounding::TowardNegative => "Overflow gives the largest number, or -inf.",
        Rounding::TowardPositive => "Overflow gives +inf, or the most negative number.",
    });
    // A sum of halves is a multiple of their smallest number, and the least reciprocal is above it.
    let sums_or_reciprocal = [Operation::Add, Operation::Sub, Operation::Rcp];
    let is_never_tiny = instruction.has(Modifier::Ftz) || sums_or_reciprocal.contains(&instruction.operation());
    let result = instruction.ty().result_format();
    let tiny = match instruction.rounding() {
        _ if is_never_tiny && !instruction.ty().is_mixed() => None,
        Rounding::TowardNegative => Some(("negative", result.sign_mask() | 1)),
        Rounding::TowardPositive => Some(("positive", 1)),
        _ => None,
    };
    let rounded = |(sign, bits)| format!("A tiny {sign} value rounds to {}.", hexadecimal(result, bits));
    cases.extend(tiny.map(rounded));
}
