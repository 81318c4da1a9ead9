//! Walking ones through the fractions and exponents of a format.

use halfpipe_isa::FloatFormat;

use super::super::edges::one;
use super::super::number::Number;

/// A format with its fraction patterns.
#[derive(Clone, Debug)]
pub(super) struct FormatPatterns {
    pub(super) format: FloatFormat,
    /// Fractions without a one, and with a single one in each place.
    pub(super) ones: Vec<u32>,
    /// The fractions of `ones`, fractions with a single zero in each place, and runs of ones from either end.
    pub(super) patterns: Vec<u32>,
    /// Magnitudes one bit away from another class. Some have an exponent field with a single one or zero. The others
    /// have the field of subnormal numbers or of NaN, and a fraction with at most a single one.
    pub(super) borders: Vec<u32>,
}

impl FormatPatterns {
    pub(super) fn from_format(format: FloatFormat) -> FormatPatterns {
        let places = 0..format.fraction_bits;
        let mask = format.fraction_mask();
        let ones: Vec<u32> = std::iter::once(0)
            .chain(places.clone().map(|place| 1 << place))
            .collect();
        let runs = places.flat_map(|place| [(1 << place) - 1, mask & !((1 << place) - 1)]);
        let mut patterns: Vec<u32> = ones.iter().flat_map(|one| [*one, mask & !one]).chain(runs).collect();
        patterns.sort_unstable();
        patterns.dedup();
        let all = format.overflow_encoding();
        let field_bits = (0..format.exponent_bits).map(|bit| 1 << (bit + format.fraction_bits));
        let fields = field_bits.flat_map(|bit| [bit, all & !bit]);
        let mut borders: Vec<u32> = fields.flat_map(|field| [field, field | 1]).collect();
        borders.extend(ones.iter().flat_map(|one| [*one, all | one]));
        FormatPatterns {
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

    /// Returns the width of a significand in bits.
    pub(super) fn precision(&self) -> i32 {
        self.format.fraction_bits as i32 + 1
    }

    /// Returns the leading digit of a significand, in the place above the fraction.
    pub(super) fn leading_digit(&self) -> u32 {
        1 << self.format.fraction_bits
    }

    /// Returns 1.fraction · 2^exponent, with the exponent limited to the format's range. A subnormal number loses its
    /// last places.
    pub(super) fn value(&self, negative: bool, exponent: i32, fraction: u32) -> u32 {
        let fraction_bits = self.format.fraction_bits;
        let number = Number {
            negative,
            significand: u64::from(self.leading_digit() | fraction),
            exponent: exponent.clamp(self.lowest() - fraction_bits as i32, self.highest()) - fraction_bits as i32,
        };
        number.truncate(self.format)
    }

    /// Returns exponents of two factors with this sum, of normal numbers if possible. Each `number` splits the sum with
    /// other carries.
    pub(super) fn split(&self, sum: i32, number: usize) -> [i32; 2] {
        let least = self.lowest().max(sum - self.highest());
        let most = self.highest().min(sum - self.lowest());
        let first = if least <= most {
            least + (5 * number as i32) % (most - least + 1)
        } else {
            sum / 2
        };
        [first, sum - first]
    }

    /// Returns values that decide an operation on their own, and 1, which does not.
    pub(super) fn deciding(&self) -> [u32; 4] {
        [
            0,
            self.format.overflow_encoding(),
            self.format.nan_encoding(),
            one(self.format),
        ]
    }

    pub(super) fn signed(&self, negative: bool, magnitude: u32) -> u32 {
        magnitude | if negative { self.format.sign_mask() } else { 0 }
    }

    pub(super) fn number(&self, bits: u32) -> Number {
        Number::decode(self.format, bits)
    }

    /// Returns the product of two encodings.
    pub(super) fn multiply(&self, a: u32, b: u32) -> Number {
        self.number(a).times(self.number(b))
    }

    /// Returns the exponent fields with special properties, from 0, the field of subnormal numbers, to that of NaN.
    pub(super) fn fields(&self) -> [u32; 6] {
        let all = (1 << self.format.exponent_bits) - 1;
        let bias = self.format.bias() as u32;
        [0, 1, bias, bias + 1, all - 1, all]
    }

    /// Returns the fractions of a power of two, of its neighbours, and of a value between two powers.
    pub(super) fn beside_powers(&self) -> [u32; 4] {
        let mask = self.format.fraction_mask();
        [0, mask, 1, mask >> 1]
    }
}
