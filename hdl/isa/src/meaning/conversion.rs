//! Meaning of a conversion, in words.

use crate::{ElementType, FloatFormat, Instruction, Modifier, Operand};

/// Returns the result as a formula of the operands.
pub fn formula(instruction: Instruction) -> String {
    let d = instruction.signature().results()[0];
    let of = |operand: &str| match instruction.modifiers().any(Modifier::rounds_to_integer) {
        true => format!("{}(integer({operand}))", d.element_type),
        false => format!("{}({operand})", d.element_type),
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
    let signature = instruction.signature();
    let d = signature.results()[0];
    match signature.operands() {
        [a] if d.lanes == 1 => format!("a is {} and d {}.", described(a), described(&d)),
        [a] => {
            let bytes = [*a, d].map(|register| match register.element_type {
                ElementType::Small(FloatFormat::E2M3 | FloatFormat::E3M2) => {
                    " Six bits lie in the low bits of a byte; the others are 0 in a result and ignored in an operand."
                }
                _ => "",
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
            if matches!(
                d.element_type,
                ElementType::Small(FloatFormat::E2M3 | FloatFormat::E3M2)
            ) {
                text += " Six bits lie in the low bits of a byte, the others of which are 0.";
            }
            if !random.is_empty() {
                text += " rbits has 32 random bits, the upper half for a and the lower for b.";
            }
            text
        }
        [] => unreachable!("a conversion has an operand"),
    }
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
    Some(match modifier {
        Modifier::Rni => "Rounds to the nearest integer, of two equally near to the even one.",
        Modifier::Rzi => "Rounds to an integer, towards zero.",
        Modifier::Rmi => "Rounds to an integer, towards negative infinity.",
        Modifier::Rpi => "Rounds to an integer, towards positive infinity.",
        Modifier::Rs => match instruction.ty().result_format() {
            FloatFormat::F16 => {
                "Adds the lane's low 13 random bits to the 13 bits below the magnitude's last place and cuts off what is \
                 below it. A subnormal result's last place is that of all subnormal ones. Overflow gives infinity."
            }
            _ => {
                "Adds the lane's 16 random bits to the 16 bits below the magnitude's last place and cuts off what is below \
                 it. A subnormal result's last place is that of all subnormal ones. Overflow gives infinity."
            }
        },
        Modifier::Ftz if instruction.ty().operand() == ElementType::Number(FloatFormat::F32) => {
            "A subnormal f32 operand counts as zero of its sign."
        }
        Modifier::Ftz => "A subnormal f32 result becomes zero of its sign. Operands are not flushed, as they are no f32.",
        Modifier::Sat if to_integer => "Clamps to what the integer holds, as a conversion to an integer does anyway.",
        Modifier::Rz if to_power_of_two => "Rounds the magnitude down to a power of two.",
        Modifier::Rp if to_power_of_two => "Rounds the magnitude up to a power of two: the sign is dropped before.",
        Modifier::Satfinite if to_power_of_two => {
            "A magnitude above 2^127 becomes 2^127, 0xfe, an infinity too; NaN stays 0xff."
        }
        Modifier::Satfinite if is_small => {
            "A magnitude above the largest number becomes that number, an infinity too. PTX has no such conversion without it."
        }
        Modifier::Relu if is_small => "A result with its sign bit set becomes +0; what a NaN gives stays.",
        Modifier::Satfinite => {
            "A magnitude above the largest finite number becomes that number, an infinity too; NaN stays canonical NaN."
        }
        _ => return None,
    })
}

/// Returns the behaviour at the edges of the number formats.
pub fn special_cases(instruction: Instruction) -> Vec<&'static str> {
    let ty = instruction.ty();
    let mut cases = Vec::new();
    match (ty.operand(), ty.result()) {
        (_, ElementType::Small(FloatFormat::E4M3)) => {
            cases.push("A NaN gives 0x7f. There is no infinity; the largest number is 448.")
        }
        (_, ElementType::Small(FloatFormat::E5M2)) => cases.push("A NaN gives 0x7f. The largest number is 57344."),
        (_, ElementType::Small(FloatFormat::E2M3)) => {
            cases.push("A NaN gives 7.5, the largest number: there is none, and no infinity.")
        }
        (_, ElementType::Small(FloatFormat::E3M2)) => {
            cases.push("A NaN gives 28, the largest number: there is none, and no infinity.")
        }
        (_, ElementType::Small(FloatFormat::E2M1)) => {
            cases.push("A NaN gives 6, the largest number: there is none, and no infinity.")
        }
        (_, ElementType::Small(FloatFormat::UE8M0)) => {
            cases.push("The sign is dropped. A NaN gives 0xff.");
            cases.push("Zero and what is below 2^-127 give 0x00, which stands for 2^-127.");
            if !instruction.has(Modifier::Satfinite) {
                cases.push("Without .satfinite overflow and infinities give 0xff.");
            }
        }
        (ElementType::Small(FloatFormat::UE8M0), _) => {
            cases.push("Of ue8m0, 0x00 gives 2^-127, 0x0040, and 0xff the canonical NaN, 0x7fff.")
        }
        (ElementType::Small(_), _) => cases.push("Every number of eight bits or fewer is one of f16."),
        (ElementType::Number(_), ElementType::Number(FloatFormat::F32)) => {
            cases.push("Every value of the operand is one of f32.")
        }
        (ElementType::Number(_), ElementType::Number(_)) => {}
        (ElementType::Number(_), to) => {
            cases.push("What the integer cannot hold, an infinity too, becomes the nearest that it can.");
            cases.push(match to.bits() {
                64 => "NaN gives 2^63: 0x8000000000000000.",
                _ => "NaN gives 0.",
            });
        }
        _ => cases.push("The integer 0 gives +0."),
    }
    if let (ElementType::Number(_), ElementType::Number(to)) = (ty.operand(), ty.result()) {
        if instruction.has(Modifier::Sat) {
            cases.push("With .sat a NaN gives +0.");
        } else if to == FloatFormat::F32 {
            cases.push("A NaN gives the canonical NaN, 0x7fffffff.");
        } else {
            cases.push("A NaN gives the canonical NaN, 0x7fff.");
        }
        if instruction.modifiers().any(Modifier::rounds_to_integer) {
            cases.push("What an integer rounding makes 0 keeps its sign. An infinity stays what it is.");
        }
        if !instruction.has(Modifier::Ftz) && instruction.ty().operand() != instruction.ty().result() {
            cases.push("Subnormal operands and results are numbers like any other.");
        }
    }
    cases
}
