//! NaNs and infinities.

use crate::format::{Format, Unpacked};
use crate::logic::Logic;
use crate::words::Arithmetic;

/// A sum or product that is no finite number.
pub(crate) struct Special<B> {
    pub nan: B,
    pub infinite: B,
    /// The sign of an infinity.
    pub sign: B,
}

impl<B: Copy> Special<B> {
    /// Returns the special value of an operand.
    pub fn new(operand: &Unpacked<B>) -> Special<B> {
        Special {
            nan: operand.nan,
            infinite: operand.infinite,
            sign: operand.sign,
        }
    }

    /// Returns the special value of a product: an infinity times zero is a NaN.
    pub fn of_product<L: Logic<Bit = B>>(logic: &mut L, a: &Unpacked<B>, b: &Unpacked<B>) -> Special<B> {
        let first = logic.and(a.infinite, b.zero);
        let second = logic.and(a.zero, b.infinite);
        let undefined = [a.nan, b.nan, first, second];
        Special {
            nan: logic.any(&undefined),
            infinite: logic.or(a.infinite, b.infinite),
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
            sign: logic.select(self.infinite, self.sign, other.sign),
        }
    }

    /// Returns the encoding of the NaN or infinity.
    pub fn encoded<L: Logic<Bit = B>>(&self, logic: &mut L, format: Format) -> Vec<B> {
        let mut infinity = logic.number(format.infinity(), format.width() - 1);
        infinity.push(self.sign);
        let nan = logic.number(format.nan(), format.width());
        logic.choose(self.nan, &nan, &infinity)
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
