//! The circle constant π.

use std::sync::LazyLock;

use crate::value::interval::Interval;

/// Number of fraction bits of the enclosure that is computed once.
const FRACTION_BITS: u64 = 512;

/// π with [`FRACTION_BITS`] fraction bits.
static PI: LazyLock<Interval> = LazyLock::new(|| compute_pi(FRACTION_BITS));

/// Encloses π.
pub fn pi(fraction_bits: u64) -> Interval {
    if fraction_bits <= FRACTION_BITS {
        PI.with_fewer_fraction_bits(fraction_bits)
    } else {
        compute_pi(fraction_bits)
    }
}

/// Encloses π = 16 arctan(1/5) − 4 arctan(1/239).
fn compute_pi(fraction_bits: u64) -> Interval {
    let sixteen = inverse_arctangent(16, 5, fraction_bits);
    sixteen.minus(&inverse_arctangent(4, 239, fraction_bits))
}

/// Encloses factor · arctan(1/n) = factor · (1/n − 1/(3n³) + 1/(5n⁵) − …).
fn inverse_arctangent(factor: u32, n: u32, fraction_bits: u64) -> Interval {
    let mut power = Interval::integer(factor, fraction_bits).divided_by_integer(n);
    let mut added = power.clone();
    let mut subtracted = Interval::integer(0, fraction_bits);
    for degree in (3_u32..).step_by(2) {
        power = power.divided_by_integer(n * n);
        let term = power.divided_by_integer(degree);
        match degree % 4 {
            3 => subtracted = subtracted.plus(&term),
            _ => added = added.plus(&term),
        }
        if power.is_at_most_one_unit() {
            break;
        }
    }
    // The powers that follow sum to less than this one.
    added.plus_at_most(&power).minus(&subtracted.plus_at_most(&power))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::number::{Sign, Value};

    /// The first digits of π with 64 fraction bits, cut off.
    const PI: u128 = 0x3_243F_6A88_85A3_08D3;

    #[test]
    fn pi_is_enclosed_at_every_precision() {
        for fraction_bits in 8..=60 {
            let [low, high] = compute_pi(fraction_bits).ends(Sign::Positive, 0).map(|end| match end {
                Value::Finite { significand, .. } => u128::try_from(significand).expect("a small number"),
                other => panic!("{other:?} is not finite"),
            });
            let digits = PI >> (64 - fraction_bits);
            assert!(low <= digits && digits < high && high - low < 80, "{fraction_bits}");
        }
    }
}
