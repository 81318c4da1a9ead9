//! The one rounding of every instruction.

use halfpipe_isa::Rounding;
use num_bigint::BigUint;
use num_traits::Zero;

use crate::format::Format;
use crate::value::{leading_exponent, quantum_exponent, Sign, Value};

/// What a significand loses when its low bits are cut off, against the weight of the last bit that stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LostFraction {
    /// Nothing: the cut is exact.
    Zero,
    /// Below one half.
    LessThanHalf,
    /// One half: a tie.
    Half,
    /// Above one half.
    MoreThanHalf,
}

impl LostFraction {
    /// What is lost when the low `cut_bits` of a nonzero significand go.
    fn of_cut(significand: &BigUint, cut_bits: u64) -> LostFraction {
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

/// The value of `format` that stands for `value` under `rounding`.
pub fn round(value: Value, format: Format, rounding: Rounding) -> Value {
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
    let (significand, exponent) = if exponent >= quantum {
        (significand, exponent)
    } else {
        let cut_bits = (quantum - exponent) as u64;
        let lost = LostFraction::of_cut(&significand, cut_bits);
        let mut kept = significand >> cut_bits;
        if rounds_away_from_zero(rounding, sign, kept.bit(0), lost) {
            kept += 1_u32;
        }
        (kept, quantum)
    };

    if significand.is_zero() {
        Value::zero(sign)
    } else if leading_exponent(&significand, exponent) > format.max_exponent() {
        overflow(sign, format, rounding)
    } else {
        Value::Finite {
            sign,
            significand,
            exponent,
        }
    }
}

/// Whether the kept significand goes up by one in its last place.
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
    }
}

/// The result of a magnitude that rounds past the largest finite number.
fn overflow(sign: Sign, format: Format, rounding: Rounding) -> Value {
    let reaches_infinity = match rounding {
        Rounding::NearestEven => true,
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

/// The number 1.11…1 · 2^max_exponent.
fn largest_finite(sign: Sign, format: Format) -> Value {
    let precision = format.fraction_bits() + 1;
    Value::Finite {
        sign,
        significand: (BigUint::from(1_u32) << precision) - 1_u32,
        exponent: quantum_exponent(format, format.max_exponent()),
    }
}
