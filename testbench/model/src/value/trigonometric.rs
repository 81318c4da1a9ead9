//! Correctly rounded sine and cosine by Ziv's method, over the whole range of a format.
//!
//! The operand is k · π/2 + y with an integer k and 0 ≤ y < π/2. π has as many more bits as k has. Series of y then enclose
//! the result.

use num_bigint::BigUint;
use num_traits::Zero;

use crate::value::interval::Interval;
use crate::value::number::{leading_exponent, Sign, Value};
use crate::value::pi::pi;
use crate::value::transcendental::{fraction_bits_of, just_below, settle};

/// A trigonometric function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Trigonometric {
    /// The sine.
    Sine,
    /// The cosine.
    Cosine,
}

/// Returns the sine or cosine of x, which `finish` rounds to nearest and encodes.
///
/// `finish` must be monotone: of two values, the greater never gets the lesser result.
pub fn trigonometric(function: Trigonometric, x: &Value, finish: impl Fn(Value) -> u32) -> u32 {
    let Value::Finite {
        sign,
        significand,
        exponent,
    } = x
    else {
        return finish(Value::Nan);
    };
    let one = BigUint::from(1_u32);
    match (function, significand.is_zero()) {
        (Trigonometric::Sine, true) => return finish(x.clone()),
        (Trigonometric::Cosine, true) => return finish(Value::power_of_two(Sign::Positive, 0)),
        _ => {}
    }
    // sin x > x - x³/6, and cos x > 1 - x²/2.
    if leading_exponent(significand, *exponent) < -23 {
        return finish(match function {
            Trigonometric::Sine => just_below(*sign, significand, *exponent),
            Trigonometric::Cosine => just_below(Sign::Positive, &one, 0),
        });
    }
    settle(finish, |precision| {
        let Some((quarters, y)) = reduce(significand, *exponent, precision) else {
            return Interval::between_zero_and_one(precision).ends(Sign::Positive, 0);
        };
        let (quarters, sign) = match function {
            Trigonometric::Sine => (quarters, *sign),
            Trigonometric::Cosine => (quarters + 1, Sign::Positive),
        };
        let value = match quarters % 2 {
            0 => sine(&y),
            _ => cosine(&y),
        };
        let sign = if quarters % 4 >= 2 { -sign } else { sign };
        value.ends(sign, 0)
    })
}

/// Returns k modulo 4 and the enclosure of y for the number k · π/2 + y. There is none if the precision leaves k open.
fn reduce(significand: &BigUint, exponent: i64, precision: u64) -> Option<(u32, Interval)> {
    let fraction_bits = precision + fraction_bits_of(exponent);
    // The error of π/2 is multiplied by k.
    let extra = leading_exponent(significand, exponent).max(0).unsigned_abs() + 1;
    let wide = fraction_bits + extra;
    let x = Interval::exact(significand << (wide as i64 + exponent), wide);
    let (quotient, rest) = x.divided_with_rest(&pi(wide).divided_by_integer(2))?;
    let quarters = u32::try_from(quotient % 4_u32).expect("a number below 4");
    Some((quarters, rest.with_fewer_fraction_bits(fraction_bits)))
}

/// Encloses sin y = y − y³/3! + y⁵/5! − … for 0 ≤ y < 2.
fn sine(y: &Interval) -> Interval {
    alternating(y.clone(), y, 1)
}

/// Encloses cos y = 1 − y²/2! + y⁴/4! − … for 0 ≤ y < 2.
fn cosine(y: &Interval) -> Interval {
    alternating(Interval::integer(1, y.fraction_bits()), y, 0)
}

/// Encloses a series that begins with a term of this degree. Each term is −y² / ((degree + 1) (degree + 2)) times the one
/// before.
fn alternating(first: Interval, y: &Interval, mut degree: u32) -> Interval {
    let square = y.times(y);
    let mut term = first.clone();
    let mut added = first;
    let mut subtracted = Interval::integer(0, y.fraction_bits());
    for number in 1.. {
        term = term.times(&square).divided_by_integer((degree + 1) * (degree + 2));
        degree += 2;
        match number % 2 {
            1 => subtracted = subtracted.plus(&term),
            _ => added = added.plus(&term),
        }
        // For y < 2, terms from the third degree on fall, so those that follow sum to less than this one.
        if degree >= 3 && term.is_at_most_one_unit() {
            break;
        }
    }
    added.plus_at_most(&term).minus(&subtracted.plus_at_most(&term))
}
