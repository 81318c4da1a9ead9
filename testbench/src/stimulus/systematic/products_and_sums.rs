//! Products of walking ones, and a walking one beside each.

use super::super::number::{step, Number};
use super::{in_turns, len, signs, Family, Kind};

/// Products of walking ones, and of subnormal ones, with a walking one at every distance at which it still meets the
/// product, and products that an addend cancels.
pub(super) fn products_and_sums(kind: &Kind, addend: &Kind) -> Vec<Family> {
    let (ones, patterns) = (len(&kind.ones), len(&kind.patterns));
    let distances = (least_distance(kind, addend).unsigned_abs() + addend.precision().unsigned_abs() + 4).into();
    vec![
        Family {
            radices: vec![ones, ones, distances, 2],
            make: |systematic, values| {
                let &[one, other, distance, opposite] = values else {
                    unreachable!("as many values as radices")
                };
                let (kind, addend) = (&systematic.factor, &systematic.addend);
                let [negative, other_negative] = signs(values);
                // A product of middle size, one near the largest, and one near the smallest normal number.
                let sum = [0, addend.highest() - 1, addend.lowest() + 2][(one + other + distance) % 3]
                    .clamp(2 * kind.lowest(), 2 * kind.highest());
                let a = kind.value(negative, sum / 2, kind.ones[one]);
                let b = kind.value(other_negative, sum - sum / 2, kind.ones[other]);
                let product = kind.number(a).times(kind.number(b));
                let distance = distance as i32 + least_distance(kind, addend);
                let pattern = one + 3 * other + distance.unsigned_abs() as usize;
                let c = systematic.addend_at(product, distance, product.negative != (opposite == 1), pattern);
                [a, b, c]
            },
        },
        Family {
            radices: vec![ones - 1, DEPTHS, distances, 2],
            make: |systematic, values| {
                let &[one, depth, distance, opposite] = values else {
                    unreachable!("as many values as radices")
                };
                let (kind, addend) = (&systematic.factor, &systematic.addend);
                let other = kind.ones[(one + depth + distance) % kind.ones.len()];
                let places = depth * kind.ones.len() / DEPTHS as usize + distance % 3;
                let [a, b] = systematic.product_of_subnormal(kind.ones[one + 1], other, places, values);
                let product = kind.number(a).times(kind.number(b));
                let distance = distance as i32 + least_distance(kind, addend);
                let pattern = one + distance.unsigned_abs() as usize;
                let c = systematic.addend_at(product, distance, product.negative != (opposite == 1), pattern);
                let [a, b, _] = in_turns([a, b], values);
                [a, b, c]
            },
        },
        Family {
            radices: vec![ones - 1, ones - 1, 8],
            make: |systematic, values| {
                let (kind, addend, [negative, other_negative]) =
                    (&systematic.factor, &systematic.addend, signs(values));
                let a = kind.signed(negative, kind.ones[values[0] + 1]);
                let b = kind.signed(other_negative, kind.ones[values[1] + 1]);
                let product = kind.number(a).times(kind.number(b));
                let beyond = addend.precision() + 1;
                let at = |distance, opposite| {
                    let pattern = values[0] + 3 * values[1];
                    systematic.addend_at(product, distance, product.negative != opposite, pattern)
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
        Family {
            radices: vec![patterns, patterns],
            make: |systematic, values| {
                let (kind, [negative, other_negative]) = (&systematic.factor, signs(values));
                let a = kind.value(negative, 1, kind.patterns[values[0]]);
                let b = kind.value(other_negative, -1, kind.patterns[values[1]]);
                let product = kind.number(a).times(kind.number(b));
                let opposite = Number {
                    negative: !product.negative,
                    ..product
                };
                let format = systematic.addend.format;
                let places = (values[0] + 2 * values[1]) as i32 % 7 - 3;
                [a, b, step(format, opposite.truncate(format), places)]
            },
        },
    ]
}

/// Products in the middle between two numbers, of which a single one at any distance below decides to which they are rounded.
pub(super) fn decided_ties(addend: &Kind) -> Family {
    Family {
        radices: vec![2, 3, 3 * addend.precision() as u64 + 6, 2],
        make: |systematic, values| {
            let &[fraction, exponent, distance, opposite] = values else {
                unreachable!("as many values as radices")
            };
            let (kind, [negative, other_negative]) = (&systematic.factor, signs(values));
            let exponent = [kind.highest() / 2, 0, kind.lowest() / 2 + 1][exponent];
            // 1 and a half times a number whose last place is 1: one digit more than the format has.
            let a = kind.value(negative, exponent, 2 * fraction as u32 + 1);
            let b = kind.value(other_negative, exponent, 1 << (kind.format.fraction_bits() - 1));
            let product = kind.number(a).times(kind.number(b));
            let c = systematic.addend_at(product, -(distance as i32), product.negative != (opposite == 1), 0);
            let [a, b, _] = in_turns([a, b], values);
            [a, b, c]
        },
    }
}

/// How many places about the smallest normal number the leading bits of products of subnormal factors have in an fma.
const DEPTHS: u64 = 4;

/// How far below a product's leading bit an addend's may lie until it is below the last place of everything.
fn least_distance(kind: &Kind, addend: &Kind) -> i32 {
    -(2 * kind.precision()).max(addend.precision()) - 3
}
