//! Pack: the encoding of the result, special values included.

use halfpipe_isa::{FloatFormat, Rounding, SpecialValues};

use crate::format::HardwareFormat;
use crate::net::{hidden, Net, Scope};
use crate::stage::{step, Rounded};

/// Results that do not come from the arithmetic.
#[derive(Clone, Copy)]
pub struct Special<'n> {
    /// 1 if the result is NaN. It takes priority over the other fields.
    pub nan: Net<'n>,
    /// 1 if the result is an infinity because an operand is one.
    pub infinite: Net<'n>,
    /// The sign of that infinity.
    pub infinite_sign: Net<'n>,
    /// 1 if the result is a zero because of the operands, and the rounded magnitude has no meaning.
    pub zero: Net<'n>,
}

/// Returns 1 if an overflow becomes an infinity. A rounding mode that never rounds away from zero on that side stops at
/// the largest finite number.
pub fn overflows_to_infinity<'n>(mode: Rounding, sign: Net<'n>) -> Net<'n> {
    match mode {
        Rounding::NearestEven | Rounding::NearestAway => sign.builder().constant(1, 1),
        Rounding::TowardZero => sign.builder().zero(),
        Rounding::TowardNegative => sign,
        Rounding::TowardPositive => (!sign).named(hidden("positive")),
    }
}

/// Treatment of results at the ends of a format's range.
#[derive(Clone, Copy)]
pub struct Limits<'n> {
    /// 1 if an overflow becomes an infinity, not the largest finite number: [`overflows_to_infinity`].
    pub to_infinity: Net<'n>,
    /// 1 for `.satfinite`: a value above the largest finite number becomes that number, infinities too.
    pub saturate: Net<'n>,
    /// 1 for `.ftz`: a result that is tiny before rounding becomes a zero of its sign.
    pub flush: Net<'n>,
}

/// Selects the rounded result, an overflow, an infinity or a canonical NaN. If the format has no infinity,
/// [`FloatFormat::overflow_encoding`] replaces it, and [`FloatFormat::nan_encoding`] replaces a missing NaN. Either NaN
/// has no sign.
///
/// The bits of the rounded result are set or cleared one by one, for which the lookup tables of its carry chain have
/// room. With a multiplexer of words, a synthesiser would use set and clear inputs of registers instead, different ones
/// for exponent and fraction. The registers would then not fit the tile of the chain. Only NaN is selected as a word,
/// because in PTX it sets all bits.
pub fn pack<'n>(
    n: Scope<'n>,
    format: FloatFormat,
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
    let overflow = (rounded.overflow | (saturate & rounded.exceeds)) & !special.zero;
    let overflow = overflow.named(hidden("overflow"));
    let to_infinity = to_infinity & finite_only;
    let no_number = match format.special_values {
        SpecialValues::NanOnly => {
            let turns_nan = (special.infinite & finite_only) | (overflow & to_infinity);
            (special.nan | turns_nan).named(hidden("no_number"))
        }
        SpecialValues::Ieee | SpecialValues::Riscv | SpecialValues::None => special.nan,
    };
    let sign = special.infinite.select(special.infinite_sign, rounded.sign) & !no_number;
    let sign = sign.named(hidden("sign"));
    let flushed = (flush & rounded.tiny) | special.zero;
    let finite = rounded.magnitude.only_if((!flushed).named(hidden("kept")));
    let largest = (overflow & !to_infinity) | (special.infinite & saturate);
    let largest = largest.named(hidden("largest"));
    let infinite = (overflow & to_infinity) | (special.infinite & finite_only);
    let infinite = infinite.named(hidden("infinite"));
    let limited = forced(finite, largest, u64::from(format.largest_finite())).named(hidden("limited"));
    let number = forced(limited, infinite, u64::from(format.overflow_encoding())).named(hidden("number"));
    let nan = n.constant(u64::from(format.nan_encoding()), format.magnitude_bits());
    let magnitude = special.nan.select(nan, number).named(hidden("magnitude"));
    let result = if format.has_sign {
        sign.join(magnitude)
    } else {
        magnitude
    };
    result.named(format.number("result"))
}

/// Returns the value with the bits of the constant, set or cleared one by one, if the condition is 1.
fn forced<'n>(value: Net<'n>, condition: Net<'n>, constant: u64) -> Net<'n> {
    let is_set = |position: u32| constant >> position & 1 == 1;
    let ends = (1..value.width()).filter(|position| is_set(*position) != is_set(position - 1));
    let ends: Vec<u32> = ends.chain([value.width()]).collect();
    let starts = [0].into_iter().chain(ends.iter().copied());
    let run = |(start, end): (u32, &u32)| {
        let bits = value.slice(start, end - start);
        if is_set(start) {
            bits | condition.repeat(bits.width()).named(hidden("forced"))
        } else {
            bits.only_if(!condition)
        }
    };
    let runs = starts.zip(&ends).map(run);
    runs.reduce(|low, high| high.join(low)).expect("a value has bits")
}
