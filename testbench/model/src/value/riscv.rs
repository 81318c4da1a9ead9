//! Operations of RISC-V that look at the bits of an encoding: sign injection, classification and moves.

use halfpipe_isa::FloatFormat;

use crate::value::number::{decode, leading_exponent, Sign, Value};

/// Returns an encoding with this sign. All other bits stay, also those of a NaN.
pub fn with_sign_of(format: FloatFormat, bits: u32, sign: Sign) -> u32 {
    let magnitude = bits & format.magnitude_mask();
    match sign {
        Sign::Positive => magnitude,
        Sign::Negative => format.sign_mask() | magnitude,
    }
}

/// Returns the class of an encoding as one bit of ten (The RISC-V Instruction Set Manual, "Format of result of FCLASS
/// instruction").
pub fn class(format: FloatFormat, bits: u32) -> u32 {
    let value = decode(format, bits);
    let place = match &value {
        Value::Nan => {
            let quiet_bit = 1 << (format.fraction_bits - 1);
            if bits & quiet_bit == 0 {
                8
            } else {
                9
            }
        }
        Value::Infinity { sign: Sign::Negative } => 0,
        Value::Infinity { sign: Sign::Positive } => 7,
        Value::Finite { sign, .. } if value.is_zero() => match sign {
            Sign::Negative => 3,
            Sign::Positive => 4,
        },
        Value::Finite {
            sign,
            significand,
            exponent,
        } => {
            let is_normal = leading_exponent(significand, *exponent) >= format.min_exponent();
            match (sign, is_normal) {
                (Sign::Negative, true) => 1,
                (Sign::Negative, false) => 2,
                (Sign::Positive, false) => 5,
                (Sign::Positive, true) => 6,
            }
        }
    };
    1 << place
}

/// Returns an encoding in an integer register of 32 bits, whose upper bits repeat the sign.
pub fn register_of_half(format: FloatFormat, bits: u32) -> u32 {
    match Sign::from_bits(format, bits) {
        Sign::Positive => bits & format.magnitude_mask(),
        Sign::Negative => bits | !format.magnitude_mask(),
    }
}
