//! Sums and products of finite numbers without branches, which random operands would mispredict.
//!
//! They have the results of [`arithmetic`](crate::arithmetic) and one rounding, for formats with infinities.

use std::hint::select_unpredictable as select;

use halfpipe_isa::Rounding;

use crate::format::Format;
use crate::number::{shift_sticky, LEADING_BIT};
use crate::round::{cut_off, stays_finite};

/// The exponent of a zero, far below those of numbers.
const ZERO: i32 = -(1 << 20);

/// The bit of a term's leading one: the sum of two terms fits a signed word.
const TERM_BIT: u32 = LEADING_BIT - 1;

/// A finite number: ± digits · 2^unit.
#[derive(Clone, Copy, Debug)]
pub struct Finite {
    /// True for a negative number, a zero included.
    pub is_negative: bool,
    digits: u64,
    unit: i32,
}

impl Finite {
    /// Returns the number of a finite encoding. With `flushes`, a subnormal one gives zero.
    #[inline(always)]
    pub fn decode(format: &Format, bits: u32, flushes: bool) -> Finite {
        let magnitude = bits & format.magnitude_mask;
        let field = magnitude >> format.fraction_bits;
        let is_normal = u32::from(field > 0);
        let fraction = magnitude & ((1 << format.fraction_bits) - 1);
        let kept = if flushes { fraction * is_normal } else { fraction };
        Finite {
            is_negative: bits & format.sign_mask != 0,
            digits: u64::from(is_normal << format.fraction_bits | kept),
            unit: (field + 1 - is_normal) as i32 - format.bias - format.fraction_bits as i32,
        }
    }

    /// Returns the product with another number.
    #[inline(always)]
    pub fn times(self, other: Finite) -> Finite {
        Finite {
            is_negative: self.is_negative != other.is_negative,
            digits: self.digits * other.digits,
            unit: self.unit + other.unit,
        }
    }

    /// Returns the number with the opposite sign if `negates`.
    #[inline(always)]
    pub fn negated_if(self, negates: bool) -> Finite {
        Finite {
            is_negative: self.is_negative != negates,
            ..self
        }
    }

    /// Returns the digits with their leading one in a bit, and its exponent; for a zero an exponent below all others.
    #[inline(always)]
    fn normalise(digits: u64, unit: i32, bit: u32) -> (u64, i32) {
        let zeros = (digits | 1).leading_zeros();
        let exponent = unit + (63 - zeros) as i32;
        // Products have 48 digits at most, and sums 63.
        let shifted = digits << (zeros - (63 - bit));
        (shifted, select(digits == 0, ZERO, exponent))
    }

    /// Returns the encoding of the sum with another number, rounded.
    #[inline(always)]
    pub fn plus(self, other: Finite, format: &Format, rounding: Rounding, flushes: bool) -> u32 {
        let (x, x_exponent) = Finite::normalise(self.digits, self.unit, TERM_BIT);
        let (y, y_exponent) = Finite::normalise(other.digits, other.unit, TERM_BIT);
        let is_swapped = y_exponent > x_exponent;
        let large = select(is_swapped, y, x);
        let small = select(is_swapped, x, y);
        let large_is_negative = select(is_swapped, other.is_negative, self.is_negative);
        let exponent = x_exponent.max(y_exponent);
        let distance = (exponent - x_exponent.min(y_exponent)).min(63) as u32;
        let aligned = shift_sticky(small, distance);
        // The sum relative to the larger number's sign.
        let opposes = -i64::from(self.is_negative != other.is_negative);
        let sum = large as i64 + ((aligned as i64 ^ opposes) - opposes);
        let is_turned = sum < 0;
        let cancelled = rounding == Rounding::TowardNegative;
        let zero_is_negative =
            (self.is_negative & other.is_negative) | ((self.is_negative != other.is_negative) & cancelled);
        let is_negative = select(sum == 0, zero_is_negative, large_is_negative != is_turned);
        let number = Finite {
            is_negative,
            digits: sum.unsigned_abs(),
            unit: exponent - TERM_BIT as i32,
        };
        number.encode(format, rounding, flushes)
    }

    /// Returns the encoding of the number, rounded.
    #[inline(always)]
    pub fn encode(self, format: &Format, rounding: Rounding, flushes: bool) -> u32 {
        let (significand, own_exponent) = Finite::normalise(self.digits, self.unit, LEADING_BIT);
        let exponent = own_exponent.max(format.min_exponent);
        let cut = LEADING_BIT - format.fraction_bits + (exponent - own_exponent) as u32;
        let (kept, _) = cut_off(significand, cut, rounding, self.is_negative);
        let fields = ((exponent + format.bias - 1) as i64) << format.fraction_bits;
        let limit = format.overflow - u32::from(stays_finite(rounding, self.is_negative));
        let rounded = (fields + kept as i64).min(limit.into()) as u32;
        let is_zero = (significand == 0) | (flushes & (own_exponent < format.min_exponent));
        let magnitude = select(is_zero, 0, rounded);
        magnitude | (format.sign_mask * u32::from(self.is_negative))
    }
}
