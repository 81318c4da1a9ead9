//! Conversions (cvt): a value in another format, or rounded to an integer.

use halfpipe_isa::{ElementType, FloatFormat, Instruction, Modifier};
use num_bigint::BigUint;

use crate::value::modifiers::{flush_to_zero, relu, saturate};
use crate::value::number::{decode, encode, Sign, Value};
use crate::value::round::{largest_finite, round, round_at_random, round_to_integer};
use crate::value::small;

/// Returns the result register of a conversion. Operands are whole registers, in the order of the signature.
///
/// Each lane of the result has its own value, which is a lane of the only operand. Of two operands, the first goes to
/// the upper lane and the second to the lower one.
pub fn register(instruction: Instruction, operands: &[u64]) -> u64 {
    let signature = instruction.signature();
    let d = signature.results()[0];
    let lane = |lane: u32| {
        let (position, lane_of_operand) = match signature.operands() {
            [_] => (0, lane),
            _ => (1 - lane as usize, 0),
        };
        let operand = &signature.operands()[position];
        let value = exact(operand.element_type, operand.lane(operands[position], lane_of_operand));
        let flushes = instruction.has(Modifier::Ftz) && operand.element_type == ElementType::Number(FloatFormat::F32);
        let value = if flushes {
            flush_to_zero(value, FloatFormat::F32)
        } else {
            value
        };
        match d.element_type {
            ElementType::Small(format) => to_small(instruction, value, format),
            ElementType::Number(format) => {
                let random = operands.get(2).map_or(0, |bits| bits >> (16 * lane));
                to_number(instruction, value, format, random)
            }
            ElementType::Signed(bits) => to_integer(instruction, value, bits, true),
            element_type => to_integer(instruction, value, element_type.bits(), false),
        }
    };
    (0..d.lanes).fold(0, |register, place| {
        register | lane(place) << (place * d.element_type.bits())
    })
}

/// Returns the value of an operand.
fn exact(element_type: ElementType, bits: u64) -> Value {
    let integer = |sign: Sign, magnitude: u64| Value::Finite {
        sign,
        significand: BigUint::from(magnitude),
        exponent: 0,
    };
    match element_type {
        ElementType::Number(format) => decode(format, bits as u32),
        ElementType::Small(format) => small::decode(format, bits),
        ElementType::Signed(width) if bits >> (width - 1) == 1 => {
            // Two's complement: the value is that of the bits less 2^width.
            let magnitude = (1_u128 << width) - u128::from(bits);
            integer(Sign::Negative, magnitude as u64)
        }
        _ => integer(Sign::Positive, bits),
    }
}

/// Returns a value as a number of a format, its encoding in the low bits. The random bits are those of its lane.
fn to_number(instruction: Instruction, value: Value, format: FloatFormat, random: u64) -> u64 {
    let has = |modifier| instruction.has(modifier);
    let value = if has(Modifier::Ftz) && format == FloatFormat::F32 {
        flush_to_zero(value, format)
    } else {
        value
    };
    let rounding = instruction.rounding();
    let rounded = if instruction.modifiers().any(Modifier::rounds_to_integer) {
        round_to_integer(value, rounding)
    } else if has(Modifier::Rs) {
        // As many random bits as a normal f32 significand has below the result's.
        let random_bits = FloatFormat::F32.fraction_bits - format.fraction_bits;
        round_at_random(value, format, random & ((1 << random_bits) - 1), random_bits)
    } else {
        round(value, format, rounding)
    };
    let finite = match rounded {
        Value::Infinity { sign } if has(Modifier::Satfinite) => largest_finite(sign, format),
        other => other,
    };
    let clamped = if has(Modifier::Sat) {
        saturate(finite)
    } else if has(Modifier::Relu) {
        relu(finite)
    } else {
        finite
    };
    encode(format, &clamped).into()
}

/// Returns a value as a number of a format of eight bits or fewer, its encoding in the low bits. A NaN stays one under
/// `.relu`.
fn to_small(instruction: Instruction, value: Value, format: FloatFormat) -> u64 {
    let value = if instruction.has(Modifier::Relu) {
        relu(value)
    } else {
        value
    };
    let saturates = instruction.has(Modifier::Satfinite);
    small::round(format, value, instruction.rounding(), saturates)
}

/// Returns a value as an integer: rounded, then clamped to the range of an integer of `bits` bits. A NaN is 0, and 2^63
/// in 64 bits; in RISC-V it is the greatest integer.
fn to_integer(instruction: Instruction, value: Value, bits: u32, is_signed: bool) -> u64 {
    let magnitude_bits = if is_signed { bits - 1 } else { bits };
    let greatest = (BigUint::from(1_u32) << magnitude_bits) - 1_u32;
    // The magnitude of the least number.
    let of_least = if is_signed {
        BigUint::from(1_u32) << magnitude_bits
    } else {
        BigUint::ZERO
    };
    let (sign, magnitude) = match round_to_integer(value, instruction.rounding()) {
        Value::Nan if instruction.is_riscv() => (Sign::Positive, greatest),
        Value::Nan if bits == 64 => return 1 << 63,
        Value::Nan => return 0,
        Value::Infinity { sign: Sign::Positive } => (Sign::Positive, greatest),
        Value::Infinity { sign: Sign::Negative } => (Sign::Negative, of_least),
        Value::Finite {
            sign,
            significand,
            exponent,
        } => {
            let integer = match exponent {
                0.. => significand << exponent,
                _ => significand >> -exponent,
            };
            match sign {
                Sign::Positive => (sign, integer.min(greatest)),
                Sign::Negative => (sign, integer.min(of_least)),
            }
        }
    };
    let magnitude = u64::try_from(magnitude).expect("a clamped magnitude has 64 bits at most");
    let word = match sign {
        Sign::Positive => magnitude,
        Sign::Negative => magnitude.wrapping_neg(),
    };
    word & (u64::MAX >> (u64::BITS - bits))
}
