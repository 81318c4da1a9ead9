//! sqrt: the root of a significand, one bit after another.
//!
//! The significand is shifted until its leading one is at the top, and doubled if its exponent is odd. Each row takes two
//! further bits of this radicand beside the remainder. It subtracts the number that the next bit adds to the square of
//! the root, unless the difference is negative; its sign is the root's next bit (Ercegovac and Lang, "Digital
//! Arithmetic", 2004, section 6.1: restoring square root). The numbers grow by a bit from row to row.
//!
//! A root is a normal number, so nothing is shifted after the last row.

use std::ops::RangeInclusive;

use halfpipe_isa::{FloatFormat, Modifier};

use crate::datapath::finish::{finish_raw, OperationFlags};
use crate::datapath::flush::flushed;
use crate::datapath::outcome::{any_signals, Outcome};
use crate::datapath::LaneConfig;
use crate::format::HardwareFormat;
use crate::net::{hidden, signed, unsigned, Net, Scope};
use crate::stage::{
    shift_to_leading_one, signed_width, step, unpack, Exponent, LeadingOne, Raw, RoundingMode, Unpacked,
};

/// Computes the square root of a.
pub fn sqrt<'n>(n: Scope<'n>, config: &LaneConfig, rounding: RoundingMode<'n>, a: Net<'n>) -> Outcome<'n> {
    let format = config.formats.operand;
    let a = unpack(n, "a", format, flushed(n, config, "a", a));
    let raised = config.flags.then(|| raised(n, a));
    let shifted = if config.has(Modifier::Ftz) {
        LeadingOne {
            significand: n.constant(1, 1).join(a.significand.low(format.fraction_bits)),
            count: n.zero(),
        }
    } else {
        shift_to_leading_one(n, "a", a.significand, None)
    };
    let offset = exponent_offset(n, format, doubled_exponent_bits(format), shifted.count);
    let raw = square_root(n, a, shifted, offset, format);
    // No root lies halfway between two numbers: its square would have more bits than a number. So the guard bit alone
    // decides the rounding to nearest.
    let sticky = match rounding {
        RoundingMode::Fixed(fixed) if fixed.is_nearest() && !config.flags => n.constant(1, 1),
        _ => raw.sticky,
    };
    let flush = n.constant(u64::from(config.has(Modifier::Ftz)), 1);
    finish_raw(n, format, rounding, flush, Raw { sticky, ..raw }, raised)
}

/// Returns the flags that a root raises before rounding.
pub fn raised<'n>(n: Scope<'n>, a: Unpacked<'n>) -> OperationFlags<'n> {
    let signalling = any_signals(n, &[a]);
    let _stage = n.stage(step::FLAGS);
    let invalid = (signalling | is_below_zero(a)).named(hidden("invalid_root"));
    OperationFlags::from_invalid(n, invalid)
}

/// Returns 1 for a number below zero or negative infinity.
fn is_below_zero(a: Unpacked<'_>) -> Net<'_> {
    a.sign & !(a.zero | a.nan)
}

/// Returns the number that [`square_root`] adds to the operand's biased exponent, from the distance of its significand's
/// shift. The sum is twice the root's exponent, with twice the bias less one. The number is looked up: it has few bits.
pub fn exponent_offset<'n>(n: Scope<'n>, format: FloatFormat, width: u32, count: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::RADICAND);
    let offset = |count: u128| u128::from(format.bias_field()).wrapping_sub(2 + count) & ((1 << width) - 1);
    let offsets: Vec<u128> = (0..1 << count.width()).map(offset).collect();
    count.look_up(&offsets, width).named("offset")
}

/// Returns the bounds of a root's exponent.
fn bounds(format: FloatFormat) -> RangeInclusive<i64> {
    let least = format.min_exponent() - i64::from(format.fraction_bits);
    least.div_euclid(2)..=format.max_exponent().div_euclid(2)
}

/// Returns the square root with enough digits for a format. `offset` is the [`exponent_offset`] of the operand's format.
pub fn square_root<'n>(
    n: Scope<'n>,
    a: Unpacked<'n>,
    shifted: LeadingOne<'n>,
    offset: Net<'n>,
    format: FloatFormat,
) -> Raw<'n> {
    let LeadingOne { significand, count } = shifted;
    let stage = n.stage(step::SPECIAL_ROOT);
    let nan = (a.nan | is_below_zero(a)).named("nan");
    drop(stage);
    let stage = n.stage(step::RADICAND);
    // The bias is odd, so an odd exponent is even with it.
    let is_odd = (!(a.exponent.bit(0) ^ count.bit(0))).named("odd");
    let radicand = is_odd.select(
        significand.append_zeros(1),
        significand.zero_extend(significand.width() + 1),
    );
    let radicand = radicand.named("radicand");
    // Half of the exponent, rounded down, with the bias less one.
    let width = offset.width();
    let exponent = (a.exponent.zero_extend(width) + offset).high(width - 1);
    let exponent = if least_biased(format) < 0 {
        exponent.named(hidden(signed("exponent")))
    } else {
        n.zero().join(exponent.named(hidden(unsigned("exponent"))))
    };
    drop(stage);
    let (root, inexact) = root(n, radicand, format.significand_bits() + 1);
    Raw {
        nan,
        infinite: a.infinite,
        zero: a.zero,
        // Only a zero has a sign.
        sign: a.sign,
        exponent: Exponent::new(exponent, format.bias() - 1, bounds(format)),
        significand: root,
        sticky: inexact,
    }
}

/// Returns the least exponent of a root, with the bias less one. It is negative if there are few exponents.
fn least_biased(format: FloatFormat) -> i64 {
    bounds(format).start() + format.bias() - 1
}

/// Returns the width of twice a root's exponent, with twice the bias less one.
fn doubled_exponent_bits(format: FloatFormat) -> u32 {
    let least = least_biased(format);
    if least < 0 {
        (signed_width(least) + 1).max(format.exponent_bits + 2)
    } else {
        format.exponent_bits + 1
    }
}

/// Returns the root of another format, computed with that format's offset.
pub fn raw_root<'n>(root: Raw<'n>, format: FloatFormat) -> Raw<'n> {
    Raw {
        exponent: root.exponent.with_other_bias(format.bias() - 1, bounds(format)),
        ..root
    }
}

/// Returns the root of a radicand with two bits above the point, of as many bits, and 1 if it is not exact.
///
/// The rows keep the complement of the remainder, as those of a [division](crate::datapath::div) do. Each is an addition
/// of the root's digits so far.
fn root<'n>(n: Scope<'n>, radicand: Net<'n>, bits: u32) -> (Net<'n>, Net<'n>) {
    let pair = |number: u32| {
        let bit = |place: u32| match radicand.width().checked_sub(place + 1) {
            Some(position) => radicand.bit(position),
            None => n.zero(),
        };
        bit(2 * number).join(bit(2 * number + 1))
    };
    // The first two digits are the root of four bits, which are at least 4.
    let stage = n.stage(step::FIRST_DIGITS_OF_ROOT);
    let first = pair(0).join(pair(1)).named("radicand");
    let of_first = |function: fn(u128) -> u128| (0..16_u128).map(function).collect::<Vec<u128>>();
    let digit = first.look_up(&of_first(|first| first.isqrt() & 1), 1).named("digit");
    let complements = of_first(|first| !(first - first.isqrt() * first.isqrt()) & 0b111);
    let mut complement = first.look_up(&complements, 3).named("complement");
    let mut root = n.constant(1, 1).join(digit);
    drop(stage);
    for row in 2..bits - 1 {
        let _stage = n.stage(step::digit_of_root(row));
        let extended = complement.join(!pair(row)).named(hidden("extended"));
        let addend = root.join(n.constant(0b01, 2));
        let width = extended.width() + 1;
        let sum = n.constant(1, 1).join(extended) + addend.zero_extend(width);
        let sum = sum.named("sum");
        let digit = sum.top_bit().named("digit");
        // The remainder is at most twice the new root.
        let kept = root.width() + 2;
        complement = digit.select(sum.low(kept), extended.low(kept)).named("complement");
        root = root.join(digit);
    }
    // The last pair is 0. Its difference is odd, so the root is exact only if nothing was left before.
    let _stage = n.stage(step::digit_of_root(bits - 1));
    let addend = root.join(n.constant(0b01, 2));
    let extended = complement.join(n.constant(0b11, 2)).named(hidden("extended"));
    let sum = n.constant(1, 1).join(extended) + addend.zero_extend(extended.width() + 1);
    let digit = sum.top_bit().named("digit");
    (root.join(digit).named("root"), (!complement.all()).named("inexact"))
}
