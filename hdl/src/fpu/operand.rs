//! Operands in a format that the operation selects.

use halfpipe_isa::FloatFormat;

use crate::format::HardwareFormat;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{step, Unpacked};

/// Exponent bits of an unpacked operand: bf16's; an f16 exponent keeps its own bias.
pub const EXPONENT_BITS: u32 = FloatFormat::BF16.exponent_bits;

/// Significand bits of an unpacked half-precision operand: f16's; a bf16 significand has zeros below.
pub const SIGNIFICAND_BITS: u32 = FloatFormat::F16.significand_bits();

/// Unpacks an f16 or bf16 operand. With `flush`, a subnormal counts as zero.
pub fn unpack_half<'n>(n: Scope<'n>, name: &str, bf16: Net<'n>, flush: Net<'n>, value: Net<'n>) -> Unpacked<'n> {
    let _stage = n.stage(step::unpack(name));
    let [field_f16, field_bf16] =
        [FloatFormat::F16, FloatFormat::BF16].map(|format| value.slice(format.fraction_bits, format.exponent_bits));
    let [fraction_f16, fraction_bf16] =
        [FloatFormat::F16, FloatFormat::BF16].map(|format| value.low(format.fraction_bits));
    let zeros_below = FloatFormat::F16.fraction_bits - FloatFormat::BF16.fraction_bits;
    let field = bf16
        .select(field_bf16, field_f16.zero_extend(EXPONENT_BITS))
        .named("field");
    let normal = field.any().named("normal");
    let fraction = bf16.select(fraction_bf16.append_zeros(zeros_below), fraction_f16);
    let kept = (normal | !flush).named(hidden("fraction_kept"));
    let fraction = fraction.only_if(kept).named("fraction");
    let special = bf16
        .select(field_bf16.all(), field_f16.all())
        .named(hidden("exponent_ones"));
    let has_fraction = fraction.any().named(hidden("fraction_nonzero"));
    let not_normal = (!normal).named(hidden("not_normal"));
    // Only div, rcp and sqrt flush bf16, and they take no magnitude.
    let magnitude = bf16.select(value.low(15), field_f16.join(fraction));
    Unpacked {
        sign: value.top_bit(),
        exponent: field
            .high(EXPONENT_BITS - 1)
            .join(field.bit(0) | not_normal)
            .named(unsigned("exponent")),
        significand: normal.join(fraction).named("significand"),
        magnitude: magnitude.named("magnitude"),
        zero: (not_normal & !has_fraction).named("zero"),
        infinite: (special & !has_fraction).named("infinite"),
        nan: (special & has_fraction).named("nan"),
    }
}

/// Returns the number 1 as an unpacked half-precision operand.
pub fn one<'n>(n: Scope<'n>, bf16: Net<'n>) -> Unpacked<'n> {
    let constant = |value: u64, width: u32| n.constant(value, width);
    let [exponent_f16, exponent_bf16] =
        [FloatFormat::F16, FloatFormat::BF16].map(|format| constant(format.bias_field(), EXPONENT_BITS));
    let [magnitude_f16, magnitude_bf16] =
        [FloatFormat::F16, FloatFormat::BF16].map(|format| constant(u64::from(format.one()), 15));
    Unpacked {
        sign: n.zero(),
        exponent: bf16.select(exponent_bf16, exponent_f16),
        significand: constant(1, 1).append_zeros(SIGNIFICAND_BITS - 1),
        magnitude: bf16.select(magnitude_bf16, magnitude_f16),
        zero: n.zero(),
        infinite: n.zero(),
        nan: n.zero(),
    }
}

/// Returns a zero of the given sign, in the widths of another operand.
pub fn zero_like<'n>(n: Scope<'n>, sign: Net<'n>, like: Unpacked<'n>) -> Unpacked<'n> {
    Unpacked {
        sign,
        exponent: n.constant(1, like.exponent.width()),
        significand: n.constant(0, like.significand.width()),
        magnitude: n.constant(0, like.magnitude.width()),
        zero: n.constant(1, 1),
        infinite: n.zero(),
        nan: n.zero(),
    }
}
