//! Facts of a format that decoding and rounding need, computed once.

use halfpipe_isa::FloatFormat;

use crate::number::{Class, Number, LEADING_BIT};

/// A format with its derived constants.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Width of the fraction field in bits.
    pub fraction_bits: u32,
    /// Bias of the exponent field.
    pub bias: i32,
    /// Exponent of the smallest normal numbers.
    pub min_exponent: i32,
    /// Magnitude of the largest finite number.
    pub largest: u32,
    /// Magnitude of an infinity, or of the encoding that stands for one.
    pub overflow: u32,
    /// Encoding of a NaN, or of the encoding that stands for one.
    pub nan: u32,
    /// Mask of the sign bit; 0 without a sign.
    pub sign_mask: u32,
    /// Mask of the bits below the sign.
    pub magnitude_mask: u32,
    /// Bits of a register below the fraction, which do not matter.
    pub ignored_bits: u32,
    /// True if the format has infinities.
    pub has_infinity: bool,
    /// True if the format has NaNs.
    pub has_nan: bool,
    /// True if the format has zeros and subnormal numbers; all but powers of two have.
    pub has_zero: bool,
}

impl Format {
    /// Returns the constants of a format.
    pub const fn new(format: FloatFormat) -> Format {
        Format {
            fraction_bits: format.fraction_bits,
            bias: format.bias() as i32,
            min_exponent: format.min_exponent() as i32,
            largest: format.largest_finite(),
            overflow: format.overflow_encoding(),
            nan: format.nan_encoding(),
            sign_mask: format.sign_mask(),
            magnitude_mask: format.magnitude_mask(),
            ignored_bits: format.ignored_bits(),
            has_infinity: format.has_infinity(),
            has_nan: format.has_nan(),
            has_zero: format.fraction_bits > 0,
        }
    }

    /// Returns the encoding of the largest finite number with this sign.
    #[inline(always)]
    pub fn signed(&self, is_negative: bool, magnitude: u32) -> u32 {
        magnitude | if is_negative { self.sign_mask } else { 0 }
    }

    /// True if an encoding is a finite number.
    #[inline(always)]
    pub fn is_finite(&self, bits: u32) -> bool {
        bits & self.magnitude_mask <= self.largest
    }

    /// True if an encoding is a NaN.
    #[inline(always)]
    pub fn is_nan(&self, bits: u32) -> bool {
        let magnitude = bits & self.magnitude_mask;
        magnitude > self.largest && (!self.has_infinity || magnitude != self.overflow)
    }

    /// True if an encoding is a NaN whose highest fraction bit is 0. Such a NaN raises the flag for an invalid operation.
    #[inline(always)]
    pub fn signals(&self, bits: u32) -> bool {
        self.is_nan(bits) && self.fraction_bits > 0 && bits >> (self.fraction_bits - 1) & 1 == 0
    }

    /// True if an encoding is a nonzero number below the normal ones, or a zero.
    #[inline(always)]
    pub fn is_below_normal(&self, bits: u32) -> bool {
        self.has_zero && bits & self.magnitude_mask < 1 << self.fraction_bits
    }

    /// Returns the value of an encoding. Bits above its width are ignored.
    #[inline(always)]
    pub fn decode(&self, bits: u32) -> Number {
        let magnitude = bits & self.magnitude_mask;
        let is_negative = bits & self.sign_mask != 0;
        let special = |class| Number {
            class,
            is_negative,
            exponent: 0,
            significand: 0,
        };
        if magnitude > self.largest {
            return special(if self.is_nan(bits) { Class::Nan } else { Class::Infinity });
        }
        let field = magnitude >> self.fraction_bits;
        let (hidden, least_field) = if self.has_zero {
            (u64::from(field > 0), 1)
        } else {
            (1, 0)
        };
        let fraction = u64::from(magnitude & ((1 << self.fraction_bits) - 1));
        let significand = hidden << self.fraction_bits | fraction;
        if significand == 0 {
            return special(Class::Zero);
        }
        let zeros = significand.leading_zeros();
        let lowest = field.max(least_field) as i32 - self.bias - self.fraction_bits as i32;
        Number {
            class: Class::Finite,
            is_negative,
            exponent: lowest + (63 - zeros) as i32,
            significand: significand << (zeros - (63 - LEADING_BIT)),
        }
    }
}
