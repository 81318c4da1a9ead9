//! Rounding of the shifted digits to a half.

use halfpipe_isa::Modifier;

use super::group::ConversionGroup;
use crate::datapath::conversion::PlacedNumber;
use crate::fpu::control::Controls;
use crate::fpu::conversion_kind::Kind;
use crate::fpu::WIDTH;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{overflows_to_infinity, pack, relu, round, saturate, step, Limits, Rounded, Special, Top};

impl ConversionGroup<'_> {
    /// Returns the number as a half, packed and with the requested modifiers, if the group has such conversions.
    pub fn round_to_number<'n>(
        &self,
        n: Scope<'n>,
        controls: Controls<'n>,
        [integer, single]: [Option<PlacedNumber<'n>>; 2],
        top: Top<'n>,
    ) -> Option<Net<'n>> {
        let format = self.shifter.format;
        let stage = n.stage(step::ROUND);
        let nonzero = top.kept.top_bit() & controls.from_integer;
        let integer = integer.map(|integer| PlacedNumber {
            exponent: integer.exponent.only_if(nonzero),
            ..integer
        });
        let number = PlacedNumber::either([integer, single])?;
        let sign = number.sign.named("sign");
        let exponent = number.exponent.named(unsigned("exponent_minus_one"));
        let exact = self
            .shifter
            .unrounded(n, format.significand_bits(), top, sign, exponent);
        let kinds = [Kind::FromInteger, Kind::Narrowing];
        let up = self.rounds_up(n, controls, &kinds, &exact);
        let to_infinity = self.select_by_rounding(
            controls,
            &kinds,
            |rounding| overflows_to_infinity(rounding, sign),
            |asked, one, other| asked.select(one, other).named(hidden("to_infinity_by_mode")),
        );
        drop(stage);
        let rounded = round(n, format, up, exact);
        let stage = n.stage(step::PACK);
        let rounded = Rounded {
            overflow: rounded.overflow | number.above,
            exceeds: rounded.exceeds | number.above,
            ..rounded
        };
        drop(stage);
        let limits = Limits {
            to_infinity,
            saturate: controls.saturate_finite,
            flush: n.zero(),
        };
        let special = Special {
            nan: number.nan,
            infinite: number.infinite,
            infinite_sign: sign,
            zero: n.zero(),
        };
        let result = pack(n, format, limits, rounded, special);
        let saturated = if self.has_modifier(Modifier::Sat) {
            controls.saturate.select(saturate(n, format, result), result)
        } else {
            result
        };
        let result = if self.has_modifier(Modifier::Relu) {
            controls.relu.select(relu(n, saturated), saturated)
        } else {
            saturated
        };
        Some(result.zero_extend(WIDTH))
    }
}
