//! Widen: a half-precision operand in the format of a mixed-precision result, exactly.

use crate::datapath::Formats;
use crate::stage::{count_leading_zeros, Unpacked};

/// The operand with the result format's exponent and significand.
///
/// A format with fewer exponent bits has subnormals that are normal numbers in the wider one, so they are normalised;
/// where the exponents are alike, so are the subnormals.
pub fn widen(formats: Formats, operand: Unpacked<'_>) -> Unpacked<'_> {
    let Formats {
        operand: narrow,
        result: wide,
    } = formats;
    let builder = operand.sign.builder();
    let zeros_below = wide.fraction_bits - narrow.fraction_bits;
    if narrow.exponent_bits == wide.exponent_bits {
        let _stage = builder.stage("widen");
        return Unpacked {
            significand: operand.significand.append_zeros(zeros_below).called("significand"),
            magnitude: operand.magnitude.append_zeros(zeros_below),
            ..operand
        };
    }
    let zeros = count_leading_zeros("widen_zeros", operand.significand);
    let _stage = builder.stage("widen");
    let rebias = builder.constant(wide.bias() - narrow.bias(), wide.exponent_bits);
    let exponent = operand.exponent.zero_extend(wide.exponent_bits) + rebias - zeros.zero_extend(wide.exponent_bits);
    exponent.called("normal_exponent");
    // A zero has the smallest exponent, as everywhere.
    let smallest = builder.constant(1, wide.exponent_bits);
    let significand = operand
        .significand
        .shift_left(zeros)
        .append_zeros(zeros_below)
        .named("significand");
    // The fields of the wider format: every operand is normal now, or zero.
    let fields = exponent.join(significand.low(wide.fraction_bits));
    Unpacked {
        exponent: operand.zero.select(smallest, exponent).named("exponent"),
        significand,
        magnitude: fields.only_if(!operand.zero).named("magnitude"),
        ..operand
    }
}
