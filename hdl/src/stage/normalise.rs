//! Normalise: the leading one of a sum moved to the top, but not past the smallest exponent.

use crate::net::Net;
use crate::stage::LeadingZeros;

/// A normalised sum.
#[derive(Clone, Copy)]
pub struct Normalised<'n> {
    /// One less than the biased exponent of the top bit. 0 where the top bit is 0: the sum is subnormal, or zero.
    pub exponent_minus_one: Net<'n>,
    /// The sum shifted left, as wide as before.
    pub value: Net<'n>,
}

/// Shifts `value` left until its top bit is 1 or the exponent of its top bit is the smallest, 1.
///
/// `exponent_minus_one` belongs to the top bit of `value` as it stands; `zeros` are those above its highest one.
///
/// `stage` names the step in the Verilog.
pub fn normalise<'n>(
    stage: &str,
    value: Net<'n>,
    zeros: LeadingZeros<'n>,
    exponent_minus_one: Net<'n>,
) -> Normalised<'n> {
    let _stage = value.builder().stage(stage);
    let width = exponent_minus_one.width().max(zeros.count.width());
    let limit = exponent_minus_one.zero_extend(width);
    let wanted = zeros.count.zero_extend(width);
    // Left shift stops where the exponent reaches 1: what is left over is a subnormal.
    let subnormal = (limit.less_than(wanted) | zeros.all_zero).named("subnormal");
    let shift = subnormal.select(limit, wanted).low(zeros.count.width()).named("shift");
    let remaining = limit - wanted;
    Normalised {
        exponent_minus_one: remaining.only_if(!subnormal).named("exponent_minus_one"),
        value: value.shift_left(shift).named("value"),
    }
}
