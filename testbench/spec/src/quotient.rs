//! Quotients by long division.

use crate::exact::Exact;
use crate::format::Unpacked;
use crate::logic::Logic;
use crate::round::leading_place;
use crate::words::Arithmetic;

/// A digit of a quotient, and the remainder after it.
#[derive(Clone, Debug)]
pub struct QuotientDigit<B> {
    /// The digit.
    pub digit: B,
    /// The remainder, as wide as the divisor.
    pub remainder: Vec<B>,
}

/// Returns the next digit of a quotient. From a remainder r less than the divisor d, it makes 2 · r = digit · d + r', where
/// r' is less than d again.
///
/// # Panics
///
/// Panics if the remainder is not as wide as the divisor.
pub fn next_digit<L: Logic>(logic: &mut L, remainder: &[L::Bit], divisor: &[L::Bit]) -> QuotientDigit<L::Bit> {
    assert_eq!(remainder.len(), divisor.len(), "a remainder is as wide as the divisor");
    let doubled = logic.raised(remainder, 1);
    let subtracted = logic.resized(divisor, doubled.len());
    let (difference, digit) = logic.subtract(&doubled, &subtracted);
    let mut remainder = logic.choose(digit, &difference, &doubled);
    remainder.truncate(divisor.len());
    QuotientDigit { digit, remainder }
}

/// Returns the quotient of two numbers, of which the divisor is not zero, with digits for this many fraction bits, a digit for half of
/// the last place, and a digit that is 1 if anything is left. `place` is that of the last digit of a quotient of the two
/// significands with no fraction.
pub(crate) fn quotient<L: Logic>(
    logic: &mut L,
    dividend: &Unpacked<L::Bit>,
    divisor: &Unpacked<L::Bit>,
    place: &[L::Bit],
    fraction_bits: usize,
) -> Exact<L::Bit> {
    let (first, moved_first) = with_leading_one(logic, &dividend.significand);
    let (second, moved_second) = with_leading_one(logic, &divisor.significand);
    // A dividend that is the smaller one is doubled, so that the first digit is 1.
    let smaller = logic.less(&first, &second);
    let doubled = logic.raised(&first, 1);
    let extended = logic.resized(&first, doubled.len());
    let taken = logic.choose(smaller, &doubled, &extended);
    let subtracted = logic.resized(&second, doubled.len());
    let (mut remainder, _) = logic.subtract(&taken, &subtracted);
    remainder.truncate(second.len());

    let mut digits = vec![logic.constant(true)];
    for _ in 0..=fraction_bits {
        let next = next_digit(logic, &remainder, &second);
        digits.push(next.digit);
        remainder = next.remainder;
    }
    digits.push(logic.any(&remainder));
    digits.reverse();

    // The last digit is fraction_bits + 2 places below the first one, and each move of a significand is a place.
    let width = place.len();
    let lowered = logic.number(-(fraction_bits as i128) - 2, width);
    let mut place = logic.sum(place, &lowered);
    let [moved_first, moved_second] = [moved_first, moved_second].map(|moved| logic.resized(&moved, width));
    place = logic.subtract(&place, &moved_first).0;
    place = logic.sum(&place, &moved_second);
    let smaller = logic.resized(&[smaller], width);
    place = logic.subtract(&place, &smaller).0;
    Exact {
        sign: logic.xor(dividend.sign, divisor.sign),
        magnitude: logic.only_if(logic.not(dividend.zero), &digits),
        place,
    }
}

/// Returns a significand shifted until its leading one is at the top, and the distance. Zero becomes a power of two.
pub(crate) fn with_leading_one<L: Logic>(logic: &mut L, significand: &[L::Bit]) -> (Vec<L::Bit>, Vec<L::Bit>) {
    let leading = leading_place(logic, significand);
    let top = logic.number(significand.len() as i128 - 1, leading.len());
    let (distance, _) = logic.subtract(&top, &leading);
    let mut shifted = significand.to_vec();
    for (step, bit) in distance.iter().enumerate() {
        let places = (1 << step).min(shifted.len());
        let moved = logic.raised(&shifted[..shifted.len() - places], places);
        shifted = logic.choose(*bit, &moved, &shifted);
    }
    *shifted.last_mut().expect("a significand has digits") = logic.constant(true);
    (shifted, distance)
}
