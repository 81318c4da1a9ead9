//! Tests of the elementary functions on operands of each format, against double precision: on one in seven, with
//! `HALFPIPE_TEST_ALL` on all.
//!
//! A result must be the number nearest to the value in double precision. If that value is too near the middle of two
//! numbers, its error could decide, so the result is not judged. The numbers of such operands are pinned.

use std::cmp::Ordering;

use halfpipe_isa::FloatFormat;

use super::common::{instruction, to_f64};
use halfpipe_model::value::evaluate;

/// The relative error of values in double precision that these tests allow.
const ERROR: f64 = 1.0 / (1_u64 << 44) as f64;

/// One operand in so many is tried unless all are, with `HALFPIPE_TEST_ALL`.
const ONE_IN: usize = 7;

fn is_complete() -> bool {
    std::env::var_os("HALFPIPE_TEST_ALL").is_some()
}

/// Returns the value of an encoding, infinities and NaNs included.
pub fn value_of(format: FloatFormat, bits: u32) -> f64 {
    let magnitude = bits & format.magnitude_mask();
    let value = match magnitude.cmp(&format.infinity()) {
        Ordering::Less => to_f64(format, magnitude),
        Ordering::Equal => f64::INFINITY,
        Ordering::Greater => return f64::NAN,
    };
    if bits == magnitude {
        value
    } else {
        -value
    }
}

/// Returns the middle between a magnitude and the next one, as the format would go on after the largest number.
fn middle_above(format: FloatFormat, magnitude: u32) -> f64 {
    let next = if magnitude + 1 == format.infinity() {
        2.0 * to_f64(format, magnitude) - to_f64(format, magnitude - 1)
    } else {
        to_f64(format, magnitude + 1)
    };
    (to_f64(format, magnitude) + next) / 2.0
}

/// Asserts that a function is correctly rounded and returns the number of operands that were not judged.
fn check(mnemonic: &str, function: impl Fn(f64) -> f64) -> usize {
    let instruction = instruction(mnemonic);
    let format = instruction.ty().operand_format();
    let mut unjudged = 0;
    let step = if is_complete() { 1 } else { ONE_IN };
    for operand in (0..=0xFFFF).step_by(step) {
        let result = evaluate(instruction, &[operand]);
        let value = function(value_of(format, operand));
        let place = format!("{mnemonic} {operand:#06x}: {result:#06x} for {value:e}");
        if value.is_nan() {
            assert_eq!(result, format.canonical_nan(), "{place}");
            continue;
        }
        let (magnitude, size) = (result & format.magnitude_mask(), value.abs());
        assert_eq!(result >> 15 == 1, value.is_sign_negative(), "{place}");
        if value.is_infinite() || size == 0.0 && magnitude == 0 {
            assert_eq!(value_of(format, magnitude), size, "{place}");
            continue;
        }
        let low = magnitude
            .checked_sub(1)
            .map_or(0.0, |below| middle_above(format, below));
        let high = if magnitude == format.infinity() {
            f64::INFINITY
        } else {
            middle_above(format, magnitude)
        };
        assert!(low * (1.0 - ERROR) <= size && size <= high * (1.0 + ERROR), "{place}");
        if size < low * (1.0 + ERROR) || high * (1.0 - ERROR) < size {
            unjudged += 1;
        }
    }
    unjudged
}

/// A function of a number in double precision.
type DoubleFunction = fn(f64) -> f64;

/// The functions in double precision.
pub const FUNCTIONS: [(&str, DoubleFunction); 10] = [
    ("rsqrt", reciprocal_root),
    ("lg2", f64::log2),
    ("log", f64::ln),
    ("exp", f64::exp),
    ("sigmoid", logistic),
    ("silu", silu),
    ("gelu", gelu),
    ("erf", error_function),
    ("sin", f64::sin),
    ("cos", f64::cos),
];

fn reciprocal_root(x: f64) -> f64 {
    // The root of -0 is -0, and its reciprocal -infinity.
    1.0 / x.sqrt()
}

fn logistic(x: f64) -> f64 {
    // A negative x has a small result, whose relative error must be small too.
    if x < 0.0 {
        x.exp() / (1.0 + x.exp())
    } else {
        1.0 / (1.0 + (-x).exp())
    }
}

/// Returns x times a weight, and -0 for negative infinity.
fn weighted(x: f64, weight: fn(f64) -> f64) -> f64 {
    if x == f64::NEG_INFINITY {
        -0.0
    } else {
        x * weight(x)
    }
}

fn silu(x: f64) -> f64 {
    weighted(x, logistic)
}

fn gelu(x: f64) -> f64 {
    weighted(x, |x| match x {
        x if x < -2.0 => normal_beyond(-x),
        x if x > 2.0 => 1.0 - normal_beyond(x),
        x => 0.5 + normal_from_zero(x),
    })
}

fn error_function(x: f64) -> f64 {
    let scaled = x * std::f64::consts::SQRT_2;
    if scaled.abs() > 2.0 {
        (1.0 - 2.0 * normal_beyond(scaled.abs())).copysign(x)
    } else {
        2.0 * normal_from_zero(scaled)
    }
}

/// Returns the integral of the density of the normal distribution from zero to x, at most 2, by its series.
fn normal_from_zero(x: f64) -> f64 {
    let mut term = x;
    let mut sum = x;
    for degree in (3..100).step_by(2) {
        term *= x * x / f64::from(degree);
        sum += term;
    }
    sum * (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt()
}

/// Returns the integral of that density from x, at least 2, to infinity, by Laplace's continued fraction.
fn normal_beyond(x: f64) -> f64 {
    let fraction = (1..200).rev().fold(x, |below, number| x + f64::from(number) / below);
    (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt() / fraction
}

/// Checks all functions in a format. Of the operands, `ties` have a result halfway between two numbers in double precision.
fn check_all(ty: &str, ties: impl Fn(&str) -> usize) {
    for (name, function) in FUNCTIONS {
        let unjudged = check(&format!("{name}.approx.{ty}"), function);
        if is_complete() {
            assert_eq!(unjudged, ties(name), "{name}")
        } else {
            assert!(unjudged <= ties(name), "{name}: {unjudged}")
        }
    }
}

#[test]
fn f16_results_are_the_nearest_numbers() {
    check_all("f16", |_| 0);
}

#[test]
fn bf16_results_are_the_nearest_numbers() {
    // Half of an odd number below 2^-125 is a tie that only the exact result breaks.
    check_all("bf16", |name| if name == "silu" || name == "gelu" { 256 } else { 0 });
}
