//! Placement: each operand as digits for the shifter.

use halfpipe_isa::{FloatFormat, Modifier};

use super::group::{first_normal, ConversionGroup};
use crate::format::HardwareFormat;
use crate::fpu::control::Controls;
use crate::fpu::conversion_kind::Kind;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{count_leading_zeros, step, unpack};

/// Digits for the shifter, and their shift. Both are 0 unless the operation has such an operand.
#[derive(Clone, Copy)]
pub struct ShiftInput<'n> {
    pub word: Net<'n>,
    pub amount: Net<'n>,
}

/// An integer to be converted to a half.
pub struct PlacedInteger<'n> {
    pub placed: ShiftInput<'n>,
    pub sign: Net<'n>,
    /// The exponent field, less one, of a half with a leading one at the top.
    pub exponent: Net<'n>,
    /// 1 if the integer is above every half, whatever its lower bits.
    pub above: Net<'n>,
}

/// A half to be converted to an integer.
pub struct PlacedHalf<'n> {
    pub placed: ShiftInput<'n>,
    pub sign: Net<'n>,
    pub nan: Net<'n>,
    /// 1 if the integer has more bits than are kept above the point.
    pub too_large: Net<'n>,
}

/// A number in single precision to be converted to a half.
pub struct PlacedSingle<'n> {
    pub placed: ShiftInput<'n>,
    pub sign: Net<'n>,
    /// The exponent field of the half, less one; 0 for a subnormal half.
    pub exponent: Net<'n>,
    pub nan: Net<'n>,
    pub infinite: Net<'n>,
}

impl ConversionGroup<'_> {
    pub fn place_integer<'n>(&self, n: Scope<'n>, controls: Controls<'n>, a: Net<'n>) -> PlacedInteger<'n> {
        let stage = n.stage(step::MAGNITUDE);
        let signed = self.signed(n, controls, Kind::FromInteger);
        let widths = self.widths(n, controls, Kind::FromInteger);
        let (width, _) = widths[0];
        let integer = widths.iter().skip(1).fold(a.low(width), |wider, (bits, asked)| {
            let sign = a.bit(bits - 1) & signed;
            let extended = sign.repeat(width - bits).join(a.low(*bits));
            asked
                .select(extended, wider)
                .named(hidden(format!("or_of_{bits}_bits")))
        });
        let sign = (integer.top_bit() & signed).named("sign");
        let flipped = (integer ^ sign.repeat(width)).named(hidden("flipped"));
        let magnitude = (flipped + sign.zero_extend(width)).named(unsigned("magnitude"));
        drop(stage);
        let places = self.magnitude_bits;
        let zeros = count_leading_zeros(n, step::RAW_ZEROS, magnitude.low(places));
        let _stage = n.stage(step::PLACE_INTEGER);
        let asked = controls.from_integer;
        let above = match width - places {
            0 => n.zero(),
            above => magnitude.high(above).any().named("above") & asked,
        };
        // The exponent is the width less one, which is all ones, less the leading zeros.
        let bits = self.format.exponent_bits;
        let exponent = (!zeros).zero_extend(bits) + n.constant(self.format.bias_field() - 1, bits);
        PlacedInteger {
            placed: ShiftInput {
                word: self.word(magnitude.low(places).only_if(asked), 0),
                amount: zeros.only_if(asked),
            },
            sign: sign & asked,
            exponent: exponent.named(unsigned("exponent")),
            above,
        }
    }

    pub fn place_half<'n>(&self, n: Scope<'n>, controls: Controls<'n>, a: Net<'n>) -> PlacedHalf<'n> {
        let format = self.format;
        let half = unpack(n, "half", format, a.low(format.width()));
        let _stage = n.stage(step::PLACE_HALF);
        let asked = controls.to_integer;
        // A number from a half to one has its top bit just below the point, and does not move.
        let just_below = n.constant(format.bias_field() - 1, format.exponent_bits);
        let far = half.exponent.less_than(just_below).named("far_below");
        let near = (asked & !far).named("near");
        let sticky = far & !half.zero & asked;
        let digits = half.significand.only_if(near).join(sticky).named(hidden("digits"));
        let bits = u32::BITS - self.places.leading_zeros();
        let distance = (half.exponent - just_below).named(hidden("distance"));
        let too_large = if self.places == format.max_exponent() as u32 + 1 {
            half.infinite
        } else {
            let highest = format.bias_field() + u64::from(self.places) - 1;
            n.constant(highest, format.exponent_bits).less_than(half.exponent)
        };
        PlacedHalf {
            placed: ShiftInput {
                word: self.word(digits, self.places),
                amount: distance.low(bits).only_if(near),
            },
            sign: half.sign,
            nan: half.nan,
            too_large: too_large.named("too_large"),
        }
    }

    pub fn place_single<'n>(&self, n: Scope<'n>, controls: Controls<'n>, a: Net<'n>) -> PlacedSingle<'n> {
        let format = self.format;
        let single = unpack(n, "single", FloatFormat::F32, a);
        let _stage = n.stage(step::PLACE_SINGLE);
        let asked = controls.narrow;
        let significand = if self.has_modifier(Modifier::Ftz) {
            single
                .significand
                .only_if(single.significand.top_bit() | !controls.flush)
        } else {
            single.significand
        };
        // One bit more than a half has, and one for all bits below.
        let high = format.significand_bits() + 1;
        let lost = significand.low(significand.width() - high).any().named(hidden("lost"));
        let digits = significand.high(high).join(lost).only_if(asked);
        let first = first_normal(format);
        let width = single.exponent.width() + 1;
        let constant = |value: u64| n.constant(value, width);
        let exponent = single.exponent.zero_extend(width);
        let less_one = (exponent - constant(first)).named(hidden("signed_exponent"));
        let (exponent, amount) = match self.below_top {
            0 => (less_one.low(width - 1), n.constant(0, 1)),
            farthest => {
                let below = less_one.top_bit().named("below_normal");
                let bits = u32::BITS - farthest.leading_zeros();
                let lowest = first - u64::from(farthest);
                let far = exponent.less_than(constant(lowest)).named("far_below");
                let left = (exponent.low(bits) - n.constant(lowest % (1 << bits), bits)).only_if(!far);
                let amount = below.select(left, n.constant(farthest.into(), bits));
                (less_one.low(width - 1).only_if(!below), amount)
            }
        };
        PlacedSingle {
            placed: ShiftInput {
                word: self.word(digits, self.below_top),
                amount: amount.only_if(asked),
            },
            sign: single.sign & asked,
            exponent: exponent.only_if(asked).named(unsigned("exponent")),
            nan: single.nan & asked,
            infinite: single.infinite & asked,
        }
    }
}
