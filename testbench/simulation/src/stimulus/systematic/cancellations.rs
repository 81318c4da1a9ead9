//! Terms and products with cancellation of every depth.

use super::super::number::{step, Number};
use super::family::{alternate, len, mixed, signs, OperandPatterns, VectorFamily};
use super::patterns::FormatPatterns;

/// Returns terms near the smallest normal number that cancel to every depth.
pub(super) fn cancelled_terms(kind: &FormatPatterns, addend: &FormatPatterns) -> VectorFamily {
    VectorFamily::new(
        cancellations(addend.precision(), kind.lowest(), kind, addend),
        |patterns, values| {
            let [exponent, place, fraction, outwards] = values;
            let (kind, [negative, _]) = (&patterns.factor, signs(&values));
            let place = patterns.place(place, exponent + fraction);
            let exponent = patterns.addend.lowest().max(kind.lowest()) + exponent as i32;
            let a = kind.value(negative, exponent, kind.beside_powers()[fraction]);
            let b = patterns.nearly_opposite(kind.number(a), place, outwards == 1);
            if kind.format == patterns.addend.format {
                alternate([a, b], 0, &values)
            } else {
                [a, b, 0]
            }
        },
    )
}

/// Returns products near the smallest normal number that an addend cancels to every depth.
pub(super) fn cancelled_products(kind: &FormatPatterns, addend: &FormatPatterns) -> VectorFamily {
    VectorFamily::new(
        cancellations(kind.precision() + addend.precision(), 2 * kind.lowest(), kind, addend),
        |patterns, values| {
            let [exponent, place, fraction, outwards] = values;
            let kind = &patterns.factor;
            let place = patterns.place(place, exponent + fraction);
            let sum = patterns.addend.lowest().max(2 * kind.lowest()) + exponent as i32;
            let other = kind.ones[(exponent + place) % kind.ones.len()];
            let [a, b] = kind.factors(sum, [kind.beside_powers()[fraction], other], &values);
            let c = patterns.nearly_opposite(kind.multiply(a, b), place, outwards == 1);
            alternate([a, b], c, &values)
        },
    )
}

/// Returns products of a subnormal factor that an addend cancels to every depth. The leading zeros of the product and
/// those of the cancellation are counted together.
pub(super) fn cancelled_products_of_subnormals(kind: &FormatPatterns, addend: &FormatPatterns) -> VectorFamily {
    VectorFamily::new(
        [len(&kind.ones) - 1, places(kind, addend), 3, 2, 2],
        |patterns, values| {
            let [one, place, exponent, fraction, outwards] = values;
            let (kind, [negative, other_negative]) = (&patterns.factor, signs(&values));
            let a = kind.signed(negative, kind.ones[one + 1]);
            let place = patterns.place(place, one + exponent);
            let exponent = [kind.highest(), kind.highest() / 2, kind.highest() / 4][exponent];
            let b = kind.value(other_negative, exponent, kind.beside_powers()[fraction]);
            let c = patterns.nearly_opposite(kind.multiply(a, b), place, outwards == 1);
            alternate([a, b], c, &values)
        },
    )
}

/// Returns products with no more digits than a number, which an addend cancels completely or except for the last place.
/// The significands of the factors are all ones, or have a one at either end. The digits are split between the factors
/// in every way.
pub(super) fn cancelled_exactly(kind: &FormatPatterns) -> VectorFamily {
    VectorFamily::new(
        [kind.precision() as u64 - 1, 2, 2, 3 * kind.precision() as u64 + 6, 3],
        |patterns, values| {
            let [digits, one, other, size, places] = values;
            let (kind, [negative, other_negative]) = (&patterns.factor, signs(&values));
            let significand = |digits: u32, has_all: bool| {
                if has_all {
                    (1_u64 << digits) - 1
                } else {
                    1 << (digits - 1) | 1
                }
            };
            let digits = digits as u32 + 1;
            let least = kind.lowest() - kind.format.fraction_bits as i32;
            // The sizes are a subnormal factor with either of two others, then middle exponents, then every exponent
            // from the smallest that loses no digit. They end where the smallest normal number is below the last place
            // of every number involved.
            let [exponent, other_exponent] = match size {
                0 => [least, kind.highest() / 2],
                1 => [least, kind.highest() - kind.precision()],
                2 => kind.split(0, mixed(&values)),
                _ => kind.split(least + size as i32 - 3, mixed(&values)),
            };
            let factor = |negative, significand, exponent| {
                let number = Number {
                    negative,
                    significand,
                    exponent,
                };
                number.truncate(kind.format)
            };
            let a = factor(negative, significand(digits, one == 1), exponent);
            let rest = kind.precision() as u32 - digits;
            let b = factor(other_negative, significand(rest, other == 1), other_exponent);
            let product = kind.multiply(a, b);
            let format = patterns.addend.format;
            alternate(
                [a, b],
                step(format, product.opposite().truncate(format), places as i32 - 1),
                &values,
            )
        },
    )
}

/// Returns infinities, and the NaN beside them, with an addend. Read as ordinary numbers, they would nearly cancel with
/// the addend, so a module that misses the special value gives a small result. None if the addend's format has no such
/// number.
pub(super) fn cancelled_specials(kind: &FormatPatterns, addend: &FormatPatterns) -> Option<VectorFamily> {
    let family = VectorFamily::new([2, 4, places(kind, addend), 2, 2], |patterns, values| {
        let [nan, exponent, place, fraction, outwards] = values;
        let (kind, [negative, other_negative]) = (&patterns.factor, signs(&values));
        let a = kind.signed(negative, kind.format.infinity() | nan as u32);
        let taken = Number {
            negative,
            significand: 1 << kind.format.fraction_bits | nan as u64,
            exponent: kind.highest() + 1 - kind.format.fraction_bits as i32,
        };
        let place = patterns.place(place, exponent + fraction);
        if patterns.operands == 2 {
            return [a, patterns.nearly_opposite(taken, place, outwards == 1), 0];
        }
        let exponent = [0, -1, kind.lowest(), kind.highest()][exponent];
        let b = kind.value(other_negative, exponent, kind.beside_powers()[fraction]);
        let c = patterns.nearly_opposite(taken.times(kind.number(b)), place, outwards == 1);
        alternate([a, b], c, &values)
    });
    (kind.highest() < addend.highest()).then_some(family)
}

/// Returns the radices for cancelled terms of `digits` digits, with exponents from `least` on. The radices count, in
/// order:
///
/// - Exponents, to beyond the point at which cancellation down to the last digit gives a subnormal number. If no term
///   is that small, there are only some.
///
/// - Places of the remaining one, and none.
///
/// - Fractions from which the one remains.
///
/// - Sides on which it remains.
fn cancellations(digits: i32, least: i32, kind: &FormatPatterns, addend: &FormatPatterns) -> [u64; 4] {
    let exponents = if least <= addend.lowest() { digits as u64 + 3 } else { 8 };
    [exponents, places(kind, addend), 4, 2]
}

/// Returns the number of places of a cancellation: all if the terms have the same format, every third if the addend is
/// wider.
fn places(kind: &FormatPatterns, addend: &FormatPatterns) -> u64 {
    let all = addend.precision() as u64 + 1;
    if kind.format == addend.format {
        all
    } else {
        all.div_ceil(WIDE_STEP as u64)
    }
}

/// The distance between consecutive places for a wider addend. Their offset depends on the other values.
const WIDE_STEP: usize = 3;

impl OperandPatterns {
    /// Returns the place of this number among the selected places.
    pub(super) fn place(&self, number: usize, others: usize) -> usize {
        if self.factor.format == self.addend.format {
            number
        } else {
            WIDE_STEP * number + others % WIDE_STEP
        }
    }

    /// Returns the addend that cancels `x` except for a single one, `place` places above the last place. Without such a
    /// place, the addend cancels all of `x`.
    pub(super) fn nearly_opposite(&self, x: Number, place: usize, outwards: bool) -> u32 {
        let format = self.addend.format;
        let places = match outwards {
            _ if place > format.fraction_bits as usize => 0,
            true => 1 << place,
            false => -(1 << place),
        };
        step(format, x.opposite().truncate(format), places)
    }
}
