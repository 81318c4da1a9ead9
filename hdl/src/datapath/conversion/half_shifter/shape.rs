//! The widths of the shifter and of its word.

use halfpipe_isa::FloatFormat;

use crate::format::HardwareFormat;
use crate::net::Net;

/// The conversions that share a shifter.
#[derive(Clone, Copy)]
pub struct HalfShifter {
    /// The half-precision format.
    pub format: FloatFormat,
    /// The bits of the widest integer that results from a half; 0 if none does.
    pub to_integer_bits: u32,
    /// The bits of the widest integer that becomes a half; 0 if none does.
    pub from_integer_bits: u32,
    /// True if single precision becomes a half.
    pub narrows: bool,
    /// The bits of a half below the guard bit that keep their weight. Flags need one.
    pub below_guard: u32,
}

impl HalfShifter {
    /// Returns the number of bits above the point of the largest half.
    fn largest_bits(&self) -> u32 {
        self.format.max_exponent() as u32 + 1
    }

    /// Returns the number of bits above the point of the integers that result from halves.
    pub fn places(&self) -> u32 {
        self.to_integer_bits.min(self.largest_bits())
    }

    /// Returns the number of bits of the integers that become halves, up to the largest half.
    pub fn magnitude_bits(&self) -> u32 {
        self.from_integer_bits.min(self.largest_bits())
    }

    /// True if a half can be an integer that does not fit the widest result.
    pub fn can_exceed(&self) -> bool {
        self.places() < self.largest_bits()
    }

    /// Returns the exponent field, in single precision, of the smallest normal half.
    pub(super) fn first_normal(&self) -> u64 {
        FloatFormat::F32.bias_field() + 1 - self.format.bias_field()
    }

    /// Returns the distance of single precision below the top, in places. With these zeros above it, and one for the guard
    /// bit, a number is reduced to the sticky bit.
    pub fn below_top(&self) -> u32 {
        match self.first_normal() {
            1 => 0,
            _ => self.format.significand_bits() + 1,
        }
    }

    /// Returns the number of bits of the shifted word that have a weight: those of an integer and its guard bit, or of a
    /// significand, its guard bit and those below.
    pub(super) fn keep(&self) -> u32 {
        (self.places() + 1).max(self.format.significand_bits() + 1 + self.below_guard)
    }

    /// Returns the width of the shifter's word. A half has a sticky bit below; single precision has the guard bit too.
    fn width(&self) -> u32 {
        let significand = self.format.significand_bits();
        let of_half = (self.places() + significand + 1) * u32::from(self.to_integer_bits > 0);
        let of_single = (self.below_top() + significand + 2 + self.below_guard) * u32::from(self.narrows);
        of_half.max(of_single).max(self.magnitude_bits())
    }

    /// Returns the shifter's word with the digits `below_top` places below its top.
    pub fn word<'n>(&self, digits: Net<'n>, below_top: u32) -> Net<'n> {
        let width = self.width();
        let below = width - below_top - digits.width();
        digits.append_zeros(below).zero_extend(width)
    }
}
