//! Rounding of the shifted digits to a half.

use halfpipe_isa::Modifier;

use super::group::ConversionGroup;
use super::placement::{PlacedInteger, PlacedSingle};
use super::rounding::{chosen, rounds_up};
use crate::fpu::control::Controls;
use crate::fpu::conversion_kind::Kind;
use crate::fpu::WIDTH;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{overflows_to_infinity, pack, relu, round, saturate, step, Limits, Rounded, Special, Top};

impl ConversionGroup<'_> {
    /// Returns the number as a half, packed and with the requested modifiers.
    pub fn round_to_number<'n>(
        &self,
        n: Scope<'n>,
        controls: Controls<'n>,
        integer: Option<PlacedInteger<'n>>,
        single: Option<PlacedSingle<'n>>,
        top: Top<'n>,
    ) -> Net<'n> {
        let format = self.format;
        let stage = n.stage(step::ROUND);
        let nonzero = top.kept.top_bit() & controls.from_integer;
        let of_integer = integer
            .as_ref()
            .map(|integer| (integer.sign, integer.exponent.only_if(nonzero)));
        let of_single = single.as_ref().map(|single| (single.sign, single.exponent));
        let (sign, exponent) = match (of_integer, of_single) {
            (Some((sign, exponent)), Some((or_sign, or_exponent))) => {
                let width = exponent.width().max(or_exponent.width());
                (
                    sign | or_sign,
                    exponent.zero_extend(width) | or_exponent.zero_extend(width),
                )
            }
            (one, other) => one.or(other).expect("there is an operand"),
        };
        let exponent = exponent.named(unsigned("exponent_minus_one"));
        let exact = self.unrounded(n, format.significand_bits(), top, sign.named("sign"), exponent);
        let roundings = self.roundings(&[Kind::FromInteger, Kind::Narrowing]);
        let up = rounds_up(n, controls, &roundings, &exact);
        let to_infinity = chosen(
            controls,
            &roundings,
            |rounding| overflows_to_infinity(rounding, sign),
            |asked, one, other| asked.select(one, other).named(hidden("to_infinity_by_mode")),
        );
        drop(stage);
        let rounded = round(n, format, up, exact);
        let stage = n.stage(step::PACK);
        let above = integer.map_or(n.zero(), |integer| integer.above);
        let rounded = Rounded {
            overflow: rounded.overflow | above,
            exceeds: rounded.exceeds | above,
            ..rounded
        };
        drop(stage);
        let limits = Limits {
            to_infinity,
            saturate: controls.saturate_finite,
            flush: n.zero(),
        };
        let special = Special {
            nan: single.as_ref().map_or(n.zero(), |single| single.nan),
            infinite: single.as_ref().map_or(n.zero(), |single| single.infinite),
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
        result.zero_extend(WIDTH)
    }
}
