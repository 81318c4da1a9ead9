//! Rounding of the shifted digits to an integer.

use super::half::HalfConversions;
use super::selection::Selection;
use crate::datapath::conversion::PlacedHalf;
use crate::datapath::outcome::Outcome;
use crate::net::{hidden, signed, Net, Scope};
use crate::stage::{step, Flags, RoundingMode, Top, Unrounded};

impl HalfConversions<'_> {
    /// Returns the rounded integer, clamped to the range of the result.
    pub fn round_to_integer<'n>(
        &self,
        n: Scope<'n>,
        selection: Selection<'n>,
        asked: Net<'n>,
        placed: PlacedHalf<'n>,
        top: Top<'n>,
    ) -> Outcome<'n> {
        let PlacedHalf { half, too_large, .. } = placed;
        let exact = {
            let _stage = n.stage(step::ROUND_INTEGER);
            self.shifter
                .unrounded(n, self.shifter.places(), top, half.sign, n.zero())
        };
        let integer = self.round_integer(n, selection, exact);
        let _stage = n.stage(step::CLAMP);
        let unfit = self.exceeds_register(n, selection, half.sign, integer);
        let out_of_range = (too_large | unfit).named("out_of_range");
        let width = self.spec.xlen;
        let value = if width > integer.width() {
            integer.sign_extend(width)
        } else {
            integer.low(width)
        };
        let limit = self.nearest_limit(selection, half.sign);
        let result = out_of_range.select(limit.named(hidden("limit")), value);
        let result = match width {
            64 => {
                let upper = selection.long.select(result.high(32), result.bit(31).repeat(32));
                upper.join(result.low(32))
            }
            _ => result,
        };
        let result = result.sign_extend(self.spec.width()).named("result");
        let invalid = (out_of_range | half.nan) & asked;
        let inexact = (exact.guard | exact.sticky) & !out_of_range & asked;
        let flags = Flags {
            inexact: inexact.named(hidden("inexact")),
            ..Flags::from_invalid(n, invalid.named(hidden("invalid")))
        };
        Outcome {
            value: result.only_if(asked),
            flags: Some(flags.word(n)),
        }
    }

    /// Returns the integer, with its sign.
    fn round_integer<'n>(&self, n: Scope<'n>, selection: Selection<'n>, exact: Unrounded<'n>) -> Net<'n> {
        let _stage = n.stage(step::ROUND_INTEGER);
        let up = RoundingMode::Selected(selection.rounding).rounds_up(n, &exact).up();
        let up = up.named("up");
        // A negative result is the complement plus one. The one is left out if rounding up needs it.
        let bits = exact.significand.width() + 1 + u32::from(self.shifter.can_exceed());
        let flipped = (exact.significand.zero_extend(bits) ^ exact.sign.repeat(bits)).named(hidden("flipped"));
        (flipped + (up ^ exact.sign).zero_extend(bits)).named(signed("integer"))
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
        match self.spec.xlen {
            64 => selection.long.select(exceeds(64), exceeds(32)),
            width => exceeds(width),
        }
    }

    /// Returns the largest or the smallest integer. An unsigned one of 32 bits is sign-extended too.
    fn nearest_limit<'n>(&self, selection: Selection<'n>, negative: Net<'n>) -> Net<'n> {
        let fill = !negative;
        let top = selection.unsigned.select(!negative, negative);
        match self.spec.xlen {
            64 => {
                let upper = selection.long.select(top.join(fill.repeat(31)), top.repeat(32));
                let middle = selection.long.select(fill, top);
                upper.join(middle).join(fill.repeat(31))
            }
            _ => top.join(fill.repeat(31)),
        }
    }
}
