//! Special results, and what modifiers change.

use rand::Rng;

use super::Draw;
use crate::fma_classes::class::{Depth, Effective, Kind, Landing, Lost, Special, Terms};
use crate::stimulus::number::Number;
use crate::Operands;

impl<R: Rng> Draw<R> {
    pub(super) fn special(&mut self, special: Special) -> Option<Operands> {
        let ([a, b], c) = match special {
            Special::OutOfBounds => (self.beside_finite(Kind::OutOfBoundsNan), self.finite_addend()),
            Special::NanOperand | Special::NanToZero | Special::NanStays => {
                (self.beside_finite(Kind::Nan), self.finite_addend())
            }
            Special::InfinityTimesZero => {
                let infinity = self.factor(Kind::Infinity);
                let factors = self.beside(infinity, |draw| draw.factor(Kind::Zero));
                (factors, self.finite_addend())
            }
            Special::InfinityMinusInfinity => {
                let negative = self.random.random();
                let factors = self.product_of(Kind::Infinity, negative);
                (factors, self.addend(Kind::Infinity, !negative))
            }
            Special::InfiniteProduct { negative } => (self.product_of(Kind::Infinity, negative), self.finite_addend()),
            Special::InfiniteAddend { negative } => {
                let finite = self.finite_factor();
                let factors = self.beside(finite, Self::finite_factor);
                (factors, self.addend(Kind::Infinity, negative))
            }
            Special::EqualInfinities { negative } => {
                let factors = self.product_of(Kind::Infinity, negative);
                (factors, self.addend(Kind::Infinity, negative))
            }
            Special::Zeros {
                product_negative,
                addend_negative,
            } => {
                let factors = self.product_of(Kind::Zero, product_negative);
                (factors, self.addend(Kind::Zero, addend_negative))
            }
            Special::FlushedOperand(2) => {
                let (factors, negative) = ([self.finite_factor(), self.finite_factor()], self.random.random());
                (factors, self.addend(Kind::Subnormal, negative))
            }
            Special::FlushedOperand(position) => {
                let mut factors = [self.finite_factor(), self.finite_factor()];
                factors[position] = self.factor(Kind::Subnormal);
                (factors, self.finite_addend())
            }
            Special::Opposites { .. } => return self.cancellation(Depth::Total),
            Special::MinusZero => {
                return self.special(Special::Zeros {
                    product_negative: true,
                    addend_negative: true,
                })
            }
            Special::MinusInfinity => return self.special(Special::InfiniteAddend { negative: true }),
            Special::PlusInfinity => return self.special(Special::InfiniteAddend { negative: false }),
            Special::BelowZero => {
                let sum = self.sum(Landing::Binade, Lost::Nothing, true)?;
                return self.terms(sum, Terms::Both(Effective::Addition));
            }
            Special::AboveOne => {
                let leading = self.random.random_range(0..=*self.rules.addends().end());
                let sum = self.number(self.rules.result, false, leading);
                return self.terms(sum, Terms::Both(Effective::Subtraction));
            }
            Special::DownToOne => return self.near_one(1),
            Special::UpToOne => return self.near_one(-1),
        };
        Some([a, b, c])
    }

    fn beside_finite(&mut self, kind: Kind) -> [u32; 2] {
        let factor = self.factor(kind);
        self.beside(factor, Self::finite_factor)
    }

    /// Factors of which one is of this kind, with a product of this sign.
    fn product_of(&mut self, kind: Kind, negative: bool) -> [u32; 2] {
        let factor = self.factor(kind);
        let factors = self.beside(factor, |draw| draw.factor(Kind::Normal));
        self.signed(factors, negative)
    }

    /// Operands whose sum differs from 1 by half of the last place below it, or by less.
    fn near_one(&mut self, direction: i64) -> Option<Operands> {
        let precision = self.rules.result_bits();
        let places = precision + self.random.random_range(1..=precision / 2);
        let sum = Number {
            negative: false,
            significand: (1_u64 << places).wrapping_add_signed(direction),
            exponent: -places,
        };
        let effective = Effective::ALL[self.random.random_range(0..2)];
        self.terms(sum, Terms::Both(effective))
    }
}
