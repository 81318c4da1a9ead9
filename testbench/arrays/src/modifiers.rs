//! Modifiers of results, and the encoding of results under them.

use halfpipe_isa::{Instruction, Modifier, Rounding};

use crate::format::Format;
use crate::number::{Class, Number};
use crate::round::{round, stays_finite};

/// The modifiers that change results.
#[derive(Clone, Copy, Debug, Default)]
pub struct Modifiers {
    /// A subnormal result becomes zero.
    pub flushes: bool,
    /// Results are from 0 to 1, and a NaN is 0.
    pub saturates: bool,
    /// A result with a sign is 0.
    pub clamps_negative: bool,
    /// A result that is too large becomes the largest number.
    pub stays_finite: bool,
}

impl Modifiers {
    /// Returns the modifiers of an instruction.
    pub fn new(instruction: Instruction) -> Modifiers {
        Modifiers {
            flushes: instruction.has(Modifier::Ftz),
            saturates: instruction.has(Modifier::Sat),
            clamps_negative: instruction.has(Modifier::Relu),
            stays_finite: instruction.has(Modifier::Satfinite),
        }
    }

    /// Rounds and encodes a value. Returns the exceptions of the rounding too.
    #[inline(always)]
    pub fn encode<const FLAGS: bool>(&self, format: &Format, value: Number, rounding: Rounding) -> (u32, u64) {
        let is_negative = value.is_negative;
        match value.class {
            Class::Nan => (format.nan, 0),
            Class::Zero => (format.signed(is_negative, 0), 0),
            Class::Infinity => (self.infinity(format, is_negative), 0),
            Class::Finite => {
                let rounded = round::<FLAGS>(format, value, rounding);
                let bits = if self.flushes && value.exponent < format.min_exponent {
                    format.signed(is_negative, 0)
                } else if rounded.magnitude <= format.largest {
                    format.signed(is_negative, rounded.magnitude)
                } else if stays_finite(rounding, is_negative) {
                    format.signed(is_negative, format.largest)
                } else {
                    self.infinity(format, is_negative)
                };
                (bits, rounded.flags)
            }
        }
    }

    /// Returns the encoding of an infinity, or of a result that is too large.
    #[inline(always)]
    pub fn infinity(&self, format: &Format, is_negative: bool) -> u32 {
        if self.stays_finite {
            format.signed(is_negative, format.largest)
        } else if format.has_infinity {
            format.signed(is_negative, format.overflow)
        } else {
            format.nan
        }
    }

    /// Applies `.sat` or `.relu` to an encoding.
    #[inline(always)]
    pub fn clamp(&self, format: &Format, bits: u32) -> u32 {
        let is_negative = bits & format.sign_mask != 0;
        if self.saturates {
            // Below the mask of the sign, only a NaN is above infinity.
            let one = (format.bias as u32) << format.fraction_bits;
            if is_negative || format.is_nan(bits) {
                0
            } else {
                bits.min(one)
            }
        } else if self.clamps_negative && is_negative {
            0
        } else {
            bits
        }
    }
}
