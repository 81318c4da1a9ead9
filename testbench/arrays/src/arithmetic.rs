//! Sums, products, quotients and roots, as far as their rounding depends on them.

use halfpipe_isa::Rounding;

use crate::number::{shift_sticky, Class, Number, LEADING_BIT};

/// Returns x · y, exact, for significands of at most 32 digits. Infinity times zero is NaN.
#[inline(always)]
pub fn multiply(x: Number, y: Number) -> Number {
    let is_negative = x.is_negative != y.is_negative;
    if x.class == Class::Finite && y.class == Class::Finite {
        // The digits are in the upper half of both.
        let product = (x.significand >> 31) * (y.significand >> 31);
        let carry = (product >> 63) as u32;
        return Number {
            class: Class::Finite,
            is_negative,
            exponent: x.exponent + y.exponent + carry as i32,
            significand: product >> carry,
        };
    }
    match (x.class, y.class) {
        (Class::Nan, _) | (_, Class::Nan) => Number::NAN,
        (Class::Infinity, Class::Zero) | (Class::Zero, Class::Infinity) => Number::NAN,
        (Class::Infinity, _) | (_, Class::Infinity) => Number::infinity(is_negative),
        _ => Number::zero(is_negative),
    }
}

/// Returns x + y. Digits that are cut off lie below the last place of every format by more than one digit.
#[inline(always)]
pub fn add(x: Number, y: Number, rounding: Rounding) -> Number {
    if x.class == Class::Finite && y.class == Class::Finite {
        return add_finite(x, y, rounding);
    }
    match (x.class, y.class) {
        (Class::Nan, _) | (_, Class::Nan) => Number::NAN,
        (Class::Infinity, Class::Infinity) if x.is_negative != y.is_negative => Number::NAN,
        (Class::Infinity, _) => x,
        (_, Class::Infinity) => y,
        (Class::Zero, Class::Zero) if x.is_negative != y.is_negative => cancelled(rounding),
        (Class::Zero, _) => y,
        _ => x,
    }
}

/// Returns the zero of a cancellation.
#[inline(always)]
fn cancelled(rounding: Rounding) -> Number {
    Number::zero(rounding == Rounding::TowardNegative)
}

#[inline(always)]
fn add_finite(x: Number, y: Number, rounding: Rounding) -> Number {
    let is_swapped = (y.exponent, y.significand) > (x.exponent, x.significand);
    let (large, small) = if is_swapped { (y, x) } else { (x, y) };
    let aligned = shift_sticky(small.significand, (large.exponent - small.exponent) as u32);
    let sum = if large.is_negative == small.is_negative {
        large.significand + aligned
    } else {
        large.significand - aligned
    };
    if sum == 0 {
        return cancelled(rounding);
    }
    Number::from_digits(large.is_negative, sum, large.exponent - LEADING_BIT as i32)
}

/// Returns x / y.
#[inline(always)]
pub fn divide(x: Number, y: Number) -> Number {
    let is_negative = x.is_negative != y.is_negative;
    match (x.class, y.class) {
        (Class::Nan, _) | (_, Class::Nan) => Number::NAN,
        (Class::Infinity, Class::Infinity) | (Class::Zero, Class::Zero) => Number::NAN,
        (Class::Infinity, _) | (_, Class::Zero) => Number::infinity(is_negative),
        (_, Class::Infinity) | (Class::Zero, _) => Number::zero(is_negative),
        (Class::Finite, Class::Finite) => {
            let divisor = y.significand >> 31;
            // A quotient of at least 31 digits, and one for the remainder.
            let is_cut = !x.significand.is_multiple_of(divisor);
            let digits = (x.significand / divisor) << 1 | u64::from(is_cut);
            Number::from_digits(is_negative, digits, x.exponent - y.exponent - 32)
        }
    }
}

/// Returns √x. A number below zero has none.
#[inline(always)]
pub fn square_root(x: Number) -> Number {
    match (x.class, x.is_negative) {
        (Class::Zero, _) | (Class::Infinity, false) => x,
        (Class::Nan, _) | (_, true) => Number::NAN,
        (Class::Finite, false) => {
            let is_odd = x.exponent & 1;
            let square = x.significand << is_odd;
            let root = square.isqrt();
            let digits = root << 1 | u64::from(root * root != square);
            Number::from_digits(false, digits, ((x.exponent - is_odd) >> 1) - 32)
        }
    }
}
