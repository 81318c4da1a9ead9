//! Operations of RISC-V that look at the bits of an encoding: sign injection, classification, moves and constants.

use halfpipe_isa::{FloatFormat, Rounding};
use num_bigint::BigUint;

use crate::value::number::{decode, leading_exponent, Sign, Value};
use crate::value::round::round;

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

/// Returns the constant of a number from 0 to 31 (The RISC-V Instruction Set Manual, "Zfa", table of `rs1` encodings).
pub fn constant(number: u32, format: FloatFormat) -> Value {
    // Constants above zero as multiples of 2^-16, from number 2 on.
    const MULTIPLES: [u64; 28] = [
        1,
        2,
        256,
        512,
        4096,
        8192,
        16_384,
        20_480,
        24_576,
        28_672,
        32_768,
        40_960,
        49_152,
        57_344,
        65_536,
        81_920,
        98_304,
        114_688,
        131_072,
        163_840,
        196_608,
        262_144,
        524_288,
        1_048_576,
        8_388_608,
        16_777_216,
        2_147_483_648,
        4_294_967_296,
    ];
    let finite = |sign: Sign, significand: u64, exponent: i64| Value::Finite {
        sign,
        significand: BigUint::from(significand),
        exponent,
    };
    match number & 31 {
        0 => finite(Sign::Negative, 1, 0),
        1 => finite(Sign::Positive, 1, format.min_exponent()),
        30 => Value::Infinity { sign: Sign::Positive },
        31 => Value::Nan,
        number => {
            let multiple = MULTIPLES[number as usize - 2];
            round(finite(Sign::Positive, multiple, -16), format, Rounding::NearestEven)
        }
    }
}
