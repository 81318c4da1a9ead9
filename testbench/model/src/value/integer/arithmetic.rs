//! Sums, products and quotients in machine integers.

use super::number::{bias, canonical_nan, infinity, parts, round, saturate, sign_bit, RoundingMasks};

/// Returns a + b, rounded.
#[inline(always)]
pub fn add<const EXPONENT: u32, const FRACTION: u32>(
    a: u32,
    b: u32,
    rounding: RoundingMasks,
    ftz: bool,
    sat: bool,
) -> u32 {
    let a = parts::<EXPONENT, FRACTION>(a, ftz);
    let b = parts::<EXPONENT, FRACTION>(b, ftz);
    // The operand with the larger exponent keeps this many bits below its last place. An operand that lies more than
    // that lower is less than an eighth of the last place of any possible sum. It then only matters if it is zero.
    let below = FRACTION as i32 + 3;
    let exponent = a.exponent.max(b.exponent);
    let place = |significand: i32, own: i32| {
        let distance = exponent - own;
        if distance > below {
            i32::from(significand != 0)
        } else {
            (significand << below) >> distance
        }
    };
    let signed = |magnitude: i32, negative: bool| if negative { -magnitude } else { magnitude };
    let sum =
        signed(place(a.significand, a.exponent), a.negative) + signed(place(b.significand, b.exponent), b.negative);
    let negative_zero = if a.negative == b.negative {
        a.negative
    } else {
        rounding.cancels_to_negative()
    };
    let negative = if sum == 0 { negative_zero } else { sum < 0 };
    let finite = round::<EXPONENT, FRACTION>(negative, sum.abs(), exponent, below, rounding, ftz);

    let opposite = a.infinite && b.infinite && a.negative != b.negative;
    let infinite_sign = if a.infinite { a.negative } else { b.negative };
    let infinite = infinity::<EXPONENT, FRACTION>() | sign_bit::<EXPONENT, FRACTION>(infinite_sign);
    let result = if a.nan || b.nan || opposite {
        canonical_nan::<EXPONENT, FRACTION>()
    } else if a.infinite || b.infinite {
        infinite
    } else {
        finite
    };
    if sat {
        saturate::<EXPONENT, FRACTION>(result)
    } else {
        result
    }
}

/// Returns a · b, rounded.
#[inline(always)]
pub fn multiply<const EXPONENT: u32, const FRACTION: u32>(
    a: u32,
    b: u32,
    rounding: RoundingMasks,
    ftz: bool,
    sat: bool,
) -> u32 {
    let a = parts::<EXPONENT, FRACTION>(a, ftz);
    let b = parts::<EXPONENT, FRACTION>(b, ftz);
    let negative = a.negative != b.negative;
    // The product's unit is the last place of a times that of b. This is the last place of a number with the sum of the
    // exponents, offset by one fraction's width.
    let exponent = a.exponent + b.exponent - bias::<EXPONENT>();
    let product = a.significand * b.significand;
    let finite = round::<EXPONENT, FRACTION>(negative, product, exponent, FRACTION as i32, rounding, ftz);

    let zero_times_infinity = (a.infinite && b.significand == 0) || (b.infinite && a.significand == 0);
    let result = if a.nan || b.nan || zero_times_infinity {
        canonical_nan::<EXPONENT, FRACTION>()
    } else if a.infinite || b.infinite {
        infinity::<EXPONENT, FRACTION>() | sign_bit::<EXPONENT, FRACTION>(negative)
    } else {
        finite
    };
    if sat {
        saturate::<EXPONENT, FRACTION>(result)
    } else {
        result
    }
}

/// Fraction bits of the quotient of two significands. Its last bit is 1 if a remainder is left.
const QUOTIENT_BITS: i32 = 15;

/// Returns a / b, rounded.
#[inline(always)]
pub fn divide<const EXPONENT: u32, const FRACTION: u32>(a: u32, b: u32, rounding: RoundingMasks, ftz: bool) -> u32 {
    let a = parts::<EXPONENT, FRACTION>(a, ftz);
    let b = parts::<EXPONENT, FRACTION>(b, ftz);
    let negative = a.negative != b.negative;
    // With the leading ones of both significands at one place, the quotient has 14 digits at least.
    let zeros = |significand: i32| (significand | 1).leading_zeros() as i32 - (31 - FRACTION as i32);
    let [a_zeros, b_zeros] = [a.significand, b.significand].map(zeros);
    let dividend = (a.significand << a_zeros) << (QUOTIENT_BITS - 1);
    let divisor = (b.significand << b_zeros).max(1);
    let quotient = dividend / divisor;
    let is_inexact = i32::from(quotient * divisor != dividend);
    // A quotient of 1 is a unit in the last place of a number with this exponent.
    let exponent = (a.exponent - a_zeros) - (b.exponent - b_zeros) + bias::<EXPONENT>() + FRACTION as i32;
    let digits = quotient << 1 | is_inexact;
    let finite = round::<EXPONENT, FRACTION>(negative, digits, exponent, QUOTIENT_BITS, rounding, ftz);

    let by_zero = b.significand == 0;
    let of_zero = a.significand == 0 && !a.infinite;
    if a.nan || b.nan || (a.infinite && b.infinite) || (of_zero && by_zero) {
        canonical_nan::<EXPONENT, FRACTION>()
    } else if a.infinite || by_zero {
        infinity::<EXPONENT, FRACTION>() | sign_bit::<EXPONENT, FRACTION>(negative)
    } else if b.infinite {
        sign_bit::<EXPONENT, FRACTION>(negative)
    } else {
        finite
    }
}
