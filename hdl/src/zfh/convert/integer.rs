//! Rounding of the shifted digits to an integer.

use super::candidate::{extended, Candidate};
use super::placement::HalfInput;
use super::selection::Selection;
use super::shape::HalfConversions;
use crate::net::{hidden, signed, Net, Scope};
use crate::stage::{step, Flags, Top};

/// A rounded integer, and what its rounding dropped.
#[derive(Clone, Copy)]
struct RoundedInteger<'n> {
    /// The integer, with its sign.
    integer: Net<'n>,
    /// The highest dropped bit.
    guard: Net<'n>,
    /// 1 if another dropped bit is 1.
    sticky: Net<'n>,
}

impl HalfConversions<'_> {
    /// Returns the rounded integer, clamped to the range of the result.
    pub fn round_to_integer<'n>(
        &self,
        n: Scope<'n>,
        selection: Selection<'n>,
        asked: Net<'n>,
        half: HalfInput<'n>,
        top: Top<'n>,
    ) -> Candidate<'n> {
        let rounded = self.round_integer(n, selection, half.negative, top);
        let _stage = n.stage(step::CLAMP);
        let unfit = self.exceeds_register(n, selection, half.negative, rounded.integer);
        let out_of_range = (half.too_large | unfit).named("out_of_range");
        let width = self.formats.integer_bits;
        let value = if width > rounded.integer.width() {
            rounded.integer.sign_extend(width)
        } else {
            rounded.integer.low(width)
        };
        let limit = self.nearest_limit(selection, half.negative);
        let result = out_of_range.select(limit.named(hidden("limit")), value);
        let result = match width {
            64 => {
                let upper = selection.long.select(result.high(32), result.bit(31).repeat(32));
                upper.join(result.low(32))
            }
            _ => result,
        };
        let result = extended(result, result.top_bit(), self.formats.width).named("result");
        let invalid = (out_of_range | half.nan) & asked;
        let inexact = (rounded.guard | rounded.sticky) & !out_of_range & asked;
        let flags = Flags {
            inexact: inexact.named(hidden("inexact")),
            ..Flags::from_invalid(n, invalid.named(hidden("invalid")))
        };
        Candidate {
            value: result.only_if(asked),
            flags: flags.word(n),
        }
    }

    fn round_integer<'n>(
        &self,
        n: Scope<'n>,
        selection: Selection<'n>,
        negative: Net<'n>,
        top: Top<'n>,
    ) -> RoundedInteger<'n> {
        let _stage = n.stage(step::ROUND_INTEGER);
        let places = self.places();
        let below = self.keep() - places;
        let integer = top.kept.high(places);
        let guard = top.kept.bit(below - 1);
        let lower = match below - 1 {
            0 => n.zero(),
            bits => top.kept.low(bits).any(),
        };
        let sticky = (lower | top.sticky).named("sticky");
        let up = selection
            .rounding
            .rounds_up(negative, integer.bit(0), guard, sticky)
            .up();
        let up = up.named("up");
        // A negative result is the complement plus one. The one is left out if rounding up needs it.
        let bits = places + 1 + u32::from(self.can_exceed());
        let flipped = (integer.zero_extend(bits) ^ negative.repeat(bits)).named(hidden("flipped"));
        let rounded = (flipped + (up ^ negative).zero_extend(bits)).named(signed("integer"));
        RoundedInteger {
            integer: rounded,
            guard,
            sticky,
        }
    }

    /// Returns 1 if an integer does not fit the result.
    fn exceeds_register<'n>(
        &self,
        n: Scope<'n>,
        selection: Selection<'n>,
        negative: Net<'n>,
        integer: Net<'n>,
    ) -> Net<'n> {
        let bits = integer.width();
        let below_zero = integer.top_bit() & negative;
        let exceeds = |width: u32| {
            // The bits above a signed integer repeat its sign, and those above an unsigned one are 0.
            let from = (width - 1).min(bits - 1);
            let differing = (integer.high(bits - from) ^ integer.top_bit().repeat(bits - from)).any();
            let above = if bits > width {
                integer.high(bits - width).any()
            } else {
                n.zero()
            };
            selection
                .unsigned
                .select(above | below_zero, differing)
                .named(hidden(format!("exceeds_{width}_bits")))
        };
        match self.formats.integer_bits {
            64 => selection.long.select(exceeds(64), exceeds(32)),
            width => exceeds(width),
        }
    }

    /// Returns the largest or the smallest integer. An unsigned one of 32 bits is sign-extended too.
    fn nearest_limit<'n>(&self, selection: Selection<'n>, negative: Net<'n>) -> Net<'n> {
        let fill = !negative;
        let top = selection.unsigned.select(!negative, negative);
        match self.formats.integer_bits {
            64 => {
                let upper = selection.long.select(top.join(fill.repeat(31)), top.repeat(32));
                let middle = selection.long.select(fill, top);
                upper.join(middle).join(fill.repeat(31))
            }
            _ => top.join(fill.repeat(31)),
        }
    }
}
