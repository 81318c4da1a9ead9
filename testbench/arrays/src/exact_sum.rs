//! Exact sums of products, in a fixed-point number that holds those of every format.

use halfpipe_isa::Rounding;

use crate::number::{Class, Number, LEADING_BIT};

/// The exponent of the lowest bit: that of the least product of two f32.
const LOWEST: i32 = -298;

/// The number of words. The highest bit has the exponent 341, above every sum of products of f32.
const WORDS: usize = 10;

/// A sum of values, exact.
#[derive(Clone, Copy, Debug)]
pub struct ExactSum {
    /// The finite part in two's complement, the lowest word first.
    words: [u64; WORDS],
    is_nan: bool,
    /// True if a positive and if a negative infinity are among the terms.
    infinities: [bool; 2],
    /// True if a positive and if a negative zero, or any other number, are among the terms.
    signs: [bool; 2],
}

impl ExactSum {
    /// Returns the sum of nothing.
    pub fn new() -> ExactSum {
        ExactSum {
            words: [0; WORDS],
            is_nan: false,
            infinities: [false; 2],
            signs: [false; 2],
        }
    }

    /// Adds a term without digits that were cut off.
    pub fn add(&mut self, term: Number) {
        match term.class {
            Class::Nan => self.is_nan = true,
            Class::Infinity => self.infinities[usize::from(term.is_negative)] = true,
            Class::Zero => self.signs[usize::from(term.is_negative)] = true,
            Class::Finite => {
                self.signs = [true; 2];
                self.add_digits(term);
            }
        }
    }

    fn add_digits(&mut self, term: Number) {
        let zeros = term.significand.trailing_zeros();
        let place = (term.exponent - LEADING_BIT as i32 + zeros as i32 - LOWEST) as usize;
        let digits = u128::from(term.significand >> zeros) << (place % 64);
        let mut parts = [digits as u64, (digits >> 64) as u64].into_iter();
        let mut carry = false;
        for word in &mut self.words[place / 64..] {
            let part = parts.next().unwrap_or(0);
            let (sum, first, second);
            if term.is_negative {
                let (difference, borrow) = word.overflowing_sub(part);
                first = borrow;
                (sum, second) = difference.overflowing_sub(carry.into());
            } else {
                let (added, overflow) = word.overflowing_add(part);
                first = overflow;
                (sum, second) = added.overflowing_add(carry.into());
            }
            *word = sum;
            carry = first || second;
        }
    }

    /// Returns the sum. Zeros of one sign keep it. Any other zero sum is +0, or −0 when rounding toward −infinity.
    pub fn value(&self, rounding: Rounding) -> Number {
        match (self.is_nan, self.infinities) {
            (true, _) | (_, [true, true]) => return Number::NAN,
            (_, [false, false]) => {}
            (_, [_, is_negative]) => return Number::infinity(is_negative),
        }
        let is_negative = self.words[WORDS - 1] >> 63 == 1;
        let mut words = self.words;
        if is_negative {
            let mut carry = true;
            for word in &mut words {
                (*word, carry) = (!*word).overflowing_add(carry.into());
            }
        }
        let Some(top) = words.iter().rposition(|word| *word != 0) else {
            return Number::zero(match self.signs {
                [false, true] => true,
                [true, false] => false,
                _ => rounding == Rounding::TowardNegative,
            });
        };
        let below = if top == 0 { 0 } else { words[top - 1] };
        let zeros = words[top].leading_zeros();
        let digits = (u128::from(words[top]) << 64 | u128::from(below)) << zeros;
        let is_cut = digits as u64 != 0 || words[..top.saturating_sub(1)].iter().any(|word| *word != 0);
        // The leading one is in bit 63.
        let leading = (digits >> 64) as u64;
        Number {
            class: Class::Finite,
            is_negative,
            exponent: LOWEST + 64 * top as i32 + (63 - zeros) as i32,
            significand: leading >> 1 | u64::from(leading & 1 == 1 || is_cut),
        }
    }
}
