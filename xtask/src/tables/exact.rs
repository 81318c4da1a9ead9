//! tanh and 2^x, correctly rounded, from series with proven bounds. Other functions come from the golden model.
//!
//! Every step keeps a lower and an upper bound ([`Interval`]). A result counts only when both bounds round to it.

use std::sync::LazyLock;

use halfpipe_isa::Instruction;
use halfpipe_model::value::evaluate;
use num_bigint::BigUint;
use num_traits::Zero;

use crate::tables::format::TableFormat;
use crate::tables::interval::{Interval, FRACTION_BITS};

/// Returns tanh of a finite magnitude, rounded to nearest even.
pub fn tanh(format: TableFormat, magnitude: u16) -> u16 {
    let (significand, exponent) = format.significand(magnitude);
    if significand == 0 {
        return magnitude;
    }
    let leading = exponent + 15 - significand.leading_zeros() as i32;
    let one = Interval::exact(1, 0);
    let value = if leading < -30 {
        // x - x^3 < tanh x < x
        let x = Interval::exact(significand.into(), exponent);
        let cube = x.multiply(&x).multiply(&x);
        let low = x.subtract(&cube).low;
        Interval { low, high: x.high }
    } else if leading >= 5 {
        // 1 - 2 e^-2x < tanh x < 1
        let low = one.subtract(&Interval::exact(1, -80)).low;
        Interval { low, high: one.high }
    } else {
        // (e^2x - 1) / (e^2x + 1), and e^2x by squaring e^(2x/256) eight times
        let mut power = exponential(&Interval::exact(significand.into(), exponent + 1 - 8));
        for _ in 0..8 {
            power = power.multiply(&power);
        }
        power.subtract(&one).divide(&power.add(&one))
    };
    round(format, &value, 0)
}

/// Returns 2^x of a finite number of the given sign, rounded to nearest even. Too large a result is infinity.
///
/// With `flush`, a subnormal operand counts as zero. A result below the normal numbers, judged before rounding, is then
/// zero too.
pub fn ex2(format: TableFormat, flush: bool, negative: bool, magnitude: u16) -> u16 {
    if flush {
        let least_normal_exponent = (format.bias() - 1) as u32;
        if magnitude >> format.fraction_bits == 0 {
            return format.one();
        }
        if negative && magnitude > format.round(&least_normal_exponent.into(), 0) {
            return 0;
        }
    }
    exponential_of_two(format, negative, magnitude)
}

fn exponential_of_two(format: TableFormat, negative: bool, magnitude: u16) -> u16 {
    let (significand, exponent) = format.significand(magnitude);
    if significand != 0 && exponent + 15 - significand.leading_zeros() as i32 >= 8 {
        return if negative { 0 } else { format.infinity() };
    }
    // |x| < 2^8. x = integer + fraction with 0 <= fraction < 1.
    let x = Interval::exact(significand.into(), exponent).low;
    let unit = BigUint::from(1u32) << FRACTION_BITS;
    let mut integer = u32::try_from(&x >> FRACTION_BITS).expect("|x| < 2^8") as i32;
    let mut fraction = x % &unit;
    if negative {
        integer = -integer;
        if !fraction.is_zero() {
            integer -= 1;
            fraction = unit - fraction;
        }
    }
    let fraction = Interval {
        low: fraction.clone(),
        high: fraction,
    };
    let power = exponential(&fraction.multiply(&LOGARITHM_OF_TWO));
    round(format, &power, integer)
}

/// Returns e^x for 0 <= x <= 1.
fn exponential(x: &Interval) -> Interval {
    let mut sum = Interval::exact(1, 0);
    let mut term = sum.clone();
    let mut index = 1;
    // While x <= 1 the terms from x^n/n! on add up to less than 2 x^n/n!, for n > 1.
    while !term.high.is_zero() {
        term = term.multiply(x).divide_integer(index);
        sum = sum.add(&term);
        if index > 2 && term.high <= BigUint::from(1u32) {
            sum.high += 2u32;
            break;
        }
        index += 1;
    }
    sum
}

/// Returns the natural logarithm of 2.
pub fn logarithm_of_two() -> &'static Interval {
    &LOGARITHM_OF_TWO
}

/// ln 2, the sum of 1 / (n 2^n) from n = 1.
static LOGARITHM_OF_TWO: LazyLock<Interval> = LazyLock::new(|| {
    let mut sum = Interval::exact(0, 0);
    for n in 1..=FRACTION_BITS {
        sum = sum.add(&Interval::exact(1, -(n as i32)).divide_integer(n));
    }
    // The rest is less than the last power of two.
    sum.high += 1u32;
    sum
});

/// Returns 2/π with so many fraction bits, rounded to nearest.
///
/// π is 8 arctan(1/3) + 4 arctan(1/7), by Hutton.
pub fn two_over_pi(fraction_bits: u32) -> BigUint {
    const GUARD_BITS: u32 = 32;
    let digits = fraction_bits + GUARD_BITS;
    let one = BigUint::from(1u32) << digits;
    // factor · (1/n - 1/(3 n^3) + 1/(5 n^5) - …), each term cut off
    let inverse_tangent = |factor: u32, n: u32| {
        let mut power = &one * factor / n;
        let (mut added, mut subtracted) = (power.clone(), BigUint::ZERO);
        for index in 1_u32.. {
            power /= n * n;
            if power.is_zero() {
                break;
            }
            let term = &power / (2 * index + 1);
            match index % 2 {
                0 => added += term,
                _ => subtracted += term,
            }
        }
        added - subtracted
    };
    let pi = inverse_tangent(8, 3) + inverse_tangent(4, 7);
    let quotient = (&one << (digits + 1)) / pi;
    (quotient + (BigUint::from(1u32) << (GUARD_BITS - 1))) >> GUARD_BITS
}

/// Rounds `value * 2^exponent`.
fn round(format: TableFormat, value: &Interval, exponent: i32) -> u16 {
    let exponent = exponent - FRACTION_BITS as i32;
    let low = format.round(&value.low, exponent);
    let high = format.round(&value.high, exponent);
    assert_eq!(low, high, "the bounds are too wide to round");
    low
}

/// Returns the rounded result of an instruction with one operand, from the golden model.
pub fn rounded(instruction: Instruction, operand: u16) -> u16 {
    evaluate(instruction, &[operand.into()]) as u16
}
