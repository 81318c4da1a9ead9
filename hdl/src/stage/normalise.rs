//! Normalise: the leading one of a sum moved to the top, but not past the smallest exponent.

use crate::net::Net;
use crate::stage::{shift_left_to_top, Top};

/// The top of a sum that is normalised as far as its exponent allows.
#[derive(Clone, Copy)]
pub struct Normalised<'n> {
    /// One less than the biased exponent of the top bit: 0 where the sum is subnormal.
    pub exponent_minus_one: Net<'n>,
    /// Its upper bits, and whether there is anything below.
    pub top: Top<'n>,
}

/// Shifts `value` left by its leading zeros and keeps `keep` bits.
///
/// `exponent_minus_one` belongs to the top bit of `value` as it stands; the count must not exceed it.
pub fn normalise<'n>(value: Net<'n>, zeros: Net<'n>, exponent_minus_one: Net<'n>, keep: u32) -> Normalised<'n> {
    let _stage = value.builder().stage("normalise");
    let width = exponent_minus_one.width().max(zeros.width());
    let exponent = exponent_minus_one.zero_extend(width) - zeros.zero_extend(width);
    let top = shift_left_to_top(value, zeros, keep);
    top.kept.named("kept");
    top.sticky.named("sticky");
    Normalised {
        exponent_minus_one: exponent.low(exponent_minus_one.width()).named("exponent_minus_one"),
        top,
    }
}
