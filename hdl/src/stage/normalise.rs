//! Normalise: the leading one of a sum moved to the top, but not past the smallest exponent.

use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{shift_left_to_top, step, Top};

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
pub fn normalise<'n>(
    n: Scope<'n>,
    value: Net<'n>,
    zeros: Net<'n>,
    exponent_minus_one: Net<'n>,
    keep: u32,
) -> Normalised<'n> {
    let _stage = n.stage(step::NORMALISE);
    let width = exponent_minus_one.width().max(zeros.width());
    let exponent = exponent_minus_one.zero_extend(width) - zeros.zero_extend(width);
    let exponent = exponent.named(hidden(unsigned("exponent")));
    let later = zeros.width() - FIRST_BITS;
    let first = zeros.high(FIRST_BITS).append_zeros(later);
    let moved = shift_left_to_top(value, first, keep + (1 << later) - 1);
    let Top { kept, sticky } = shift_left_to_top(moved.kept, zeros.low(later), keep);
    Normalised {
        exponent_minus_one: exponent
            .low(exponent_minus_one.width())
            .named(unsigned("exponent_minus_one")),
        top: Top {
            kept: kept.named("kept"),
            sticky: (moved.sticky | sticky).named("sticky"),
        },
    }
}

/// The highest bits of a count, which are known before the others: so many of them move the sum first.
const FIRST_BITS: u32 = 2;
