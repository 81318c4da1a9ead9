//! Sums that are rounded in a way.

use std::ops::RangeInclusive;

use rand::Rng;

use super::{Draw, Given};
use crate::fma_classes::class::{Effective, Kind, Landing, Lost, Terms};
use crate::fma_classes::sum::last_place;
use crate::stimulus::number::Number;
use crate::Operands;

impl<R: Rng> Draw<R> {
    /// A number that lands and is cut as it should.
    pub(super) fn sum(&mut self, landing: Landing, lost: Lost, negative: bool) -> Option<Number> {
        let factor_bits = self.rules.factor_bits();
        let smallest_normal = 1_u64 << self.rules.result.fraction_bits();
        let largest = 2 * smallest_normal - 1;
        let (lowest, highest) = self.rules.normal_results().into_inner();
        let (leads, kept) = match landing {
            Landing::Binade => (lowest..=highest, smallest_normal..=largest),
            Landing::NextBinade => (lowest..=highest - 1, largest..=largest),
            Landing::Largest | Landing::RoundedToInfinity => (highest..=highest, largest..=largest),
            // Further up no addend is near; pairs of exponents go there.
            Landing::Beyond => (highest + 1..=highest + factor_bits, smallest_normal..=largest),
            Landing::Subnormal => (lowest..=lowest, 1..=smallest_normal - 1),
            Landing::Flushed => (lowest..=lowest, 0..=smallest_normal - 1),
            Landing::SmallestNormal | Landing::FlushedFromNormal => {
                (lowest..=lowest, smallest_normal - 1..=smallest_normal - 1)
            }
            Landing::SmallestSubnormal | Landing::Zero => (lowest..=lowest, 0..=0),
        };
        let kept = self.random.random_range(kept);
        let kept = match lost {
            Lost::TieDown => kept & !1,
            Lost::TieUp => kept | 1,
            _ => kept,
        };
        let places = match lost {
            Lost::Nothing => 0,
            Lost::TieDown | Lost::TieUp | Lost::Half => 1,
            Lost::BelowHalf | Lost::AboveHalf => self.random.random_range(2..=factor_bits + 1),
        };
        let half = 1_u64 << places >> 1;
        let cut = match lost {
            Lost::Nothing => 0,
            Lost::TieDown | Lost::TieUp | Lost::Half => half,
            Lost::BelowHalf => self.random.random_range(1..half),
            Lost::AboveHalf => self.random.random_range(half + 1..2 * half),
        };
        Some(Number {
            negative,
            significand: kept << places | cut,
            exponent: last_place(self.in_range(leads)?, self.rules.result) - places,
        })
        .filter(|sum| sum.significand != 0)
    }

    /// Operands with this sum, or near it.
    pub(super) fn terms(&mut self, sum: Number, terms: Terms) -> Option<Operands> {
        match terms {
            Terms::Product => {
                let c_negative = self.random.random();
                let [a, b] = match self.rules.is_product_exact() {
                    true => self.factors_at(sum)?,
                    false => self.factors(sum)?,
                };
                Some([a, b, self.addend(Kind::Zero, c_negative)])
            }
            Terms::Addend => {
                let zero = self.factor(Kind::Zero);
                let [a, b] = self.beside(zero, Self::finite_factor);
                Some([a, b, sum.truncate(self.rules.result)])
            }
            Terms::Both(effective) => {
                let given = match self.rules.is_product_exact() {
                    true => Given::Factors(self.factors_in(sum, effective)?),
                    false => Given::Addend(self.addend_in(sum, effective)?),
                };
                self.complete(sum, given)
            }
        }
    }

    /// Factors of a product that leads like a sum, or ends like it.
    fn factors_at(&mut self, sum: Number) -> Option<[u32; 2]> {
        if self.random.random() {
            return self.factors_ending(end(sum), sum.negative);
        }
        let factors = self.factors_leading(sum.leading_exponent())?;
        Some(self.signed(factors, sum.negative))
    }

    /// An addend that such a sum can have.
    fn addend_in(&mut self, sum: Number, effective: Effective) -> Option<Number> {
        let opposite = effective == Effective::Subtraction && self.random.random();
        let leading = self.in_range(self.near(sum, effective, opposite, self.rules.addends()))?;
        Some(self.number(self.rules.result, sum.negative != opposite, leading))
    }

    /// Factors of a product that such a sum can have.
    fn factors_in(&mut self, sum: Number, effective: Effective) -> Option<[u32; 2]> {
        let opposite = effective == Effective::Subtraction && self.random.random();
        let products = self.rules.all_products();
        let factors = match self.random.random_range(0..4) {
            // What is lost comes from the product.
            0 | 1 => self.factors_ending(end(sum), false)?,
            // The product is all that is lost.
            2 if opposite || effective == Effective::Addition => {
                let below = sum.leading_exponent() - self.rules.result_bits();
                let product = self.in_range(*products.start()..=*products.end().min(&below))?;
                self.factors_leading(product)?
            }
            _ => {
                let product = self.in_range(self.near(sum, effective, opposite, products))?;
                self.factors_leading(product)?
            }
        };
        Some(self.signed(factors, sum.negative != opposite))
    }

    /// Those of the leading exponents that a term of such a sum can have, the other term of which is near it. The term
    /// has the sum's sign, or the opposite one.
    fn near(
        &self,
        sum: Number,
        effective: Effective,
        opposite: bool,
        possible: RangeInclusive<i32>,
    ) -> RangeInclusive<i32> {
        let leading = sum.leading_exponent();
        let reach = self.rules.result_bits() + 1;
        // A term of the sum's sign is the smaller part of an addition, and is subtracted from if it is greater.
        let (first, last) = match effective {
            Effective::Addition => (leading - reach, leading),
            Effective::Subtraction if opposite => (leading - reach, leading + reach),
            Effective::Subtraction => (leading, leading + reach),
        };
        first.max(*possible.start())..=last.min(*possible.end())
    }
}

/// The place of a number's lowest bit.
fn end(number: Number) -> i32 {
    number.exponent + number.significand.trailing_zeros() as i32
}
