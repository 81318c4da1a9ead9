//! Minimum and maximum in machine integers.

use super::number::{canonical_nan, infinity, is_negative, magnitude, sign_bit};

/// Returns the lesser of two numbers if `least` is true, otherwise the greater; -0 is less than +0.
#[inline(always)]
pub fn extremum<const EXPONENT: u32, const FRACTION: u32>(
    a: u32,
    b: u32,
    least: bool,
    ftz: bool,
    nan_wins: bool,
    xorsign_abs: bool,
) -> u32 {
    let is_nan = |bits: u32| magnitude::<EXPONENT, FRACTION>(bits) > infinity::<EXPONENT, FRACTION>();
    let sign =
        sign_bit::<EXPONENT, FRACTION>(is_negative::<EXPONENT, FRACTION>(a) != is_negative::<EXPONENT, FRACTION>(b));
    let operand = |bits: u32| {
        let magnitude = magnitude::<EXPONENT, FRACTION>(bits);
        let flushed = if ftz && magnitude >> FRACTION == 0 {
            0
        } else {
            magnitude
        };
        let negative = is_negative::<EXPONENT, FRACTION>(bits) && !xorsign_abs;
        flushed | sign_bit::<EXPONENT, FRACTION>(negative)
    };
    let (x, y) = (operand(a), operand(b));
    let chosen = if (place::<EXPONENT, FRACTION>(x) < place::<EXPONENT, FRACTION>(y)) == least {
        x
    } else {
        y
    };
    let (a_nan, b_nan) = (is_nan(a), is_nan(b));
    let number = match (a_nan, b_nan) {
        (true, _) => y,
        (_, true) => x,
        _ => chosen,
    };
    if (a_nan && b_nan) || (nan_wins && (a_nan || b_nan)) {
        canonical_nan::<EXPONENT, FRACTION>()
    } else if xorsign_abs {
        number | sign
    } else {
        number
    }
}

/// Returns a number's rank in the order of all numbers.
#[inline(always)]
fn place<const EXPONENT: u32, const FRACTION: u32>(bits: u32) -> i32 {
    let magnitude = magnitude::<EXPONENT, FRACTION>(bits) as i32;
    if is_negative::<EXPONENT, FRACTION>(bits) {
        -1 - magnitude
    } else {
        magnitude
    }
}
