//! Exact numbers.

use halfpipe_isa::Rounding;

use crate::logic::Logic;
use crate::words::Arithmetic;

/// An exact number: digits, and the place of the last of them.
#[derive(Clone, Debug)]
pub(crate) struct Exact<B> {
    pub sign: B,
    pub magnitude: Vec<B>,
    /// The place of the lowest digit above the result's unit, in two's complement.
    pub place: Vec<B>,
}

impl<B: Copy> Exact<B> {
    /// Returns the sum with another number, whose lowest digit is `distance` places below that of this one.
    ///
    /// A zero sum keeps a common sign. If the signs differ it is positive, but negative when rounding down.
    pub fn plus<L: Logic<Bit = B>>(
        &self,
        logic: &mut L,
        other: &Exact<B>,
        distance: i64,
        rounding: Rounding,
    ) -> Exact<B> {
        let first = logic.raised(&self.magnitude, distance.max(0) as usize);
        let second = logic.raised(&other.magnitude, (-distance).max(0) as usize);
        // One place for the carry, one for the sign.
        let width = first.len().max(second.len()) + 2;
        let (first, second) = (logic.resized(&first, width), logic.resized(&second, width));
        let subtracted = logic.xor(self.sign, other.sign);
        let second: Vec<B> = second.iter().map(|bit| logic.xor(*bit, subtracted)).collect();
        let (sum, _) = logic.add(&first, &second, subtracted);
        let negative = sum[width - 1];
        let flipped: Vec<B> = sum.iter().map(|bit| logic.xor(*bit, negative)).collect();
        let zero = logic.number(0, width);
        let (mut magnitude, _) = logic.add(&flipped, &zero, negative);
        magnitude.truncate(width - 1);
        let digits = logic.any(&magnitude);
        let cancelled = logic.and(logic.not(digits), subtracted);
        let of_cancelled = logic.constant(rounding == Rounding::TowardNegative);
        let sign = logic.xor(self.sign, negative);
        Exact {
            sign: logic.select(cancelled, of_cancelled, sign),
            magnitude,
            place: if distance >= 0 {
                other.place.clone()
            } else {
                self.place.clone()
            },
        }
    }
}
