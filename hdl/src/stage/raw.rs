//! Raw: the value of a result that is not rounded yet and belongs to no format.

use std::ops::RangeInclusive;

use crate::format::Format;
use crate::net::{hidden, Net, Scope};
use crate::stage::{count_leading_zeros, step, Special, Unpacked};

/// What stands between an operation and the rounder: a value in no format, exact but for what `sticky` stands for.
#[derive(Clone, Copy)]
pub struct Raw<'n> {
    /// The value is no number. Nothing else then means anything.
    pub nan: Net<'n>,
    /// The value is infinite. Of the rest only the sign then means anything.
    pub infinite: Net<'n>,
    /// The value is zero. The significand and `sticky` are then 0, and the exponent means nothing.
    pub zero: Net<'n>,
    /// The value is negative, or a zero with that sign.
    pub sign: Net<'n>,
    /// The exponent of the significand's top bit: that bit weighs 2^exponent.
    pub exponent: Exponent<'n>,
    /// The upper bits of the magnitude, leading one at the top. The top bits may be 0 where the exponent is not above the
    /// smallest one of the format that the value is rounded to: there, it is subnormal anyway.
    pub significand: Net<'n>,
    /// Whether anything lies below the significand. It can be 1 only in a significand with at least one bit more than the
    /// result's: where it is cut off must be known to be no more than half a unit in the result's last place.
    pub sticky: Net<'n>,
}

/// A signed exponent, and what is known of it when the generator runs: its bounds decide which hardware a rounder needs.
#[derive(Clone, Copy)]
pub struct Exponent<'n> {
    biased: Net<'n>,
    bias: i64,
    least: i64,
    greatest: i64,
}

/// The width of a number in two's complement that is never outside these bounds: a sign, and at least one bit more.
fn signed_width(least: i64, greatest: i64) -> u32 {
    let bits = |number: i64| i64::BITS - (number ^ (number >> 63)).leading_zeros();
    1 + bits(least).max(bits(greatest)).max(1)
}

impl<'n> Exponent<'n> {
    /// An exponent within `bounds`. The net holds it with `bias` added, in two's complement, so that one that is stored with
    /// a bias need not be brought to another before it is rounded.
    ///
    /// Panics where the net has too few bits for the bounds.
    pub fn new(biased: Net<'n>, bias: i64, bounds: RangeInclusive<i64>) -> Exponent<'n> {
        let (least, greatest) = bounds.into_inner();
        let needed = signed_width(least + bias, greatest + bias);
        assert!(
            needed <= biased.width(),
            "an exponent from {least} to {greatest} with a bias of {bias} needs {needed} bits: {biased:?}"
        );
        Exponent {
            biased,
            bias,
            least,
            greatest,
        }
    }

    /// The least it can be.
    pub fn least(self) -> i64 {
        self.least
    }

    /// The greatest it can be.
    pub fn greatest(self) -> i64 {
        self.greatest
    }

    /// The exponent with another bias added, in two's complement, and no wider than its bounds ask for.
    pub fn with_bias(self, bias: i64) -> Net<'n> {
        let width = signed_width(self.least + bias, self.greatest + bias);
        self.in_width(width) + self.constant(bias - self.bias, width)
    }

    /// A bias less the exponent, modulo 2^width.
    pub fn subtracted_from(self, bias: i64, width: u32) -> Net<'n> {
        self.constant(bias + self.bias, width) - self.in_width(width)
    }

    /// The exponent less a number that is not above `most`.
    fn less(self, number: Net<'n>, most: u32) -> Exponent<'n> {
        let least = self.least - i64::from(most);
        let needed = signed_width(least + self.bias, self.greatest + self.bias);
        let width = needed.max(number.width());
        let lowered = self.in_width(width) - number.zero_extend(width);
        Exponent::new(lowered.named(hidden("exponent")), self.bias, least..=self.greatest)
    }

    /// The net in another width: what is wider repeats its sign, what is narrower is the number modulo 2^width.
    fn in_width(self, width: u32) -> Net<'n> {
        if width > self.biased.width() {
            self.biased.sign_extend(width)
        } else {
            self.biased.low(width)
        }
    }

    fn constant(self, number: i64, width: u32) -> Net<'n> {
        self.biased
            .builder()
            .constant(number.rem_euclid(1 << width) as u64, width)
    }
}

impl<'n> Raw<'n> {
    /// The value of an operand that is to be rounded to the format `target`.
    ///
    /// A subnormal operand is normalised only where the target has smaller exponents: elsewhere it is subnormal there too.
    pub fn of(n: Scope<'n>, source: Format, operand: Unpacked<'n>, target: Format) -> Raw<'n> {
        let bounds = source.least_exponent()..=source.greatest_exponent();
        // A biased exponent is never negative.
        let biased = n.zero().join(operand.exponent);
        let raw = Raw {
            nan: operand.nan,
            infinite: operand.infinite,
            zero: operand.zero,
            sign: operand.sign,
            exponent: Exponent::new(biased, source.bias() as i64, bounds),
            significand: operand.significand,
            sticky: n.zero(),
        };
        if target.least_exponent() < source.least_exponent() {
            raw.normalised(n)
        } else {
            raw
        }
    }

    /// The same value with its leading one at the top.
    fn normalised(self, n: Scope<'n>) -> Raw<'n> {
        let zeros = count_leading_zeros(n, step::RAW_ZEROS, self.significand);
        let _stage = n.stage(step::RAW);
        Raw {
            // A zero, which has more, needs no exponent.
            exponent: self.exponent.less(zeros, self.significand.width() - 1),
            significand: self.significand.shift_left(zeros).named("significand"),
            ..self
        }
    }

    /// The results that no rounding makes.
    pub fn special(&self) -> Special<'n> {
        Special {
            nan: self.nan,
            infinite: self.infinite,
            infinite_sign: self.sign,
        }
    }
}
