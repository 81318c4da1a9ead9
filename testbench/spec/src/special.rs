//! NaNs and infinities.

use crate::format::{Format, Unpacked};
use crate::logic::Logic;
use crate::words::Arithmetic;

/// A result of operands that are not all finite numbers, or of a division by zero.
pub(crate) struct Special<B> {
    pub nan: B,
    pub infinite: B,
    /// True if it is a zero: a quotient with an infinite divisor.
    pub zero: B,
    /// The sign of an infinity or a zero.
    pub sign: B,
}

impl<B: Copy> Special<B> {
    /// Returns the special value of an operand.
    pub fn new<L: Logic<Bit = B>>(logic: &L, operand: &Unpacked<B>) -> Special<B> {
        Special {
            nan: operand.nan,
            infinite: operand.infinite,
            zero: logic.constant(false),
            sign: operand.sign,
        }
    }

    /// Returns the special value of a product: an infinity times zero is a NaN.
    pub fn from_product<L: Logic<Bit = B>>(logic: &mut L, a: &Unpacked<B>, b: &Unpacked<B>) -> Special<B> {
        let first = logic.and(a.infinite, b.zero);
        let second = logic.and(a.zero, b.infinite);
        let undefined = [a.nan, b.nan, first, second];
        Special {
            nan: logic.any(&undefined),
            infinite: logic.or(a.infinite, b.infinite),
            zero: logic.constant(false),
            sign: logic.xor(a.sign, b.sign),
        }
    }

    /// Returns the special value of a quotient: two zeros or two infinities give a NaN, and any other division by zero an
    /// infinity.
    pub fn from_quotient<L: Logic<Bit = B>>(logic: &mut L, a: &Unpacked<B>, b: &Unpacked<B>) -> Special<B> {
        let zeros = logic.and(a.zero, b.zero);
        let infinities = logic.and(a.infinite, b.infinite);
        Special {
            nan: logic.any(&[a.nan, b.nan, zeros, infinities]),
            infinite: logic.or(a.infinite, b.zero),
            zero: b.infinite,
            sign: logic.xor(a.sign, b.sign),
        }
    }

    /// Returns the special value of a sum: an infinity less an infinity is a NaN.
    pub fn plus<L: Logic<Bit = B>>(&self, logic: &mut L, other: &Special<B>) -> Special<B> {
        let opposite = logic.xor(self.sign, other.sign);
        let undefined = logic.all(&[self.infinite, other.infinite, opposite]);
        Special {
            nan: logic.any(&[self.nan, other.nan, undefined]),
            infinite: logic.or(self.infinite, other.infinite),
            zero: logic.constant(false),
            sign: logic.select(self.infinite, self.sign, other.sign),
        }
    }

    /// Returns the encoding of the NaN, infinity or zero.
    pub fn encoded<L: Logic<Bit = B>>(&self, logic: &mut L, format: Format) -> Vec<B> {
        let infinity = logic.number(format.infinity(), format.width() - 1);
        let mut signed = logic.only_if(logic.not(self.zero), &infinity);
        signed.push(self.sign);
        let nan = logic.number(format.nan(), format.width());
        logic.choose(self.nan, &nan, &signed)
    }
}

/// Returns a result with the largest finite number in place of infinity, if the format has one.
pub(crate) fn finite_only<L: Logic>(logic: &mut L, format: Format, encoded: &[L::Bit]) -> Vec<L::Bit> {
    if !format.has_infinity {
        return encoded.to_vec();
    }
    let (magnitude, sign) = encoded.split_at(encoded.len() - 1);
    let infinity = logic.number(format.infinity(), magnitude.len());
    let largest = logic.number(format.largest(), magnitude.len());
    let infinite = logic.equal(magnitude, &infinity);
    let mut finite = logic.choose(infinite, &largest, magnitude);
    finite.push(sign[0]);
    finite
}
