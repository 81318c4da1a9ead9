//! exp: a multiplication by log2 e, a table and a piecewise polynomial.
//!
//! e^a is 2^(a · log2 e) = 2^integer · 2^fraction (Muller, "Elementary Functions", 3rd ed., 2016). The product with the
//! significand is a sum of constants, one for each pair of its bits. It is shifted right into a fixed-point number. A
//! negative operand has its bits inverted, one last place less than its two's complement; the fit takes this into account.
//! The integer part plus the bias is the exponent of the result. A piecewise polynomial of the fraction is the
//! significand; the high bits of the fraction address its table (Detrey and de Dinechin, "Table-based polynomials for fast
//! hardware function evaluation", ASAP 2005). The sum is the unrounded fraction of the result, with one bit more. A result
//! below the normal numbers is shifted right with its hidden bit. Adding one and dropping the last bit then rounds, and a
//! carry moves into the exponent. Operands near zero give 1, and large ones infinity or zero, so the shifts have few bits.

use halfpipe_isa::FloatFormat;

use crate::datapath::outcome::Outcome;
use crate::format::HardwareFormat;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{add_base, look_up, multiply_offset, slope_at, step, unpack, Flags};
use crate::tables::{Exp, EXP_BF16, EXP_F16};

/// Computes e^a, correctly rounded.
///
/// # Panics
///
/// Panics if there is no table for the format, which must be f16 or bf16.
pub fn exp<'n>(n: Scope<'n>, format: FloatFormat, a: Net<'n>, with_flags: bool) -> Outcome<'n> {
    let table = table(format);
    let polynomial = &table.polynomial;
    let special = special(n, format, table, a);
    let fixed = fixed_point(n, format, table, a);
    let fraction = fixed.low(table.fixed_fraction);
    let integer = fixed.high(table.integer_bits);
    let offset = fraction.low(polynomial.offset_bits);
    let coefficients = look_up(n, polynomial, &table.segments, fraction.high(table.address_bits));
    let slope = slope_at(n, polynomial, coefficients, offset);
    let product = multiply_offset(n, polynomial, slope, offset);
    let sum = add_base(n, polynomial, coefficients.base, product);
    let half_places = sum.high(format.fraction_bits + 1);
    let unrounded = scale(n, format, a.top_bit(), integer, half_places);
    Outcome {
        value: finish(n, format, special, unrounded),
        flags: with_flags.then(|| flags(n, format, table, special, a)),
    }
}

fn table(format: FloatFormat) -> &'static Exp {
    match format {
        FloatFormat::F16 => &EXP_F16,
        FloatFormat::BF16 => &EXP_BF16,
        _ => panic!("there is no exp table for {format:?}, only for f16 and bf16"),
    }
}

/// Operands whose result needs no arithmetic. The bits are exclusive.
#[derive(Clone, Copy)]
struct SpecialOperand<'n> {
    nan: Net<'n>,
    one: Net<'n>,
    infinite: Net<'n>,
    zero: Net<'n>,
}

fn special<'n>(n: Scope<'n>, format: FloatFormat, table: &Exp, a: Net<'n>) -> SpecialOperand<'n> {
    let _stage = n.stage(step::SPECIAL_EX2);
    let sign = a.top_bit();
    let magnitude = a.low(format.magnitude_bits());
    let by_sign = |name: &str, [positive, negative]: [u16; 2]| {
        let [positive, negative] = [positive, negative].map(|limit| n.constant(limit.into(), magnitude.width()));
        sign.select(negative, positive).named(hidden(name))
    };
    let nan = n
        .constant(format.infinity().into(), magnitude.width())
        .less_than(magnitude);
    let not_one = by_sign("limit_of_one", table.one_through).less_than(magnitude);
    let large = magnitude.at_least(by_sign("limit", table.limit_from));
    let beyond = (large & !nan).named(hidden("beyond"));
    SpecialOperand {
        nan: nan.named("nan"),
        one: (!not_one).named("one"),
        infinite: (beyond & !sign).named("infinite"),
        zero: (beyond & sign).named("zero"),
    }
}

/// Returns the product with log2 e in fixed point.
fn fixed_point<'n>(n: Scope<'n>, format: FloatFormat, table: &Exp, a: Net<'n>) -> Net<'n> {
    let stage = n.stage(step::MULTIPLY_BY_CONSTANT);
    let significand = n.constant(1, 1).join(a.low(format.fraction_bits));
    let greatest: u64 = table.rows.iter().map(|row| row[3]).sum();
    let width = greatest.ilog2() + 1;
    let mut product: Option<Net<'n>> = None;
    for (position, row) in (0..).step_by(2).zip(&table.rows) {
        let bits = (significand.width() - position).min(2);
        let multiples: Vec<u128> = row[..1 << bits].iter().map(|multiple| u128::from(*multiple)).collect();
        let multiple = significand.slice(position, bits).look_up(&multiples, width);
        let multiple = multiple.named(hidden(format!("multiple_{position}")));
        product = Some(match product {
            None => multiple,
            Some(product) => (product + multiple).named(hidden(format!("product_to_{position}"))),
        });
    }
    let product = product.expect("a significand has bits").named("product");
    drop(stage);

    let stage = n.stage(step::AMOUNT);
    // Larger operands have special results.
    let exponent = a.slice(format.fraction_bits, format.exponent_bits);
    let greatest = format.bias_field() + u64::from(table.greatest_exponent);
    let least = table
        .one_through
        .map(|magnitude| (u64::from(magnitude) + 1) >> format.fraction_bits);
    let least = least[0].min(least[1]);
    let bits = (greatest - least).ilog2() + 1;
    let amount = n.constant(greatest % (1 << bits), bits) - exponent.low(bits);
    let amount = amount.named("amount");
    drop(stage);

    let _stage = n.stage(step::SHIFT);
    let width = table.integer_bits + table.fixed_fraction;
    let shifted = product
        .shift_right(amount)
        .zero_extend(width.max(product.width()))
        .low(width);
    (shifted ^ a.top_bit().repeat(width)).named("fixed")
}

/// Returns the exponent and fraction fields with one bit more below, before rounding.
fn scale<'n>(n: Scope<'n>, format: FloatFormat, sign: Net<'n>, integer: Net<'n>, half_places: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::SCALE_EX2);
    let width = format.exponent_bits + 1;
    let signed = sign.repeat(width - integer.width()).join(integer);
    let exponent = (signed + n.constant(format.bias_field(), width)).named(unsigned("exponent"));
    let field = exponent.low(format.exponent_bits);
    let normal = field.join(half_places);
    // The shift is 1 - exponent, from the operand's magnitude. For a nonzero result it is little more than the width of a
    // significand.
    let bits = (format.significand_bits() + 1).ilog2() + 1;
    let distance =
        (!integer).named(hidden("complement")).low(bits) - n.constant((format.bias_field() - 2) % (1 << bits), bits);
    let significand = n.constant(1, 1).join(half_places);
    let shifted = significand
        .shift_right(distance.named(unsigned("distance")))
        .zero_extend(normal.width());
    let subnormal = (exponent.top_bit() | field.is_zero()).named("subnormal");
    subnormal.select(shifted, normal).named("unrounded")
}

/// Rounds the result and inserts the special results.
fn finish<'n>(n: Scope<'n>, format: FloatFormat, special: SpecialOperand<'n>, unrounded: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::ROUND_EX2);
    let rounded = unrounded + n.constant(1, unrounded.width());
    let width = format.magnitude_bits();
    let magnitude = rounded.named("rounded").high(width);
    let SpecialOperand {
        nan,
        one,
        infinite,
        zero,
    } = special;
    let ordinary = magnitude.only_if((!(nan | one | infinite | zero)).named(hidden("ordinary")));
    let result = ordinary
        | n.constant(format.canonical_nan().into(), width).only_if(nan)
        | n.constant(format.one().into(), width).only_if(one)
        | n.constant(format.infinity().into(), width).only_if(infinite);
    result
        .named(hidden("magnitude"))
        .zero_extend(width + 1)
        .named(format.number("result"))
}

/// Returns the flags. The result is exact for zeros and infinities only.
fn flags<'n>(n: Scope<'n>, format: FloatFormat, table: &Exp, special: SpecialOperand<'n>, a: Net<'n>) -> Net<'n> {
    let unpacked = unpack(n, "a", format, a);
    let invalid = unpacked.signals(n);
    let _stage = n.stage(step::FLAGS);
    let magnitude = a.low(format.magnitude_bits());
    let finite = (!(unpacked.nan | unpacked.infinite)).named("finite");
    let tiny_from = n.constant(table.tiny_from.into(), magnitude.width());
    let tiny = (unpacked.sign & magnitude.at_least(tiny_from)).named("tiny");
    let flags = Flags {
        overflow: (special.infinite & finite).named(hidden("overflow")),
        underflow: (tiny & finite).named(hidden("underflow")),
        inexact: (finite & !unpacked.zero).named(hidden("inexact")),
        ..Flags::from_invalid(n, invalid)
    };
    flags.word(n)
}
