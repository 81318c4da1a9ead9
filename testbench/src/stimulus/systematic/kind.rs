//! What walks through the fractions and exponents of a format.

use halfpipe_model::value::Format;

use super::super::edges::one;
use super::super::number::Number;

/// A format and the fractions that walk through it.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    pub(super) format: Format,
    /// No one, and a single one in each place.
    pub(super) ones: Vec<u32>,
    /// Those, a single zero in each place, and runs of ones from either end.
    pub(super) patterns: Vec<u32>,
    /// Magnitudes that one bit keeps from being another class's: exponent fields with a single one or zero, and fractions with
    /// no one or a single one below the fields of subnormal numbers and of NaN.
    pub(super) borders: Vec<u32>,
}

impl Kind {
    pub(super) fn of(format: Format) -> Kind {
        let places = 0..format.fraction_bits();
        let mask = format.fraction_mask();
        let ones: Vec<u32> = std::iter::once(0)
            .chain(places.clone().map(|place| 1 << place))
            .collect();
        let runs = places.flat_map(|place| [(1 << place) - 1, mask & !((1 << place) - 1)]);
        let mut patterns: Vec<u32> = ones.iter().flat_map(|one| [*one, mask & !one]).chain(runs).collect();
        patterns.sort_unstable();
        patterns.dedup();
        let all = format.infinity();
        let field_bits = (0..format.exponent_bits()).map(|bit| 1 << (bit + format.fraction_bits()));
        let fields = field_bits.flat_map(|bit| [bit, all & !bit]);
        let mut borders: Vec<u32> = fields.flat_map(|field| [field, field | 1]).collect();
        borders.extend(ones.iter().flat_map(|one| [*one, all | one]));
        Kind {
            format,
            ones,
            patterns,
            borders,
        }
    }

    pub(super) fn lowest(&self) -> i32 {
        self.format.min_exponent() as i32
    }

    pub(super) fn highest(&self) -> i32 {
        self.format.bias() as i32
    }

    /// Bits of a significand.
    pub(super) fn precision(&self) -> i32 {
        self.format.fraction_bits() as i32 + 1
    }

    /// The leading digit of a significand, beside a fraction.
    pub(super) fn leading_digit(&self) -> u32 {
        1 << self.format.fraction_bits()
    }

    /// 1.fraction · 2^exponent, or the nearest exponent that the format has; of a subnormal number the last places are cut.
    pub(super) fn value(&self, negative: bool, exponent: i32, fraction: u32) -> u32 {
        let fraction_bits = self.format.fraction_bits();
        let number = Number {
            negative,
            significand: u64::from(self.leading_digit() | fraction),
            exponent: exponent.clamp(self.lowest() - fraction_bits as i32, self.highest()) - fraction_bits as i32,
        };
        number.truncate(self.format)
    }

    /// Exponents of two factors with that sum, of normal numbers where there are such; they are added with other carries for
    /// each `number`.
    pub(super) fn split(&self, sum: i32, number: usize) -> [i32; 2] {
        let least = self.lowest().max(sum - self.highest());
        let most = self.highest().min(sum - self.lowest());
        let first = match least <= most {
            true => least + (5 * number as i32) % (most - least + 1),
            false => sum / 2,
        };
        [first, sum - first]
    }

    /// What decides an operation whatever the other operands are, and what does not.
    pub(super) fn deciding(&self) -> [u32; 4] {
        [0, self.format.infinity(), self.format.canonical_nan(), one(self.format)]
    }

    pub(super) fn signed(&self, negative: bool, magnitude: u32) -> u32 {
        magnitude | if negative { self.format.sign_mask() } else { 0 }
    }

    pub(super) fn number(&self, bits: u32) -> Number {
        Number::decode(self.format, bits)
    }

    /// The exponents of values with an exponent of their own: fields from 0, which has subnormal numbers, to that of NaN.
    pub(super) fn fields(&self) -> [u32; 6] {
        let all = (1 << self.format.exponent_bits()) - 1;
        let bias = self.format.bias() as u32;
        [0, 1, bias, bias + 1, all - 1, all]
    }

    /// Fractions of a power of two, beside one and between two of them.
    pub(super) fn beside_powers(&self) -> [u32; 4] {
        let mask = self.format.fraction_mask();
        [0, mask, 1, mask >> 1]
    }
}
