//! Pairs of factors.

use rand::Rng;

use super::Draw;
use crate::fma_classes::sum::last_place;
use crate::stimulus::edges::one;
use crate::stimulus::number::Number;

impl<R: Rng> Draw<R> {
    /// Factors whose leading exponents add up to this.
    pub(super) fn factors_leading(&mut self, exponents: i32) -> Option<[u32; 2]> {
        let format = self.rules.factor;
        let (lowest, highest) = self.rules.factors().into_inner();
        let of_b = match self.rules.multiplies {
            true => lowest..=highest,
            false => 0..=0,
        };
        let a = self.in_range(lowest.max(exponents - of_b.end())..=highest.min(exponents - of_b.start()))?;
        let [a_negative, b_negative] = [self.random.random(), self.random.random()];
        let a_bits = self.number(format, a_negative, a).truncate(format);
        let b_bits = match self.rules.multiplies {
            true => self.number(format, b_negative, exponents - a).truncate(format),
            false => one(format),
        };
        Some([a_bits, b_bits])
    }

    /// Two factors with this exact product; none of zero.
    pub(super) fn factors(&mut self, product: Number) -> Option<[u32; 2]> {
        product.significand.checked_ilog2()?;
        let zeros = product.significand.trailing_zeros();
        let odd = product.significand >> zeros;
        let most = (1_u64 << self.rules.factor_bits()) - 1;
        let x = match self.rules.multiplies {
            true if odd > most * most => return None,
            true => self.odd_divisor(odd as u32, most as u32)?,
            false if odd > most => return None,
            false => odd as u32,
        };
        let y = odd as u32 / x;
        self.odd_factors([x, y], product.exponent + zeros as i32, product.negative)
    }

    /// Factors with the product x · y · 2^exponent, where x and y are odd, and y is 1 where nothing is multiplied.
    pub(super) fn odd_factors(&mut self, [x, y]: [u32; 2], exponent: i32, negative: bool) -> Option<[u32; 2]> {
        // The exponent is shared out so that both factors stay in range.
        let (lowest, highest) = self.rules.factors().into_inner();
        let [x_range, mut y_range] = [x, y].map(|significand| {
            let length = significand.ilog2() as i32;
            // A subnormal number has its last place, and where it is flushed, a lowest leading exponent.
            let last_place = last_place(lowest, self.rules.factor);
            last_place.max(lowest - length)..=highest - length
        });
        if !self.rules.multiplies {
            y_range = 0..=0;
        }
        let first = *x_range.start().max(&(exponent - y_range.end()));
        let last = *x_range.end().min(&(exponent - y_range.start()));
        let x_exponent = self.in_range(first..=last)?;
        let y_exponent = exponent - x_exponent;
        let x_negative = match self.rules.multiplies {
            true => self.random.random(),
            false => negative,
        };
        let factor = |negative: bool, significand: u32, exponent: i32| {
            let number = Number {
                negative,
                significand: significand.into(),
                exponent,
            };
            number.truncate(self.rules.factor)
        };
        Some([
            factor(x_negative, x, x_exponent),
            factor(x_negative != negative, y, y_exponent),
        ])
    }

    /// An odd x that divides `odd` such that both it and the quotient are at most `most`, found upwards from a random
    /// place.
    fn odd_divisor(&mut self, odd: u32, most: u32) -> Option<u32> {
        let first = odd.div_ceil(most) | 1;
        let last = odd.min(most);
        if first > last {
            return None;
        }
        let count = (last - first) / 2 + 1;
        let start = self.random.random_range(0..count);
        let places = (start..count).chain(0..start);
        places.map(|place| first + 2 * place).find(|x| odd.is_multiple_of(*x))
    }

    /// An odd significand of a factor, short ones as likely as long ones.
    fn odd_significand(&mut self) -> u32 {
        let bits = self.random.random_range(1..=self.rules.factor_bits());
        self.random.random_range(1 << (bits - 1)..1 << bits) | 1
    }

    /// Factors whose product has its lowest bit at this place.
    pub(super) fn factors_ending(&mut self, place: i32, negative: bool) -> Option<[u32; 2]> {
        let x = self.odd_significand();
        let y = match self.rules.multiplies {
            true => self.odd_significand(),
            false => 1,
        };
        self.odd_factors([x, y], place, negative)
    }

    /// The factors with signs that give their product this one.
    pub(super) fn signed(&self, [a, b]: [u32; 2], negative: bool) -> [u32; 2] {
        match self.is_negative([a, b]) == negative {
            true => [a, b],
            false => [a ^ self.rules.factor.sign_mask(), b],
        }
    }

    /// A factor and another one, in either order; or the factor alone where nothing is multiplied.
    pub(super) fn beside(&mut self, factor: u32, other: impl FnOnce(&mut Self) -> u32) -> [u32; 2] {
        if !self.rules.multiplies {
            return [factor, one(self.rules.factor)];
        }
        let other = other(self);
        match self.random.random() {
            true => [factor, other],
            false => [other, factor],
        }
    }
}
