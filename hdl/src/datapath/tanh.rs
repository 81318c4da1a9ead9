//! tanh: a piecewise polynomial that gives the encoded magnitude of the result, exponent and all.
//!
//! tanh is odd, so only the magnitude m of the operand counts. Where m is small, tanh(m) rounds to
//! m; where it is large, to 1. In between, the encoding of the result, read as an integer, is
//! nearly a smooth function of the encoding of m, but for a kink where the result passes a power
//! of two. The segments therefore end at powers of two of the operand and of the result: their
//! address is the low bits of the exponent field, the high bits of the fraction, and, above, a bit
//! that tells whether the result is still in the binade below the operand's. The offset is the low
//! bits of m. The sum's integer part is the encoding of the rounded result; the rounding constant
//! is in the base. The coefficients are fitted so that all results are correctly rounded.

use crate::datapath::outcome::Outcome;
use crate::format::Format;
use crate::net::{hidden, Net, Scope};
use crate::stage::{add_base, look_up, multiply_offset, slope_at, step, unpack, Flags};
use crate::tables::{tanh_bf16, tanh_f16, Tanh};

/// tanh(a), correctly rounded. Panics where there is no table for the format: it is f16 or bf16.
pub fn tanh<'n>(n: Scope<'n>, format: Format, a: Net<'n>, with_flags: bool) -> Outcome<'n> {
    let table = table(format);
    let polynomial = &table.polynomial;
    let magnitude = a.low(format.magnitude_bits());
    let offset = magnitude.low(polynomial.offset_bits);
    let address = address(n, format, table, magnitude);
    let range = range(n, format, table, magnitude);
    let coefficients = look_up(n, polynomial, table.segments, address);
    let slope = slope_at(n, polynomial, coefficients, offset);
    let product = multiply_offset(n, polynomial, slope, offset);
    let encoding = add_base(n, polynomial, coefficients.base, product);
    Outcome {
        value: choose(n, format, range, a, encoding),
        flags: with_flags.then(|| flags(n, format, a)),
    }
}

/// The flags of tanh: it is exact for zeros and infinities only. Where the operand is below the normal numbers, so is what the result is
/// rounded to, which is the operand.
fn flags<'n>(n: Scope<'n>, format: Format, a: Net<'n>) -> Net<'n> {
    let a = unpack(n, "a", format, a);
    let invalid = a.signals(n);
    let _stage = n.stage(step::FLAGS);
    let inexact = (!(a.nan | a.infinite | a.zero)).named(hidden("inexact"));
    let flags = Flags {
        underflow: (inexact & !a.significand.top_bit()).named(hidden("underflow")),
        inexact,
        ..Flags::of_invalid(n, invalid)
    };
    flags.word(n)
}

fn table(format: Format) -> &'static Tanh {
    match format {
        Format::F16 => &tanh_f16::TABLE,
        Format::BF16 => &tanh_bf16::TABLE,
        _ => panic!("there is no tanh table for {format:?}, only for f16 and bf16"),
    }
}

/// The address of the segment.
fn address<'n>(n: Scope<'n>, format: Format, table: &Tanh, magnitude: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::ADDRESS);
    let exponent = magnitude.high(format.exponent_bits);
    let fraction = magnitude.low(format.fraction_bits);
    // The operand's binade begins with results of the binade below, up to the crossing.
    let below_crossing = |crossing: u16| {
        let crossing = u64::from(crossing);
        let first = crossing & ((1 << format.fraction_bits) - 1);
        let same_binade = exponent.equals_constant(crossing >> format.fraction_bits);
        same_binade & fraction.less_than(n.constant(first, format.fraction_bits))
    };
    let below = table
        .crossings
        .iter()
        .enumerate()
        .fold(n.zero(), |any, (count, &next)| {
            (any | below_crossing(next)).named(hidden(format!("below_crossing_{count}")))
        });
    let bits = table.exponent_bits + table.fraction_bits;
    let segment = magnitude.slice(format.fraction_bits - table.fraction_bits, bits);
    below.named("below_crossing").join(segment).named("address")
}

/// What the result is, in two bits: the sum (0), the operand (1), 1 (2) or NaN (3).
#[derive(Clone, Copy)]
struct Range<'n> {
    /// 1 or NaN.
    high: Net<'n>,
    /// The operand or NaN.
    low: Net<'n>,
}

fn range<'n>(n: Scope<'n>, format: Format, table: &Tanh, magnitude: Net<'n>) -> Range<'n> {
    let _stage = n.stage(step::RANGE);
    let below = |name: &str, limit: u64| {
        let limit = n.constant(limit, format.magnitude_bits());
        magnitude.less_than(limit).named(hidden(name))
    };
    let number = below("number", format.infinity() + 1);
    let small = below("small", u64::from(table.approximated_from));
    let below_one = below("below_one", u64::from(table.one_from));
    Range {
        high: (!below_one).named("one_or_nan"),
        low: (small | !number).named("operand_or_nan"),
    }
}

fn choose<'n>(n: Scope<'n>, format: Format, range: Range<'n>, a: Net<'n>, encoding: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::CHOOSE_VALUE);
    let Range { high, low } = range;
    let one = n.constant(format.one(), format.magnitude_bits());
    let nan = n.constant(format.canonical_nan(), format.magnitude_bits());
    let operand = a.low(format.magnitude_bits());
    let magnitude = high.select(low.select(nan, one), low.select(operand, encoding));
    let sign = a.top_bit() & !(high & low);
    sign.join(magnitude.named(hidden("magnitude")))
        .named(format.number("result"))
}
