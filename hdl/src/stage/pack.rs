//! Pack: the result's encoding, special values included.

use halfpipe_isa::Rounding;

use crate::format::Format;
use crate::net::Net;
use crate::stage::Rounded;

/// Results that the arithmetic does not make.
#[derive(Clone, Copy)]
pub struct Special<'n> {
    /// The result is the canonical NaN, whatever else holds.
    pub nan: Net<'n>,
    /// The result is an infinity: an operand was.
    pub infinite: Net<'n>,
    /// The sign of that infinity.
    pub infinite_sign: Net<'n>,
}

/// Chooses between the rounded result, an overflow, an infinity and the canonical NaN. With `flush` (`.ftz`) a result
/// that is tiny before rounding becomes a zero of its sign.
pub fn pack<'n>(
    format: Format,
    mode: Rounding,
    flush: bool,
    rounded: Rounded<'n>,
    special: Special<'n>,
) -> Net<'n> {
    let builder = rounded.sign.builder();
    let _stage = builder.stage("pack");
    let sign = special.infinite.select(special.infinite_sign, rounded.sign) & !special.nan;
    // Rounding modes that never go away from zero on this side stop at the largest finite number.
    let overflow_to_infinity = match mode {
        Rounding::NearestEven => builder.constant(1, 1),
        Rounding::TowardZero => builder.zero(),
        Rounding::TowardNegative => rounded.sign,
        Rounding::TowardPositive => !rounded.sign,
    };
    let infinity = builder.constant(format.infinity(), format.magnitude_bits());
    let largest = builder.constant(format.infinity() - 1, format.magnitude_bits());
    let canonical_nan = builder.constant(format.canonical_nan(), format.magnitude_bits());
    let overflowed = overflow_to_infinity.select(infinity, largest);
    let to_zero = if flush { rounded.zero | rounded.tiny } else { rounded.zero };
    let finite = rounded.magnitude.only_if(!to_zero);
    let number = special.infinite.select(infinity, rounded.overflow.select(overflowed, finite));
    let magnitude = special.nan.select(canonical_nan, number);
    sign.join(magnitude).named("result")
}
