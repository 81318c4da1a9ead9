//! Pack: the result's encoding, special values included.

use halfpipe_isa::Rounding;

use crate::format::Format;
use crate::net::{hidden, Net, Scope};
use crate::stage::{step, Rounded};

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

/// Whether an overflow becomes an infinity: rounding modes that never go away from zero on that side stop at the largest
/// finite number.
pub fn overflows_to_infinity<'n>(mode: Rounding, sign: Net<'n>) -> Net<'n> {
    match mode {
        Rounding::NearestEven => sign.builder().constant(1, 1),
        Rounding::TowardZero => sign.builder().zero(),
        Rounding::TowardNegative => sign,
        Rounding::TowardPositive => (!sign).named(hidden("positive")),
    }
}

/// Chooses between the rounded result, an overflow, an infinity and the canonical NaN. With `flush` (`.ftz`) a result
/// that is tiny before rounding becomes a zero of its sign.
pub fn pack<'n>(
    n: Scope<'n>,
    format: Format,
    to_infinity: Net<'n>,
    flush: Net<'n>,
    rounded: Rounded<'n>,
    special: Special<'n>,
) -> Net<'n> {
    let _stage = n.stage(step::PACK);
    let sign = special.infinite.select(special.infinite_sign, rounded.sign) & !special.nan;
    let sign = sign.named(hidden("sign"));
    let infinity = n.constant(format.infinity(), format.magnitude_bits());
    let largest = n.constant(format.infinity() - 1, format.magnitude_bits());
    let canonical_nan = n.constant(format.canonical_nan(), format.magnitude_bits());
    let overflowed = to_infinity.select(infinity, largest).named(hidden("overflowed"));
    let to_zero = rounded.zero | (flush & rounded.tiny);
    let finite = rounded.magnitude.only_if((!to_zero).named(hidden("nonzero")));
    let ordinary = rounded.overflow.select(overflowed, finite).named(hidden("ordinary"));
    let number = special.infinite.select(infinity, ordinary).named(hidden("number"));
    let magnitude = special.nan.select(canonical_nan, number).named(hidden("magnitude"));
    sign.join(magnitude).named(format.number("result"))
}
