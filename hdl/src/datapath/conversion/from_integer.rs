//! Conversion from an integer to a floating-point number.

use halfpipe_isa::FloatFormat;

use crate::datapath::finish::round_with_any_flags;
use crate::datapath::outcome::Outcome;
use crate::datapath::LaneConfig;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{
    count_leading_zeros, pack, shift_left_to_top, step, Exponent, Flags, Limits, Raw, Rounded, RoundingMode, Top,
};

/// Rounds the integer to a format, or with `saturates` to its largest number at most.
pub fn from_integer<'n>(
    n: Scope<'n>,
    config: &LaneConfig,
    rounding: RoundingMode<'n>,
    is_signed: bool,
    (format, saturates): (FloatFormat, bool),
    integer: Net<'n>,
) -> Outcome<'n> {
    let sign = if is_signed { integer.top_bit() } else { n.zero() };
    let magnitude = magnitude(n, sign, integer);
    // The largest number has no more bits above its point. An integer with more significant bits exceeds it, whatever
    // its lower bits.
    let places = magnitude
        .width()
        .min((format.max_exponent() as u32 + 1).next_power_of_two());
    let above = match magnitude.width() - places {
        0 => n.zero(),
        above => {
            let _stage = n.stage(step::RAW_ZEROS);
            magnitude.high(above).any().named("above")
        }
    };
    let raw = raw(n, format, sign, magnitude.low(places));
    let invalid = config.flags.then(|| n.zero());
    let (rounded, flags) = round_with_any_flags(n, format, raw, invalid, |exact| rounding.rounds_up(n, exact));
    let limits = Limits {
        to_infinity: rounding.overflows_to_infinity(n, sign),
        saturate: n.constant(saturates.into(), 1),
        flush: n.zero(),
    };
    let rounded = Rounded {
        overflow: rounded.overflow | above,
        exceeds: rounded.exceeds | above,
        ..rounded
    };
    let flags = flags.map(|flags| Flags {
        overflow: flags.overflow | above,
        inexact: flags.inexact | above,
        ..flags
    });
    Outcome {
        value: pack(n, format, limits, rounded, raw.special()),
        flags: flags.map(|flags| flags.word(n)),
    }
}

/// Returns the magnitude of an integer with a sign.
pub fn magnitude<'n>(n: Scope<'n>, sign: Net<'n>, integer: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::MAGNITUDE);
    let width = integer.width();
    let flipped = (integer ^ sign.repeat(width)).named(hidden("flipped"));
    (flipped + sign.zero_extend(width)).named(unsigned("magnitude"))
}

/// Moves the leading one of a magnitude to the top and keeps the bits that rounding needs.
fn raw<'n>(n: Scope<'n>, format: FloatFormat, sign: Net<'n>, magnitude: Net<'n>) -> Raw<'n> {
    let width = magnitude.width();
    assert!(
        width.is_power_of_two(),
        "the top bit of a magnitude of {width} bits has exponents of all ones"
    );
    let zeros = count_leading_zeros(n, step::RAW_ZEROS, magnitude);
    let _stage = n.stage(step::RAW_INTEGER);
    // Without infinities, 2^2 is a number in two exponent bits, and the flags of numbers near 1 take one bit more.
    let kept = format.significand_bits() + 1 + u32::from(!format.has_infinity());
    let Top { kept, sticky } = shift_left_to_top(magnitude, zeros, kept);
    // The exponent is the width less one, less the leading zeros.
    let exponent = n.zero().join(!zeros).named(hidden("exponent"));
    Raw {
        nan: n.zero(),
        infinite: n.zero(),
        zero: (!kept.top_bit()).named("zero"),
        sign,
        exponent: Exponent::new(exponent, 0, 0..=i64::from(width) - 1),
        significand: kept.named("significand"),
        sticky: sticky.named("sticky"),
    }
}
