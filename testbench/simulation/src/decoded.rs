//! Register bits decoded for messages.

use halfpipe_isa::{flag_names, ElementType, FloatFormat, Operand};
use halfpipe_model::value::{describe, in_single_precision};

/// Returns the bits and the value of one lane of a register: `0x3C00 + 1.0000000000 × 2^0 = 1 (normal)`, `0xFB = -5` or
/// `0x1 = true`.
pub fn decoded(register: &Operand, value: u64, lane: u32) -> String {
    let (bits, value) = (register.element_type.bits(), register.lane(value, lane));
    let word = hexadecimal(value, bits);
    match register.element_type {
        ElementType::Number(element) => describe(element, value as u32).to_string(),
        ElementType::Small(small) => {
            let single = describe(FloatFormat::F32, in_single_precision(small, value));
            format!("{word} {}", single.value.relation())
        }
        ElementType::Unsigned(_) => format!("{word} = {value}"),
        ElementType::Signed(_) => format!("{word} = {}", register.element_type.sign_extended(value)),
        ElementType::Bits(_) => word,
        ElementType::Predicate => format!("{word} = {}", value == 1),
        ElementType::Rounding => match register.name_of_code(value) {
            Some(name) => format!("{word} = {name}"),
            None => word,
        },
        ElementType::Flags => format!("{word} = {}", flag_names(value)),
    }
}

/// Returns a value of this width, in bits, with all its hexadecimal digits.
pub fn hexadecimal(value: u64, width: u32) -> String {
    format!("0x{value:0digits$X}", digits = width.div_ceil(4) as usize)
}

/// Returns a value of this width, in bits, with all its hexadecimal digits. Its words are given, the lowest bits first.
pub fn hexadecimal_words(words: &[u64], width: u32) -> String {
    match words {
        [word] => hexadecimal(*word, width),
        [below @ .., highest] => {
            let highest = hexadecimal(*highest, width - u64::BITS * below.len() as u32);
            let below = below.iter().rev().map(|word| format!("{word:016X}"));
            highest + &below.collect::<String>()
        }
        [] => "0x0".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use halfpipe_isa::FloatFormat;

    use super::*;

    #[test]
    fn each_lane_is_read_as_what_it_holds() {
        let of = |element_type, lanes, value, lane| {
            let register = Operand {
                lanes,
                ..Operand::new("a", element_type)
            };
            decoded(&register, value, lane)
        };
        assert_eq!(of(ElementType::Signed(8), 2, 0x05FB, 0), "0xFB = -5");
        assert_eq!(of(ElementType::Signed(8), 2, 0x05FB, 1), "0x05 = 5");
        assert_eq!(hexadecimal_words(&[0xAB, 0x1], 72), "0x0100000000000000AB");
        assert_eq!(hexadecimal_words(&[0xAB], 16), "0x00AB");
        assert_eq!(of(ElementType::Signed(64), 1, u64::MAX, 0), "0xFFFFFFFFFFFFFFFF = -1");
        assert_eq!(of(ElementType::Unsigned(4), 1, 9, 0), "0x9 = 9");
        assert_eq!(of(ElementType::Bits(5), 1, 0x1F, 0), "0x1F");
        assert_eq!(of(ElementType::Predicate, 1, 1, 0), "0x1 = true");
        assert_eq!(of(ElementType::Flags, 1, 5, 0), "0x05 = OF|NX");
        assert_eq!(of(ElementType::Small(FloatFormat::E4M3), 2, 0xFE7F, 0), "0x7F = NaN");
        assert_eq!(of(ElementType::Small(FloatFormat::E4M3), 2, 0xFE7F, 1), "0xFE = -448");
        assert_eq!(
            of(ElementType::Small(FloatFormat::E5M2), 1, 0x01, 0),
            "0x01 ≈ 1.5258789e-5"
        );
        assert_eq!(of(ElementType::Small(FloatFormat::E2M1), 2, 0x81, 0), "0x1 = 0.5");
        assert_eq!(
            of(ElementType::Number(FloatFormat::F16), 2, 0x3C00_0000, 1),
            "0x3C00 + 1.0000000000 × 2^0 = 1 (normal)"
        );
    }
}
