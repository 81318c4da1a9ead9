//! Tests of tanh and ex2 on all 65,536 inputs of each format.
//!
//! Double precision suffices as a reference. Except for the one tie of ex2.f16, no result lies nearer than 2^-17 of a
//! last place to a rounding boundary, and the standard library errs by less than 2^-40 of one.

use halfpipe_isa::FloatFormat;
use std::collections::HashSet;

use super::common::{instruction, to_f64};
use halfpipe_model::value::evaluate;

const ALL_INPUTS: std::ops::RangeInclusive<u32> = 0..=0xFFFF;

/// Returns the results of an instruction with one operand, indexed by that operand.
fn results(mnemonic: &str) -> Vec<u32> {
    let instruction = instruction(mnemonic);
    ALL_INPUTS.map(|bits| evaluate(instruction, &[bits])).collect()
}

fn is_nan(format: FloatFormat, bits: u32) -> bool {
    bits & format.magnitude_mask() > format.infinity()
}

fn is_finite(format: FloatFormat, bits: u32) -> bool {
    bits & format.magnitude_mask() < format.infinity()
}

/// Returns the number of encodings that the results use, the canonical NaN among them.
fn distinct(results: &[u32]) -> usize {
    let distinct: HashSet<u32> = results.iter().copied().collect();
    distinct.len()
}

/// Returns the encodings of all numbers but NaN, from −infinity to +infinity.
fn ascending(format: FloatFormat) -> impl Iterator<Item = u32> {
    let negative = (0..=format.infinity()).rev().map(move |bits| format.sign_mask() | bits);
    negative.chain(0..=format.infinity())
}

/// Returns a key that orders encodings like their values.
fn order_key(format: FloatFormat, bits: u32) -> i64 {
    let magnitude = i64::from(bits & format.magnitude_mask());
    if bits & format.sign_mask() == 0 {
        magnitude
    } else {
        -magnitude
    }
}

fn assert_monotone(format: FloatFormat, results: &[u32]) {
    let keys: Vec<i64> = ascending(format)
        .map(|bits| order_key(format, results[bits as usize]))
        .collect();
    assert!(keys.is_sorted());
}

/// Asserts that each finite result is the number nearest to the function's value in double precision.
fn assert_correctly_rounded(format: FloatFormat, results: &[u32], function: fn(f64) -> f64) {
    for bits in ALL_INPUTS.filter(|&bits| is_finite(format, bits)) {
        let result = results[bits as usize];
        let exact = function(to_f64(format, bits));
        if !is_finite(format, result) {
            let half_ulp_above_largest =
                2_f64.powi(format.max_exponent() as i32) * (2.0 - 2_f64.powi(-(format.fraction_bits as i32) - 1));
            assert!(exact >= half_ulp_above_largest, "{bits:#06X}");
            continue;
        }
        let magnitude = result & format.magnitude_mask();
        let value = to_f64(format, magnitude);
        let below = value - to_f64(format, magnitude.saturating_sub(1));
        let above = 2_f64.powi(exponent_of(format, magnitude) - format.fraction_bits as i32);
        let error = exact.abs() - value;
        let slack = 1.0 + 2_f64.powi(-20);
        assert!(
            -below / 2.0 * slack <= error && error <= above / 2.0 * slack,
            "{bits:#06X} gives {result:#06X}, which is not nearest to {exact:e}"
        );
    }
}

fn exponent_of(format: FloatFormat, magnitude: u32) -> i32 {
    let field = (magnitude >> format.fraction_bits).max(1) as i32;
    field - format.max_exponent() as i32
}

fn assert_nan_gives_canonical_nan(format: FloatFormat, results: &[u32]) {
    for bits in ALL_INPUTS.filter(|&bits| is_nan(format, bits)) {
        assert_eq!(results[bits as usize], format.canonical_nan());
    }
}

fn assert_odd(format: FloatFormat, results: &[u32]) {
    for bits in 0..=format.infinity() {
        let negative = format.sign_mask() | bits;
        assert_eq!(results[negative as usize], format.sign_mask() | results[bits as usize]);
    }
}

#[test]
fn tanh_f16() {
    let format = FloatFormat::F16;
    let results = results("tanh.approx.f16");
    assert_correctly_rounded(format, &results, f64::tanh);
    assert_monotone(format, &results);
    assert_odd(format, &results);
    assert_nan_gives_canonical_nan(format, &results);
    assert_eq!(distinct(&results), 30_557);
    // The points at which tanh x leaves x, and at which it reaches 1.
    assert!((0..0x2745).all(|bits| results[bits as usize] == bits));
    assert_eq!(results[0x2745], 0x2744);
    assert!((0x4482..=0x7C00).all(|bits| results[bits as usize] == 0x3C00));
    assert_eq!(results[0x4481], 0x3BFF);
}

#[test]
fn tanh_bf16() {
    let format = FloatFormat::BF16;
    let results = results("tanh.approx.bf16");
    assert_correctly_rounded(format, &results, f64::tanh);
    assert_monotone(format, &results);
    assert_odd(format, &results);
    assert_nan_gives_canonical_nan(format, &results);
    assert_eq!(distinct(&results), 32_499);
    assert!((0..0x3DB9).all(|bits| results[bits as usize] == bits));
    assert_eq!(results[0x3DB9], 0x3DB8);
    assert!((0x405E..=0x7F80).all(|bits| results[bits as usize] == 0x3F80));
    assert_eq!(results[0x405D], 0x3F7F);
}

#[test]
fn ex2_f16() {
    let format = FloatFormat::F16;
    let results = results("ex2.approx.f16");
    // 2^-25 is a tie; the bounds above allow both neighbours.
    assert_correctly_rounded(format, &results, f64::exp2);
    assert_monotone(format, &results);
    assert_nan_gives_canonical_nan(format, &results);
    assert_eq!(distinct(&results), 10_252);
}

#[test]
fn ex2_bf16() {
    let format = FloatFormat::BF16;
    let results = results("ex2.approx.ftz.bf16");
    assert_correctly_rounded(format, &results, |x| {
        let exact = x.exp2();
        if exact < f64::from(f32::MIN_POSITIVE) {
            0.0
        } else {
            exact
        }
    });
    assert_monotone(format, &results);
    assert_nan_gives_canonical_nan(format, &results);
    assert_eq!(distinct(&results), 2_025);
    let subnormals = |bits: &u32| bits & format.magnitude_mask() < 0x0080;
    assert!(ALL_INPUTS
        .filter(subnormals)
        .all(|bits| results[bits as usize] == 0x3F80));
}

#[test]
fn lanes_compute_alike() {
    for (mnemonic, scalar) in [
        ("tanh.approx.f16x2", "tanh.approx.f16"),
        ("tanh.approx.bf16x2", "tanh.approx.bf16"),
        ("ex2.approx.f16x2", "ex2.approx.f16"),
        ("ex2.approx.ftz.bf16x2", "ex2.approx.ftz.bf16"),
    ] {
        let (packed, scalar) = (instruction(mnemonic), instruction(scalar));
        for low in ALL_INPUTS.step_by(17) {
            let high = 0xFFFF - low;
            let expected = evaluate(scalar, &[high]) << 16 | evaluate(scalar, &[low]);
            assert_eq!(evaluate(packed, &[high << 16 | low]), expected);
        }
    }
}
