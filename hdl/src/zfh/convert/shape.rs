//! The widths of a shifter.

use halfpipe_isa::FloatFormat;

use super::formats::ConversionFormats;
use crate::format::HardwareFormat;
use crate::net::Net;

/// The conversions of a half-precision format that share a shifter.
pub struct HalfConversions<'f> {
    pub format: FloatFormat,
    pub formats: &'f ConversionFormats,
}

impl HalfConversions<'_> {
    pub fn has_integers(&self) -> bool {
        self.formats.with_integers.contains(&self.format)
    }

    pub fn has_single(&self) -> bool {
        self.formats.with_single.contains(&self.format)
    }

    /// Returns the number of bits above the point of the largest integer that is a half and fits a register.
    pub fn places(&self) -> u32 {
        if self.has_integers() {
            self.formats.integer_bits.min(self.format.max_exponent() as u32 + 1)
        } else {
            0
        }
    }

    /// True if a half can be an integer that does not fit a register.
    pub fn can_exceed(&self) -> bool {
        self.formats.integer_bits <= self.format.max_exponent() as u32
    }

    /// Returns the distance of single precision below the top, in places. With these zeros above it, and one for the guard
    /// bit, a number is reduced to the sticky bit.
    pub fn below_top(&self) -> u32 {
        match first_normal(self.format) {
            1 => 0,
            _ => self.format.significand_bits() + 1,
        }
    }

    /// Returns the number of bits of the shifted word that have a weight: those of an integer or a significand, and two
    /// below.
    pub fn keep(&self) -> u32 {
        (self.places() + 1).max(self.format.significand_bits() + 2)
    }

    /// Returns the width of the shifter's word.
    pub fn width(&self) -> u32 {
        let significand = self.format.significand_bits();
        let of_half = self.places() + significand + 1;
        let of_single = self.below_top() + significand + 3;
        let of_single = if self.has_single() { of_single } else { 0 };
        let of_half = if self.has_integers() { of_half } else { 0 };
        of_half.max(of_single).max(self.keep())
    }

    /// Returns the shifter's word with the digits `below_top` places below its top.
    pub fn word<'n>(&self, digits: Net<'n>, below_top: u32) -> Net<'n> {
        let width = self.width();
        digits
            .append_zeros(width - below_top - digits.width())
            .zero_extend(width)
    }
}

/// Returns the exponent field, in single precision, of a format's smallest normal number.
pub fn first_normal(format: FloatFormat) -> u64 {
    FloatFormat::RISCV_S.bias_field() + 1 - format.bias_field()
}
