//! Correctly rounded tanh and 2^x by Ziv's method.
//!
//! The exact result is irrational except for a few arguments, so it is never representable and never a tie. Enclosing
//! it in ever narrower intervals therefore ends with an interval whose ends round alike. The result between them rounds
//! the same way.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

use crate::value::interval::Interval;
use crate::value::number::{leading_exponent, Sign, Value};

/// Number of fraction bits of the first, widest enclosure. Some arguments need more, so that every step of the loop is
/// in use.
const FIRST_PRECISION: u64 = 24;

/// Returns tanh x, which `finish` rounds to nearest and encodes.
///
/// `finish` must be monotone: of two values, the greater never gets the lesser result.
pub fn tanh(x: Value, finish: impl Fn(Value) -> u32) -> u32 {
    match x {
        Value::Nan => finish(Value::Nan),
        Value::Infinity { sign } => finish(Value::power_of_two(sign, 0)),
        Value::Finite {
            sign,
            significand,
            exponent,
        } => {
            if significand.is_zero() {
                finish(Value::zero(sign))
            } else if leading_exponent(&significand, exponent) >= 4 {
                finish(just_below_one().with_sign(sign))
            } else {
                settle(finish, |precision| {
                    tanh_enclosure(&significand, exponent, precision).ends(sign, 0)
                })
            }
        }
    }
}

/// Returns 2^x, which `finish` rounds to nearest and encodes. `finish` must be monotone.
pub fn exp2(x: Value, finish: impl Fn(Value) -> u32) -> u32 {
    match x {
        Value::Nan => finish(Value::Nan),
        Value::Infinity { sign: Sign::Positive } => finish(x),
        Value::Infinity { sign: Sign::Negative } => finish(Value::zero(Sign::Positive)),
        Value::Finite {
            sign,
            significand,
            exponent,
        } => {
            // The widest formats end at 2^128 and 2^−149: beyond 2^±1024 all powers overflow or vanish alike.
            if !significand.is_zero() && leading_exponent(&significand, exponent) >= 10 {
                let exponent = if sign == Sign::Positive { 1024 } else { -1024 };
                return finish(Value::power_of_two(Sign::Positive, exponent));
            }
            let (whole, fraction, fraction_bits) = split(sign, &significand, exponent);
            if fraction.is_zero() {
                finish(Value::power_of_two(Sign::Positive, whole))
            } else {
                settle(finish, |precision| {
                    exp2_enclosure(&fraction, fraction_bits, precision).ends(Sign::Positive, whole)
                })
            }
        }
    }
}

/// Doubles the precision until both ends of the enclosure finish alike: Ziv's loop.
pub(super) fn settle(finish: impl Fn(Value) -> u32, enclose: impl Fn(u64) -> [Value; 2]) -> u32 {
    let mut precision = FIRST_PRECISION;
    loop {
        let [low, high] = enclose(precision).map(&finish);
        if low == high {
            return low;
        }
        precision *= 2;
    }
}

/// Returns a stand-in for tanh x at x ≥ 16.
///
/// There 1 > tanh x > 1 − 2·exp(−32) > 1 − 2^−45. To nearest, all of that rounds to 1 in every format, as none has more
/// than 30 significant bits.
fn just_below_one() -> Value {
    Value::Finite {
        sign: Sign::Positive,
        significand: (BigUint::from(1_u32) << 45_u32) - 1_u32,
        exponent: -45,
    }
}

/// Returns a stand-in for a result that is below a number by less than 2^-45 of it.
///
/// To nearest, all such results round to that number if a format has it, as no format has more than 30 significant bits.
pub(super) fn just_below(sign: Sign, significand: &BigUint, exponent: i64) -> Value {
    Value::Finite {
        sign,
        significand: (significand << 45_u32) - 1_u32,
        exponent: exponent - 45,
    }
}

/// Encloses tanh x = sinh x / cosh x for 0 < x = significand · 2^exponent < 16.
///
/// A small x gets as many further fraction bits as it has itself, because tanh x is about x.
fn tanh_enclosure(significand: &BigUint, exponent: i64, precision: u64) -> Interval {
    let fraction_bits = precision + fraction_bits_of(exponent);
    let units = significand << (fraction_bits as i64 + exponent);
    let (cosh, sinh) = cosh_and_sinh(&Interval::exact(units, fraction_bits));
    sinh.divided_by(&cosh)
}

/// Encloses 2^f = exp(f · ln 2) for 0 < f = fraction · 2^−fraction_bits < 1.
fn exp2_enclosure(fraction: &BigUint, fraction_bits: u64, precision: u64) -> Interval {
    let fraction = Interval::exact(fraction << precision, fraction_bits + precision);
    let (cosh, sinh) = cosh_and_sinh(&fraction.times(&ln_2(fraction_bits + precision)));
    cosh.plus(&sinh)
}

/// Encloses cosh y = 1 + y²/2! + y⁴/4! + … and sinh y = y + y³/3! + y⁵/5! + …
pub(super) fn cosh_and_sinh(y: &Interval) -> (Interval, Interval) {
    let mut term = Interval::integer(1, y.fraction_bits());
    let mut cosh = term.clone();
    let mut sinh = Interval::integer(0, y.fraction_bits());
    for degree in 1.. {
        term = term.times(y).divided_by_integer(degree);
        if degree.is_even() {
            cosh = cosh.plus(&term);
        } else {
            sinh = sinh.plus(&term);
        }
        // From y ≤ degree/2 on, each term is at most half the one before, so all that follow sum to at most this one.
        if term.is_at_most_one_unit() && y.is_at_most(degree / 2) {
            break;
        }
    }
    (cosh.plus_at_most(&term), sinh.plus_at_most(&term))
}

/// Encloses ln 2 = 2 artanh(1/3) = 2/3 + 2/(3·3³) + 2/(5·3⁵) + …
pub(super) fn ln_2(fraction_bits: u64) -> Interval {
    let mut power = Interval::integer(2, fraction_bits).divided_by_integer(3);
    let mut sum = power.clone();
    for degree in (3..).step_by(2) {
        power = power.divided_by_integer(9);
        sum = sum.plus(&power.divided_by_integer(degree));
        if power.is_at_most_one_unit() {
            break;
        }
    }
    // The powers that follow sum to an eighth of this one.
    sum.plus_at_most(&power)
}

/// Splits x into whole + fraction · 2^−fraction_bits with 0 ≤ fraction · 2^−fraction_bits < 1, for |x| < 1024.
fn split(sign: Sign, significand: &BigUint, exponent: i64) -> (i64, BigUint, u64) {
    let fraction_bits = fraction_bits_of(exponent);
    let units = BigInt::from(significand << (exponent + fraction_bits as i64));
    let units = if sign == Sign::Positive { units } else { -units };
    let (whole, fraction) = units.div_mod_floor(&(BigInt::from(1_u32) << fraction_bits));
    let whole = whole.to_i64().expect("a number below 1024");
    (whole, fraction.into_parts().1, fraction_bits)
}

/// Returns the number of fraction bits of a number with this exponent.
pub(super) fn fraction_bits_of(exponent: i64) -> u64 {
    exponent.min(0).unsigned_abs()
}

#[cfg(test)]
#[path = "../../tests/unit/value/transcendental.rs"]
mod tests;
