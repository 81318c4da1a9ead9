//! Raw: an unrounded result that belongs to no format.

use halfpipe_isa::FloatFormat;
use std::ops::RangeInclusive;

use crate::net::{hidden, Net, Scope};
use crate::stage::{count_leading_zeros, step, Special, Unpacked};

/// The interface between an operation and the rounder: an unrounded value in no format. `sticky` stands for its inexact
/// part.
#[derive(Clone, Copy)]
pub struct Raw<'n> {
    /// 1 if the value is NaN. No other field then has a meaning.
    pub nan: Net<'n>,
    /// 1 if the value is infinite. Of the other fields only the sign then has a meaning.
    pub infinite: Net<'n>,
    /// 1 if the value is zero. The significand and `sticky` are then 0, and the exponent has no meaning.
    pub zero: Net<'n>,
    /// 1 if the value is negative, or a zero with that sign.
    pub sign: Net<'n>,
    /// The exponent of the significand's top bit, which has the weight 2^exponent.
    pub exponent: Exponent<'n>,
    /// The upper bits of the magnitude, leading one at the top. The top bits may be 0 if the exponent is at most the
    /// smallest one of the target format. The value is subnormal there anyway.
    pub significand: Net<'n>,
    /// 1 if any bit below the significand is set. It can be 1 only if the significand has at least one bit more than
    /// the result's. The position of the cut must be known to be at most half a unit in the result's last place.
    pub sticky: Net<'n>,
}

/// A signed exponent with bounds known to the generator. The bounds decide which hardware a rounder needs.
#[derive(Clone, Copy)]
pub struct Exponent<'n> {
    biased: Net<'n>,
    bias: i64,
    least: i64,
    greatest: i64,
}

/// Returns the width of a number in two's complement: a sign, and at least one bit more.
pub fn signed_width(number: i64) -> u32 {
    1 + (i64::BITS - (number ^ (number >> 63)).leading_zeros()).max(1)
}

/// Returns the width of numbers within these bounds in two's complement.
fn width_within(least: i64, greatest: i64) -> u32 {
    signed_width(least).max(signed_width(greatest))
}

impl<'n> Exponent<'n> {
    /// Returns an exponent within `bounds`. The net holds it with `bias` added, in two's complement. A biased exponent
    /// therefore needs no conversion before rounding.
    ///
    /// Panics if the net has too few bits for the bounds.
    pub fn new(biased: Net<'n>, bias: i64, bounds: RangeInclusive<i64>) -> Exponent<'n> {
        let (least, greatest) = bounds.into_inner();
        let needed = width_within(least + bias, greatest + bias);
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

    /// Returns the least possible exponent.
    pub fn least(self) -> i64 {
        self.least
    }

    /// Returns the greatest possible exponent.
    pub fn greatest(self) -> i64 {
        self.greatest
    }

    /// Returns the exponent with another bias added, in two's complement, no wider than its bounds require.
    pub fn with_bias(self, bias: i64) -> Net<'n> {
        let width = width_within(self.least + bias, self.greatest + bias);
        self.with_width(width) + self.constant(bias - self.bias, width)
    }

    /// Returns a bias less the exponent, modulo 2^width.
    pub fn subtracted_from(self, bias: i64, width: u32) -> Net<'n> {
        self.constant(bias + self.bias, width) - self.with_width(width)
    }

    /// Returns the exponent that the same net holds with another bias, within other bounds.
    pub fn with_other_bias(self, bias: i64, bounds: RangeInclusive<i64>) -> Exponent<'n> {
        let width = width_within(bounds.start() + bias, bounds.end() + bias);
        Exponent::new(self.with_width(width), bias, bounds)
    }

    /// Returns the same exponent, known to be within narrower bounds.
    pub fn with_bounds(self, bounds: RangeInclusive<i64>) -> Exponent<'n> {
        let width = width_within(bounds.start() + self.bias, bounds.end() + self.bias);
        Exponent::new(self.with_width(width), self.bias, bounds)
    }

    /// Returns the exponent less a number that is at most `most`.
    pub fn less(self, number: Net<'n>, most: u32) -> Exponent<'n> {
        let least = self.least - i64::from(most);
        let needed = width_within(least + self.bias, self.greatest + self.bias);
        let width = needed.max(number.width());
        let lowered = self.with_width(width) - number.zero_extend(width);
        Exponent::new(lowered.named(hidden("exponent")), self.bias, least..=self.greatest)
    }

    /// Returns the exponent less another one, and less one more where `borrow` is 1.
    pub fn minus(self, other: Exponent<'n>, borrow: Net<'n>) -> Exponent<'n> {
        let (least, greatest) = (self.least - other.greatest - 1, self.greatest - other.least);
        let bias = self.bias - other.bias;
        let width = width_within(least + bias, greatest + bias);
        // A place below the difference brings the borrow into its carry chain.
        let minuend = self.with_width(width).join(self.biased.builder().constant(1, 1));
        let chain = minuend + (!other.with_width(width)).join(!borrow);
        Exponent::new(chain.high(width).named(hidden("exponent")), bias, least..=greatest)
    }

    /// Returns the net in another width. A wider one repeats the sign; a narrower one is the number modulo 2^width.
    fn with_width(self, width: u32) -> Net<'n> {
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
    /// Returns the value of an operand, for rounding to the format `target`.
    ///
    /// A subnormal operand is normalised only if the target has smaller exponents. Otherwise it is subnormal there too.
    /// A target without a sign takes the magnitude.
    pub fn new(n: Scope<'n>, source: FloatFormat, operand: Unpacked<'n>, target: FloatFormat) -> Raw<'n> {
        let bounds = source.min_exponent()..=source.max_exponent();
        // A biased exponent is never negative.
        let biased = n.zero().join(operand.exponent);
        let raw = Raw {
            nan: operand.nan,
            infinite: operand.infinite,
            zero: operand.zero,
            sign: if target.has_sign { operand.sign } else { n.zero() },
            exponent: Exponent::new(biased, source.bias(), bounds),
            significand: operand.significand,
            sticky: n.zero(),
        };
        if target.min_exponent() < source.min_exponent() {
            raw.normalised(n)
        } else {
            raw
        }
    }

    /// Returns the same value with its leading one at the top.
    fn normalised(self, n: Scope<'n>) -> Raw<'n> {
        let zeros = count_leading_zeros(n, step::RAW_ZEROS, self.significand);
        let _stage = n.stage(step::RAW);
        Raw {
            // A zero, which has more leading zeros, needs no exponent.
            exponent: self.exponent.less(zeros, self.significand.width() - 1),
            significand: self.significand.shift_left(zeros).named("significand"),
            ..self
        }
    }

    /// Returns the results that do not come from rounding; a zero counts as a rounded one.
    pub fn special(&self) -> Special<'n> {
        Special {
            nan: self.nan,
            infinite: self.infinite,
            infinite_sign: self.sign,
            zero: self.zero.builder().zero(),
        }
    }
}
