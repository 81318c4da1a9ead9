//! Modifiers `.sat`, `.relu` and `.oob`.

use crate::extremum::is_nan;
use crate::format::Format;
use crate::logic::Logic;
use crate::words::Arithmetic;

/// Applies `.sat`: NaN and anything with its sign set become +0, anything above 1 becomes 1.
pub(crate) fn saturated<L: Logic>(logic: &mut L, format: Format, encoded: &[L::Bit]) -> Vec<L::Bit> {
    let (magnitude, sign) = encoded.split_at(encoded.len() - 1);
    let nan = is_nan(logic, format, encoded);
    let one = logic.number(format.one(), magnitude.len());
    let above = logic.less(&one, magnitude);
    let clamped = logic.choose(above, &one, magnitude);
    let none = logic.or(nan, sign[0]);
    let kept = logic.only_if(logic.not(none), &clamped);
    logic.resized(&kept, encoded.len())
}

/// Applies `.relu`: anything with its sign set becomes +0. The NaN of a result has no sign.
pub(crate) fn rectified<L: Logic>(logic: &mut L, encoded: &[L::Bit]) -> Vec<L::Bit> {
    let sign = encoded[encoded.len() - 1];
    logic.only_if(logic.not(sign), encoded)
}

/// True if an operand is the NaN that `.oob` looks for.
pub(crate) fn is_out_of_bounds<L: Logic>(logic: &mut L, format: Format, encoded: &[L::Bit]) -> L::Bit {
    let magnitude = &encoded[..encoded.len() - 1];
    let wanted = logic.number(format.out_of_bounds_nan(), magnitude.len());
    logic.equal(magnitude, &wanted)
}
