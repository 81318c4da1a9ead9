//! Sums just beside a number or a midpoint.

use rand::Rng;

use super::{Draw, Given};
use crate::fma_classes::class::{Effective, Side};
use crate::stimulus::number::Number;
use crate::Operands;

impl<R: Rng> Draw<R> {
    /// A great term that is a number or a midpoint, and a small one anywhere far below it; or terms of which one
    /// reaches close to a number or a midpoint.
    pub(super) fn close(&mut self, side: Side, odd: bool, effective: Effective, negative: bool) -> Option<Operands> {
        let leading = self.in_range(self.rules.normal_results())?;
        let mut near = self.number(self.rules.result, negative, leading);
        near.significand = near.significand & !1 | u64::from(odd);
        // In units of half of the last place.
        let halves = match side {
            Side::AboveNumber => 0,
            Side::BelowMidpoint | Side::AboveMidpoint => 1,
            Side::BelowNumber => 2,
        };
        let place = Number {
            significand: 2 * near.significand + halves,
            exponent: near.exponent - 1,
            ..near
        };
        let is_above = matches!(side, Side::AboveNumber | Side::AboveMidpoint);
        if is_above == (effective == Effective::Addition) {
            if halves != 1 && self.random.random() {
                return self.far_product(place, effective);
            }
            if !self.rules.is_product_exact() {
                return self.far_addend(place, effective);
            }
        }
        let sum = self.beside_place(place, is_above);
        if self.rules.is_product_exact() && (!self.rules.multiplies || self.random.random()) {
            return self.close_addend(sum, effective);
        }
        // The addend is the number below the sum, or above where the product is subtracted.
        near.significand += u64::from(effective == Effective::Subtraction);
        self.complete(sum, Given::Addend(near))
    }

    /// The highest exponent of a term that is far below another one.
    fn far_below(&self, leading: i32) -> i32 {
        leading - self.rules.result_bits() - self.rules.factor_bits()
    }

    fn far_product(&mut self, number: Number, effective: Effective) -> Option<Operands> {
        let lowest = *self.rules.all_products().start();
        let leading = self.in_range(lowest..=self.far_below(number.leading_exponent()))?;
        let factors = self.factors_leading(leading)?;
        let negative = number.negative != (effective == Effective::Subtraction);
        let [a, b] = self.signed(factors, negative);
        Some([a, b, number.truncate(self.rules.result)])
    }

    fn far_addend(&mut self, place: Number, effective: Effective) -> Option<Operands> {
        let [a, b] = self.factors(place)?;
        let lowest = *self.rules.addends().start();
        let leading = self.in_range(lowest..=self.far_below(place.leading_exponent()))?;
        let negative = place.negative != (effective == Effective::Subtraction);
        let addend = self.number(self.rules.result, negative, leading);
        Some([a, b, addend.truncate(self.rules.result)])
    }

    /// A sum as close to a number or a midpoint as the lower half of a product can bring it.
    fn beside_place(&mut self, place: Number, is_above: bool) -> Number {
        let factor_bits = self.rules.factor_bits();
        let places = self.random.random_range(factor_bits + 1..=2 * factor_bits);
        let distance = self.random.random_range(1..=1 << (places - factor_bits));
        let significand = place.significand << places;
        Number {
            significand: match is_above {
                true => significand + distance,
                false => significand - distance,
            },
            exponent: place.exponent - places,
            ..place
        }
    }

    /// The product is the upper part of the sum, and the addend what is missing.
    fn close_addend(&mut self, sum: Number, effective: Effective) -> Option<Operands> {
        let below = sum.significand.ilog2() as i32 + 1 - self.rules.factor_bits();
        let upper = Number {
            significand: (sum.significand >> below) + u64::from(effective == Effective::Subtraction),
            exponent: sum.exponent + below,
            ..sum
        };
        let factors = self.factors(upper)?;
        self.complete(sum, Given::Factors(factors))
    }
}
