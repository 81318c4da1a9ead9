//! Unit tests of `src/stimulus/systematic/near_ties.rs`.

use std::collections::HashSet;

use halfpipe_isa::Instruction;

use super::super::super::number::Number;
use super::super::Systematic;
use super::*;

#[test]
fn every_digit_of_a_product_decides_a_rounding() {
    for (mnemonic, format) in [
        ("mul.f16", FloatFormat::F16),
        ("mul.bf16", FloatFormat::BF16),
        ("fma.rn.f16", FloatFormat::F16),
    ] {
        let instruction: Instruction = mnemonic.parse().unwrap();
        let systematic = Systematic::from_instruction(instruction);
        let precision = format.fraction_bits as i32 + 1;
        let mut met = HashSet::new();
        for [a, b, c] in (0..systematic.count()).map(|index| systematic.get(index)) {
            let product = Number::decode(format, a).times(Number::decode(format, b));
            if product.significand == 0 || c != 0 {
                continue;
            }
            let depth = (format.min_exponent() as i32 - product.leading_exponent()).max(0);
            let digits = product.significand.ilog2() as i32 + 1;
            let lost = digits - precision + depth;
            if !(2..60).contains(&lost) || depth > precision {
                continue;
            }
            let tail = product.significand & ((1 << lost) - 1);
            let beside = tail as i64 - (1 << (lost - 1));
            let is_odd = (product.significand >> lost) % 2 == 1;
            if beside.unsigned_abs().is_power_of_two() && is_odd == (beside < 0) {
                met.insert((
                    depth,
                    digits,
                    beside.unsigned_abs().ilog2() as i32,
                    beside > 0,
                    product.negative,
                ));
            }
        }
        for digits in [2 * precision - 1, 2 * precision] {
            for place in 0..digits - precision - 1 {
                for (above, negative) in [(false, false), (false, true), (true, false), (true, true)] {
                    assert!(
                        met.contains(&(0, digits, place, above, negative)),
                        "{mnemonic}: {digits} {place}"
                    );
                }
            }
        }
        for depth in 1..precision - 3 {
            assert!(
                met.iter().any(|(met, _, place, ..)| (*met, *place) == (depth, 0)),
                "{mnemonic}: {depth}"
            );
        }
    }
}

#[test]
fn factors_are_what_was_asked_for() {
    for precision in [4, 8, 11] {
        for (digits, lost) in [(2 * precision - 1, precision - 1), (2 * precision, precision + 2)] {
            for tail in 1..1 << lost.min(6) {
                let found = factors(precision, digits, lost, tail, true);
                if let Some([one, other]) = found {
                    assert!([one, other].iter().all(|factor| factor.ilog2() + 1 == precision));
                    assert_eq!((one * other).ilog2() + 1, digits);
                    assert_eq!(one * other % (1 << (lost + 1)), tail | 1 << lost);
                }
            }
        }
    }
}
