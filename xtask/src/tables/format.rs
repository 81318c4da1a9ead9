//! The two 16-bit formats, and rounding to them.

use halfpipe_isa::FloatFormat;
use num_bigint::BigUint;
use num_integer::Integer;

/// A binary interchange format of 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableFormat {
    /// The width of the exponent field in bits.
    pub exponent_bits: u32,
    /// The width of the fraction field in bits.
    pub fraction_bits: u32,
}

/// IEEE 754 binary16.
pub const F16: TableFormat = TableFormat {
    exponent_bits: 5,
    fraction_bits: 10,
};

/// bfloat16.
pub const BF16: TableFormat = TableFormat {
    exponent_bits: 8,
    fraction_bits: 7,
};

impl TableFormat {
    /// Returns the name, such as `f16`.
    pub fn name(self) -> String {
        FloatFormat::new(self.exponent_bits, self.fraction_bits).to_string()
    }

    /// Returns the exponent of the number 1.0 in its field.
    pub const fn bias(self) -> i32 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// Returns the encoding of 1.0.
    pub const fn one(self) -> u16 {
        (self.bias() as u16) << self.fraction_bits
    }

    /// Returns the encoding of +infinity.
    pub const fn infinity(self) -> u16 {
        ((1 << self.exponent_bits) - 1) << self.fraction_bits
    }

    /// Returns the canonical NaN: every bit of the magnitude is one.
    pub const fn nan(self) -> u16 {
        0x7FFF
    }

    /// Returns the exponent of the last place of the subnormal numbers.
    pub const fn least_exponent(self) -> i32 {
        1 - self.bias() - self.fraction_bits as i32
    }

    /// Splits a finite magnitude into integer significand and exponent: its value is `significand * 2^exponent`.
    pub fn significand(self, magnitude: u16) -> (u16, i32) {
        let field = magnitude >> self.fraction_bits;
        let fraction = magnitude & ((1 << self.fraction_bits) - 1);
        if field == 0 {
            (fraction, self.least_exponent())
        } else {
            let significand = fraction | 1 << self.fraction_bits;
            (significand, self.least_exponent() + i32::from(field) - 1)
        }
    }

    /// Rounds `value * 2^exponent` to nearest, ties to even. Too large a value gives infinity.
    pub fn round(self, value: &BigUint, exponent: i32) -> u16 {
        let leading = value.bits() as i32 - 1 + exponent;
        let last_place = (leading - self.fraction_bits as i32).max(self.least_exponent());
        let shift = last_place - exponent;
        let kept = if shift <= 0 {
            value << -shift as u32
        } else {
            let shift = shift as u32;
            let half = BigUint::from(1u32) << (shift - 1);
            let kept = value >> shift;
            let lost = value - (&kept << shift);
            if lost > half || (lost == half && kept.is_odd()) {
                kept + 1u32
            } else {
                kept
            }
        };
        let kept = u32::try_from(kept).expect("a rounded significand is short");
        // The hidden bit adds one to the exponent field, and so does a carry out of the fraction.
        let binade = (last_place - self.least_exponent()) as u32;
        let encoding = (binade << self.fraction_bits).saturating_add(kept);
        encoding.min(u32::from(self.infinity())) as u16
    }

    /// Returns the least and the greatest fixed-point number that is rounded to a magnitude, which is not zero. A half is
    /// rounded up.
    pub fn fixed_point(self, result: u16, fraction_bits: u32) -> (i64, i64) {
        let (significand, exponent) = self.significand(result);
        let significand = i64::from(significand);
        // Half a last place.
        let half = exponent + fraction_bits as i32 - 1;
        // The last place is half as large below a power of two.
        let is_power = significand == 1 << self.fraction_bits;
        let low = (4 * significand - if is_power { 1 } else { 2 }) << half >> 1;
        let high = ((2 * significand + 1) << half) - 1;
        (low, high)
    }

    /// Returns the least and the greatest fraction of a power 2^integer · (1 + fraction), in half last places, that is
    /// rounded to a result by adding a half last place and dropping lower bits. A result below the normal numbers is
    /// shifted right before, unless it is flushed.
    pub fn half_places(self, integer: i32, result: i64, flush: bool) -> (i64, i64) {
        let exponent = integer + self.bias();
        let hidden = 2 << self.fraction_bits;
        let (low, high) = if flush || exponent >= 1 {
            let fraction = result - (i64::from(exponent) << self.fraction_bits);
            (2 * fraction - 1, 2 * fraction)
        } else {
            let shift = 1 - exponent;
            (
                ((2 * result - 1) << shift) - hidden,
                ((2 * result + 1) << shift) - 1 - hidden,
            )
        };
        (low.max(0), high.min(hidden - 1))
    }
}
