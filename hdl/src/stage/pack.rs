//! Pack: the result's encoding, special values included.

use halfpipe_isa::Rounding;

use crate::format::{Format, SpecialValues};
use crate::net::{hidden, Net, Scope};
use crate::stage::{step, Rounded};

/// Results that the arithmetic does not make.
#[derive(Clone, Copy)]
pub struct Special<'n> {
    /// The result is no number, whatever else holds.
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

/// What becomes of results at the ends of a format's range.
#[derive(Clone, Copy)]
pub struct Limits<'n> {
    /// An overflow becomes an infinity, not the largest finite number: [`overflows_to_infinity`].
    pub to_infinity: Net<'n>,
    /// `.satfinite`: what is above the largest finite number becomes that number, infinities too.
    pub saturate: Net<'n>,
    /// `.ftz`: what is tiny before rounding becomes a zero of its sign.
    pub flush: Net<'n>,
}

/// Chooses between the rounded result, an overflow, an infinity and a NaN, which is canonical. What of these the format does
/// not have is replaced by [`Format::infinity_or_next_best`] and [`Format::nan_or_next_best`]; either NaN has no sign.
pub fn pack<'n>(
    n: Scope<'n>,
    format: Format,
    limits: Limits<'n>,
    rounded: Rounded<'n>,
    special: Special<'n>,
) -> Net<'n> {
    let _stage = n.stage(step::PACK);
    let Limits {
        to_infinity,
        saturate,
        flush,
    } = limits;
    let finite_only = !saturate;
    let overflow = (rounded.overflow | (saturate & rounded.exceeds)).named(hidden("overflow"));
    let to_infinity = to_infinity & finite_only;
    let no_number = match format.special_values {
        SpecialValues::NanOnly => {
            let turns_nan = (special.infinite & finite_only) | (overflow & to_infinity);
            (special.nan | turns_nan).named(hidden("no_number"))
        }
        SpecialValues::Ieee | SpecialValues::None => special.nan,
    };
    let sign = special.infinite.select(special.infinite_sign, rounded.sign) & !no_number;
    let sign = sign.named(hidden("sign"));
    let constant = |magnitude: u64| n.constant(magnitude, format.magnitude_bits());
    let infinity = constant(format.infinity_or_next_best());
    let largest = constant(format.largest_finite());
    let nan = constant(format.nan_or_next_best());
    let overflowed = to_infinity.select(infinity, largest).named(hidden("overflowed"));
    let to_zero = rounded.zero | (flush & rounded.tiny);
    let finite = rounded.magnitude.only_if((!to_zero).named(hidden("nonzero")));
    let ordinary = overflow.select(overflowed, finite).named(hidden("ordinary"));
    let infinite = saturate.select(largest, infinity);
    let number = special.infinite.select(infinite, ordinary).named(hidden("number"));
    let magnitude = special.nan.select(nan, number).named(hidden("magnitude"));
    sign.join(magnitude).named(format.number("result"))
}
