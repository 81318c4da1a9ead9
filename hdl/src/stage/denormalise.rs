//! Denormalise: a value of any exponent, converted for the rounder to the exponents of its format.

use halfpipe_isa::FloatFormat;

use crate::net::{hidden, signed, unsigned, Net, Scope};
use crate::stage::{shift_right_sticky, step, Raw, Unrounded};

/// True if no nonzero value is below the smallest normal number.
pub(super) fn is_normal(format: FloatFormat, raw: Raw) -> bool {
    raw.exponent.least() > -(format.bias())
}

/// Cuts a value to a format's precision, and shifts a value below the smallest normal number down to that number's
/// exponent.
///
/// The bounds of the exponent remove hardware: no shifter if no value is subnormal, no addition if the formats have the
/// same bias. If no value is subnormal, a zero keeps its arbitrary exponent.
///
/// Panics if `sticky` may be 1 and the significand has no bit more than the format's.
pub fn denormalise<'n>(n: Scope<'n>, format: FloatFormat, raw: Raw<'n>) -> Unrounded<'n> {
    let _stage = n.stage(step::DENORMALISE);
    let value = with_guard_and_sticky(format, raw).named(hidden("unshifted"));
    // The rounder takes biased exponents less one. The least normal number has 0, as subnormal ones have.
    let bias = format.bias() - 1;
    let exponent = raw.exponent.with_bias(bias).named(hidden(signed("signed_exponent")));
    let magnitude = exponent.low(exponent.width() - 1);
    let (exponent, value) = if is_normal(format, raw) {
        (magnitude, value)
    } else {
        let least = raw.exponent.least() + bias;
        let nonzero = (!raw.zero).named(hidden("nonzero"));
        let below = exponent.top_bit().named("below_normal");
        // As many bits as the farthest distance has. The shifter accepts a distance beyond its width.
        let bits = u64::BITS - least.unsigned_abs().leading_zeros();
        let distance = raw
            .exponent
            .subtracted_from(-bias, bits)
            .named(hidden("negative_exponent"));
        let distance = distance.only_if(below).named(unsigned("distance"));
        // A zero, whose exponent is arbitrary, gets the least exponent.
        let exponent = magnitude.only_if((nonzero & !below).named(hidden("normal")));
        (exponent, shift_right_sticky(value, distance))
    };
    let width = exponent.width().max(format.exponent_bits);
    Unrounded {
        sign: raw.sign,
        exponent: exponent.zero_extend(width).named(unsigned("exponent_minus_one")),
        significand: value.high(format.significand_bits()).named("significand"),
        guard: value.bit(1).named("guard"),
        sticky: value.bit(0).named("sticky"),
        pending_increment: n.zero(),
        next: None,
        too_large: None,
    }
}

/// Returns the significand in the format's precision, with the guard bit and a sticky bit for the rest below it.
fn with_guard_and_sticky<'n>(format: FloatFormat, raw: Raw<'n>) -> Net<'n> {
    let keep = format.significand_bits() + 1;
    let width = raw.significand.width();
    if width > keep {
        let lower = raw.significand.low(width - keep).any().named(hidden("lower"));
        let sticky = (lower | raw.sticky).named(hidden("cut_off"));
        return raw.significand.high(keep).join(sticky);
    }
    assert!(
        width == keep || raw.sticky.constant_value() == Some(0),
        "a significand of {width} bits with a sticky bit is too short for rounding to {format:?}"
    );
    raw.significand.append_zeros(keep - width).join(raw.sticky)
}
