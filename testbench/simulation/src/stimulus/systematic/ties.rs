//! Products that are ties, and ties that an addend completes.

use super::super::number::Number;
use super::family::{alternate, len, mixed, signs, VectorFamily};
use super::near_ties::factors;
use super::patterns::FormatPatterns;

/// Returns products that are ties. A single one of the addend, at any distance below, decides the rounding.
pub(super) fn decided_ties(addend: &FormatPatterns) -> VectorFamily {
    VectorFamily::new([2, 3, 3 * addend.precision() as u64 + 6, 2], |patterns, values| {
        let [fraction, exponent, distance, opposite] = values;
        let (kind, [negative, other_negative]) = (&patterns.factor, signs(&values));
        let exponent = [kind.highest() / 2, -1, kind.lowest() / 2 + 1][exponent];
        // One and a half times a number whose last place is 1: one digit more than the format has.
        let a = kind.value(negative, exponent, 2 * fraction as u32 + 1);
        let b = kind.value(other_negative, exponent, 1 << (kind.format.fraction_bits - 1));
        let product = kind.multiply(a, b);
        let c = patterns.addend_at(product, -(distance as i32), product.negative != (opposite == 1), 0);
        alternate([a, b], c, &values)
    })
}

/// Returns the same ties with a subnormal addend of a single one in any place. The product has any size far above the
/// addend.
pub(super) fn ties_decided_by_subnormals(addend: &FormatPatterns) -> VectorFamily {
    let sizes = (addend.highest() - addend.lowest()).min(3 * addend.precision());
    VectorFamily::new(
        [2, sizes.unsigned_abs().into(), len(&addend.ones) - 1, 2],
        |patterns, values| {
            let [fraction, size, one, opposite] = values;
            let (kind, addend) = (&patterns.factor, &patterns.addend);
            let half = 1 << (kind.format.fraction_bits - 1);
            let [a, b] = kind.factors(addend.lowest() + size as i32, [2 * fraction as u32 + 1, half], &values);
            let product = kind.multiply(a, b);
            let c = addend.signed(product.negative != (opposite == 1), addend.ones[one + 1]);
            alternate([a, b], c, &values)
        },
    )
}

/// Returns products that an addend's upper places complete to a tie. A single one in its lower places decides the
/// rounding of the sum.
pub(super) fn completed_ties(addend: &FormatPatterns) -> VectorFamily {
    let places = addend.precision() as u64;
    VectorFamily::new([places - 2, places, 2, 2, 2], |patterns, values| {
        let [lacking, decisive, below, carries, size] = values;
        let kind = &patterns.factor;
        let fraction = |significand: u64| significand as u32 & kind.format.fraction_mask();
        let [one, other] = factors_short_of_a_tie(kind.precision(), lacking, carries == 1, below == 1);
        // A large product, and one below 1, so that nothing saturates.
        let exponent = [kind.highest() - 1, -2][size];
        let [a, b] = kind.factors(exponent, [fraction(one), fraction(other)], &values);
        let product = kind.multiply(a, b);
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
        alternate([a, b], completing.truncate(patterns.addend.format), &values)
    })
}

/// Returns representable products of a subnormal factor that an addend completes to a tie. A single one in the addend's
/// lower places decides the rounding of the sum. The leading zeros of the subnormal factor keep the addend near the
/// last place of the format.
pub(super) fn completed_numbers(addend: &FormatPatterns) -> VectorFamily {
    VectorFamily::new(
        [4, len(&addend.ones) - 1, addend.precision() as u64 - 1, 2, 2, 2],
        |patterns, values| {
            let [size, one, places, odd, opposite, above] = values;
            let (kind, [negative, other_negative]) = (&patterns.factor, signs(&values));
            let exponent = [
                kind.highest(),
                kind.highest() - 1,
                kind.highest() * 3 / 4,
                kind.highest() / 2,
            ][size];
            let fraction = kind.patterns[mixed(&values) % kind.patterns.len()];
            let a = kind.value(negative, exponent, fraction & !1 | odd as u32);
            let b = kind.signed(other_negative, kind.ones[one + 1]);
            let product = kind.multiply(a, b);
            // Half of the last place of a, times the one.
            let last = kind.number(a).exponent + kind.number(b).leading_exponent();
            let half = 1 << (places + 1);
            let completing = Number {
                negative: product.negative != (opposite == 1),
                significand: if above == 1 { half + 1 } else { half - 1 },
                exponent: last - 2 - places as i32,
            };
            alternate([a, b], completing.truncate(patterns.addend.format), &values)
        },
    )
}

/// Returns two significands whose product plus 2^`lacking` is a tie. The product has twice as many digits as a
/// significand if it `carries`, otherwise one fewer. `odd` selects the parity of the number below the tie: a tie rounds
/// to even. Significands of few digits lack some of these products; the factors are then powers of two.
fn factors_short_of_a_tie(precision: i32, lacking: usize, carries: bool, odd: bool) -> [u64; 2] {
    let precision = precision as u32;
    let digits = 2 * precision - u32::from(!carries);
    let lost = digits - precision;
    let tail = (1 << (lost - 1)) - (1_u64 << lacking);
    factors(precision, digits, lost, tail, odd).unwrap_or([1 << (precision - 1); 2])
}
