//! Widen: a half-precision operand, converted exactly to the format of a mixed-precision result.

use halfpipe_isa::LaneFormats;

use crate::format::HardwareFormat;
use crate::net::{hidden, unsigned, Scope};
use crate::stage::{count_leading_zeros, step, Unpacked};

/// Returns the operand with the exponent and significand of the result's format.
///
/// Subnormals of a format with fewer exponent bits are normal numbers in the wider one, so they are normalised. If the
/// exponents are alike, subnormals stay subnormal.
pub fn widen<'n>(n: Scope<'n>, formats: LaneFormats, operand: Unpacked<'n>) -> Unpacked<'n> {
    let LaneFormats {
        operand: narrow,
        result: wide,
    } = formats;
    let zeros_below = wide.fraction_bits - narrow.fraction_bits;
    if narrow.exponent_bits == wide.exponent_bits {
        let _stage = n.stage(step::WIDEN);
        return Unpacked {
            significand: operand
                .significand
                .append_zeros(zeros_below)
                .named(hidden("significand")),
            magnitude: operand.magnitude.append_zeros(zeros_below),
            ..operand
        };
    }
    let zeros = count_leading_zeros(n, step::WIDEN_ZEROS, operand.significand);
    let _stage = n.stage(step::WIDEN);
    let rebias = n.constant(wide.bias_field() - narrow.bias_field(), wide.exponent_bits);
    let exponent = operand.exponent.zero_extend(wide.exponent_bits) + rebias - zeros.zero_extend(wide.exponent_bits);
    let exponent = exponent.named(hidden(unsigned("normal_exponent")));
    // A zero has the smallest exponent.
    let smallest = n.constant(1, wide.exponent_bits);
    let significand = operand
        .significand
        .shift_left(zeros)
        .append_zeros(zeros_below)
        .named("significand");
    // The fields of the wider format. Every operand is now normal or zero.
    let fields = exponent.join(significand.low(wide.fraction_bits));
    Unpacked {
        exponent: operand.zero.select(smallest, exponent).named(unsigned("exponent")),
        significand,
        magnitude: fields.only_if(!operand.zero).named("magnitude"),
        ..operand
    }
}
