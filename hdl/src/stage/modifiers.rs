//! Modifiers: `.sat`, `.relu` and `.oob`, after the arithmetic.

use crate::format::Format;
use crate::net::Net;

/// `.sat`: NaN, negative values and -0 become +0; values above 1 become 1.
pub fn saturate(format: Format, value: Net<'_>) -> Net<'_> {
    let builder = value.builder();
    let _stage = builder.stage("saturate");
    let magnitude = value.low(format.magnitude_bits());
    let exponent = magnitude.high(format.exponent_bits);
    let fraction = magnitude.low(format.fraction_bits);
    let nan = exponent.all() & fraction.any();
    // A value is at least 1 where its exponent is at least the bias.
    let at_least_one = exponent.at_least(builder.constant(format.bias(), format.exponent_bits));
    let one = builder.constant(format.one(), format.magnitude_bits());
    let clamped = at_least_one.select(one, magnitude);
    let below_zero = (value.top_bit() | nan).called("negative_or_nan");
    let kept = clamped.only_if((!below_zero).called("nonnegative"));
    kept.zero_extend(format.width()).named("result")
}

/// `.relu`: whatever has its sign bit set becomes +0. A NaN result is canonical, so its sign is clear and it stays.
pub fn relu(value: Net<'_>) -> Net<'_> {
    let _stage = value.builder().stage("relu");
    value.only_if(!value.top_bit()).named("result")
}

/// Whether `.oob` forces the result: an operand is the OOB NaN, of either sign.
pub fn is_out_of_bounds<'n>(format: Format, a: Net<'n>, b: Net<'n>) -> Net<'n> {
    let _stage = a.builder().stage("out_of_bounds");
    let is_oob_nan = |value: Net<'n>| value.low(format.magnitude_bits()).equals_constant(format.oob_nan());
    (is_oob_nan(a) | is_oob_nan(b)).named("found")
}

/// `.oob`: +0 where an operand is out of bounds.
pub fn force_out_of_bounds<'n>(out_of_bounds: Net<'n>, value: Net<'n>) -> Net<'n> {
    let _stage = value.builder().stage("out_of_bounds");
    value.only_if((!out_of_bounds).called("in_bounds")).named("result")
}
