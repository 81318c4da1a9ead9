//! Selection by min, max, neg and abs: the result is one of the operands.

use crate::format::Format;
use crate::logic::Logic;
use crate::words::Arithmetic;

/// True if an encoding is that of a NaN.
pub(crate) fn is_nan<L: Logic>(logic: &mut L, format: Format, encoded: &[L::Bit]) -> L::Bit {
    let last = if format.has_infinity {
        format.infinity()
    } else {
        format.largest()
    };
    let last = logic.number(last, format.width() - 1);
    logic.less(&last, &encoded[..format.width() - 1])
}

/// Returns an encoding with its sign; a subnormal one keeps nothing else.
pub(crate) fn flushed<L: Logic>(logic: &mut L, format: Format, encoded: &[L::Bit]) -> Vec<L::Bit> {
    let (magnitude, sign) = encoded.split_at(format.width() - 1);
    let normal = logic.any(&magnitude[format.fraction_bits..]);
    let mut result = logic.only_if(normal, magnitude);
    result.push(sign[0]);
    result
}

/// Returns the lesser of two operands, or the greater: −0 is below +0. One NaN gives way to the other operand, unless
/// `nan_wins`.
pub(crate) fn extremum<L: Logic>(
    logic: &mut L,
    format: Format,
    [a, b]: [&[L::Bit]; 2],
    greater: bool,
    nan_wins: bool,
) -> Vec<L::Bit> {
    let [rank_a, rank_b] = [a, b].map(|operand| rank(logic, operand));
    let below = logic.less(&rank_a, &rank_b);
    let (then, otherwise) = if greater { (b, a) } else { (a, b) };
    let of_numbers = logic.choose(below, then, otherwise);
    let [nan_a, nan_b] = [a, b].map(|operand| is_nan(logic, format, operand));
    let result = logic.choose(nan_a, b, &of_numbers);
    let result = logic.choose(nan_b, a, &result);
    let nan = if nan_wins {
        logic.or(nan_a, nan_b)
    } else {
        logic.and(nan_a, nan_b)
    };
    canonical(logic, format, nan, &result)
}

/// Returns the canonical NaN instead of a NaN.
pub(crate) fn canonical<L: Logic>(logic: &mut L, format: Format, nan: L::Bit, otherwise: &[L::Bit]) -> Vec<L::Bit> {
    let canonical = logic.number(format.nan(), format.width());
    logic.choose(nan, &canonical, otherwise)
}

/// Returns an unsigned number that orders encodings by their values: the complement of a negative one, and the
/// magnitude of a positive one above all those.
pub(crate) fn rank<L: Logic>(logic: &mut L, encoded: &[L::Bit]) -> Vec<L::Bit> {
    let (magnitude, sign) = encoded.split_at(encoded.len() - 1);
    let mut rank: Vec<L::Bit> = magnitude.iter().map(|bit| logic.xor(*bit, sign[0])).collect();
    rank.push(logic.not(sign[0]));
    rank
}
