//! Sums in the middle between two numbers, or beside it by a single digit.

use super::super::number::Number;
use super::{in_turns, mixed, signs, Family, Kind};

/// How many fractions the larger term has: the least, the largest, from which a carry goes on, and one that goes by the other
/// values.
const FRACTIONS: u64 = 3;

/// Of the places of a wider addend, one in so many is gone through.
const STEP: u64 = 8;

/// Two terms, of which the smaller one's digits below the last place of the sum make a tie, or are beside one by a single digit,
/// at every distance of the terms. What an fma has instead of the first term is a product with a power of two.
pub(super) fn completed_terms(kind: &Kind, addend: &Kind) -> Family {
    let places = addend.precision() as u64;
    // Where the addend is wider, some of its places stand for all: which ones goes by the other values.
    let decisive = if kind.format == addend.format {
        places
    } else {
        places / STEP
    };
    Family {
        radices: vec![places, decisive, FRACTIONS, 2, 2, 2, 2],
        make: |systematic, values| {
            let &[distance, decisive, fraction, above, odd, opposite, addend_is_smaller] = values else {
                unreachable!("as many values as radices")
            };
            let (kind, addend, [negative, _]) = (&systematic.factor, &systematic.addend, signs(values));
            let (larger, smaller) = match addend_is_smaller == 1 {
                true => (kind, addend),
                false => (addend, kind),
            };
            // So many digits of the smaller term lie below the last place of the larger one, if that has as many as the sum.
            let lost = distance as i32 % smaller.precision() + 1;
            let last_place = addend.precision() + lost;
            let decisive = match kind.format == addend.format {
                true => decisive,
                false => decisive * STEP as usize + mixed(values) % STEP as usize,
            };
            // Less than 1, which nothing saturates, or large.
            let exponent = match mixed(values) % 4 {
                0 => larger.highest().min(smaller.highest()) - 2,
                _ => -2,
            };
            let pattern = |kind: &Kind| kind.patterns[mixed(values) % kind.patterns.len()];
            let mask = larger.format.fraction_mask();
            let fraction = larger.leading_digit() | [0, mask, pattern(larger)][fraction];
            let x = i64::from(fraction) << (last_place - larger.precision());
            let y = i64::from(smaller.leading_digit() | pattern(smaller));
            let sum = if opposite == 1 { x - y } else { x + y };
            // Those of the sum, which a carry makes one more and a borrow one fewer.
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
            let term = |value: i64, kind: &Kind, exponent: i32| {
                Number {
                    negative: negative != (value < 0),
                    significand: value.unsigned_abs(),
                    exponent: exponent - last_place + 1,
                }
                .truncate(kind.format)
            };
            let half = kind.value(false, -1, 0);
            match (systematic.operands, addend_is_smaller == 1) {
                (2, true) if kind.format == addend.format => {
                    in_turns([term(x, kind, exponent), term(wanted - x, addend, exponent)], values)
                }
                (2, true) => [term(x, kind, exponent), term(wanted - x, addend, exponent), 0],
                (2, false) => [term(wanted - x, kind, exponent), term(x, addend, exponent), 0],
                (_, true) => [term(x, kind, exponent + 1), half, term(wanted - x, addend, exponent)],
                (_, false) => [term(wanted - x, kind, exponent + 1), half, term(x, addend, exponent)],
            }
        },
    }
}
