//! ex2: range reduction, a table and a piecewise polynomial.
//!
//! 2^a is 2^integer · 2^fraction (Muller, "Elementary Functions", 3rd ed., 2016). The integer becomes the exponent, and
//! a piecewise polynomial of the fraction becomes the significand. The high bits of the fraction address its table
//! (Detrey and de Dinechin, "Table-based polynomials for fast hardware function evaluation", ASAP 2005).
//!
//! The operand's significand is shifted into a fixed-point number with `integer_bits` before the point. A negative
//! operand has its bits inverted, which is one last place less than its two's complement. The fit takes this into
//! account. The integer part plus the bias is the exponent of the result. The high bits of the fraction address a
//! segment, and its low bits are the offset in it. The sum is the unrounded fraction of the result, with one bit more.
//! In f16 a result below the normal numbers is shifted right with its hidden bit. In bf16 such a result is zero, as
//! `.ftz` requires. Adding one and dropping the last bit then rounds, and a carry moves into the exponent. Operands
//! near zero give 1, and those out of range give infinity or zero, so the shifts have few bits. The coefficients for
//! f16 are fitted for bf16 too: the same sum, cut before the one is added, rounds to every bf16 result.

use halfpipe_isa::FloatFormat;

use crate::datapath::half_operand::HalfOperand;
use crate::datapath::outcome::Outcome;
use crate::format::HardwareFormat;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{add_base, look_up, multiply_offset, slope_at, step, Flags};
use crate::tables::{Ex2, EX2_BF16, EX2_F16};

/// Computes 2^a, correctly rounded. A bf16 result below the normal numbers is zero; an f16 one is a subnormal number.
///
/// # Panics
///
/// Panics if there is no table for the format, which must be f16 or bf16.
pub fn ex2<'n>(n: Scope<'n>, a: HalfOperand<'n>, with_flags: bool) -> Outcome<'n> {
    let table = table(a.table_format);
    let polynomial = &table.polynomial;
    let special = special(n, a);
    let amount = shift_amount(n, table, a);
    let fixed = fixed_point(n, table, a, amount);
    let fraction = fixed.low(table.fixed_fraction);
    let integer = fixed.high(fixed.width() - table.fixed_fraction);
    let offset = fraction.low(polynomial.offset_bits);
    let coefficients = look_up(n, polynomial, &table.segments, fraction.high(table.address_bits));
    let slope = slope_at(n, polynomial, coefficients, offset);
    let product = multiply_offset(n, polynomial, slope, offset);
    let sum = add_base(n, polynomial, coefficients.base, product);
    let half_places = sum.high(polynomial.sum_bits - polynomial.sum_fraction);
    let unrounded = scale(n, a, integer, half_places);
    Outcome {
        value: finish(n, special, a, unrounded),
        flags: with_flags.then(|| flags(n, special, a, fraction)),
    }
}

/// Returns the flags of 2^a. The result is exact if a is an integer and the power is a number of the format. Subnormal
/// powers count, whatever the result then becomes. `fraction` is the fraction of the fixed-point number; its bits are
/// inverted if it is negative. A subnormal operand counts as zero if `.ftz` makes it one.
fn flags<'n>(n: Scope<'n>, special: SpecialOperand<'n>, a: HalfOperand<'n>, fraction: Net<'n>) -> Net<'n> {
    let unpacked = a.unpacked(n);
    let invalid = unpacked.signals(n);
    let _stage = n.stage(step::FLAGS);
    let magnitude = a.magnitude();
    let above = |name: &str, integer: fn(FloatFormat) -> u64| {
        a.sign() & a.is_above(n, name, |format| encoding(format, integer(format)))
    };
    let finite = (!(unpacked.nan | unpacked.infinite)).named("finite");
    let zero = a.select_by_format(n, |_, format| {
        if has_subnormal_results(format) {
            unpacked.zero
        } else {
            !unpacked.significand.top_bit()
        }
    });
    let digits = fraction ^ a.sign().repeat(fraction.width());
    let has_digits = special.one.select(!zero, digits.any()).named(hidden("has_digits"));
    let tiny = above("tiny", |format| format.bias_field() - 1).named("tiny");
    let vanishes = above("vanishing", |format| {
        format.bias_field() - 1 + u64::from(format.fraction_bits)
    });
    let vanishes = vanishes.named("vanishes");
    let is_fractional = a.select_by_format(n, |n, format| {
        if has_subnormal_results(format) {
            has_digits
        } else {
            // The fixed-point number is not valid below the normal results. From 2^fraction_bits on, all operands are
            // integers. Below it, an operand without fraction digits has zeros in its last places.
            let places = format.fraction_bits - (format.bias_field() - 1).ilog2();
            let first = n.constant(encoding(format, 1 << format.fraction_bits), format.magnitude_bits());
            let last = magnitude.low(places).any() & magnitude.less_than(first);
            tiny.select(last, has_digits)
        }
    });
    let overflow = (special.infinite & finite).named(hidden("overflow"));
    let inexact = (finite & (is_fractional | overflow | vanishes)).named(hidden("inexact"));
    let flags = Flags {
        overflow,
        underflow: (tiny & inexact).named(hidden("underflow")),
        inexact,
        ..Flags::from_invalid(n, invalid)
    };
    flags.word(n)
}

fn table(format: FloatFormat) -> &'static Ex2 {
    match format {
        FloatFormat::F16 => &EX2_F16,
        FloatFormat::BF16 => &EX2_BF16,
        _ => panic!("there is no ex2 table for {format:?}, only for f16 and bf16"),
    }
}

/// True if results can be subnormal: ex2.bf16 always has `.ftz`, ex2.f16 never.
fn has_subnormal_results(format: FloatFormat) -> bool {
    format == FloatFormat::F16
}

/// Operands whose result needs no arithmetic. The bits are exclusive.
#[derive(Clone, Copy)]
struct SpecialOperand<'n> {
    nan: Net<'n>,
    one: Net<'n>,
    infinite: Net<'n>,
    zero: Net<'n>,
}

fn special<'n>(n: Scope<'n>, a: HalfOperand<'n>) -> SpecialOperand<'n> {
    let _stage = n.stage(step::SPECIAL_EX2);
    let sign = a.sign();
    let nan = a.is_above(n, "numbers", |format| format.infinity().into());
    // Overflow begins at the first power of two whose exponent exceeds the format.
    let overflow = a.is_above(n, "finite_results", |format| {
        encoding(format, format.bias_field() + 1) - 1
    });
    // Results are zero beyond the exponent of the least normal number, or of half the least subnormal one, which rounds
    // to zero.
    let vanishes = a.is_above(n, "results", |format| {
        let least = if has_subnormal_results(format) {
            format.bias_field() + u64::from(format.fraction_bits)
        } else {
            format.bias_field() - 1
        };
        encoding(format, least)
    });
    let not_one = sign.select(
        a.is_above(n, "negative_one", |format| {
            u64::from(table(format).one_through_negative)
        }),
        a.is_above(n, "positive_one", |format| {
            u64::from(table(format).one_through_positive)
        }),
    );
    SpecialOperand {
        nan: nan.named("nan"),
        one: (!not_one).named("one"),
        infinite: (!sign & overflow & !nan).named("infinite"),
        zero: (sign & vanishes & !nan).named("zero"),
    }
}

/// Returns the magnitude that encodes a nonzero integer in a format.
fn encoding(format: FloatFormat, integer: u64) -> u64 {
    let exponent = u64::from(integer.ilog2());
    let significand = integer << (u64::from(format.fraction_bits) - exponent);
    ((format.bias_field() + exponent - 1) << format.fraction_bits) + significand
}

/// Returns the right shift of the significand from its place for the greatest operand of its format.
///
/// The shift is the greatest exponent less the operand's, modulo a power of two. Operands for which the modulus gives a
/// wrong shift have special results. Some smaller operands have no special result; the greatest shift applies to them.
/// This is harmless, because their results are next to 1.
fn shift_amount<'n>(n: Scope<'n>, own: &Ex2, a: HalfOperand<'n>) -> Net<'n> {
    let _stage = n.stage(step::AMOUNT);
    let bits = own.greatest_shift.ilog2() + 1;
    let greatest = |format: FloatFormat| u64::from(table(format).integer_bits) - 1 + format.bias_field();
    let least = |format: FloatFormat| greatest(format) - u64::from(own.greatest_shift);
    let amount =
        a.constant(n, "greatest_exponent", bits, |format| greatest(format) % (1 << bits)) - a.exponent.low(bits);
    let last_one = |format| {
        table(format)
            .one_through_positive
            .min(table(format).one_through_negative)
    };
    let has_smaller = |format: &FloatFormat| u64::from(last_one(*format) >> format.fraction_bits) < least(*format);
    let amount = if a.formats().iter().any(has_smaller) {
        let small = a
            .exponent
            .less_than(a.constant(n, "least_exponent", a.exponent.width(), least));
        amount | small.named(hidden("small")).repeat(bits)
    } else {
        amount
    };
    amount.named("amount")
}

/// Returns the operand in fixed point, with as many integer bits as any of its formats needs. The sign is above them.
fn fixed_point<'n>(n: Scope<'n>, own: &Ex2, a: HalfOperand<'n>, amount: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::SHIFT);
    let integer_bits = |format| table(format).integer_bits;
    let most = a.formats().into_iter().map(integer_bits).max();
    let width = most.expect("it has a format") + own.fixed_fraction;
    let significand = n.constant(1, 1).join(a.fraction);
    let greatest = a.select_by_format(n, |_, format| {
        let point = integer_bits(format) + own.fixed_fraction;
        let significand = significand.high(format.significand_bits());
        significand.append_zeros(point - significand.width()).zero_extend(width)
    });
    let shifted = greatest.shift_right(amount);
    (shifted ^ a.sign().repeat(width)).named("fixed")
}

/// Returns the exponent and fraction fields with one bit more below, before rounding.
fn scale<'n>(n: Scope<'n>, a: HalfOperand<'n>, integer: Net<'n>, half_places: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::SCALE_EX2);
    let width = a.exponent.width() + 1;
    let signed = a.sign().repeat(width - integer.width()).join(integer);
    let bias = a.constant(n, "bias", width, HardwareFormat::bias_field);
    let exponent = (signed + bias).named(unsigned("exponent"));
    let unrounded = a.select_by_format(n, |n, format| {
        let field = exponent.low(format.exponent_bits);
        let normal = field.join(half_places.high(format.fraction_bits + 1));
        if !has_subnormal_results(format) {
            return normal;
        }
        // The shift is 1 - exponent, from the operand's magnitude. For a nonzero result it is at most 11.
        let bits = format.significand_bits().ilog2() + 1;
        let distance = (!integer).named(hidden("complement")).low(bits) - n.constant(format.bias_field() - 2, bits);
        let significand = n.constant(1, 1).join(half_places);
        let shifted = significand
            .shift_right(distance.named(unsigned("distance")))
            .zero_extend(normal.width());
        let subnormal = (exponent.top_bit() | field.is_zero()).named("subnormal");
        subnormal.select(shifted, normal)
    });
    unrounded.named("unrounded")
}

/// Rounds the result and inserts the special results.
fn finish<'n>(n: Scope<'n>, special: SpecialOperand<'n>, a: HalfOperand<'n>, unrounded: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::ROUND_EX2);
    let rounded = unrounded + n.constant(1, unrounded.width());
    let magnitude = rounded.named("rounded").high(a.magnitude().width());
    let SpecialOperand {
        nan,
        one,
        infinite,
        zero,
    } = special;
    let constant = |name: &str, of: fn(FloatFormat) -> u64| a.constant(n, name, magnitude.width(), of);
    let ordinary = magnitude.only_if((!(nan | one | infinite | zero)).named(hidden("ordinary")));
    let result = ordinary
        | constant("encoding_of_nan", |format| format.canonical_nan().into()).only_if(nan)
        | constant("encoding_of_one", |format| format.one().into()).only_if(one)
        | constant("encoding_of_infinity", |format| format.infinity().into()).only_if(infinite);
    result
        .named(hidden("magnitude"))
        .zero_extend(magnitude.width() + 1)
        .named(a.number("result"))
}
