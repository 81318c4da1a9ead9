//! rsqrt: a table and a piecewise polynomial of the significand.
//!
//! The operand is m · 4^k with 1 ≤ m < 4, and the result 2^-k / √m. A subnormal significand is shifted until its leading
//! one is at the top. The address consists of the lowest bit of the exponent and the high bits of the fraction (Detrey
//! and de Dinechin, "Table-based polynomials for fast hardware function evaluation", ASAP 2005). The result falls with
//! m, so the offset is the low bits of the fraction, inverted. The integer part of the sum is the rounded fraction of
//! 2/√m, with a carry into the exponent for m = 1.

use halfpipe_isa::FloatFormat;

use crate::datapath::outcome::{any_signals, Outcome};
use crate::format::HardwareFormat;
use crate::net::{hidden, signed, unsigned, Net, Scope};
use crate::stage::{
    add_base, look_up, multiply_offset, shift_to_leading_one, slope_at, step, unpack, Flags, LeadingOne, Unpacked,
};
use crate::tables::{Rsqrt, RSQRT_BF16, RSQRT_F16};

/// Computes 1/√a, correctly rounded.
///
/// # Panics
///
/// Panics if there is no table for the format, which must be f16 or bf16.
pub fn rsqrt<'n>(n: Scope<'n>, format: FloatFormat, a: Net<'n>, with_flags: bool) -> Outcome<'n> {
    let table = table(format);
    let polynomial = &table.polynomial;
    let a = unpack(n, "a", format, a);
    let LeadingOne { significand, count } = shift_to_leading_one(n, "a", a.significand, None);

    let stage = n.stage(step::ADDRESS);
    // The biased exponent of the leading one, less one. With a sign, because the count can exceed the exponent.
    let width = format.exponent_bits + 1;
    let exponent = a.exponent.zero_extend(width) + !count.zero_extend(width).named(hidden("wide_count"));
    let exponent = exponent.named(signed("exponent_of_a"));
    // The bias is odd, so that m is at least 2 if this bit is 1.
    let fraction = significand.low(format.fraction_bits);
    let address = exponent
        .bit(0)
        .join(fraction.high(table.fraction_bits))
        .named("address");
    let offset = (!fraction.low(polynomial.offset_bits)).named("offset");
    drop(stage);

    let coefficients = look_up(n, polynomial, &table.segments, address);
    let slope = slope_at(n, polynomial, coefficients, offset);
    let product = multiply_offset(n, polynomial, slope, offset);
    let sum = add_base(n, polynomial, coefficients.base, product);

    let stage = n.stage(step::ENCODE);
    let whole = sum.high(sum.width() - polynomial.sum_fraction);
    // Three halves of the bias, less half of the operand's exponent. The constant is even, so the carry is its lowest bit.
    let half = exponent.slice(1, format.exponent_bits);
    let constant = n.constant((3 * format.bias_field() - 1) / 4, format.exponent_bits - 1);
    let carry = whole.top_bit();
    let encoded_exponent = !half.named(hidden("half")) + constant.join(carry).named(hidden("bias"));
    let encoding = encoded_exponent
        .named(unsigned("exponent"))
        .join(whole.low(format.fraction_bits))
        .named("encoding");
    drop(stage);
    Outcome {
        value: choose(n, format, a, encoding),
        flags: with_flags.then(|| flags(n, a, exponent.bit(0) | !carry)),
    }
}

fn table(format: FloatFormat) -> &'static Rsqrt {
    match format {
        FloatFormat::F16 => &RSQRT_F16,
        FloatFormat::BF16 => &RSQRT_BF16,
        _ => panic!("there is no rsqrt table for {format:?}, only for f16 and bf16"),
    }
}

/// Returns 1 for a number below zero or negative infinity.
fn is_below_zero(a: Unpacked<'_>) -> Net<'_> {
    a.sign & !(a.zero | a.nan)
}

fn choose<'n>(n: Scope<'n>, format: FloatFormat, a: Unpacked<'n>, encoding: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::CHOOSE_NUMBER);
    let nan = (a.nan | is_below_zero(a)).named("nan");
    let ordinary = encoding.only_if((!(a.zero | a.infinite)).named(hidden("ordinary")));
    let infinity = n.constant(format.infinity().into(), encoding.width()).only_if(a.zero);
    let magnitude = ordinary | infinity | nan.repeat(encoding.width());
    let sign = a.sign & a.zero;
    sign.join(magnitude.named(hidden("magnitude")))
        .named(format.number("result"))
}

/// Returns the flags. The root of an even power of two is exact, and no other one.
fn flags<'n>(n: Scope<'n>, a: Unpacked<'n>, irrational: Net<'n>) -> Net<'n> {
    let signalling = any_signals(n, &[a]);
    let _stage = n.stage(step::FLAGS);
    let positive = !(a.sign | a.zero | a.infinite | a.nan);
    let flags = Flags {
        divide_by_zero: a.zero,
        inexact: (positive & irrational).named(hidden("inexact")),
        ..Flags::from_invalid(n, (signalling | is_below_zero(a)).named(hidden("invalid_root")))
    };
    flags.word(n)
}
