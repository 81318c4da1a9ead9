//! sigmoid, silu, gelu and erf: a table and a piecewise polynomial that compute the significand of the result.
//!
//! The operand's binade and the high bits of its fraction select the coefficients of a segment, as in Detrey and de
//! Dinechin, "Table-based polynomials for fast hardware function evaluation", ASAP 2005. There is no range reduction. The
//! table has no unused rows between binades, so that it fits few block RAMs. A binade with long segments has few rows, and
//! few fraction bits select one of them. Binades with the same results, but for the exponent, share their rows. The offset
//! is the low bits of the fraction. In large binades it is shifted left, so that segments are shorter there.
//!
//! A segment has an exponent, which is relative to that of the operand if the function is zero at zero. The sum is the
//! significand of the result for this exponent, from 1 up to 4. From 2 on it is rounded at the next place. Below 1, the
//! result is below the normal numbers. The sum rises or falls along a segment, and so does its slope, so the table says for
//! each segment which of the offset's bits are inverted. A large operand has a result without arithmetic.

use halfpipe_isa::{FloatFormat, Operation};

use crate::datapath::outcome::Outcome;
use crate::format::HardwareFormat;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{add_base, look_up, look_up_known, multiply_offset, oriented, slope_at, step, unpack, Flags};
use crate::tables::{
    BinadeRows, Encoded, ERF_BF16, ERF_F16, GELU_BF16, GELU_F16, SIGMOID_BF16, SIGMOID_F16, SILU_BF16, SILU_F16,
};

/// Computes a function of a, correctly rounded.
///
/// # Panics
///
/// Panics if there is no table for the operation and the format.
pub fn encoded<'n>(
    n: Scope<'n>,
    operation: Operation,
    format: FloatFormat,
    a: Net<'n>,
    with_flags: bool,
) -> Outcome<'n> {
    let table = table(operation, format);
    let polynomial = &table.polynomial;
    let operand = Operand {
        table,
        sign: a.top_bit(),
        magnitude: a.low(a.width() - 1),
    };
    let place = look_up_binade(n, format, operand);
    let (row, offset) = address(n, format, operand, place);
    let coefficients = look_up(n, polynomial, &table.segments, row);
    let offset = oriented(n, coefficients, offset);
    let slope = slope_at(n, polynomial, coefficients, offset);
    let product = multiply_offset(n, polynomial, slope, offset);
    let sum = add_base(n, polynomial, coefficients.base, product);
    let encoding = encoding(n, format, operand, coefficients.exponent, sum);
    let large = operand.at_least(n, "large", table.large_from);
    Outcome {
        value: choose(n, format, operand, large, encoding),
        flags: with_flags.then(|| flags(n, format, operand, a)),
    }
}

fn table(operation: Operation, format: FloatFormat) -> &'static Encoded {
    match (operation, format) {
        (Operation::Sigmoid, FloatFormat::F16) => &SIGMOID_F16,
        (Operation::Sigmoid, FloatFormat::BF16) => &SIGMOID_BF16,
        (Operation::Silu, FloatFormat::F16) => &SILU_F16,
        (Operation::Silu, FloatFormat::BF16) => &SILU_BF16,
        (Operation::Gelu, FloatFormat::F16) => &GELU_F16,
        (Operation::Gelu, FloatFormat::BF16) => &GELU_BF16,
        (Operation::Erf, FloatFormat::F16) => &ERF_F16,
        (Operation::Erf, FloatFormat::BF16) => &ERF_BF16,
        _ => panic!("there is no {operation} table for {format:?}"),
    }
}

/// An operand and the table of its function.
#[derive(Clone, Copy)]
struct Operand<'n> {
    table: &'static Encoded,
    sign: Net<'n>,
    magnitude: Net<'n>,
}

impl<'n> Operand<'n> {
    /// Returns a constant for positive and another for negative operands.
    fn select_by_sign(self, n: Scope<'n>, name: &str, [positive, negative]: [u16; 2]) -> Net<'n> {
        let [positive, negative] = [positive, negative].map(|limit| n.constant(limit.into(), self.magnitude.width()));
        self.sign.select(negative, positive).named(hidden(name))
    }

    /// Returns 1 if the magnitude is at least a limit for its sign.
    fn at_least(self, n: Scope<'n>, name: &str, limits: [u16; 2]) -> Net<'n> {
        let _stage = n.stage(step::RANGE_ENCODED);
        let limit = self.select_by_sign(n, &format!("limit_of_{name}"), limits);
        self.magnitude.at_least(limit).named(name)
    }
}

/// The rows of the operand's binade.
#[derive(Clone, Copy)]
struct BinadePlace<'n> {
    /// The first row.
    first: Net<'n>,
    /// The number of high fraction bits that do not select a row, of those that select one in any binade.
    unused: Net<'n>,
    /// The places by which the offset is shifted left; None if it never is.
    shift: Option<Net<'n>>,
}

/// Looks up the rows of the operand's binade.
fn look_up_binade<'n>(n: Scope<'n>, format: FloatFormat, operand: Operand<'n>) -> BinadePlace<'n> {
    let Operand { table, sign, magnitude } = operand;
    let _stage = n.stage(step::BINADE);
    let exponent = magnitude.high(format.exponent_bits);
    let binade = if table.is_odd { exponent } else { sign.join(exponent) };
    let binade = binade.named("binade");
    let column = |value: &dyn Fn(&BinadeRows) -> u32| {
        let most = table.binades.iter().map(value).max().unwrap_or(0);
        let width = most.max(1).ilog2() + 1;
        let mut entries = vec![None; 1 << binade.width()];
        for rows in &table.binades {
            entries[usize::from(rows.from)..=usize::from(rows.through)].fill(Some(value(rows).into()));
        }
        (most > 0).then(|| look_up_known(binade, entries, width))
    };
    let selecting = selecting_bits(table);
    let first = column(&|rows| rows.first.into());
    let unused = column(&|rows| selecting - u32::from(rows.selecting_bits));
    let shift = column(&|rows| rows.shift.into());
    BinadePlace {
        first: first.expect("there are more binades than one").named("first_row"),
        unused: unused.expect("binades differ in their rows").named(unsigned("unused")),
        shift: shift.map(|shift| shift.named(unsigned("shift"))),
    }
}

/// Returns the greatest number of fraction bits that select a row.
fn selecting_bits(table: &Encoded) -> u32 {
    let bits = table.binades.iter().map(|rows| u32::from(rows.selecting_bits));
    bits.max().unwrap_or(0)
}

/// Returns the row of the segment, and the offset in it.
fn address<'n>(n: Scope<'n>, format: FloatFormat, operand: Operand<'n>, place: BinadePlace<'n>) -> (Net<'n>, Net<'n>) {
    let Operand { table, magnitude, .. } = operand;
    let _stage = n.stage(step::ADDRESS);
    let fraction = magnitude.low(format.fraction_bits);
    let selecting = fraction.high(selecting_bits(table)).shift_right(place.unused);
    let row = place.first | selecting.zero_extend(place.first.width());
    let offset = fraction.low(table.polynomial.offset_bits);
    let offset = match place.shift {
        Some(shift) => offset.shift_left(shift).named("unoriented"),
        None => offset,
    };
    (row.named("row"), offset)
}

/// Returns the encoding of the rounded result.
fn encoding<'n>(
    n: Scope<'n>,
    format: FloatFormat,
    operand: Operand<'n>,
    exponent: Option<Net<'n>>,
    sum: Net<'n>,
) -> Net<'n> {
    let _stage = n.stage(step::ENCODE);
    let exponent = exponent.expect("its segments have exponents");
    let exponent = if operand.table.is_relative {
        (exponent + operand.magnitude.high(format.exponent_bits)).named(hidden("sum_of_exponents"))
    } else {
        exponent
    };
    // Two integer bits, the fraction, and a bit of half a last place.
    let places = sum.high(format.fraction_bits + 3);
    let from_two = places.top_bit().named("from_two");
    let from_one = places.bit(format.fraction_bits + 1);
    let fraction = from_two.select(
        places.slice(2, format.fraction_bits),
        places.slice(1, format.fraction_bits),
    );
    let half = from_two.select(places.bit(1), places.bit(0)).named("half");
    // The leading one counts as 1 in the exponent field, and as 2 from 2 on.
    let leading = from_two.join(from_one & !from_two);
    let unrounded = exponent.join(fraction).named("unrounded");
    let increment = leading.append_zeros(format.fraction_bits - 1).join(half);
    (unrounded + increment.zero_extend(unrounded.width())).named("encoding")
}

fn choose<'n>(n: Scope<'n>, format: FloatFormat, operand: Operand<'n>, large: Net<'n>, encoding: Net<'n>) -> Net<'n> {
    let Operand { table, sign, magnitude } = operand;
    let width = magnitude.width();
    let small = (table.zero != 0).then(|| !operand.at_least(n, "not_small", table.small_below));
    let _stage = n.stage(step::CHOOSE_ENCODED);
    let nan = n
        .constant(format.infinity().into(), width)
        .less_than(magnitude)
        .named("nan");
    let [positive, negative] = table.large.map(|result| match result {
        Some(result) => n.constant(result.into(), width),
        None => magnitude,
    });
    let limit = sign.select(negative, positive).named(hidden("limit"));
    let chosen = large.select(limit, encoding).named(hidden("of_number"));
    let chosen = match small {
        Some(small) => small.select(n.constant(table.zero.into(), width), chosen),
        None => chosen,
    };
    let magnitude = chosen | nan.repeat(width);
    // A function that is not zero at zero is positive.
    let sign = match table.zero {
        0 => sign & !nan,
        _ => n.zero(),
    };
    sign.join(magnitude.named(hidden("magnitude")))
        .named(format.number("result"))
}

/// Returns the flags. The result is exact for zeros and infinities only.
fn flags<'n>(n: Scope<'n>, format: FloatFormat, operand: Operand<'n>, a: Net<'n>) -> Net<'n> {
    let table = operand.table;
    let a = unpack(n, "a", format, a);
    let invalid = a.signals(n);
    let falls_below = operand.at_least(n, "vanishing", table.tiny_from);
    let tiny = !operand.at_least(n, "not_tiny", table.tiny_below) | falls_below;
    let _stage = n.stage(step::FLAGS);
    let inexact = (!(a.nan | a.infinite | a.zero)).named(hidden("inexact"));
    let flags = Flags {
        underflow: (inexact & tiny).named(hidden("underflow")),
        inexact,
        ..Flags::from_invalid(n, invalid)
    };
    flags.word(n)
}
