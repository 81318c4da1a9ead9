//! Meaning of a conversion, in words.

use std::borrow::Cow;

use super::cases::Cases;
use super::encoding::{hexadecimal, largest_number, number, overflowing_encodings};
use crate::{ElementType, FloatFormat, Instruction, InstructionSource, Modifier, Operand, Rounding};

/// Returns the result as a formula of the operands.
pub fn formula(instruction: Instruction) -> String {
    let instruction = instruction.with_fixed_rounding(Rounding::NearestEven);
    let d = instruction.signature().results()[0];
    let of = |operand: &str| {
        if instruction.modifiers().any(Modifier::rounds_to_integer) {
            format!("{}(integer({operand}))", d.element_type)
        } else {
            format!("{}({operand})", d.element_type)
        }
    };
    match instruction.signature().operands() {
        [a] => format!("d = {}", of(a.name)),
        _ => format!("d = {} above {}", of("a"), of("b")),
    }
}

/// Returns the formula of all conversions.
pub fn formula_of_family() -> String {
    "d = a in the type that is named first".to_owned()
}

/// Returns the contents of the registers.
pub fn registers(instruction: Instruction) -> String {
    let instruction = instruction.with_fixed_rounding(Rounding::NearestEven);
    let signature = instruction.signature();
    let d = signature.results()[0];
    match signature.operands() {
        [a] if d.lanes == 1 => format!("a is {} and d {}.", described(a), described(&d)),
        [a] => {
            let bytes = [*a, d].map(|register| {
                if has_unused_bits(register.element_type) {
                    " Six bits lie in the low bits of a byte; the others are 0 in a result and ignored in an operand."
                } else {
                    ""
                }
            });
            format!(
                "a has two {} lanes and d two {} lanes, converted independently: the low half of each is lane 0.{}",
                a.element_type,
                d.element_type,
                bytes.concat()
            )
        }
        [a, _, random @ ..] => {
            let mut text = format!(
                "a and b are {}; d has two {} lanes, of a in the upper half and of b in the lower half.",
                a.element_type, d.element_type
            );
            if has_unused_bits(d.element_type) {
                text += " Six bits lie in the low bits of a byte; the others are 0.";
            }
            if !random.is_empty() {
                text += " rbits has 32 random bits, the upper half for a and the lower for b.";
            }
            text
        }
        [] => unreachable!("a conversion has an operand"),
    }
}

/// True for a number that is narrower than its bits in a register: those of six bits.
fn has_unused_bits(element_type: ElementType) -> bool {
    matches!(element_type, ElementType::Small(format) if format.width() < format.register_bits())
}

fn described(register: &Operand) -> String {
    match register.element_type {
        ElementType::Unsigned(bits) => format!("an unsigned integer of {bits} bits"),
        ElementType::Signed(bits) => format!("a signed integer of {bits} bits"),
        element_type => element_type.to_string(),
    }
}

/// Returns the meaning of a modifier in a conversion; None if it is the same as elsewhere.
pub fn modifier(instruction: Instruction, modifier: Modifier) -> Option<Cow<'static, str>> {
    match (modifier, instruction.ty().result()) {
        (Modifier::Rs, ElementType::Number(result)) => Some(stochastic_rounding(instruction, result).into()),
        (Modifier::Satfinite, ElementType::Small(result)) if !result.has_sign => {
            let [largest, encoding, nan] = unsigned_limits(result);
            let meaning = format!(
                "A magnitude above {largest}, infinity included, becomes {largest} ({encoding}); NaN stays {nan}."
            );
            Some(meaning.into())
        }
        _ => constant_modifier(instruction, modifier).map(Cow::from),
    }
}

/// Returns the meaning of `.rs`.
fn stochastic_rounding(instruction: Instruction, result: FloatFormat) -> String {
    let bits = instruction.ty().operand_format().fraction_bits - result.fraction_bits;
    // Each of the two lanes has half of the random bits.
    let low = if bits < 16 { "low " } else { "" };
    format!(
        "Adds the lane's {low}{bits} random bits to the {bits} bits below the magnitude's last place and drops the bits \
         below it. A subnormal result has the last place of all subnormal numbers. Overflow gives infinity."
    )
}

/// Returns the meaning of a modifier that is the same in every format.
fn constant_modifier(instruction: Instruction, modifier: Modifier) -> Option<&'static str> {
    let result = instruction.ty().result();
    let to_integer = matches!(result, ElementType::Unsigned(_) | ElementType::Signed(_));
    let is_small = matches!(result, ElementType::Small(_));
    let to_power_of_two = matches!(result, ElementType::Small(format) if format.fraction_bits == 0);
    let to_unsigned = matches!(result, ElementType::Small(format) if !format.has_sign);
    Some(match modifier {
        Modifier::Rni => "Rounds to the nearest integer, ties to the even one.",
        Modifier::Rzi => "Rounds to an integer, towards zero.",
        Modifier::Rmi => "Rounds to an integer, towards negative infinity.",
        Modifier::Rpi => "Rounds to an integer, towards positive infinity.",
        Modifier::Rnai => "Rounds to the nearest integer, ties away from zero.",
        Modifier::Ftz if instruction.ty().operand() == ElementType::Number(FloatFormat::F32) => {
            "A subnormal f32 operand counts as zero of its sign."
        }
        Modifier::Ftz => {
            "A subnormal f32 result becomes zero of its sign. Operands are not flushed, because they are not f32."
        }
        Modifier::Sat if to_integer => "Clamps to the range of the integer, as every conversion to an integer does.",
        Modifier::Rz if to_power_of_two => "Rounds the magnitude down to a power of two.",
        Modifier::Rp if to_power_of_two => "Drops the sign, then rounds up to a power of two.",
        Modifier::Rp if to_unsigned => "Drops the sign, then rounds up.",
        Modifier::Satfinite if is_small && instruction.source() == InstructionSource::Assembler => {
            "A magnitude above the largest number, infinity included, becomes that number. The assembler requires it \
             in this conversion."
        }
        Modifier::Satfinite if is_small && instruction.ty().is_composed() => {
            "A magnitude above the largest number, infinity included, becomes that number. Conversions to this format \
             require it."
        }
        Modifier::Satfinite if is_small => {
            "A magnitude above the largest number, infinity included, becomes that number. PTX requires it in \
             this conversion."
        }
        Modifier::Satfinite if matches!(instruction.ty().operand(), ElementType::Small(small) if small.has_infinity()) => {
            "An infinity becomes the largest finite number; NaN stays canonical NaN."
        }
        Modifier::Satfinite if matches!(instruction.ty().operand(), ElementType::Small(_)) => {
            "Changes no result: every number of the operand's format is one of the result's, and it has no infinity."
        }
        Modifier::Relu if is_small => "A result with its sign bit set becomes +0; the result of a NaN does not change.",
        Modifier::Satfinite => {
            "A magnitude above the largest finite number, infinity included, becomes that number; NaN stays \
             canonical NaN."
        }
        _ => return None,
    })
}

/// Returns the behaviour at the edges of the number formats.
pub fn special_cases(instruction: Instruction) -> Cases {
    let (operand, result) = (instruction.ty().operand(), instruction.ty().result());
    let mut cases = match (operand, result) {
        (_, ElementType::Small(to)) if !to.has_sign => unsigned_result_cases(instruction, to),
        (ElementType::Unsigned(_) | ElementType::Signed(_), ElementType::Small(_)) => {
            Cases::from(["The integer 0 gives +0."])
        }
        (_, ElementType::Small(to)) => Cases::from([small_result_case(to)]),
        (ElementType::Small(from), ElementType::Number(to)) if instruction.ty().is_composed() => {
            any_format_cases(instruction, from, to)
        }
        (ElementType::Small(from), ElementType::Number(to)) => small_operand_cases(from, to),
        (ElementType::Number(from), ElementType::Number(to))
            if from.exponent_bits <= to.exponent_bits && from.fraction_bits < to.fraction_bits =>
        {
            Cases::from([format!("Every value of the operand is exact in {to}.")])
        }
        (ElementType::Number(_), ElementType::Number(_)) => Cases::default(),
        (ElementType::Number(_) | ElementType::Small(_), to) => Cases::from([
            "A value out of range, infinity included, becomes the nearest integer in range.",
            match to.bits() {
                64 => "NaN gives 2^63: 0x8000000000000000.",
                _ => "NaN gives 0.",
            },
        ]),
        _ => Cases::from(["The integer 0 gives +0."]),
    };
    if let (ElementType::Number(_), ElementType::Number(to)) = (operand, result) {
        number_cases(instruction, to, &mut cases);
    }
    cases
}

/// Returns the case of a result of eight bits or fewer with a sign.
fn small_result_case(to: FloatFormat) -> String {
    let largest = largest_number(to);
    let nan = hexadecimal(to, to.nan_encoding());
    if to.has_infinity() {
        format!("A NaN gives {nan}. The largest number is {largest}.")
    } else if to.has_nan() {
        format!("A NaN gives {nan}. There is no infinity; the largest number is {largest}.")
    } else {
        format!("A NaN gives {largest}, the largest number. The format has neither NaN nor infinity.")
    }
}

/// Returns the largest number of a format without a sign, its encoding and that of a NaN.
fn unsigned_limits(format: FloatFormat) -> [String; 3] {
    [
        largest_number(format),
        hexadecimal(format, format.largest_finite()),
        hexadecimal(format, format.canonical_nan()),
    ]
}

/// Returns the cases of a result without a sign.
fn unsigned_result_cases(instruction: Instruction, to: FloatFormat) -> Cases {
    let [largest, largest_encoding, nan] = unsigned_limits(to);
    let least = to.least_exponent();
    let mut cases = Cases::from([format!("The sign is dropped. A NaN gives {nan}.")]);
    let saturates = instruction.has(Modifier::Satfinite);
    if to.fraction_bits == 0 {
        cases.push(format!(
            "Zero and values below 2^{least} give 0x00, which means 2^{least}."
        ));
        cases.extend((!saturates).then(|| format!("Without .satfinite overflow and infinities give {nan}.")));
        return cases;
    }
    cases.push(format!(
        "There is no infinity; the largest number is {largest} ({largest_encoding})."
    ));
    cases.push(match instruction.rounding() {
        Rounding::TowardZero => format!("In .rz a magnitude below 2^{least}, the smallest number, gives 0x00."),
        Rounding::TowardPositive => {
            format!("In .rp a magnitude below 2^{least}, the smallest number, gives 0x01 unless it is 0.")
        }
        _ => format!(
            "In .rn a magnitude of 2^{}, half of the smallest number, or less gives 0x00.",
            least - 1
        ),
    });
    if !saturates {
        let from = instruction.ty().operand_format();
        cases.push(match instruction.rounding() {
            _ if from.max_exponent() < to.max_exponent() => {
                format!("Without .satfinite an infinity gives {nan}. No {from} number exceeds {largest}.")
            }
            Rounding::TowardZero => {
                format!(
                    "Without .satfinite, .rz gives {nan} for an infinity and {largest_encoding} for any larger number."
                )
            }
            Rounding::TowardPositive => {
                format!("Without .satfinite, .rp gives {nan} for an infinity and for any larger number.")
            }
            _ => {
                let halfway = number(to.with_extra_fraction_bits(1), to.largest_finite() << 1 | 1);
                format!("Without .satfinite, .rn gives {nan} for an infinity and for any number above {halfway}.")
            }
        });
    }
    cases
}

/// Returns the cases of an operand of eight bits or fewer.
fn small_operand_cases(from: FloatFormat, to: FloatFormat) -> Cases {
    let nan = format!("{} (NaN)", hexadecimal(from, from.nan_encoding()));
    let canonical = hexadecimal(to, to.canonical_nan());
    if from.fraction_bits == 0 {
        let least = from.least_exponent();
        let result = hexadecimal(to, 1 << (least - to.least_exponent()));
        return Cases::from([format!(
            "From {from}, 0x00 (2^{least}) gives {result}, and {nan} gives the canonical NaN, {canonical}."
        )]);
    }
    let Some([first, last]) = overflowing_encodings(from, to) else {
        return Cases::from([format!("Every number of eight bits or fewer is exact in {to}.")]);
    };
    let encodings = format!("{} to {}", hexadecimal(from, first), hexadecimal(from, last));
    let numbers = format!("{} to {}", number(from, first), number(from, last));
    Cases::from([
        format!("From {from}, {nan} gives the canonical NaN, {canonical}."),
        format!("{encodings} ({numbers}) exceed the largest {to} number and give infinity."),
        format!("Every other number of {from} is exact in {to}."),
    ])
}

/// Returns the cases of an operand without infinities in any format of the result.
fn any_format_cases(instruction: Instruction, from: FloatFormat, to: FloatFormat) -> Cases {
    let mut cases = Cases::default();
    let nan = hexadecimal(from, from.nan_encoding());
    let canonical = hexadecimal(to, to.canonical_nan());
    cases.extend(
        from.has_nan()
            .then(|| format!("From {from}, {nan} (NaN) gives the canonical NaN, {canonical}.")),
    );
    let overflowing = overflowing_encodings(from, to);
    if let Some([first, last]) = overflowing {
        let encodings = format!("{} to {}", hexadecimal(from, first), hexadecimal(from, last));
        cases.push(format!("{encodings} exceed the largest {to} number."));
    }
    if from.fraction_bits <= to.fraction_bits && to.least_exponent() <= from.least_exponent() {
        let which = if overflowing.is_some() {
            "Every other number"
        } else {
            "Every number"
        };
        cases.push(format!("{which} of {from} is exact in {to}."));
    }
    let has_sign = !instruction.has(Modifier::Sat) && !instruction.has(Modifier::Relu);
    cases.extend(has_sign.then(|| "A zero keeps its sign.".to_owned()));
    cases
}

/// Adds the cases of NaNs, infinities and subnormal numbers between formats that have them all.
fn number_cases(instruction: Instruction, to: FloatFormat, cases: &mut Cases) {
    if instruction.has(Modifier::Sat) {
        cases.push("With .sat a NaN gives +0.");
    } else {
        let nan = hexadecimal(to, to.canonical_nan());
        cases.push(format!("A NaN gives the canonical NaN, {nan}."));
    }
    if instruction.modifiers().any(Modifier::rounds_to_integer) {
        cases.push("A value that rounds to 0 keeps its sign. An infinity stays an infinity.");
    }
    if !instruction.has(Modifier::Ftz) && instruction.ty().operand() != instruction.ty().result() {
        cases.push("Subnormal operands and results are numbers like any other.");
    }
}
