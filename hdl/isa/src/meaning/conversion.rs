//! Meaning of a conversion, in words.

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
pub fn modifier(instruction: Instruction, modifier: Modifier) -> Option<&'static str> {
    let result = instruction.ty().result();
    let to_integer = matches!(result, ElementType::Unsigned(_) | ElementType::Signed(_));
    let is_small = matches!(result, ElementType::Small(_));
    let to_power_of_two = result == ElementType::Small(FloatFormat::UE8M0);
    let to_unsigned = result == ElementType::Small(FloatFormat::UE5M3);
    Some(match modifier {
        Modifier::Rni => "Rounds to the nearest integer, ties to the even one.",
        Modifier::Rzi => "Rounds to an integer, towards zero.",
        Modifier::Rmi => "Rounds to an integer, towards negative infinity.",
        Modifier::Rpi => "Rounds to an integer, towards positive infinity.",
        Modifier::Rnai => "Rounds to the nearest integer, ties away from zero.",
        Modifier::Rs => match instruction.ty().result_format() {
            FloatFormat::F16 => {
                "Adds the lane's low 13 random bits to the 13 bits below the magnitude's last place and drops the \
                 bits below it. A subnormal result has the last place of all subnormal numbers. Overflow gives \
                 infinity."
            }
            _ => {
                "Adds the lane's 16 random bits to the 16 bits below the magnitude's last place and drops the \
                 bits below it. A subnormal result has the last place of all subnormal numbers. Overflow gives \
                 infinity."
            }
        },
        Modifier::Ftz if instruction.ty().operand() == ElementType::Number(FloatFormat::F32) => {
            "A subnormal f32 operand counts as zero of its sign."
        }
        Modifier::Ftz => {
            "A subnormal f32 result becomes zero of its sign. Operands are not flushed, because they are not f32."
        }
        Modifier::Sat if to_integer => "Clamps to the range of the integer, as every conversion to an integer does.",
        Modifier::Rz if to_power_of_two => "Rounds the magnitude down to a power of two.",
        Modifier::Rp if to_power_of_two => "Drops the sign, then rounds up to a power of two.",
        Modifier::Satfinite if to_power_of_two => {
            "A magnitude above 2^127, infinity included, becomes 2^127 (0xfe); NaN stays 0xff."
        }
        Modifier::Rp if to_unsigned => "Drops the sign, then rounds up.",
        Modifier::Satfinite if to_unsigned => {
            "A magnitude above 114688, infinity included, becomes 114688 (0xfe); NaN stays 0xff."
        }
        Modifier::Satfinite if is_small && instruction.source() == InstructionSource::Assembler => {
            "A magnitude above the largest number, infinity included, becomes that number. The assembler requires it \
             in this conversion."
        }
        Modifier::Satfinite if is_small => {
            "A magnitude above the largest number, infinity included, becomes that number. PTX requires it in \
             this conversion."
        }
        Modifier::Satfinite if instruction.ty().operand() == ElementType::Small(FloatFormat::E5M2) => {
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
pub fn special_cases(instruction: Instruction) -> Vec<&'static str> {
    let (operand, result) = (instruction.ty().operand(), instruction.ty().result());
    let mut cases = match (operand, result) {
        (_, ElementType::Small(to)) => small_result_cases(instruction, to),
        (ElementType::Small(from), ElementType::Number(to)) => small_operand_cases(from, to),
        (ElementType::Number(_), ElementType::Number(FloatFormat::F32)) => {
            vec!["Every value of the operand is exact in f32."]
        }
        (ElementType::Number(_), ElementType::Number(_)) => Vec::new(),
        (ElementType::Number(_), to) => vec![
            "A value out of range, infinity included, becomes the nearest integer in range.",
            match to.bits() {
                64 => "NaN gives 2^63: 0x8000000000000000.",
                _ => "NaN gives 0.",
            },
        ],
        _ => vec!["The integer 0 gives +0."],
    };
    if let (ElementType::Number(_), ElementType::Number(to)) = (operand, result) {
        cases.extend(number_cases(instruction, to));
    }
    cases
}

/// Returns the cases of a result of eight bits or fewer.
fn small_result_cases(instruction: Instruction, to: FloatFormat) -> Vec<&'static str> {
    match to {
        FloatFormat::E4M3 => vec!["A NaN gives 0x7f. There is no infinity; the largest number is 448."],
        FloatFormat::E5M2 => vec!["A NaN gives 0x7f. The largest number is 57344."],
        FloatFormat::E2M3 => vec!["A NaN gives 7.5, the largest number. The format has neither NaN nor infinity."],
        FloatFormat::E3M2 => vec!["A NaN gives 28, the largest number. The format has neither NaN nor infinity."],
        FloatFormat::E2M1 => vec!["A NaN gives 6, the largest number. The format has neither NaN nor infinity."],
        FloatFormat::UE8M0 => {
            let overflow = "Without .satfinite overflow and infinities give 0xff.";
            let mut cases = vec![
                "The sign is dropped. A NaN gives 0xff.",
                "Zero and values below 2^-127 give 0x00, which means 2^-127.",
            ];
            cases.extend((!instruction.has(Modifier::Satfinite)).then_some(overflow));
            cases
        }
        FloatFormat::UE5M3 => unsigned_result_cases(instruction),
        _ => Vec::new(),
    }
}

/// Returns the cases of a result in ue5m3.
fn unsigned_result_cases(instruction: Instruction) -> Vec<&'static str> {
    let underflow = match instruction.rounding() {
        Rounding::TowardZero => "In .rz a magnitude below 2^-17, the smallest number, gives 0x00.",
        Rounding::TowardPositive => "In .rp a magnitude below 2^-17, the smallest number, gives 0x01 unless it is 0.",
        _ => "In .rn a magnitude of 2^-18, half of the smallest number, or less gives 0x00.",
    };
    let mut cases = vec![
        "The sign is dropped. A NaN gives 0xff.",
        "There is no infinity; the largest number is 114688 (0xfe).",
        underflow,
    ];
    if !instruction.has(Modifier::Satfinite) {
        cases.push(match instruction.rounding() {
            _ if instruction.ty().operand() == ElementType::Number(FloatFormat::F16) => {
                "Without .satfinite an infinity gives 0xff. No f16 number exceeds 114688."
            }
            Rounding::TowardZero => {
                "Without .satfinite, .rz gives 0xff for an infinity and 0xfe for any larger number."
            }
            Rounding::TowardPositive => "Without .satfinite, .rp gives 0xff for an infinity and for any larger number.",
            _ => "Without .satfinite, .rn gives 0xff for an infinity and for any number above 118784.",
        });
    }
    cases
}

/// Returns the cases of an operand of eight bits or fewer.
fn small_operand_cases(from: FloatFormat, to: FloatFormat) -> Vec<&'static str> {
    match (from, to) {
        (FloatFormat::UE5M3, FloatFormat::F16) => vec![
            "From ue5m3, 0xff (NaN) gives the canonical NaN, 0x7fff.",
            "0xf8 to 0xfe (65536 to 114688) exceed the largest f16 number and give infinity.",
            "Every other number of ue5m3 is exact in f16.",
        ],
        (FloatFormat::UE8M0, _) => {
            vec!["From ue8m0, 0x00 (2^-127) gives 0x0040, and 0xff (NaN) gives the canonical NaN, 0x7fff."]
        }
        (_, FloatFormat::BF16) => vec!["Every number of eight bits or fewer is exact in bf16."],
        _ => vec!["Every number of eight bits or fewer is exact in f16."],
    }
}

/// Returns the cases of NaNs, infinities and subnormal numbers between formats that have them all.
fn number_cases(instruction: Instruction, to: FloatFormat) -> Vec<&'static str> {
    let mut cases = vec![if instruction.has(Modifier::Sat) {
        "With .sat a NaN gives +0."
    } else if to == FloatFormat::F32 {
        "A NaN gives the canonical NaN, 0x7fffffff."
    } else {
        "A NaN gives the canonical NaN, 0x7fff."
    }];
    if instruction.modifiers().any(Modifier::rounds_to_integer) {
        cases.push("A value that rounds to 0 keeps its sign. An infinity stays an infinity.");
    }
    if !instruction.has(Modifier::Ftz) && instruction.ty().operand() != instruction.ty().result() {
        cases.push("Subnormal operands and results are numbers like any other.");
    }
    cases
}
