//! The exact sum of a product and an addend, in plain integers.

use std::cmp::Ordering;

use halfpipe_isa::Rounding;
use halfpipe_reference::Format;

use super::class::{Lost, Side};
use crate::stimulus::number::Number;

/// How many places below the other's leading bit a term may lead before its bits no longer matter one by one.
///
/// A number of f32 has 24 bits, and a product of two 11-bit significands 22, so a term that leads 38 places lower ends
/// up below all bits of the other. A sum keeps 24 bits; one that is close to a number or a midpoint is so to another 11
/// places. Beside a power of two, both are a place lower, and still a small term is below: all it does is to be there.
const FAR: i32 = 38;

/// x + y, where the terms have at most 24 bits. Of a term far below the other, one bit is left at [`FAR`] places; the
/// sum leads and rounds as the exact one does. A zero's sign has no meaning here.
pub fn sum(x: Number, y: Number) -> Number {
    let leading = x.leading_exponent().max(y.leading_exponent());
    let [x, y] = [x, y].map(
        |term| match term.significand != 0 && term.leading_exponent() < leading - FAR {
            true => Number {
                significand: 1,
                exponent: leading - FAR,
                ..term
            },
            false => term,
        },
    );
    // A zero has no exponent that matters.
    let terms = [x, y].into_iter().filter(|term| term.significand != 0);
    let exponent = terms.clone().map(|term| term.exponent).min().unwrap_or(0);
    let total: i64 = terms.map(|term| signed(term, exponent)).sum();
    Number {
        negative: total < 0,
        significand: total.unsigned_abs(),
        exponent,
    }
}

/// The number in units of 2^exponent, which its lowest bit is a multiple of. At most 62 bits come together: 38 places
/// and 24 bits.
fn signed(number: Number, exponent: i32) -> i64 {
    let magnitude = (number.significand << (number.exponent - exponent)) as i64;
    if number.negative {
        -magnitude
    } else {
        magnitude
    }
}

/// How a number that is not zero is cut to the places of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The magnitude before rounding, in units of the last place.
    pub kept: u64,
    /// What is below.
    pub lost: Lost,
    rounds_up: bool,
}

impl Cut {
    /// Cuts a number, as if the format had no largest exponent.
    pub fn of(number: Number, format: Format, rounding: Rounding) -> Cut {
        let last_place = last_place(number.leading_exponent(), format);
        let places = last_place - number.exponent;
        if places <= 0 {
            return Cut {
                kept: number.significand << -places,
                lost: Lost::Nothing,
                rounds_up: false,
            };
        }
        // A significand has fewer than 64 bits: further down it is below half in any case.
        let places = places.min(64);
        let significand = u128::from(number.significand);
        let kept = (significand >> places) as u64;
        let cut = significand & ((1 << places) - 1);
        let half = 1 << (places - 1);
        let lost = match cut.cmp(&half) {
            _ if cut == 0 => Lost::Nothing,
            Ordering::Less => Lost::BelowHalf,
            Ordering::Greater => Lost::AboveHalf,
            Ordering::Equal if rounding != Rounding::NearestEven => Lost::Half,
            Ordering::Equal if kept.is_multiple_of(2) => Lost::TieDown,
            Ordering::Equal => Lost::TieUp,
        };
        Cut {
            kept,
            lost,
            rounds_up: lost.rounds_up(rounding, number.negative),
        }
    }

    /// The magnitude after rounding, in units of the last place.
    pub fn rounded(self) -> u64 {
        self.kept + u64::from(self.rounds_up)
    }
}

/// The side of a number or a midpoint on which `number` is, if it is closer to it than 2^-`closeness` of the last
/// place.
pub fn side(number: Number, format: Format, closeness: i32) -> Option<Side> {
    let places = last_place(number.leading_exponent(), format) - number.exponent;
    // With fewer bits below the last place, what is not at a number or a midpoint is not close.
    if !(closeness + 1..63).contains(&places) {
        return None;
    }
    let cut = number.significand & ((1 << places) - 1);
    let close = 1 << (places - closeness);
    let [half, whole] = [1 << (places - 1), 1 << places];
    match cut {
        0 => None,
        _ if cut < close => Some(Side::AboveNumber),
        _ if cut == half => None,
        _ if (half - close + 1..half).contains(&cut) => Some(Side::BelowMidpoint),
        _ if (half + 1..half + close).contains(&cut) => Some(Side::AboveMidpoint),
        _ if cut > whole - close => Some(Side::BelowNumber),
        _ => None,
    }
}

/// The exponent of the last place of the numbers that lead with 2^leading.
pub fn last_place(leading: i32, format: Format) -> i32 {
    leading.max(format.min_exponent() as i32) - format.fraction_bits() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(significand: i64, exponent: i32) -> Number {
        Number {
            negative: significand < 0,
            significand: significand.unsigned_abs(),
            exponent,
        }
    }

    #[test]
    fn sums_of_near_terms_are_exact() {
        assert_eq!(sum(number(3, 2), number(-5, 0)), number(7, 0));
        assert_eq!(sum(number(3, 2), number(0, -90)), number(3, 2));
        assert_eq!(sum(number(-1, 10), number(1, 10)).significand, 0);
        assert_eq!(sum(number(0, 0), number(0, 0)).significand, 0);
        let widest = sum(number(1 << 23, 38), number((1 << 24) - 1, 0));
        assert_eq!(widest, number((1 << 61) + (1 << 24) - 1, 0));
    }

    #[test]
    fn what_is_far_below_is_still_there() {
        for (format, bits) in [(Format::F16, 11), (Format::BF16, 8), (Format::F32, 11)] {
            let places = format.fraction_bits() as i32;
            for distance in places + bits + 2..300 {
                let just_below = sum(number(1, 0), number(-1, -distance));
                assert_eq!(just_below.leading_exponent(), -1, "{distance}");
                assert_eq!(side(just_below, format, bits), Some(Side::BelowNumber), "{distance}");
                let tie = (2 << places) + 3;
                let just_above_a_tie = sum(number(tie, -places - 1), number(1, -distance));
                assert_eq!(
                    side(just_above_a_tie, format, bits),
                    Some(Side::AboveMidpoint),
                    "{distance}"
                );
            }
        }
    }

    fn cut(significand: i64, exponent: i32, rounding: Rounding) -> (u64, Lost, u64) {
        let cut = Cut::of(number(significand, exponent), Format::F16, rounding);
        (cut.kept, cut.lost, cut.rounded())
    }

    #[test]
    fn cuts_at_the_last_place() {
        let cut = |significand, exponent| cut(significand, exponent, Rounding::NearestEven);
        assert_eq!(cut(0x400, -10), (0x400, Lost::Nothing, 0x400));
        assert_eq!(cut(1, 3), (0x400, Lost::Nothing, 0x400));
        assert_eq!(cut(0x801, -11), (0x400, Lost::TieDown, 0x400));
        assert_eq!(cut(0x803, -11), (0x401, Lost::TieUp, 0x402));
        assert_eq!(cut(0x1005, -12), (0x401, Lost::BelowHalf, 0x401));
        assert_eq!(cut(0x1007, -12), (0x401, Lost::AboveHalf, 0x402));
        assert_eq!(cut(1, -25), (0, Lost::TieDown, 0));
        assert_eq!(cut(3, -26), (0, Lost::AboveHalf, 1));
        assert_eq!(cut(1, -48), (0, Lost::BelowHalf, 0));
        assert_eq!(cut(1, -500), (0, Lost::BelowHalf, 0));
        assert_eq!(cut(0x7FFF_FFFF_FFFF_FFFF, -88), (0, Lost::BelowHalf, 0));
    }

    #[test]
    fn directed_roundings_go_one_way() {
        use Rounding::{TowardNegative, TowardPositive, TowardZero};
        for (rounding, positive, negative) in [
            (TowardZero, 0x400, 0x400),
            (TowardNegative, 0x400, 0x401),
            (TowardPositive, 0x401, 0x400),
        ] {
            for (significand, lost) in [
                (0x2001, Lost::BelowHalf),
                (0x2004, Lost::Half),
                (0x2007, Lost::AboveHalf),
            ] {
                assert_eq!(cut(significand, -13, rounding), (0x400, lost, positive));
                assert_eq!(cut(-significand, -13, rounding), (0x400, lost, negative));
            }
            assert_eq!(cut(-0x2000, -13, rounding), (0x400, Lost::Nothing, 0x400));
        }
    }
}
