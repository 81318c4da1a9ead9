//! Modifiers: `.sat`, `.relu` and `.oob`, after the arithmetic.

use halfpipe_isa::FloatFormat;

use crate::format::HardwareFormat;
use crate::net::{hidden, Net, Scope};
use crate::stage::step;

/// Applies `.sat`: NaN, negative values and -0 become +0; values above 1 become 1.
pub fn saturate<'n>(n: Scope<'n>, format: FloatFormat, value: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::SATURATE);
    let magnitude = value.low(format.magnitude_bits());
    let exponent = magnitude.high(format.exponent_bits);
    let fraction = magnitude.low(format.fraction_bits);
    let nan = exponent.all() & fraction.any();
    // A value is at least 1 if its exponent is at least the bias.
    let at_least_one = exponent.at_least(n.constant(format.bias_field(), format.exponent_bits));
    let one = n.constant(u64::from(format.one()), format.magnitude_bits());
    let clamped = at_least_one.select(one, magnitude);
    let below_zero = (value.top_bit() | nan).named(hidden("negative_or_nan"));
    let kept = clamped.only_if((!below_zero).named(hidden("nonnegative")));
    kept.zero_extend(format.width()).named(format.number("result"))
}

/// Applies `.relu`: any value with its sign bit set becomes +0. A NaN result is canonical, so its sign is clear and it
/// stays.
pub fn relu<'n>(n: Scope<'n>, value: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::RELU);
    value.only_if(!value.top_bit()).named(value.alike("result"))
}

/// Returns 1 if `.oob` forces the result: an operand is the OOB NaN, of either sign.
pub fn is_out_of_bounds<'n>(n: Scope<'n>, format: FloatFormat, a: Net<'n>, b: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::OUT_OF_BOUNDS);
    let is_oob_nan = |value: Net<'n>| {
        value
            .low(format.magnitude_bits())
            .equals_constant(u64::from(format.out_of_bounds_nan()))
    };
    (is_oob_nan(a) | is_oob_nan(b)).named("found")
}

/// Applies `.oob`: the result is +0 if an operand is out of bounds.
pub fn force_out_of_bounds<'n>(n: Scope<'n>, out_of_bounds: Net<'n>, value: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::OUT_OF_BOUNDS);
    let in_bounds = (!out_of_bounds).named(hidden("in_bounds"));
    value.only_if(in_bounds).named(value.alike("result"))
}
