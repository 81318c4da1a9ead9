//! Products of walking ones with walking-one addends.

use super::super::number::{step, Number};
use super::family::{in_turns, len, mixed, signs, VectorFamily};
use super::near_ties::factors;
use super::patterns::FormatPatterns;

/// Returns products of walking ones, also of subnormal factors, with a walking-one addend at every distance at which it
/// overlaps the product. Products that an addend cancels are included.
pub(super) fn products_and_sums(kind: &FormatPatterns, addend: &FormatPatterns) -> Vec<VectorFamily> {
    let (ones, patterns) = (len(&kind.ones), len(&kind.patterns));
    let distances = (least_distance(kind, addend).unsigned_abs() + addend.precision().unsigned_abs() + 4).into();
    vec![
        VectorFamily {
            radices: vec![ones, ones, distances, 2],
            make: |patterns, values| {
                let &[one, other, distance, opposite] = values else {
                    unreachable!("as many values as radices")
                };
                let (kind, addend) = (&patterns.factor, &patterns.addend);
                let [negative, other_negative] = signs(values);
                // Exponents of a product below 1, so that nothing saturates, of one near the largest, and of one near
                // the smallest normal number.
                let sum = [-2, addend.highest() - 1, addend.lowest() + 2][(one + other + distance) % 3]
                    .clamp(2 * kind.lowest(), 2 * kind.highest());
                let exponents = kind.split(sum, mixed(values));
                let a = kind.value(negative, exponents[0], kind.ones[one]);
                let b = kind.value(other_negative, exponents[1], kind.ones[other]);
                let product = kind.number(a).times(kind.number(b));
                let distance = distance as i32 + least_distance(kind, addend);
                let pattern = one + 3 * other + distance.unsigned_abs() as usize;
                let c = patterns.addend_at(product, distance, product.negative != (opposite == 1), pattern);
                [a, b, c]
            },
        },
        VectorFamily {
            radices: vec![ones - 1, DEPTHS, distances, 2],
            make: |patterns, values| {
                let &[one, depth, distance, opposite] = values else {
                    unreachable!("as many values as radices")
                };
                let (kind, addend) = (&patterns.factor, &patterns.addend);
                let other = kind.ones[(one + depth + distance) % kind.ones.len()];
                let places = depth * kind.ones.len() / DEPTHS as usize + distance % 3;
                let [a, b] = patterns.product_of_subnormal(kind.ones[one + 1], other, places, values);
                let product = kind.number(a).times(kind.number(b));
                let distance = distance as i32 + least_distance(kind, addend);
                let pattern = one + distance.unsigned_abs() as usize;
                let c = patterns.addend_at(product, distance, product.negative != (opposite == 1), pattern);
                let [a, b, _] = in_turns([a, b], values);
                [a, b, c]
            },
        },
        VectorFamily {
            radices: vec![ones - 1, ones - 1, 8],
            make: |patterns, values| {
                let (kind, addend, [negative, other_negative]) = (&patterns.factor, &patterns.addend, signs(values));
                let a = kind.signed(negative, kind.ones[values[0] + 1]);
                let b = kind.signed(other_negative, kind.ones[values[1] + 1]);
                let product = kind.number(a).times(kind.number(b));
                let beyond = addend.precision() + 1;
                let at = |distance, opposite| {
                    let pattern = values[0] + 3 * values[1];
                    patterns.addend_at(product, distance, product.negative != opposite, pattern)
                };
                let c = match values[2] {
                    0 => 0,
                    1 => addend.format.sign_mask(),
                    2 => 1,
                    3 => addend.format.sign_mask() | 1,
                    4 => at(0, true),
                    5 => at(beyond, false),
                    6 => at(beyond, true),
                    _ => addend.value(!product.negative, 0, 0),
                };
                [a, b, c]
            },
        },
        VectorFamily {
            radices: vec![patterns, patterns],
            make: |patterns, values| {
                let (kind, [negative, other_negative]) = (&patterns.factor, signs(values));
                let a = kind.value(negative, 1, kind.patterns[values[0]]);
                let b = kind.value(other_negative, -1, kind.patterns[values[1]]);
                let product = kind.number(a).times(kind.number(b));
                let opposite = Number {
                    negative: !product.negative,
                    ..product
                };
                let format = patterns.addend.format;
                let places = (values[0] + 2 * values[1]) as i32 % 7 - 3;
                [a, b, step(format, opposite.truncate(format), places)]
            },
        },
    ]
}

/// Returns products that are ties. A single one of the addend, at any distance below, decides the rounding.
pub(super) fn decided_ties(addend: &FormatPatterns) -> VectorFamily {
    VectorFamily {
        radices: vec![2, 3, 3 * addend.precision() as u64 + 6, 2],
        make: |patterns, values| {
            let &[fraction, exponent, distance, opposite] = values else {
                unreachable!("as many values as radices")
            };
            let (kind, [negative, other_negative]) = (&patterns.factor, signs(values));
            let exponent = [kind.highest() / 2, -1, kind.lowest() / 2 + 1][exponent];
            // One and a half times a number whose last place is 1: one digit more than the format has.
            let a = kind.value(negative, exponent, 2 * fraction as u32 + 1);
            let b = kind.value(other_negative, exponent, 1 << (kind.format.fraction_bits - 1));
            let product = kind.number(a).times(kind.number(b));
            let c = patterns.addend_at(product, -(distance as i32), product.negative != (opposite == 1), 0);
            let [a, b, _] = in_turns([a, b], values);
            [a, b, c]
        },
    }
}

/// Returns the same ties with a subnormal addend of a single one in any place. The product has any size far above the
/// addend.
pub(super) fn ties_decided_by_subnormals(addend: &FormatPatterns) -> VectorFamily {
    let sizes = (addend.highest() - addend.lowest()).min(3 * addend.precision());
    VectorFamily {
        radices: vec![2, sizes.unsigned_abs().into(), len(&addend.ones) - 1, 2],
        make: |patterns, values| {
            let &[fraction, size, one, opposite] = values else {
                unreachable!("as many values as radices")
            };
            let (kind, addend) = (&patterns.factor, &patterns.addend);
            let [negative, other_negative] = signs(values);
            let exponent = addend.lowest() + size as i32;
            let exponents = kind.split(exponent, mixed(values));
            let a = kind.value(negative, exponents[0], 2 * fraction as u32 + 1);
            let half = 1 << (kind.format.fraction_bits - 1);
            let b = kind.value(other_negative, exponents[1], half);
            let product = kind.number(a).times(kind.number(b));
            let c = addend.signed(product.negative != (opposite == 1), addend.ones[one + 1]);
            let [a, b, _] = in_turns([a, b], values);
            [a, b, c]
        },
    }
}

/// Returns products that an addend's upper places complete to a tie. A single one in its lower places decides the
/// rounding of the sum.
pub(super) fn completed_ties(addend: &FormatPatterns) -> VectorFamily {
    let places = addend.precision() as u64;
    VectorFamily {
        radices: vec![places - 2, places, 2, 2, 2],
        make: |patterns, values| {
            let &[lacking, decisive, below, carries, size] = values else {
                unreachable!("as many values as radices")
            };
            let (kind, [negative, other_negative]) = (&patterns.factor, signs(values));
            let fraction = |significand: u64| significand as u32 & kind.format.fraction_mask();
            let [one, other] = factors_short_of_a_tie(kind.precision(), lacking, carries == 1, below == 1);
            // A large product, and one below 1, so that nothing saturates.
            let exponent = [kind.highest() - 1, -2][size];
            let exponents = kind.split(exponent, mixed(values));
            let a = kind.value(negative, exponents[0], fraction(one));
            let b = kind.value(other_negative, exponents[1], fraction(other));
            let product = kind.number(a).times(kind.number(b));
            // The number of the addend's digits below the last digit of the product; one more for an addend below a
            // power of two.
            let shift = kind.precision() - 1 - lacking as i32 + below as i32;
            let upper = 1 << (lacking as i32 + shift);
            let lower = if (decisive as i32) < shift { 1 << decisive } else { 0 };
            let completing = Number {
                negative: product.negative,
                significand: if below == 1 { upper - lower } else { upper + lower },
                exponent: product.exponent - shift,
            };
            let [a, b, _] = in_turns([a, b], values);
            [a, b, completing.truncate(patterns.addend.format)]
        },
    }
}

/// Returns representable products of a subnormal factor that an addend completes to a tie. A single one in the addend's
/// lower places decides the rounding of the sum. The leading zeros of the subnormal factor keep the addend near the
/// last place of the format.
pub(super) fn completed_numbers(addend: &FormatPatterns) -> VectorFamily {
    VectorFamily {
        radices: vec![4, len(&addend.ones) - 1, addend.precision() as u64 - 1, 2, 2, 2],
        make: |patterns, values| {
            let &[size, one, places, odd, opposite, above] = values else {
                unreachable!("as many values as radices")
            };
            let (kind, [negative, other_negative]) = (&patterns.factor, signs(values));
            let exponent = [
                kind.highest(),
                kind.highest() - 1,
                kind.highest() * 3 / 4,
                kind.highest() / 2,
            ][size];
            let fraction = kind.patterns[mixed(values) % kind.patterns.len()];
            let a = kind.value(negative, exponent, fraction & !1 | odd as u32);
            let b = kind.signed(other_negative, kind.ones[one + 1]);
            let product = kind.number(a).times(kind.number(b));
            // Half of the last place of a, times the one.
            let last = kind.number(a).exponent + kind.number(b).leading_exponent();
            let half = 1 << (places + 1);
            let completing = Number {
                negative: product.negative != (opposite == 1),
                significand: if above == 1 { half + 1 } else { half - 1 },
                exponent: last - 2 - places as i32,
            };
            let [a, b, _] = in_turns([a, b], values);
            [a, b, completing.truncate(patterns.addend.format)]
        },
    }
}

/// Returns two significands whose product plus 2^`lacking` is a tie. The product has twice as many digits as a
/// significand if it `carries`, otherwise one fewer. `odd` selects the parity of the number below the tie: a tie rounds
/// to even.
fn factors_short_of_a_tie(precision: i32, lacking: usize, carries: bool, odd: bool) -> [u64; 2] {
    let precision = precision as u32;
    let digits = 2 * precision - u32::from(!carries);
    let lost = digits - precision;
    let tail = (1 << (lost - 1)) - (1_u64 << lacking);
    factors(precision, digits, lost, tail, odd).expect("there are such factors")
}

/// The number of leading-bit positions of products of subnormal factors in an fma, around the smallest normal number.
const DEPTHS: u64 = 4;

/// Returns the maximum distance of an addend's leading bit below the product's. Beyond it the addend is below the last
/// place of the format.
fn least_distance(kind: &FormatPatterns, addend: &FormatPatterns) -> i32 {
    -(2 * kind.precision()).max(addend.precision()) - 3
}
