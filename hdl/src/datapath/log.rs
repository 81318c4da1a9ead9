//! lg2 and log: a table and a piecewise polynomial of the significand, in fixed point.
//!
//! The operand is 2^e · (1 + f). A subnormal significand is shifted until its leading one is at the top. The logarithm of
//! 2^e is an integer or a multiple of ln 2. The logarithm of 1 + f is a piecewise polynomial; the high bits of f address
//! its table (Detrey and de Dinechin, "Table-based polynomials for fast hardware function evaluation", ASAP 2005). The
//! total has enough fraction bits for operands next to 1, whose logarithm is small. A negative total has its bits inverted,
//! one last place less than its magnitude; the fit takes this into account. The magnitude is shifted until its leading one
//! is at the top, and rounded.

use halfpipe_isa::{FloatFormat, Operation};

use crate::datapath::outcome::{any_signals, Outcome};
use crate::format::HardwareFormat;
use crate::net::{hidden, signed, unsigned, Net, Scope};
use crate::stage::{
    add_base, look_up, multiply_offset, shift_to_leading_one, slope_at, step, unpack, Flags, LeadingOne, Unpacked,
};
use crate::tables::{Logarithm, LG2_BF16, LG2_F16, LOG_BF16, LOG_F16};

/// The most places by which the total is shifted left: one less than a power of two.
const GREATEST_SHIFT: u32 = 15;

/// Computes the logarithm of a, correctly rounded.
///
/// # Panics
///
/// Panics if there is no table for the operation and the format.
pub fn log<'n>(n: Scope<'n>, operation: Operation, format: FloatFormat, a: Net<'n>, with_flags: bool) -> Outcome<'n> {
    let table = table(operation, format);
    let polynomial = &table.polynomial;
    let a = unpack(n, "a", format, a);
    let LeadingOne { significand, count } = shift_to_leading_one(n, "a", a.significand, None);
    let fraction = significand.low(format.fraction_bits);

    let address = fraction.high(table.fraction_bits);
    let offset = fraction.low(polynomial.offset_bits);
    let coefficients = look_up(n, polynomial, &table.segments, address);
    let slope = slope_at(n, polynomial, coefficients, offset);
    let product = multiply_offset(n, polynomial, slope, offset);
    let sum = add_base(n, polynomial, coefficients.base, product);

    let exponent = exponent(n, format, a, count);
    let total = total(n, table, exponent, sum);
    let negative = total.top_bit().named("negative");
    let magnitude = magnitude(n, total, negative);
    let (normalised, count) = normalise(n, magnitude);
    let encoding = round(n, format, magnitude.width() - polynomial.sum_bits, normalised, count);
    let ordinary = OrdinaryResult {
        negative,
        is_zero: !normalised.top_bit(),
        encoding,
    };
    let exact = match table.logarithm_of_two {
        Some(_) => ordinary.is_zero,
        None => fraction.is_zero(),
    };
    Outcome {
        value: choose(n, format, a, ordinary),
        flags: with_flags.then(|| flags(n, a, exact)),
    }
}

fn table(operation: Operation, format: FloatFormat) -> &'static Logarithm {
    match (operation, format) {
        (Operation::Lg2, FloatFormat::F16) => &LG2_F16,
        (Operation::Lg2, FloatFormat::BF16) => &LG2_BF16,
        (Operation::Log, FloatFormat::F16) => &LOG_F16,
        (Operation::Log, FloatFormat::BF16) => &LOG_BF16,
        _ => panic!("there is no {operation} table for {format:?}"),
    }
}

/// Returns the exponent of the leading one, in two's complement.
fn exponent<'n>(n: Scope<'n>, format: FloatFormat, a: Unpacked<'n>, count: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::EXPONENT_OF_OPERAND);
    let width = format.exponent_bits + 1;
    let unbiased = a.exponent.zero_extend(width) - n.constant(format.bias_field(), width);
    let exponent = unbiased.named(hidden(signed("unbiased"))) - count.zero_extend(width);
    exponent.named(signed("exponent"))
}

/// Returns the logarithm in two's complement, with the fraction bits of the sum.
fn total<'n>(n: Scope<'n>, table: &Logarithm, exponent: Net<'n>, sum: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::TOTAL);
    let Some(logarithm_of_two) = table.logarithm_of_two else {
        return exponent.join(sum).named("total");
    };
    let width = exponent.width() + sum.width();
    let mut total = sum.zero_extend(width);
    // The multiples of ln 2 for each pair of bits. Of the last one, the upper bit is the sign.
    for position in (0..exponent.width()).step_by(2) {
        let bits = (exponent.width() - position).min(2);
        let is_last = position + bits == exponent.width();
        let multiple = |digit: u128| {
            let signed = if is_last && digit >> (bits - 1) == 1 {
                digit.wrapping_sub(1 << bits)
            } else {
                digit
            };
            signed.wrapping_mul(logarithm_of_two.into()) & ((1 << (width - position)) - 1)
        };
        let multiples: Vec<u128> = (0..1 << bits).map(multiple).collect();
        let row = exponent.slice(position, bits).look_up(&multiples, width - position);
        let row = row.named(hidden(format!("multiple_{position}")));
        let upper = (total.high(width - position) + row).named(hidden(format!("total_{position}")));
        total = match position {
            0 => upper,
            _ => upper.join(total.low(position)),
        };
    }
    total.named("total")
}

/// Returns the magnitude of the total; that of a negative one is its complement, one last place less.
fn magnitude<'n>(n: Scope<'n>, total: Net<'n>, negative: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::MAGNITUDE_OF_TOTAL);
    let low = total.low(total.width() - 1);
    (low ^ negative.repeat(low.width())).named("magnitude")
}

/// Shifts the magnitude left until its leading one is at the top, and returns the distance. 0 has no leading one.
fn normalise<'n>(n: Scope<'n>, magnitude: Net<'n>) -> (Net<'n>, Net<'n>) {
    let _stage = n.stage(step::NORMALISE_TOTAL);
    let mut shifted = magnitude;
    let mut count: Option<Net<'n>> = None;
    for position in (0..=GREATEST_SHIFT.ilog2()).rev() {
        let distance = 1 << position;
        let moves = (!shifted.high(distance).any()).named(hidden(format!("moves_by_{distance}")));
        let moved = shifted.low(shifted.width() - distance).append_zeros(distance);
        shifted = moves.select(moved, shifted).named(hidden(format!("by_{distance}")));
        count = Some(count.map_or(moves, |higher| higher.join(moves)));
    }
    let count = count.expect("there is a step").named(unsigned("count"));
    (shifted.named("normalised"), count)
}

/// Returns the encoding of the rounded magnitude. `integer_bits` of the number are above the point before the shift.
fn round<'n>(n: Scope<'n>, format: FloatFormat, integer_bits: u32, normalised: Net<'n>, count: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::ROUND_LOG);
    let greatest = format.bias_field() + u64::from(integer_bits) - 1;
    // The greatest exponent less the count: the count's complement from the least one on.
    let least = n.constant(greatest - u64::from(GREATEST_SHIFT), format.exponent_bits);
    let exponent = least + (!count).named(hidden("complement")).zero_extend(format.exponent_bits);
    let half_places = normalised.high(format.fraction_bits + 2).low(format.fraction_bits + 1);
    let unrounded = exponent
        .named(unsigned("exponent"))
        .join(half_places)
        .named("unrounded");
    let rounded = unrounded + n.constant(1, unrounded.width());
    rounded.named("rounded").high(format.magnitude_bits())
}

/// The logarithm of a positive number.
#[derive(Clone, Copy)]
struct OrdinaryResult<'n> {
    negative: Net<'n>,
    is_zero: Net<'n>,
    encoding: Net<'n>,
}

/// Returns 1 for a number below zero or negative infinity.
fn is_below_zero(a: Unpacked<'_>) -> Net<'_> {
    a.sign & !(a.zero | a.nan)
}

fn choose<'n>(n: Scope<'n>, format: FloatFormat, a: Unpacked<'n>, ordinary: OrdinaryResult<'n>) -> Net<'n> {
    let _stage = n.stage(step::CHOOSE_NUMBER);
    let width = ordinary.encoding.width();
    let nan = (a.nan | is_below_zero(a)).named("nan");
    let infinite = (a.zero | a.infinite).named("infinite");
    let number = ordinary
        .encoding
        .only_if((!(ordinary.is_zero | infinite)).named(hidden("ordinary")));
    let infinity = n.constant(format.infinity().into(), width).only_if(infinite);
    let magnitude = number | infinity | nan.repeat(width);
    let sign = (a.zero | (ordinary.negative & !a.infinite)) & !nan;
    sign.join(magnitude.named(hidden("magnitude")))
        .named(format.number("result"))
}

/// Returns the flags.
fn flags<'n>(n: Scope<'n>, a: Unpacked<'n>, exact: Net<'n>) -> Net<'n> {
    let signalling = any_signals(n, &[a]);
    let _stage = n.stage(step::FLAGS);
    let positive = !(a.sign | a.zero | a.infinite | a.nan);
    let flags = Flags {
        divide_by_zero: a.zero,
        inexact: (positive & !exact).named(hidden("inexact")),
        ..Flags::from_invalid(n, (signalling | is_below_zero(a)).named(hidden("invalid_log")))
    };
    flags.word(n)
}
