//! tanh: a table and a piecewise polynomial that compute the encoded magnitude of the result, exponent included.
//!
//! The high bits of the operand address the coefficients of a segment, as in Detrey and de Dinechin, "Table-based
//! polynomials for fast hardware function evaluation", ASAP 2005. There is no separate range reduction.
//!
//! tanh is odd, so only the magnitude m of the operand counts. For small m, tanh(m) rounds to m; for large m, to 1. In
//! between, the encoding of the result, read as an integer, is nearly a smooth function of the encoding of m. It has a
//! kink where the result passes a power of two. The segments therefore end at powers of two of the operand and of the
//! result. Their address consists of the low bits of the exponent field and the high bits of the fraction. Above them
//! is a bit that is 1 while the result is in the binade below the operand's. The offset is the low bits of m. The
//! integer part of the sum is the encoding of the rounded result; the rounding constant is in the base. The
//! coefficients are fitted so that all results are correctly rounded. Those for f16 also serve bf16: the same sum,
//! rounded to the shorter fraction, is every bf16 result correctly rounded.

use halfpipe_isa::FloatFormat;

use crate::datapath::half_operand::HalfOperand;
use crate::datapath::outcome::Outcome;
use crate::format::HardwareFormat;
use crate::net::{hidden, Net, Scope};
use crate::stage::{add_base, look_up, multiply_offset, slope_at, step, Flags};
use crate::tables::{Tanh, TANH_BF16, TANH_F16};

/// Computes tanh(a), correctly rounded.
///
/// # Panics
///
/// Panics if there is no table for the format, which must be f16 or bf16.
pub fn tanh<'n>(n: Scope<'n>, a: HalfOperand<'n>, with_flags: bool) -> Outcome<'n> {
    let table = table(a.table_format);
    let polynomial = &table.polynomial;
    let address = address(n, table, a);
    let range = range(n, a);
    let offset = a.fraction.low(polynomial.offset_bits);
    let coefficients = look_up(n, polynomial, &table.segments, address);
    let slope = slope_at(n, polynomial, coefficients, offset);
    let product = multiply_offset(n, polynomial, slope, offset);
    let sum = add_base(n, polynomial, coefficients.base, product);
    let encoding = encoding(n, table, a, sum);
    Outcome {
        value: choose(n, range, a, encoding),
        flags: with_flags.then(|| flags(n, a)),
    }
}

/// Returns the flags of tanh. It is exact for zeros and infinities only. If the operand is below the normal numbers, so
/// is the rounded result, which is the operand.
fn flags<'n>(n: Scope<'n>, a: HalfOperand<'n>) -> Net<'n> {
    let a = a.unpacked(n);
    let invalid = a.signals(n);
    let _stage = n.stage(step::FLAGS);
    let inexact = (!(a.nan | a.infinite | a.zero)).named(hidden("inexact"));
    let flags = Flags {
        underflow: (inexact & !a.significand.top_bit()).named(hidden("underflow")),
        inexact,
        ..Flags::from_invalid(n, invalid)
    };
    flags.word(n)
}

fn table(format: FloatFormat) -> &'static Tanh {
    match format {
        FloatFormat::F16 => &TANH_F16,
        FloatFormat::BF16 => &TANH_BF16,
        _ => panic!("there is no tanh table for {format:?}, only for f16 and bf16"),
    }
}

/// Returns the address of the segment.
fn address<'n>(n: Scope<'n>, table: &Tanh, a: HalfOperand<'n>) -> Net<'n> {
    let _stage = n.stage(step::ADDRESS);
    let fraction_bits = a.fraction.width();
    // These bits distinguish the binades that have segments. They are the same in f16 and bf16, because the biases
    // differ by a multiple of 16.
    let binade = a.exponent.low(table.exponent_bits);
    // In the operand's binade, results are in the binade below up to the crossing.
    let below_crossing = |crossing: u16| {
        let crossing = u64::from(crossing);
        let first = crossing & ((1 << fraction_bits) - 1);
        let same_binade = binade.equals_constant((crossing >> fraction_bits) & ((1 << table.exponent_bits) - 1));
        same_binade & a.fraction.less_than(n.constant(first, fraction_bits))
    };
    let below = table
        .crossings
        .iter()
        .enumerate()
        .fold(n.zero(), |any, (count, &next)| {
            (any | below_crossing(next)).named(hidden(format!("below_crossing_{count}")))
        });
    let segment = binade
        .join(a.fraction.high(table.fraction_bits))
        .named(hidden("segment"));
    below.named("below_crossing").join(segment).named("address")
}

/// Source of the result, in two bits: the sum (0), the operand (1), 1 (2) or NaN (3).
#[derive(Clone, Copy)]
struct Range<'n> {
    /// The high bit: 1 or NaN.
    high: Net<'n>,
    /// The low bit: the operand or NaN.
    low: Net<'n>,
}

fn range<'n>(n: Scope<'n>, a: HalfOperand<'n>) -> Range<'n> {
    let _stage = n.stage(step::RANGE);
    let below = |name: &str, limit: fn(FloatFormat) -> u64| a.is_below(n, name, limit).named(hidden(name));
    let number = below("number", |format| u64::from(format.infinity()) + 1);
    let small = below("small", |format| u64::from(table(format).approximated_from));
    let below_one = below("below_one", |format| u64::from(table(format).one_from));
    Range {
        high: (!below_one).named("one_or_nan"),
        low: (small | !number).named("operand_or_nan"),
    }
}

/// Returns the encoding of the result's magnitude: the sum without its fraction bits. Its base includes half a last
/// place. In a shorter format than the coefficients', a last place is 2^dropped of theirs. HalfOperand of that, less the half
/// already in the base, is 2^dropped - 1 of their halves. Adding it carries if the top dropped bit and another dropped
/// bit are 1.
fn encoding<'n>(n: Scope<'n>, table: &Tanh, a: HalfOperand<'n>, sum: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::ENCODE);
    let own = a.table_format;
    let whole = sum.high(sum.width() - table.polynomial.sum_fraction);
    let encoding = a.select_by_format(n, |n, format| {
        let dropped = own.fraction_bits - format.fraction_bits;
        if dropped == 0 {
            return whole;
        }
        // The result is at most 1, so the top bit of its exponent is 0. The difference of the biases turns this bit
        // into a constant.
        let exponent_bits = own.exponent_bits - 1;
        let width = exponent_bits + format.fraction_bits;
        let kept = whole.slice(dropped, width);
        let half_places = sum.high(whole.width() + 1);
        let gone = half_places.low(dropped + 1);
        let up = (gone.top_bit() & gone.low(dropped).any()).named("up");
        let rounded = (kept + up.zero_extend(width)).named("rounded");
        let bias = (format.bias_field() - own.bias_field()) >> exponent_bits;
        n.constant(bias, format.exponent_bits - exponent_bits).join(rounded)
    });
    encoding.named("encoding")
}

fn choose<'n>(n: Scope<'n>, range: Range<'n>, a: HalfOperand<'n>, encoding: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::CHOOSE_VALUE);
    let Range { high, low } = range;
    let operand = a.magnitude();
    let one = a.constant(n, "one", operand.width(), |format| format.one().into());
    let nan = a.constant(n, "nan", operand.width(), |format| format.canonical_nan().into());
    let magnitude = high.select(low.select(nan, one), low.select(operand, encoding));
    let sign = a.sign() & !(high & low);
    sign.join(magnitude.named(hidden("magnitude")))
        .named(a.number("result"))
}
