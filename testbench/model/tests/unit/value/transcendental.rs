//! Unit tests of `src/value/transcendental.rs`.

use std::cmp::Ordering;

use super::*;
use crate::value::compare::order;

/// Published digits of ln 2 and e, cut off, with 128 fraction bits.
const LN_2: &[u8] = b"0B17217F7D1CF79ABC9E3B39803F2F6AF";
const E: &[u8] = b"2B7E151628AED2A6ABF7158809CF4F3C7";
const DIGITS_FRACTION_BITS: u64 = 128;

fn at_most(x: &Value, y: &Value) -> bool {
    order(x, y).is_some_and(Ordering::is_le)
}

/// Asserts that an enclosure of up to 120 fraction bits contains a constant and is at most 80 units wide.
fn assert_encloses(enclosure: Interval, constant: &[u8]) {
    let fraction_bits = enclosure.fraction_bits();
    let [low, high] = enclosure.ends(Sign::Positive, 0);
    let below = BigUint::parse_bytes(constant, 16).expect("hexadecimal digits");
    let margin = BigUint::from(80_u32) << (DIGITS_FRACTION_BITS - fraction_bits);
    let value = |units: BigUint| Value::Finite {
        sign: Sign::Positive,
        significand: units,
        exponent: -(DIGITS_FRACTION_BITS as i64),
    };
    assert!(at_most(&low, &value(below.clone())));
    assert!(at_most(&value(&below + 1_u32), &high));
    assert!(at_most(&high, &value(below + margin)));
}

#[test]
fn ln_2_is_enclosed_at_every_precision() {
    for fraction_bits in 8..=120 {
        assert_encloses(ln_2(fraction_bits), LN_2);
    }
}

#[test]
fn exponential_series_encloses_e_at_every_precision() {
    for fraction_bits in 8..=120 {
        let (cosh, sinh) = cosh_and_sinh(&Interval::integer(1, fraction_bits));
        assert_encloses(cosh.plus(&sinh), E);
    }
}

#[test]
fn finer_enclosures_lie_within_coarser_ones() {
    let digits = BigUint::from(0x5A5_u32);
    for exponent in [-8, -11, -12, -40] {
        for precision in 8..60 {
            let [low, high] = tanh_enclosure(&digits, exponent, precision).ends(Sign::Positive, 0);
            let [finer_low, finer_high] = tanh_enclosure(&digits, exponent, 2 * precision).ends(Sign::Positive, 0);
            assert!(at_most(&low, &finer_low) && at_most(&finer_high, &high));
        }
    }
}
