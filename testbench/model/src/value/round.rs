//! The single rounding of every instruction, and the roundings of conversions to integers and by random bits.

use std::cmp::Ordering;

use halfpipe_isa::{FloatFormat, Rounding};
use num_bigint::BigUint;
use num_traits::Zero;

use crate::value::compare::order;
use crate::value::number::{leading_exponent, quantum_exponent, Sign, Value};

/// The part of a significand below a cut, relative to the weight of the last bit that stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LostFraction {
    /// Zero: the cut is exact.
    Zero,
    /// Below one half.
    LessThanHalf,
    /// One half: a tie.
    Half,
    /// Above one half.
    MoreThanHalf,
}

impl LostFraction {
    /// Returns the lost fraction when the low `cut_bits` of a nonzero significand are cut off.
    fn from_cut(significand: &BigUint, cut_bits: u64) -> LostFraction {
        let lowest_one = significand.trailing_zeros().expect("the significand is not zero");
        if lowest_one >= cut_bits {
            return LostFraction::Zero;
        }
        let half_bit = cut_bits - 1;
        match (significand.bit(half_bit), lowest_one == half_bit) {
            (false, _) => LostFraction::LessThanHalf,
            (true, true) => LostFraction::Half,
            (true, false) => LostFraction::MoreThanHalf,
        }
    }
}

/// Returns `value` rounded to `format` under `rounding`.
pub fn round(value: Value, format: FloatFormat, rounding: Rounding) -> Value {
    let Value::Finite {
        sign,
        significand,
        exponent,
    } = value
    else {
        return value;
    };
    if significand.is_zero() {
        return Value::zero(sign);
    }

    let quantum = quantum_exponent(format, leading_exponent(&significand, exponent));
    let (significand, exponent) = multiple_of(quantum, rounding, sign, significand, exponent);

    if significand.is_zero() {
        Value::zero(sign)
    } else if exceeds(format, &significand, exponent) {
        overflow(sign, format, rounding)
    } else {
        Value::Finite {
            sign,
            significand,
            exponent,
        }
    }
}

/// Returns `value` rounded to an integer under `rounding`; it keeps the sign, also of a zero.
pub fn round_to_integer(value: Value, rounding: Rounding) -> Value {
    match value {
        Value::Finite {
            sign,
            significand,
            exponent,
        } if !significand.is_zero() => {
            let (significand, exponent) = multiple_of(0, rounding, sign, significand, exponent);
            Value::Finite {
                sign,
                significand,
                exponent,
            }
        }
        other => other,
    }
}

/// Returns `value` rounded to `format` by random bits. `random`, a fraction of a unit in the last place with the given
/// number of bits, is added to the magnitude. Everything below that place is then cut off. A result that is too large
/// becomes an infinity.
pub fn round_at_random(value: Value, format: FloatFormat, random: u64, random_bits: u32) -> Value {
    let Value::Finite {
        sign,
        significand,
        exponent,
    } = value
    else {
        return value;
    };
    if significand.is_zero() {
        return Value::zero(sign);
    }
    let quantum = quantum_exponent(format, leading_exponent(&significand, exponent));
    let lowest = exponent.min(quantum - i64::from(random_bits));
    let added = BigUint::from(random) << (quantum - i64::from(random_bits) - lowest);
    let sum = (significand << (exponent - lowest)) + added;
    let (significand, exponent) = multiple_of(quantum, Rounding::TowardZero, sign, sum, lowest);
    if significand.is_zero() {
        Value::zero(sign)
    } else if leading_exponent(&significand, exponent) > format.max_exponent() {
        Value::Infinity { sign }
    } else {
        Value::Finite {
            sign,
            significand,
            exponent,
        }
    }
}

/// Returns a nonzero number rounded to a multiple of 2^quantum; a multiple stays as it is.
fn multiple_of(quantum: i64, rounding: Rounding, sign: Sign, significand: BigUint, exponent: i64) -> (BigUint, i64) {
    if exponent >= quantum {
        return (significand, exponent);
    }
    let cut_bits = (quantum - exponent) as u64;
    let lost = LostFraction::from_cut(&significand, cut_bits);
    let mut kept = significand >> cut_bits;
    if rounds_away_from_zero(rounding, sign, kept.bit(0), lost) {
        kept += 1_u32;
    }
    (kept, quantum)
}

/// True if the kept significand goes up by one in its last place.
fn rounds_away_from_zero(rounding: Rounding, sign: Sign, odd: bool, lost: LostFraction) -> bool {
    if lost == LostFraction::Zero {
        return false;
    }
    match rounding {
        Rounding::NearestEven => match lost {
            LostFraction::Zero | LostFraction::LessThanHalf => false,
            LostFraction::Half => odd,
            LostFraction::MoreThanHalf => true,
        },
        Rounding::TowardZero => false,
        Rounding::TowardNegative => sign == Sign::Negative,
        Rounding::TowardPositive => sign == Sign::Positive,
        Rounding::NearestAway => matches!(lost, LostFraction::Half | LostFraction::MoreThanHalf),
    }
}

/// True if a rounded number is above the largest finite one.
fn exceeds(format: FloatFormat, significand: &BigUint, exponent: i64) -> bool {
    match leading_exponent(significand, exponent) - format.max_exponent() {
        1.. => true,
        // In a format with infinities, all numbers with that exponent are finite.
        0 if !format.has_infinity() => {
            let number = Value::Finite {
                sign: Sign::Positive,
                significand: significand.clone(),
                exponent,
            };
            order(&number, &largest_finite(Sign::Positive, format)) == Some(Ordering::Greater)
        }
        _ => false,
    }
}

/// Returns the result of a magnitude that rounds past the largest finite number.
fn overflow(sign: Sign, format: FloatFormat, rounding: Rounding) -> Value {
    let reaches_infinity = match rounding {
        Rounding::NearestEven | Rounding::NearestAway => true,
        Rounding::TowardZero => false,
        Rounding::TowardNegative => sign == Sign::Negative,
        Rounding::TowardPositive => sign == Sign::Positive,
    };
    if reaches_infinity {
        Value::Infinity { sign }
    } else {
        largest_finite(sign, format)
    }
}

/// Returns the number 1.11…1 · 2^max_exponent; in e4m3 it is 1.110 · 2^8.
pub fn largest_finite(sign: Sign, format: FloatFormat) -> Value {
    let hidden_bit = 1 << format.fraction_bits;
    Value::Finite {
        sign,
        significand: BigUint::from(hidden_bit | format.largest_finite() & format.fraction_mask()),
        exponent: quantum_exponent(format, format.max_exponent()),
    }
}
