//! Products of walking ones with walking-one addends.

use super::super::number::step;
use super::family::{alternate, len, signs, VectorFamily};
use super::patterns::FormatPatterns;

/// Returns products of walking ones, also of subnormal factors, with a walking-one addend at every distance at which it
/// overlaps the product. Products that an addend cancels are included.
pub(super) fn products_and_sums(kind: &FormatPatterns, addend: &FormatPatterns) -> Vec<VectorFamily> {
    let distances = least_distance(kind, addend).unsigned_abs() + addend.precision().unsigned_abs() + 4;
    vec![
        overlapped_products(kind, distances.into()),
        overlapped_products_of_a_subnormal(kind, distances.into()),
        products_of_subnormals(kind),
        nearly_cancelled_products(kind),
    ]
}

/// Returns products of normal numbers with an addend at each of so many distances.
fn overlapped_products(kind: &FormatPatterns, distances: u64) -> VectorFamily {
    let ones = len(&kind.ones);
    VectorFamily::new([ones, ones, distances, 2], |patterns, values| {
        let [one, other, distance, opposite] = values;
        let (kind, addend) = (&patterns.factor, &patterns.addend);
        // Exponents of a product below 1, so that nothing saturates, of one near the largest, and of one near
        // the smallest normal number.
        let sum = [-2, addend.highest() - 1, addend.lowest() + 2][(one + other + distance) % 3]
            .clamp(2 * kind.lowest(), 2 * kind.highest());
        let [a, b] = kind.factors(sum, [kind.ones[one], kind.ones[other]], &values);
        let product = kind.multiply(a, b);
        let distance = distance as i32 + least_distance(kind, addend);
        let pattern = one + 3 * other + distance.unsigned_abs() as usize;
        let c = patterns.addend_at(product, distance, product.negative != (opposite == 1), pattern);
        [a, b, c]
    })
}

/// Returns products of a subnormal factor with an addend at each of so many distances.
fn overlapped_products_of_a_subnormal(kind: &FormatPatterns, distances: u64) -> VectorFamily {
    VectorFamily::new([len(&kind.ones) - 1, DEPTHS, distances, 2], |patterns, values| {
        let [one, depth, distance, opposite] = values;
        let (kind, addend) = (&patterns.factor, &patterns.addend);
        let other = kind.ones[(one + depth + distance) % kind.ones.len()];
        let places = depth * kind.ones.len() / DEPTHS as usize + distance % 3;
        let [a, b] = patterns.product_of_subnormal(kind.ones[one + 1], other, places, &values);
        let product = kind.multiply(a, b);
        let distance = distance as i32 + least_distance(kind, addend);
        let pattern = one + distance.unsigned_abs() as usize;
        let c = patterns.addend_at(product, distance, product.negative != (opposite == 1), pattern);
        alternate([a, b], c, &values)
    })
}

/// Returns products of two subnormal factors with zeros, the smallest numbers, and addends at the ends of the product.
fn products_of_subnormals(kind: &FormatPatterns) -> VectorFamily {
    let ones = len(&kind.ones) - 1;
    VectorFamily::new([ones, ones, 8], |patterns, values| {
        let (kind, addend, [negative, other_negative]) = (&patterns.factor, &patterns.addend, signs(&values));
        let a = kind.signed(negative, kind.ones[values[0] + 1]);
        let b = kind.signed(other_negative, kind.ones[values[1] + 1]);
        let product = kind.multiply(a, b);
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
    })
}

/// Returns products with an addend a few steps from the number that cancels them.
fn nearly_cancelled_products(kind: &FormatPatterns) -> VectorFamily {
    let patterns = len(&kind.patterns);
    VectorFamily::new([patterns, patterns], |patterns, values| {
        let (kind, [negative, other_negative]) = (&patterns.factor, signs(&values));
        let a = kind.value(negative, 1, kind.patterns[values[0]]);
        let b = kind.value(other_negative, -1, kind.patterns[values[1]]);
        let product = kind.multiply(a, b);
        let format = patterns.addend.format;
        let places = (values[0] + 2 * values[1]) as i32 % 7 - 3;
        [a, b, step(format, product.opposite().truncate(format), places)]
    })
}

/// The number of leading-bit positions of products of subnormal factors in an fma, around the smallest normal number.
const DEPTHS: u64 = 4;

/// Returns the maximum distance of an addend's leading bit below the product's. Beyond it the addend is below the last
/// place of the format.
fn least_distance(kind: &FormatPatterns, addend: &FormatPatterns) -> i32 {
    -(2 * kind.precision()).max(addend.precision()) - 3
}
