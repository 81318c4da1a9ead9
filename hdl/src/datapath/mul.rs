//! mul: one multiplier, one shifter for subnormal operands and subnormal results alike.

use crate::datapath::finish::finish;
use crate::datapath::outcome::{any_signals, Outcome};
use crate::datapath::{flushed, Behaviour};
use crate::format::Format;
use crate::formats::Formats;
use crate::net::{hidden, signed, unsigned, Net, Scope};
use crate::stage::{
    count_leading_zeros, is_above, product, shift_left_to_top, step, unpack, Multiplier, Normalised, Special, Top,
    Unpacked, Unrounded,
};

/// a * b.
pub fn mul<'n>(n: Scope<'n>, behaviour: &Behaviour, a: Net<'n>, b: Net<'n>) -> Outcome<'n> {
    let format = behaviour.formats.operand;
    let a = unpack(n, "a", format, flushed(n, behaviour, "a", a));
    let b = unpack(n, "b", format, flushed(n, behaviour, "b", b));
    let special = special_product(n, a, b);
    let invalid = behaviour.flags.then(|| any_signals(n, &[a, b]) | is_undefined(n, a, b));
    // The significand and the guard bit, and the next one, which only flags ask for.
    let keep = behaviour.formats.result.significand_bits() + 1 + u32::from(behaviour.flags);
    let product = multiply(n, behaviour.multiplier, a, b);
    let zeros = operand_zeros(n, behaviour.formats, a, b);
    let above = zeros_above(keep, zeros);
    let offset = Offset::Constant(exponent_offset(behaviour.formats));
    let scale = scale(n, zeros, offset, a, b, product.zero, above);
    let scaled = scale_product(n, product, scale, keep);
    let exact = unrounded(n, behaviour.formats.result, product, adjust(n, scaled));
    finish(n, behaviour, exact, special, invalid)
}

fn unrounded<'n>(n: Scope<'n>, format: Format, product: Product<'n>, adjusted: Adjusted<'n>) -> Unrounded<'n> {
    let _stage = n.stage(step::ROUND);
    let Adjusted {
        exponent, carry, top, ..
    } = adjusted;
    let Top { kept, sticky } = top;
    let below = kept.width() - format.significand_bits();
    let fraction = kept.slice(below, format.fraction_bits);
    let next = (below > 1).then(|| kept.bit(0));
    let exact = Unrounded {
        sign: product.sign,
        exponent,
        significand: carry.join(fraction).named("significand"),
        guard: kept.bit(below - 1).named("guard"),
        sticky: next.map_or(sticky, |next| sticky | next),
        owed: n.zero(),
        next,
        too_large: None,
    };
    if !format.has_infinity() {
        return exact;
    }
    // The largest exponent is too large, and so is the one below with the carry.
    let field = exponent.low(format.exponent_bits);
    let special = field.high(format.exponent_bits - 1).all() & (field.bit(0) | carry);
    let too_large = (special | exact.above_field(format)).named(hidden("too_large"));
    Unrounded {
        too_large: Some(too_large),
        ..exact
    }
}

/// An exact product.
#[derive(Clone, Copy)]
pub struct Product<'n> {
    /// Its sign.
    pub sign: Net<'n>,
    /// It is zero.
    pub zero: Net<'n>,
    /// The product of the significands, twice as wide as they are, with two bits above the point.
    pub significand: Net<'n>,
}

/// Multiplies two finite operands.
pub fn multiply<'n>(n: Scope<'n>, multiplier: Multiplier, a: Unpacked<'n>, b: Unpacked<'n>) -> Product<'n> {
    let significand = product(n, multiplier, a.significand, b.significand);
    let _stage = n.stage(step::MULTIPLY);
    Product {
        sign: (a.sign ^ b.sign).named("sign"),
        zero: (a.zero | b.zero).named("zero"),
        significand,
    }
}

/// How far the product moves, known before it is.
#[derive(Clone, Copy)]
pub struct Scale<'n> {
    /// Zeros to put above the product.
    above: u32,
    /// The left shift from there.
    shift: Net<'n>,
    /// Biased exponent of the top bit after the shift, less one; 0 for zeros and subnormals.
    exponent_minus_one: Net<'n>,
}

/// How many zeros are put above a product of which the result keeps so many bits.
///
/// So far above, a result has nothing but its sticky bit. The number is a multiple of one more than the largest count of leading zeros,
/// so that both are written side by side, without an addition.
pub fn zeros_above(keep: u32, zeros: Net<'_>) -> u32 {
    keep.next_multiple_of(1 << zeros.width())
}

/// What turns the sum of two biased exponents and one into the biased exponent, less one, of the product's top bit.
///
/// The top bit has the weight 2^(exponent sum - 2 * operand bias + 1). In one format the offset is minus a power of two: minus the bias
/// and one.
pub fn exponent_offset(formats: Formats) -> i64 {
    formats.result.bias() as i64 - 2 * formats.operand.bias() as i64 - 1
}

/// An [`exponent_offset`].
#[derive(Clone, Copy)]
pub enum Offset<'n> {
    /// That of one format.
    Constant(i64),
    /// That of one of several formats, in two's complement, with a bit more than an exponent's sum and its sign.
    Chosen(Net<'n>),
}

/// Finds how far the product has to move while the multiplier works.
///
/// Zeros are put above the product, [`zeros_above`] of them: then every result, normal or not, is a left shift away, and what is
/// too small even for that is already in place as sticky bits. It is to move by all these and the product's own leading `zeros`,
/// but no farther than the exponent up there allows.
pub fn scale<'n>(
    n: Scope<'n>,
    zeros: Net<'n>,
    offset: Offset<'n>,
    a: Unpacked<'n>,
    b: Unpacked<'n>,
    zero: Net<'n>,
    above: u32,
) -> Scale<'n> {
    let _stage = n.stage(step::SCALE);
    let sum = a.exponent.add_with_carry(b.exponent);
    let sum = (sum + n.constant(1, 1).zero_extend(sum.width())).named(hidden(unsigned("exponent_sum")));
    let wanted = with_zeros(i64::from(above), zeros).named(hidden(unsigned("wanted")));
    let (surplus, limit) = match offset {
        Offset::Constant(offset) => {
            let width = sum.width() + 1;
            // The biased exponent, less one, of the product moved up by all its leading zeros; negative where that is too far.
            let surplus = sum.zero_extend(width) - with_zeros(-offset, zeros).zero_extend(width);
            let least = -offset - i64::from(above);
            let limit =
                sum.low(wanted.width()) + n.constant((-least).rem_euclid(1 << wanted.width()) as u64, wanted.width());
            let limit = match least {
                // No sum is less.
                ..=2 => limit,
                _ => limit.only_if(is_above(sum, least as u64 - 1)),
            };
            (surplus, limit)
        }
        Offset::Chosen(offset) => {
            let width = offset.width();
            let above = n.constant(u64::from(above), width);
            let lower = (sum.zero_extend(width) + offset).named(hidden(signed("lower_exponent")));
            let exponent = (lower + above).named(hidden(signed("exponent")));
            let limit = exponent.low(wanted.width()).only_if(!exponent.top_bit());
            (exponent - wanted.zero_extend(width), limit)
        }
    };
    let surplus = surplus.named(hidden(signed("surplus")));
    let limited = (surplus.top_bit() | zero).named("limited");
    let shift = limited.select(limit.named(hidden(unsigned("limit"))), wanted);
    let exponent = surplus
        .low(surplus.width() - 1)
        .only_if((!limited).named(hidden("enough")));
    Scale {
        above,
        shift: shift.named(unsigned("shift")),
        exponent_minus_one: exponent.named(unsigned("exponent_minus_one")),
    }
}

/// A number of leading zeros and a constant that is a multiple of one more than the largest such number.
fn with_zeros<'n>(constant: i64, zeros: Net<'n>) -> Net<'n> {
    let multiples = u32::try_from(constant >> zeros.width()).expect("zeros are put above a product");
    assert_eq!(
        i64::from(multiples) << zeros.width(),
        constant,
        "the sum needs no addition"
    );
    let bits = u32::BITS - multiples.leading_zeros();
    zeros.builder().constant(u64::from(multiples), bits).join(zeros)
}

/// The leading zeros of both significands together. They are the product's, or one less.
///
/// Where a product of two subnormals is too small for its digits to matter, one operand's leading zeros are enough.
pub fn operand_zeros<'n>(n: Scope<'n>, formats: Formats, a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
    if two_subnormals_matter(formats) {
        let of_a = count_leading_zeros(n, step::ZEROS_A, a.significand);
        let of_b = count_leading_zeros(n, step::ZEROS_B, b.significand);
        let _stage = n.stage(step::OPERAND_ZEROS);
        return of_a.add_with_carry(of_b).named(unsigned("count"));
    }
    let subnormal = a.significand.top_bit().select(b.significand, a.significand);
    count_leading_zeros(n, step::OPERAND_ZEROS, subnormal)
}

/// Whether the digits of a product of two subnormals matter, not only that it is not zero.
///
/// It is less than 2^(2 - 2 * bias), and half the result's smallest subnormal is 2^-(bias + fraction_bits).
pub fn two_subnormals_matter(Formats { operand, result }: Formats) -> bool {
    2 * operand.bias() < 2 + result.bias() + u64::from(result.fraction_bits)
}

/// Shifts the product, keeping one bit more than asked for: it can still lack one place.
pub fn scale_product<'n>(n: Scope<'n>, product: Product<'n>, scale: Scale<'n>, keep: u32) -> Normalised<'n> {
    let _stage = n.stage(step::SCALE);
    let value = product
        .significand
        .zero_extend(product.significand.width() + scale.above);
    let top = shift_left_to_top(value, scale.shift, keep + 1);
    Normalised {
        exponent_minus_one: scale.exponent_minus_one,
        top: Top {
            kept: top.kept.named("kept"),
            sticky: top.sticky.named("sticky"),
        },
    }
}

/// A product whose significand is less than 2.
#[derive(Clone, Copy)]
pub struct Adjusted<'n> {
    /// The exponent field, less the carry.
    pub exponent: Net<'n>,
    /// The top bit before the move: the significands' product is 2 or more, and the result is normal.
    pub carry: Net<'n>,
    /// It was moved up by one place.
    pub up: Net<'n>,
    /// Its upper bits, and whether there is anything below.
    pub top: Top<'n>,
}

/// Moves the product up by one place where its top bit is 0 and the exponent allows it: the significands' product is less than 4.
///
/// The exponent, which is one too small for a product that does not move, is right for one that does.
pub fn adjust<'n>(n: Scope<'n>, scaled: Normalised<'n>) -> Adjusted<'n> {
    let _stage = n.stage(step::ADJUST);
    let Top { kept, sticky } = scaled.top;
    let exponent = scaled.exponent_minus_one;
    let above_least = exponent.any().named(hidden("above_least"));
    let up = (!kept.top_bit() & above_least).named("up");
    let keep = kept.width() - 1;
    Adjusted {
        exponent,
        carry: kept.top_bit(),
        up,
        top: Top {
            kept: up.select(kept.low(keep), kept.high(keep)).named("kept"),
            sticky: (sticky | (kept.bit(0) & !up)).named("sticky"),
        },
    }
}

/// Whether a factor is infinite and the other one zero.
fn undefined<'n>(a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
    (a.infinite & b.zero) | (b.infinite & a.zero)
}

/// The same, as the flags ask.
pub fn is_undefined<'n>(n: Scope<'n>, a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
    let _stage = n.stage(step::FLAGS);
    undefined(a, b).named(hidden("undefined"))
}

/// NaNs and infinities: a NaN operand and inf * 0 give the canonical NaN, else an infinite operand an infinity.
pub fn special_product<'n>(n: Scope<'n>, a: Unpacked<'n>, b: Unpacked<'n>) -> Special<'n> {
    let _stage = n.stage(step::SPECIAL_PRODUCT);
    let undefined = undefined(a, b);
    Special {
        nan: (a.nan | b.nan | undefined).named("nan"),
        infinite: (a.infinite | b.infinite).named("infinite"),
        infinite_sign: (a.sign ^ b.sign).named("sign"),
    }
}
