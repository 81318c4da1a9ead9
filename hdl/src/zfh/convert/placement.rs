//! Placement: each operand as digits for the shifter.

use super::selection::Selection;
use super::shape::{first_normal, HalfConversions};
use crate::format::HardwareFormat;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{count_leading_zeros, step, unpack};
use crate::zfh::boxes::OperandBox;
use halfpipe_isa::FloatFormat;

/// Digits for the shifter, and their shift. Both are 0 unless the operation has such an operand.
#[derive(Clone, Copy)]
pub struct ShiftInput<'n> {
    pub word: Net<'n>,
    pub amount: Net<'n>,
}

/// A number on its way to the rounder.
#[derive(Clone, Copy)]
pub struct NumberInput<'n> {
    pub sign: Net<'n>,
    /// The exponent field, less one, of a half with a leading one at the top; 0 for a subnormal half.
    pub exponent: Net<'n>,
    /// 1 if the number is above every half, whatever its lower bits.
    pub above: Net<'n>,
    pub nan: Net<'n>,
    pub signalling: Net<'n>,
    pub infinite: Net<'n>,
}

/// A half to be converted to an integer.
#[derive(Clone, Copy)]
pub struct HalfInput<'n> {
    pub negative: Net<'n>,
    pub nan: Net<'n>,
    /// 1 if the integer has more bits than are kept above the point.
    pub too_large: Net<'n>,
}

impl HalfConversions<'_> {
    pub fn place_integer<'n>(
        &self,
        n: Scope<'n>,
        selection: Selection<'n>,
        asked: Net<'n>,
        a: Net<'n>,
    ) -> (ShiftInput<'n>, NumberInput<'n>) {
        let stage = n.stage(step::MAGNITUDE);
        let width = self.formats.integer_bits;
        let is_signed = !selection.unsigned;
        let integer = match width {
            64 => {
                let fill = a.bit(31) & is_signed;
                let upper = selection.long.select(a.slice(32, 32), fill.repeat(32));
                upper.join(a.low(32)).named(hidden("integer"))
            }
            _ => a.low(width),
        };
        let sign = (integer.top_bit() & is_signed).named("sign");
        let flipped = (integer ^ sign.repeat(width)).named(hidden("flipped"));
        let places = self.places();
        // Digits above those of the largest half only tell that it is exceeded. So does a carry from the digits below.
        let carried = flipped.low(places).zero_extend(places + 1) + sign.zero_extend(places + 1);
        let carried = carried.named(unsigned("magnitude"));
        let magnitude = carried.low(places);
        let above = match width - places {
            0 => n.zero(),
            above => (flipped.high(above).any() | carried.top_bit()).named("above") & asked,
        };
        drop(stage);
        let zeros = count_leading_zeros(n, step::RAW_ZEROS, magnitude);
        let _stage = n.stage(step::PLACE_INTEGER);
        // The exponent is the number of places less one, which is all ones, less the leading zeros. The exponent of a zero
        // is 0, like that of a subnormal number.
        let bits = self.format.exponent_bits;
        let nonzero = magnitude.any();
        let places_less_one = (!zeros.low(places.ilog2())).zero_extend(bits);
        let exponent = places_less_one + n.constant(self.format.bias_field() - 1, bits);
        let number = NumberInput {
            sign: sign & asked,
            exponent: exponent.only_if(nonzero & asked).named(unsigned("exponent")),
            above,
            nan: n.zero(),
            signalling: n.zero(),
            infinite: n.zero(),
        };
        let placed = ShiftInput {
            word: self.word(magnitude.only_if(asked), 0),
            amount: zeros.low(places.ilog2()).only_if(asked),
        };
        (placed, number)
    }

    pub fn place_half<'n>(
        &self,
        n: Scope<'n>,
        asked: Net<'n>,
        of_a: OperandBox<'n>,
        half: Net<'n>,
    ) -> (ShiftInput<'n>, HalfInput<'n>) {
        let format = self.format;
        let half = of_a.classify(n, unpack(n, "half", format, half));
        let _stage = n.stage(step::PLACE_HALF);
        // A number from a half to one has its top bit just below the point, and does not move.
        let just_below = n.constant(format.bias_field() - 1, format.exponent_bits);
        let far = half.exponent.less_than(just_below).named("far_below");
        let near = (asked & !far).named("near");
        let sticky = far & !half.zero & asked;
        let digits = half.significand.only_if(near).join(sticky).named(hidden("digits"));
        let bits = u32::BITS - self.places().leading_zeros();
        let distance = (half.exponent - just_below).named(hidden("distance"));
        let too_large = if self.can_exceed() {
            let highest = format.bias_field() + u64::from(self.places()) - 1;
            n.constant(highest, format.exponent_bits).less_than(half.exponent)
        } else {
            half.infinite
        };
        let input = HalfInput {
            negative: (half.sign & !half.nan).named("negative"),
            nan: half.nan,
            too_large: (too_large | half.nan).named("too_large"),
        };
        let placed = ShiftInput {
            word: self.word(digits, self.places()),
            amount: distance.low(bits).only_if(near),
        };
        (placed, input)
    }

    pub fn place_single<'n>(&self, n: Scope<'n>, asked: Net<'n>, a: Net<'n>) -> (ShiftInput<'n>, NumberInput<'n>) {
        let format = self.format;
        let single_format = FloatFormat::RISCV_S;
        let bits = single_format.width();
        let value = if self.formats.boxes && self.formats.register_bits > bits {
            let _stage = n.stage(step::UNBOX);
            let is_boxed = a.slice(bits, self.formats.register_bits - bits).all().named("is_boxed");
            is_boxed.select(a.low(bits), n.constant(single_format.canonical_nan().into(), bits))
        } else {
            a.low(bits)
        };
        let single = unpack(n, "single", single_format, value);
        let signalling = single.signals(n);
        let _stage = n.stage(step::PLACE_SINGLE);
        // Two bits more than a half has, and one for all bits below.
        let high = format.significand_bits() + 2;
        let below = single.significand.width() - high;
        let lost = single.significand.low(below).any().named(hidden("lost"));
        let digits = single.significand.high(high).join(lost).only_if(asked);
        let first = first_normal(format);
        let width = single.exponent.width() + 1;
        let constant = |value: u64| n.constant(value, width);
        let exponent = single.exponent.zero_extend(width);
        let less_one = (exponent - constant(first)).named(hidden("signed_exponent"));
        let (exponent, amount) = match self.below_top() {
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
        let number = NumberInput {
            sign: single.sign & asked,
            exponent: exponent.only_if(asked).named(unsigned("exponent")),
            above: n.zero(),
            nan: single.nan & asked,
            signalling: signalling & asked,
            infinite: single.infinite & asked,
        };
        let placed = ShiftInput {
            word: self.word(digits, self.below_top()),
            amount: amount.only_if(asked),
        };
        (placed, number)
    }
}
