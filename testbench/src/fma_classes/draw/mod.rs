//! Drawing operands that are meant for a class.

mod close;
mod factors;
mod operands;
mod rounding;
mod special;

use std::ops::RangeInclusive;

use halfpipe_isa::Rounding;
use rand::Rng;

use super::class::{Alignment, Class, Depth, Effective};
use super::rules::Rules;
use super::sum::{last_place, sum, Cut};
use crate::stimulus::number::Number;
use crate::Operands;

/// Draws the operands of one lane.
///
/// Below [`Draw::class`] the operands are the a, b and c of a · b + c, which in an add and a sub have b = 1.
pub struct Draw<R> {
    rules: Rules,
    random: R,
}

/// The term that is drawn first. The other one, which has more bits, is then what is missing from a sum.
enum Given {
    /// In a format of its own, half as long as a product.
    Addend(Number),
    /// In mixed precision, where an addend is longer than a product.
    Factors([u32; 2]),
}

impl<R: Rng> Draw<R> {
    pub fn new(rules: Rules, random: R) -> Draw<R> {
        Draw { rules, random }
    }

    /// Operands that are likely, but not certain, to be in the class; nothing where the dice fell badly.
    pub fn class(&mut self, class: Class) -> Option<Operands> {
        let operands = match class {
            Class::Exponents {
                effective,
                product,
                addend,
            } => self.exponents(effective, product, addend),
            Class::Alignment(alignment) => self.alignment(alignment),
            Class::Cancellation(depth) => self.cancellation(depth),
            Class::Rounding {
                landing,
                lost,
                terms,
                negative,
            } => {
                let sum = self.sum(landing, lost, negative)?;
                self.terms(sum, terms)
            }
            Class::Close {
                side,
                odd,
                effective,
                negative,
            } => self.close(side, odd, effective, negative),
            Class::Operands { a, b, c } => Some(self.kinds(a, b, c)),
            Class::Special(special) => self.special(special),
        };
        operands.map(|operands| self.rules.vector(operands))
    }

    pub fn into_random(self) -> R {
        self.random
    }

    fn in_range(&mut self, range: RangeInclusive<i32>) -> Option<i32> {
        (!range.is_empty()).then(|| self.random.random_range(range))
    }

    fn exponents(&mut self, effective: Effective, product: i32, addend: i32) -> Option<Operands> {
        let carries = self.rules.carries();
        let carries = carries[self.random.random_range(0..carries.len())];
        self.apart(effective, product, carries, addend)
    }

    /// Factors with a product that leads so, and carries or not, and an addend that leads so.
    fn apart(&mut self, effective: Effective, product: i32, carries: Option<bool>, addend: i32) -> Option<Operands> {
        let [a, b] = self.factors_leading(product - i32::from(carries == Some(true)))?;
        let c_negative = self.is_negative([a, b]) != (effective == Effective::Subtraction);
        let c = self.number(self.rules.result, c_negative, addend);
        Some([a, b, c.truncate(self.rules.result)])
    }

    fn alignment(&mut self, alignment: Alignment) -> Option<Operands> {
        let Alignment {
            effective,
            product_carries,
            distance,
        } = alignment;
        let (first, last) = self.rules.products(product_carries).into_inner();
        let (lowest, highest) = self.rules.addends().into_inner();
        let addend = self.in_range(lowest.max(first + distance)..=highest.min(last + distance))?;
        self.apart(effective, addend - distance, product_carries, addend)
    }

    /// A sum some places below one term, or none, and the other term that leaves it.
    fn cancellation(&mut self, depth: Depth) -> Option<Operands> {
        let (given, term) = self.given()?;
        let sum = match depth {
            Depth::Total => Number { significand: 0, ..term },
            Depth::Places(places) => {
                // The other term may lead one place higher.
                let sum_leads = term.leading_exponent() - places + self.random.random_range(0..=1);
                let bits = 1 + (self.rules.deepest_cancellation() - places).max(0);
                let bits = self.random.random_range(1..=bits.min(self.rules.result_bits()));
                Number {
                    negative: self.random.random(),
                    significand: self.random.random_range(1 << (bits - 1)..1 << bits),
                    exponent: sum_leads - bits + 1,
                }
            }
        };
        self.complete(sum, given)
    }

    /// A term anywhere.
    fn given(&mut self) -> Option<(Given, Number)> {
        if self.rules.is_product_exact() {
            let leading = self.in_range(self.rules.all_products())?;
            let factors = self.factors_leading(leading)?;
            return Some((Given::Factors(factors), self.product(factors)));
        }
        let leading = self.in_range(self.rules.addends())?;
        let negative = self.random.random();
        let addend = self.number(self.rules.result, negative, leading);
        Some((Given::Addend(addend), addend))
    }

    /// Operands with a term as it is given, and with this sum: exactly, or where addends have too few bits for that,
    /// nearly.
    fn complete(&mut self, exact: Number, given: Given) -> Option<Operands> {
        match given {
            Given::Addend(addend) => {
                let [a, b] = self.factors(sum(exact, opposite(addend)))?;
                Some([a, b, addend.truncate(self.rules.result)])
            }
            Given::Factors([a, b]) => {
                let missing = sum(exact, opposite(self.product([a, b])));
                Some([a, b, self.nearest(missing)])
            }
        }
    }

    fn product(&self, factors: [u32; 2]) -> Number {
        let [a, b] = factors.map(|bits| Number::decode(self.rules.factor, bits));
        a.times(b)
    }

    fn is_negative(&self, [a, b]: [u32; 2]) -> bool {
        (a ^ b) & self.rules.factor.sign_mask() != 0
    }

    /// The addend nearest to a number.
    fn nearest(&self, number: Number) -> u32 {
        if number.significand == 0 {
            return 0;
        }
        let format = self.rules.result;
        let rounded = Number {
            significand: Cut::of(number, format, Rounding::NearestEven).rounded(),
            exponent: last_place(number.leading_exponent(), format),
            ..number
        };
        rounded.truncate(format)
    }
}

fn opposite(number: Number) -> Number {
    Number {
        negative: !number.negative,
        ..number
    }
}
