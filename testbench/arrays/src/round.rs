//! The single rounding of every instruction.

use std::hint::select_unpredictable as select;

use halfpipe_isa::Rounding;

use crate::format::Format;
use crate::number::{Class, Number, LEADING_BIT};

/// The IEEE 754 exceptions, in the order of the flags' bits.
pub mod exception {
    /// The operation has no defined result, or an operand signals.
    pub const INVALID: u64 = 1 << 4;
    /// An exact infinity of finite operands.
    pub const DIVIDE_BY_ZERO: u64 = 1 << 3;
    /// The rounded result is above the largest number.
    pub const OVERFLOW: u64 = 1 << 2;
    /// The result is tiny and inexact.
    pub const UNDERFLOW: u64 = 1 << 1;
    /// The result is inexact.
    pub const INEXACT: u64 = 1;
}

/// A finite number after rounding.
#[derive(Clone, Copy, Debug)]
pub struct Rounded {
    /// The magnitude of the encoding. It is above the format's largest if the number overflows.
    pub magnitude: u32,
    /// The exceptions.
    pub flags: u64,
}

/// Returns the amount below one unit of the last place that rounding adds before it cuts off. `odd` is the last digit
/// that stays, and `cut` the number of digits that go.
#[inline(always)]
fn increment(rounding: Rounding, is_negative: bool, odd: u64, cut: u32) -> u64 {
    let half = 1_u64 << (cut - 1);
    let all = (1_u64 << cut) - 1;
    match rounding {
        Rounding::NearestEven => half - 1 + odd,
        Rounding::NearestAway => half,
        Rounding::TowardZero => 0,
        Rounding::TowardNegative => all * u64::from(is_negative),
        Rounding::TowardPositive => all * u64::from(!is_negative),
    }
}

/// Cuts off the low digits of a significand, 1 to 63 of them, and rounds. A larger cut leaves less than half a unit.
#[inline(always)]
pub fn cut_off(significand: u64, cut: u32, rounding: Rounding, is_negative: bool) -> (u64, bool) {
    let is_far = cut > 63;
    let significand = select(is_far, 1, significand);
    let cut = cut.min(63);
    let odd = significand >> cut & 1;
    let kept = (significand + increment(rounding, is_negative, odd, cut)) >> cut;
    let is_inexact = significand & ((1 << cut) - 1) != 0;
    (kept, is_inexact)
}

/// True if rounding gives the largest finite number where a number is too large.
#[inline(always)]
pub fn stays_finite(rounding: Rounding, is_negative: bool) -> bool {
    match rounding {
        Rounding::NearestEven | Rounding::NearestAway => false,
        Rounding::TowardZero => true,
        Rounding::TowardNegative => !is_negative,
        Rounding::TowardPositive => is_negative,
    }
}

/// Rounds a finite nonzero number to a format that has zeros. `FLAGS` says if the flags are wanted.
#[inline(always)]
pub fn round<const FLAGS: bool>(format: &Format, number: Number, rounding: Rounding) -> Rounded {
    let exponent = number.exponent.max(format.min_exponent);
    let cut = LEADING_BIT - format.fraction_bits + (exponent - number.exponent) as u32;
    let (kept, is_inexact) = cut_off(number.significand, cut, rounding, number.is_negative);
    // The leading digit of a normal significand adds 1 to the exponent field, as does a carry out of it.
    let magnitude = (((exponent + format.bias - 1) as i64) << format.fraction_bits) + kept as i64;
    let magnitude = magnitude.min(i64::from(u32::MAX >> 1)) as u32;
    let flags = if FLAGS {
        find_flags(format, number, rounding, magnitude, is_inexact)
    } else {
        0
    };
    Rounded { magnitude, flags }
}

/// Returns the encoding of a value in a format with infinities, rounded.
#[inline(always)]
pub fn encode(format: &Format, value: Number, rounding: Rounding) -> u32 {
    let is_negative = value.is_negative;
    match value.class {
        Class::Nan => format.nan,
        Class::Infinity => format.signed(is_negative, format.overflow),
        Class::Zero => format.signed(is_negative, 0),
        Class::Finite => {
            let rounded = round::<false>(format, value, rounding).magnitude;
            let limit = if stays_finite(rounding, is_negative) {
                format.largest
            } else {
                format.overflow
            };
            format.signed(is_negative, rounded.min(limit))
        }
    }
}

/// Returns the magnitude of a finite nonzero number in a format that has zeros; None if the format lacks the number.
pub fn round_exactly(format: &Format, number: Number) -> Option<u32> {
    let rounded = round::<true>(format, number, Rounding::TowardZero);
    (rounded.flags == 0).then_some(rounded.magnitude)
}

/// Returns the flags of a rounded number. Tininess is detected after rounding.
#[inline(always)]
fn find_flags(format: &Format, number: Number, rounding: Rounding, magnitude: u32, is_inexact: bool) -> u64 {
    if magnitude > format.largest {
        // A magnitude that is cut off overflows from the number that would follow the largest one.
        return exception::OVERFLOW | exception::INEXACT;
    }
    if !is_inexact {
        return 0;
    }
    let is_tiny = match number.exponent - format.min_exponent {
        0.. => false,
        // With an unbounded exponent, the number may round up to the smallest normal one.
        -1 => {
            let cut = LEADING_BIT - format.fraction_bits;
            let (kept, _) = cut_off(number.significand, cut, rounding, number.is_negative);
            kept >> (format.fraction_bits + 1) == 0
        }
        _ => true,
    };
    if is_tiny {
        exception::UNDERFLOW | exception::INEXACT
    } else {
        exception::INEXACT
    }
}

/// Rounds a number to an integer: its magnitude, and true if that is inexact. A magnitude of 2^64 or more is given as
/// 2^64.
#[inline(always)]
pub fn round_to_integer(number: Number, rounding: Rounding) -> (u128, bool) {
    match LEADING_BIT as i32 - number.exponent {
        ..-1 => (1 << 64, false),
        -1 => (u128::from(number.significand) << 1, false),
        0 => (number.significand.into(), false),
        cut => {
            let (kept, is_inexact) = cut_off(number.significand, cut as u32, rounding, number.is_negative);
            (kept.into(), is_inexact)
        }
    }
}
