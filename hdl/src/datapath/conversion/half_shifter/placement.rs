//! Placement: each operand as digits for the shifter.

use super::shape::HalfShifter;
use crate::format::HardwareFormat;
use crate::net::{hidden, Net, Scope};
use crate::stage::{step, Unpacked};

/// Digits for the shifter, and their shift. Both are 0 unless the operation has such an operand.
#[derive(Clone, Copy)]
pub struct ShiftInput<'n> {
    /// The word of the shifter.
    pub word: Net<'n>,
    /// The places by which it moves up.
    pub amount: Net<'n>,
}

/// A half to be converted to an integer.
#[derive(Clone, Copy)]
pub struct PlacedHalf<'n> {
    /// Its fields. A NaN of RISC-V has no sign.
    pub half: Unpacked<'n>,
    /// The input of the shifter.
    pub placed: ShiftInput<'n>,
    /// 1 if the integer has more bits than are kept above the point. It is 1 for a NaN of RISC-V, and may be for others.
    pub too_large: Net<'n>,
}

/// Single precision to be converted to a half. Exponent and shift have a meaning only if the operation has such an operand.
#[derive(Clone, Copy)]
pub struct PlacedSingle<'n> {
    /// The digits; 0 unless the operation has such an operand.
    pub digits: Net<'n>,
    /// The places by which it moves up.
    pub amount: Net<'n>,
    /// The exponent field of the half, less one; 0 for a subnormal half.
    pub exponent: Net<'n>,
}

/// A number on its way to the rounder. All is 0 unless the operation has such an operand.
#[derive(Clone, Copy)]
pub struct PlacedNumber<'n> {
    /// The input of the shifter.
    pub placed: ShiftInput<'n>,
    /// The sign.
    pub sign: Net<'n>,
    /// The exponent field, less one, of a half with a leading one at the top; 0 for a subnormal half.
    pub exponent: Net<'n>,
    /// 1 if the number is above every half, whatever its digits.
    pub above: Net<'n>,
    /// 1 for a NaN.
    pub nan: Net<'n>,
    /// 1 for a signalling NaN.
    pub signalling: Net<'n>,
    /// 1 for an infinity.
    pub infinite: Net<'n>,
}

impl<'n> PlacedNumber<'n> {
    /// Returns the one of two numbers that is not 0, if the format has such conversions.
    pub fn either(numbers: [Option<PlacedNumber<'n>>; 2]) -> Option<PlacedNumber<'n>> {
        let numbers: &[PlacedNumber] = &numbers.into_iter().flatten().collect::<Vec<_>>();
        numbers.first().map(|first| PlacedNumber {
            sign: either(numbers, |number| number.sign),
            exponent: either(numbers, |number| number.exponent),
            above: either(numbers, |number| number.above),
            nan: either(numbers, |number| number.nan),
            signalling: either(numbers, |number| number.signalling),
            infinite: either(numbers, |number| number.infinite),
            ..*first
        })
    }
}

/// Returns the OR of a field of all inputs, as wide as the widest.
pub fn either<'n, T>(inputs: &[T], field: fn(&T) -> Net<'n>) -> Net<'n> {
    let nets = inputs.iter().map(field);
    let width = nets.clone().map(Net::width).max().expect("there is a conversion");
    let all = nets.map(|net| net.zero_extend(width));
    all.reduce(|one, other| one | other).expect("there is a conversion")
}

impl HalfShifter {
    /// Returns the exponent field, less one, of an integer with this many zeros above its leading one.
    pub fn exponent_of_integer<'n>(&self, n: Scope<'n>, zeros: Net<'n>) -> Net<'n> {
        // The number of digits less one is all ones.
        let bits = self.format.exponent_bits;
        (!zeros).zero_extend(bits) + n.constant(self.format.bias_field() - 1, bits)
    }

    /// Places a half. One from a half to one has its top bit just below the point, and does not move.
    pub fn place_half<'n>(&self, n: Scope<'n>, asked: Net<'n>, half: Unpacked<'n>) -> PlacedHalf<'n> {
        let format = self.format;
        let _stage = n.stage(step::PLACE_HALF);
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
        let (sign, too_large) = if format.is_riscv() {
            ((half.sign & !half.nan).named("negative"), too_large | half.nan)
        } else {
            (half.sign, too_large)
        };
        PlacedHalf {
            half: Unpacked { sign, ..half },
            too_large: too_large.named("too_large"),
            placed: ShiftInput {
                word: self.word(digits, self.places()),
                amount: distance.low(bits).only_if(near),
            },
        }
    }

    /// Places a number in single precision.
    pub fn place_single<'n>(&self, n: Scope<'n>, asked: Net<'n>, single: Unpacked<'n>) -> PlacedSingle<'n> {
        let _stage = n.stage(step::PLACE_SINGLE);
        // The bits of a half, those below that keep their weight, and one for all others.
        let high = self.format.significand_bits() + 1 + self.below_guard;
        let lost = single.significand.low(single.significand.width() - high).any();
        let digits = single.significand.high(high).join(lost.named(hidden("lost")));
        let digits = digits.only_if(asked);
        let first = self.first_normal();
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
        PlacedSingle {
            digits,
            amount,
            exponent,
        }
    }
}
