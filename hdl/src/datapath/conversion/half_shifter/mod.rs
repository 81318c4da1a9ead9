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
mod shape;

use crate::net::{unsigned, Net, Scope};
use crate::stage::{shift_left_to_top, step, Top, Unrounded};

use placement::either;

pub use placement::{PlacedHalf, PlacedNumber, ShiftInput};
pub use shape::HalfShifter;

impl HalfShifter {
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
