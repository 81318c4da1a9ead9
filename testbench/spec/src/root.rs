//! Square roots, digit by digit.

use crate::exact::Exact;
use crate::format::{Format, Unpacked};
use crate::logic::Logic;
use crate::quotient::with_leading_one;
use crate::words::Arithmetic;

/// A digit of a root, and the remainder and the root with it.
#[derive(Clone, Debug)]
pub struct RootDigit<B> {
    /// The digit.
    pub digit: B,
    /// The remainder.
    pub remainder: Vec<B>,
    /// The root with the digit.
    pub root: Vec<B>,
}

/// Returns the next digit of a root. From a remainder r of at most twice the root q, and two more digits p of the radicand,
/// it makes 4 · r + p = digit · (4 · q + 1) + r', where r' is at most twice the new root 2 · q + digit. The remainder has
/// a bit more than the root, before and after.
pub fn next_root_digit<L: Logic>(
    logic: &mut L,
    remainder: &[L::Bit],
    root: &[L::Bit],
    pair: [L::Bit; 2],
) -> RootDigit<L::Bit> {
    let extended: Vec<L::Bit> = pair.into_iter().chain(remainder.iter().copied()).collect();
    let ends = [logic.constant(true), logic.constant(false)];
    let subtracted: Vec<L::Bit> = ends.into_iter().chain(root.iter().copied()).collect();
    let subtracted = logic.resized(&subtracted, extended.len());
    let (difference, digit) = logic.subtract(&extended, &subtracted);
    let mut after = logic.choose(digit, &difference, &extended);
    after.truncate(remainder.len() + 1);
    RootDigit {
        digit,
        remainder: after,
        root: [digit].into_iter().chain(root.iter().copied()).collect(),
    }
}

/// Returns the number of digits of the root of a number of a format, without the last one.
pub(crate) fn root_digits(format: Format) -> usize {
    format.fraction_bits + 2
}

/// Returns the square root of a number that is not negative, with a digit for half of the last place, and a digit that is 1
/// if anything is left.
pub(crate) fn root<L: Logic>(logic: &mut L, format: Format, operand: &Unpacked<L::Bit>) -> Exact<L::Bit> {
    let (significand, moved) = with_leading_one(logic, &operand.significand);
    let width = format.exponent_bits.max(moved.len()) + 4;
    let [exponent, moved] = [&operand.exponent, &moved].map(|word| logic.resized(word, width));
    let lowered = logic.subtract(&exponent, &moved).0;
    let bias = logic.number(-i128::from(format.bias()), width);
    let exponent = logic.sum(&lowered, &bias);
    // An odd exponent leaves one for the radicand.
    let doubled = logic.raised(&significand, 1);
    let single = logic.resized(&significand, doubled.len());
    let radicand = logic.choose(exponent[0], &doubled, &single);
    let half = logic.extended(&exponent[1..], width);
    let zero = logic.constant(false);
    let mut remainder = vec![zero];
    let mut root = Vec::new();
    for number in 0..root_digits(format) {
        let bit = |place: usize| {
            radicand
                .len()
                .checked_sub(place + 1)
                .map_or(zero, |position| radicand[position])
        };
        let next = next_root_digit(logic, &remainder, &root, [bit(2 * number + 1), bit(2 * number)]);
        remainder = next.remainder;
        root = next.root;
    }
    let mut digits = vec![logic.any(&remainder)];
    digits.extend(&root);
    // The last digit is fraction_bits + 2 places below the first one.
    let offset = logic.number(i128::from(format.bias()) - 3, width);
    Exact {
        sign: operand.sign,
        magnitude: logic.only_if(logic.not(operand.zero), &digits),
        place: logic.sum(&half, &offset),
    }
}
