//! Single operands.

use halfpipe_reference::Format;
use rand::Rng;

use super::Draw;
use crate::fma_classes::class::{Kind, Term};
use crate::stimulus::edges::one;
use crate::stimulus::number::Number;
use crate::Operands;

impl<R: Rng> Draw<R> {
    /// The number with this leading exponent, and with a fraction of random bits, of few or of many ones.
    pub(super) fn number(&mut self, format: Format, negative: bool, leading: i32) -> Number {
        let one = 1 << format.fraction_bits();
        let bits: u32 = self.random.random();
        let fraction = match self.random.random_range(0..4) {
            0 => bits & self.random.random::<u32>() & self.random.random::<u32>(),
            1 => bits | self.random.random::<u32>() | self.random.random::<u32>(),
            _ => bits,
        };
        let number = Number {
            negative,
            significand: u64::from(one | fraction & (one - 1)),
            exponent: leading - format.fraction_bits() as i32,
        };
        // A subnormal number has fewer places.
        Number::decode(format, number.truncate(format))
    }

    /// Operands of these kinds.
    pub(super) fn kinds(&mut self, a: Term, b: Option<Term>, c: Term) -> Operands {
        let addend = Term {
            negative: c.negative != self.rules.subtracts,
            ..c
        };
        let (factor, result) = (self.rules.factor, self.rules.result);
        let a = self.term(factor, a);
        let b = b.map_or(one(factor), |b| self.term(factor, b));
        [a, b, self.term(result, addend)]
    }

    pub(super) fn term(&mut self, format: Format, Term { kind, negative }: Term) -> u32 {
        let magnitude = match kind {
            Kind::Zero => 0,
            Kind::Subnormal => self.random.random_range(1..=format.fraction_mask()),
            Kind::Normal => self.random.random_range(format.fraction_mask() + 1..format.infinity()),
            Kind::Infinity => format.infinity(),
            Kind::OutOfBoundsNan => format.out_of_bounds_nan(),
            // One of the others is the out-of-bounds NaN, which is then another class.
            Kind::Nan => match self.random.random_range(0..4) {
                0 => format.canonical_nan(),
                _ => self
                    .random
                    .random_range(format.infinity() + 1..=format.magnitude_mask()),
            },
        };
        match negative {
            true => format.sign_mask() | magnitude,
            false => magnitude,
        }
    }

    /// A factor of this kind.
    pub(super) fn factor(&mut self, kind: Kind) -> u32 {
        let negative = self.random.random();
        self.term(self.rules.factor, Term { kind, negative })
    }

    /// An addend of this kind and sign.
    pub(super) fn addend(&mut self, kind: Kind, negative: bool) -> u32 {
        self.term(self.rules.result, Term { kind, negative })
    }

    /// Any finite factor, every exponent as likely as any other.
    pub(super) fn finite_factor(&mut self) -> u32 {
        let leading = self.random.random_range(self.rules.factors());
        let negative = self.random.random();
        let factor = self.rules.factor;
        self.number(factor, negative, leading).truncate(factor)
    }

    /// Any finite addend, every exponent as likely as any other.
    pub(super) fn finite_addend(&mut self) -> u32 {
        let leading = self.random.random_range(self.rules.addends());
        let negative = self.random.random();
        let result = self.rules.result;
        self.number(result, negative, leading).truncate(result)
    }
}
