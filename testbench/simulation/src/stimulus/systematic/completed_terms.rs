//! Sums that are ties, or differ from a tie in a single digit.

use super::super::number::Number;
use super::family::{alternate, mixed, signs, VectorFamily};
use super::patterns::FormatPatterns;

/// The number of fractions of the larger term: the least; the largest, which propagates a carry; and one that depends
/// on the other values.
const FRACTIONS: u64 = 3;

/// The step between the selected places of a wider addend.
const STEP: u64 = 8;

/// Returns two terms at every distance. The digits of the smaller one below the last place of the sum make a tie, or
/// differ from one in a single digit. For an fma, the first term is a product with a power of two.
pub(super) fn completed_terms(kind: &FormatPatterns, addend: &FormatPatterns) -> VectorFamily {
    let places = addend.precision() as u64;
    // For a wider addend some places stand for all; their offset depends on the other values.
    let decisive = if kind.format == addend.format {
        places
    } else {
        places / STEP
    };
    VectorFamily::new([places, decisive, FRACTIONS, 2, 2, 2, 2], |patterns, values| {
        let [distance, decisive, fraction, above, odd, opposite, addend_is_smaller] = values;
        let (kind, addend, [negative, _]) = (&patterns.factor, &patterns.addend, signs(&values));
        let (larger, smaller) = if addend_is_smaller == 1 {
            (kind, addend)
        } else {
            (addend, kind)
        };
        // The number of the smaller term's digits below the last place of the larger one, if that is as long as the
        // sum.
        let lost = distance as i32 % smaller.precision() + 1;
        let last_place = addend.precision() + lost;
        let decisive = if kind.format == addend.format {
            decisive
        } else {
            decisive * STEP as usize + mixed(&values) % STEP as usize
        };
        // Below 1, so that nothing saturates, or large.
        let exponent = match mixed(&values) % 4 {
            0 => larger.highest().min(smaller.highest()) - 2,
            _ => -2,
        };
        let pattern = |kind: &FormatPatterns| kind.patterns[mixed(&values) % kind.patterns.len()];
        let mask = larger.format.fraction_mask();
        let fraction = larger.leading_digit() | [0, mask, pattern(larger)][fraction];
        let x = i64::from(fraction) << (last_place - larger.precision());
        let y = i64::from(smaller.leading_digit() | pattern(smaller));
        let sum = if opposite == 1 { x - y } else { x + y };
        // The discarded digits of the sum: a carry makes one more and a borrow one fewer.
        let lost_of_sum = sum.ilog2() as i32 + 1 - addend.precision();
        let wanted = match lost_of_sum {
            ..=0 => sum,
            _ => {
                let tie = (sum >> lost_of_sum & !1 | odd as i64) << lost_of_sum | 1 << (lost_of_sum - 1);
                let beside = match decisive as i32 % lost_of_sum {
                    place if place == lost_of_sum - 1 => 0,
                    place => 1 << place,
                };
                if above == 1 {
                    tie + beside
                } else {
                    tie - beside
                }
            }
        };
        let term = |value: i64, kind: &FormatPatterns, exponent: i32| {
            Number {
                negative: negative != (value < 0),
                significand: value.unsigned_abs(),
                exponent: exponent - last_place + 1,
            }
            .truncate(kind.format)
        };
        let half = kind.value(false, -1, 0);
        match (patterns.operands, addend_is_smaller == 1) {
            (2, true) if kind.format == addend.format => alternate(
                [term(x, kind, exponent), term(wanted - x, addend, exponent)],
                0,
                &values,
            ),
            (2, true) => [term(x, kind, exponent), term(wanted - x, addend, exponent), 0],
            (2, false) => [term(wanted - x, kind, exponent), term(x, addend, exponent), 0],
            (_, true) => [term(x, kind, exponent + 1), half, term(wanted - x, addend, exponent)],
            (_, false) => [term(wanted - x, kind, exponent + 1), half, term(x, addend, exponent)],
        }
    })
}
