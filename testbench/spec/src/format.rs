//! Formats, and numbers taken apart.

use halfpipe_isa::Element;

use crate::logic::Logic;
use crate::words::Arithmetic;

/// A binary format: a sign, an exponent field, a fraction field; subnormals, infinities and NaNs as in IEEE 754, or no infinities and
/// one NaN of each sign, all ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// The width of the exponent field.
    pub exponent_bits: usize,
    /// The width of the fraction field.
    pub fraction_bits: usize,
    /// Whether there are infinities.
    pub has_infinity: bool,
}

impl From<Element> for Format {
    fn from(element: Element) -> Format {
        let (exponent_bits, fraction_bits) = match element {
            Element::F16 => (5, 10),
            Element::Bf16 => (8, 7),
            Element::F32 => (8, 23),
            Element::E4m3 => (4, 3),
            Element::E5m2 => (5, 2),
        };
        Format {
            exponent_bits,
            fraction_bits,
            has_infinity: element != Element::E4m3,
        }
    }
}

impl Format {
    /// The width of an encoding.
    pub fn width(self) -> usize {
        1 + self.exponent_bits + self.fraction_bits
    }

    /// What the exponent field is more than the exponent.
    pub fn bias(self) -> i64 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// The exponent of the last place of the smallest number, of which every number is a multiple.
    pub fn unit(self) -> i64 {
        1 - self.bias() - self.fraction_bits as i64
    }

    /// The largest exponent field of a finite number.
    pub fn largest_exponent(self) -> i64 {
        (self.largest() >> self.fraction_bits) as i64
    }

    /// The largest number without its sign.
    pub(crate) fn largest(self) -> i128 {
        match self.has_infinity {
            true => self.infinity() - 1,
            false => self.nan() - 1,
        }
    }

    /// An infinity without its sign, or the NaN that stands for it where there is none.
    pub(crate) fn infinity(self) -> i128 {
        match self.has_infinity {
            true => ((1 << self.exponent_bits) - 1) << self.fraction_bits,
            false => self.nan(),
        }
    }

    /// The number 1.
    pub(crate) fn one(self) -> i128 {
        i128::from(self.bias()) << self.fraction_bits
    }

    /// The NaN that results are.
    pub(crate) fn nan(self) -> i128 {
        (1 << (self.width() - 1)) - 1
    }
}

/// A number taken apart.
pub(crate) struct Unpacked<B> {
    pub sign: B,
    pub nan: B,
    pub infinite: B,
    /// It is a zero, or flushed to one.
    pub zero: B,
    /// The digits; where it is finite the number is them times two to the `place`.
    pub significand: Vec<B>,
    /// The exponent field, and 1 for subnormals. The last digit of `significand` has the place `exponent - 1` above
    /// [`Format::unit`].
    pub exponent: Vec<B>,
}

impl<B: Copy> Unpacked<B> {
    /// An encoding taken apart; with `flushes`, subnormals are zeros.
    pub fn of<L: Logic<Bit = B>>(logic: &mut L, format: Format, bits: &[B], flushes: bool) -> Unpacked<B> {
        let (fraction, rest) = bits.split_at(format.fraction_bits);
        let (field, sign) = rest.split_at(format.exponent_bits);
        let normal = logic.any(field);
        let largest = logic.all(field);
        let has_fraction = logic.any(fraction);
        let mut significand = fraction.to_vec();
        significand.push(normal);
        if flushes {
            significand = logic.only_if(normal, &significand);
        }
        let mut exponent = field.to_vec();
        exponent[0] = logic.or(exponent[0], logic.not(normal));
        let digits = logic.any(&significand);
        let (nan, infinite) = match format.has_infinity {
            true => (
                logic.and(largest, has_fraction),
                logic.and(largest, logic.not(has_fraction)),
            ),
            false => {
                let ones = logic.all(fraction);
                (logic.and(largest, ones), logic.constant(false))
            }
        };
        Unpacked {
            sign: sign[0],
            nan,
            infinite,
            zero: logic.not(digits),
            significand,
            exponent,
        }
    }

    /// Whether it is no finite number.
    pub fn special<L: Logic<Bit = B>>(&self, logic: &mut L) -> B {
        logic.or(self.nan, self.infinite)
    }
}
