//! ex2: 2^a = 2^integer · 2^fraction; the integer becomes the exponent, a piecewise polynomial of
//! the fraction the significand.
//!
//! The operand's significand is shifted into a fixed-point number with `integer_bits` before the
//! point. A negative one has its bits inverted, which is a last place less than its two's
//! complement: the fit knows. The integer part plus the bias is the result's exponent. The
//! fraction's high bits are the address of a segment, its low bits the offset in it, and the sum is
//! the result's fraction with one bit more, not rounded. In f16 a result below the normal numbers is
//! shifted right with its hidden bit; in bf16 it is zero, as `.ftz` asks. Adding one and dropping
//! the last bit then rounds, and a carry moves into the exponent. Operands near zero give 1, and
//! those out of range infinity or zero, so the shifts have few bits.

use crate::datapath::outcome::Outcome;
use crate::format::Format;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{add_base, look_up, multiply_offset, slope_at, step, unpack, Flags};
use crate::tables::{ex2_bf16, ex2_f16, Ex2};

/// 2^a, correctly rounded. Panics where there is no table for the format: it is f16 or bf16.
///
/// A bf16 result below the normal numbers is zero; an f16 one is a subnormal number.
pub fn ex2<'n>(n: Scope<'n>, format: Format, a: Net<'n>, with_flags: bool) -> Outcome<'n> {
    let table = table(format);
    let polynomial = &table.polynomial;
    let sign = a.top_bit();
    let special = special(n, format, table, a);
    let amount = shift_amount(n, format, table, a);
    let fixed = fixed_point(n, format, table, a, amount);
    let integer = fixed.high(table.integer_bits);
    let fraction = fixed.low(table.fixed_fraction);
    let offset = fraction.low(polynomial.offset_bits);
    let coefficients = look_up(n, polynomial, table.segments, fraction.high(table.address_bits));
    let slope = slope_at(n, polynomial, coefficients, offset);
    let product = multiply_offset(n, polynomial, slope, offset);
    let half_places = add_base(n, polynomial, coefficients.base, product);
    let unrounded = scale(n, format, sign, integer, half_places);
    Outcome {
        value: finish(n, format, special, unrounded),
        flags: with_flags.then(|| flags(n, format, special, a, fraction)),
    }
}

/// The flags of 2^a: it is exact where a is an integer and the power one of the format's numbers, subnormal ones too, whatever becomes
/// of those. `fraction` is that of the fixed-point number, whose bits are inverted where it is negative; a subnormal operand counts
/// as zero where `.ftz` makes it one.
fn flags<'n>(n: Scope<'n>, format: Format, special: Special<'n>, a: Net<'n>, fraction: Net<'n>) -> Net<'n> {
    let unpacked = unpack(n, "a", format, a);
    let invalid = unpacked.signals(n);
    let _stage = n.stage(step::FLAGS);
    let magnitude = unpacked.magnitude;
    let above = |integer: u64| {
        let limit = n.constant(encoding(format, integer), format.magnitude_bits());
        unpacked.sign & limit.less_than(magnitude)
    };
    let finite = (!(unpacked.nan | unpacked.infinite)).named("finite");
    let zero = match has_subnormal_results(format) {
        true => unpacked.zero,
        false => !unpacked.significand.top_bit(),
    };
    let digits = fraction ^ unpacked.sign.repeat(fraction.width());
    let has_digits = special.one.select(!zero, digits.any()).named(hidden("has_digits"));
    let tiny = above(format.bias() - 1).named("tiny");
    let least = format.bias() - 1 + u64::from(format.fraction_bits);
    let vanishes = above(least).named("vanishes");
    let is_fractional = match has_subnormal_results(format) {
        true => has_digits,
        // The fixed-point number is none below the normal results. From 2^fraction_bits on, all operands are integers, and below the
        // ones without digits have none in their last places.
        false => {
            let places = format.fraction_bits - (format.bias() - 1).ilog2();
            let first = n.constant(encoding(format, 1 << format.fraction_bits), format.magnitude_bits());
            let last = magnitude.low(places).any() & magnitude.less_than(first);
            tiny.select(last, has_digits)
        }
    };
    let overflow = (special.infinite & finite).named(hidden("overflow"));
    let inexact = (finite & (is_fractional | overflow | vanishes)).named(hidden("inexact"));
    let flags = Flags {
        overflow,
        underflow: (tiny & inexact).named(hidden("underflow")),
        inexact,
        ..Flags::of_invalid(n, invalid)
    };
    flags.word(n)
}

fn table(format: Format) -> &'static Ex2 {
    match format {
        Format::F16 => &ex2_f16::TABLE,
        Format::BF16 => &ex2_bf16::TABLE,
        _ => panic!("there is no ex2 table for {format:?}, only for f16 and bf16"),
    }
}

/// ex2.bf16 always has `.ftz`, ex2.f16 never.
fn has_subnormal_results(format: Format) -> bool {
    format == Format::F16
}

/// Operands whose result needs no arithmetic; the bits are exclusive.
#[derive(Clone, Copy)]
struct Special<'n> {
    nan: Net<'n>,
    one: Net<'n>,
    infinite: Net<'n>,
    zero: Net<'n>,
}

fn special<'n>(n: Scope<'n>, format: Format, table: &Ex2, a: Net<'n>) -> Special<'n> {
    let _stage = n.stage(step::SPECIAL_EX2);
    let sign = a.top_bit();
    let magnitude = a.low(format.magnitude_bits());
    let above = |limit: u64| n.constant(limit, format.magnitude_bits()).less_than(magnitude);
    let nan = above(format.infinity());
    // The first power of two whose exponent the format does not have.
    let overflow = encoding(format, format.bias() + 1) - 1;
    // The exponent of the least normal, or of half the least subnormal, which rounds to zero.
    let least = match has_subnormal_results(format) {
        true => format.bias() + u64::from(format.fraction_bits),
        false => format.bias() - 1,
    };
    let not_one = sign.select(
        above(u64::from(table.one_through_negative)),
        above(u64::from(table.one_through_positive)),
    );
    Special {
        nan: nan.named("nan"),
        one: (!not_one).named("one"),
        infinite: (!sign & above(overflow) & !nan).named("infinite"),
        zero: (sign & above(encoding(format, least)) & !nan).named("zero"),
    }
}

/// The magnitude of a format that stands for an integer, which is not zero.
fn encoding(format: Format, integer: u64) -> u64 {
    let exponent = u64::from(integer.ilog2());
    let significand = integer << (u64::from(format.fraction_bits) - exponent);
    ((format.bias() + exponent - 1) << format.fraction_bits) + significand
}

/// How far the significand moves right from where the greatest operand has it.
///
/// It is the greatest exponent less the operand's, modulo a power of two: the operands for which
/// that is wrong have special results. Those with a smaller exponent that have not stay where the
/// greatest shift puts them, which is harmless: their results are next to 1.
fn shift_amount<'n>(n: Scope<'n>, format: Format, table: &Ex2, a: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::AMOUNT);
    let field = a.slice(format.fraction_bits, format.exponent_bits);
    let bits = table.greatest_shift.ilog2() + 1;
    let greatest = u64::from(table.integer_bits) - 1 + format.bias();
    let least = greatest - u64::from(table.greatest_shift);
    let amount = n.constant(greatest % (1 << bits), bits) - field.low(bits);
    let last_one = table.one_through_positive.min(table.one_through_negative);
    let amount = if u64::from(last_one >> format.fraction_bits) < least {
        let small = field
            .less_than(n.constant(least, format.exponent_bits))
            .named(hidden("small"));
        amount | small.repeat(bits)
    } else {
        amount
    };
    amount.named("amount")
}

/// The operand in fixed point; the sign stands above and has a weight of -2^`integer_bits`.
fn fixed_point<'n>(n: Scope<'n>, format: Format, table: &Ex2, a: Net<'n>, amount: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::SHIFT);
    let width = table.integer_bits + table.fixed_fraction;
    let significand = n.constant(1, 1).join(a.low(format.fraction_bits));
    let shifted = significand
        .append_zeros(width - significand.width())
        .shift_right(amount);
    (shifted ^ a.top_bit().repeat(width)).named("fixed")
}

/// Exponent and fraction fields with one bit more below, not rounded.
fn scale<'n>(n: Scope<'n>, format: Format, sign: Net<'n>, integer: Net<'n>, half_places: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::SCALE_EX2);
    let width = format.exponent_bits + 1;
    let signed = sign.repeat(width - integer.width()).join(integer);
    let exponent = (signed + n.constant(format.bias(), width)).named(unsigned("exponent"));
    let field = exponent.low(format.exponent_bits);
    let normal = field.join(half_places);
    if !has_subnormal_results(format) {
        return normal.named("unrounded");
    }
    // 1 - exponent, from the operand's magnitude; a result that is not zero needs at most 11.
    let bits = format.significand_bits().ilog2() + 1;
    let distance = (!integer).named(hidden("complement")).low(bits) - n.constant(format.bias() - 2, bits);
    let significand = n.constant(1, 1).join(half_places);
    let shifted = significand
        .shift_right(distance.named(unsigned("distance")))
        .zero_extend(normal.width());
    let subnormal = (exponent.top_bit() | field.is_zero()).named("subnormal");
    subnormal.select(shifted, normal).named("unrounded")
}

/// Rounds, and puts the special results in.
fn finish<'n>(n: Scope<'n>, format: Format, special: Special<'n>, unrounded: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::ROUND_EX2);
    let rounded = unrounded + n.constant(1, unrounded.width());
    let magnitude = rounded.named("rounded").high(format.magnitude_bits());
    let Special {
        nan,
        one,
        infinite,
        zero,
    } = special;
    let constant = |value: u64| n.constant(value, format.magnitude_bits());
    let ordinary = magnitude.only_if((!(nan | one | infinite | zero)).named(hidden("ordinary")));
    let result = ordinary
        | constant(format.canonical_nan()).only_if(nan)
        | constant(format.one()).only_if(one)
        | constant(format.infinity()).only_if(infinite);
    result
        .named(hidden("magnitude"))
        .zero_extend(format.width())
        .named(format.number("result"))
}
