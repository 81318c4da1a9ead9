//! Denormalise: a value of any exponent brought to where the rounder takes it, in the exponents of its format.

use crate::format::Format;
use crate::net::{hidden, signed, unsigned, Net, Scope};
use crate::stage::{shift_right_sticky, step, Raw, Unrounded};

/// Whether no value but zero is smaller than the smallest normal number.
pub(super) fn is_normal(format: Format, raw: Raw) -> bool {
    raw.exponent.least() > -(format.bias() as i64)
}

/// Cuts a value to a format's precision, and moves what is smaller than the smallest normal number down to its exponent.
///
/// What the exponent's bounds exclude leaves no hardware: neither a shifter where nothing is subnormal, nor an addition
/// where the formats have the same bias. Where no value is subnormal, a zero keeps its exponent, whatever it is.
///
/// Panics where `sticky` may be 1 and the significand has no bit more than the format's.
pub fn denormalise<'n>(n: Scope<'n>, format: Format, raw: Raw<'n>) -> Unrounded<'n> {
    let _stage = n.stage(step::DENORMALISE);
    let value = with_guard_and_sticky(format, raw).named(hidden("unshifted"));
    // The rounder takes biased exponents less one: the least normal number has 0, as subnormal ones have.
    let bias = format.bias() as i64 - 1;
    let exponent = raw.exponent.with_bias(bias).named(hidden(signed("signed_exponent")));
    let magnitude = exponent.low(exponent.width() - 1);
    let (exponent, value) = if is_normal(format, raw) {
        (magnitude, value)
    } else {
        let least = raw.exponent.least() + bias;
        let nonzero = (!raw.zero).named(hidden("nonzero"));
        let below = exponent.top_bit().named("below_normal");
        // As many bits as the farthest distance has. The shifter takes one that is too far for its width.
        let bits = u64::BITS - least.unsigned_abs().leading_zeros();
        let distance = raw
            .exponent
            .subtracted_from(-bias, bits)
            .named(hidden("negative_exponent"));
        let distance = distance.only_if(below).named(unsigned("distance"));
        // A zero, which can have any exponent, gets the least.
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
        owed: n.zero(),
        next: None,
        too_large: None,
    }
}

/// The significand in the format's precision, below it the guard bit, and one bit for all that is left.
fn with_guard_and_sticky<'n>(format: Format, raw: Raw<'n>) -> Net<'n> {
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
