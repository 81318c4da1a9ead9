//! One shifter for the conversions around a half-precision format: from an integer, to an integer and from single
//! precision.
//!
//! All of them shift digits up to a place and round them there. The word of the shifter has its point below the bits of
//! the largest integer.
//!
//! - From an integer: the magnitude is above the point and moves up until its leading one is at the top.
//! - To an integer: the half is just below the point and moves up by its exponent.
//! - From single precision: a number is as far below the top as a subnormal half can be. A normal one moves to the top.

mod placement;

use halfpipe_isa::FloatFormat;

use crate::format::HardwareFormat;
use crate::net::{unsigned, Net, Scope};
use crate::stage::{shift_left_to_top, step, Top, Unrounded};

use placement::either;

pub use placement::{PlacedHalf, PlacedNumber, ShiftInput};

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
    fn first_normal(&self) -> u64 {
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
    fn keep(&self) -> u32 {
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

    /// Shifts the digits of the one operand that is there.
    pub fn shift<'n>(&self, n: Scope<'n>, placed: [Option<ShiftInput<'n>>; 3]) -> Top<'n> {
        let _stage = n.stage(step::MOVE);
        let placed: Vec<ShiftInput> = placed.into_iter().flatten().collect();
        let word = either(&placed, |placed| placed.word).named("digits");
        let amount = either(&placed, |placed| placed.amount).named(unsigned("amount"));
        shift_left_to_top(word, amount, self.keep())
    }

    /// Returns the upper `bits` of the shifted word in the form that a rounder takes.
    pub fn unrounded<'n>(
        &self,
        n: Scope<'n>,
        bits: u32,
        top: Top<'n>,
        sign: Net<'n>,
        exponent: Net<'n>,
    ) -> Unrounded<'n> {
        let below = self.keep() - bits - 1;
        let lower = match below {
            0 => n.zero(),
            below => top.kept.low(below).any(),
        };
        // Only single precision can become a tiny half that is inexact.
        let next = below.checked_sub(1).filter(|_| self.narrows);
        Unrounded {
            sign,
            exponent,
            significand: top.kept.high(bits),
            guard: top.kept.bit(below),
            sticky: (lower | top.sticky).named("sticky"),
            pending_increment: n.zero(),
            next: next.map(|place| top.kept.bit(place)),
            too_large: None,
        }
    }
}
