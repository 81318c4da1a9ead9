//! Rounding of the shifted digits to an integer.

use super::group::ConversionGroup;
use crate::datapath::conversion::PlacedHalf;
use crate::fpu::control::Controls;
use crate::fpu::conversion_kind::Kind;
use crate::fpu::WIDTH;
use crate::net::{hidden, Net, Scope};
use crate::stage::{step, Top};

impl ConversionGroup<'_> {
    /// Returns the rounded integer, clamped to the range of the result.
    pub fn round_to_integer<'n>(
        &self,
        n: Scope<'n>,
        controls: Controls<'n>,
        placed: PlacedHalf<'n>,
        top: Top<'n>,
    ) -> Net<'n> {
        let kind = Kind::ToInteger;
        let signed = self.signed(n, controls, kind);
        let stage = n.stage(step::ROUND_INTEGER);
        let PlacedHalf { half, too_large, .. } = placed;
        let places = self.shifter.places();
        let exact = self.shifter.unrounded(n, places, top, half.sign, n.zero());
        let up = self.rounds_up(n, controls, &[kind], &exact);
        let up = up.up().named("up");
        // A carry, and a sign if some results have one. A negative result is the complement plus one. The one is left
        // out if rounding up needs it. If results have no sign, a negative operand sets them to 0 below.
        let bits = places + 1 + u32::from(signed.constant_value() != Some(0));
        let negated = half.sign & signed;
        let flipped = (exact.significand.zero_extend(bits) ^ negated.repeat(bits)).named(hidden("flipped"));
        let integer = (flipped + (up ^ negated).zero_extend(bits)).named("integer");
        drop(stage);
        let _stage = n.stage(step::CLAMP);
        let widths = self.widths(n, controls, kind);
        let exceeds = widths.iter().fold(too_large, |exceeds, (width, asked)| {
            let beyond = match integer.width().checked_sub(*width) {
                None => return exceeds,
                Some(beyond) => beyond,
            };
            let above = match beyond {
                0 => n.zero(),
                beyond => integer.high(beyond).any(),
            };
            let highest = integer.high(beyond + 1);
            let differ = highest.any() & !highest.all();
            let unfit = signed.select(differ, above) & *asked;
            (exceeds | unfit).named(hidden(format!("exceeds_up_to_{width}")))
        });
        let exceeds = exceeds.named("exceeds");
        let (widest, _) = widths[0];
        let extended = match integer.width() {
            bits if bits < widest => {
                let sign = integer.top_bit() & signed;
                sign.repeat(widest - bits).join(integer)
            }
            _ => integer.low(widest),
        };
        // The greatest number, or with a sign the least one.
        let below = (!negated).repeat(widest);
        let limit = widths.iter().fold(below, |limit, (width, asked)| {
            let sign = !signed | half.sign;
            let place = width - 1;
            let bit = asked.select(sign, limit.bit(place));
            let with_low = bit.join(limit.low(place));
            match widest - width {
                0 => with_low,
                above => limit.high(above).join(with_low),
            }
        });
        let limit = limit.named(hidden("limit"));
        let zero = half.nan | half.sign & !signed;
        let clamped = exceeds.select(limit, extended).only_if(!zero);
        let narrower = widths.iter().skip(1);
        let cut = narrower.fold(clamped, |wider, (width, asked)| {
            let high = wider.high(widest - width).only_if(!*asked);
            high.join(wider.low(*width))
        });
        cut.zero_extend(WIDTH).named("result")
    }
}
