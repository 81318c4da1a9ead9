//! mul: one multiplier, and one shifter for both subnormal operands and subnormal results.
//!
//! The leading zeros of the operands are counted while the product is made. They and the exponent give the shift, so
//! the product itself is not searched for its leading one.

use halfpipe_isa::{FloatFormat, LaneFormats};

use crate::datapath::finish::{finish, OperationFlags};
use crate::datapath::flush::flushed;
use crate::datapath::outcome::{any_signals, Outcome};
use crate::datapath::LaneConfig;
use crate::format::HardwareFormat;
use crate::net::{hidden, signed, unsigned, Net, Scope};
use crate::stage::{
    count_leading_zeros, is_above, product, shift_left_to_top, step, unpack, Multiplier, Normalised, RoundingMode,
    Special, Top, Unpacked, Unrounded,
};

/// Computes a * b.
pub fn mul<'n>(n: Scope<'n>, config: &LaneConfig, rounding: RoundingMode<'n>, a: Net<'n>, b: Net<'n>) -> Outcome<'n> {
    let format = config.formats.operand;
    let a = unpack(n, "a", format, flushed(n, config, "a", a));
    let b = unpack(n, "b", format, flushed(n, config, "b", b));
    let special = special_product(n, a, b);
    let invalid = config.flags.then(|| any_signals(n, &[a, b]) | is_undefined(n, a, b));
    // The significand, the guard bit and, for flags only, the bit below it.
    let keep = config.formats.result.significand_bits() + 1 + u32::from(config.flags);
    let product = multiply(n, config.multiplier, a, b);
    let zeros = operand_zeros(n, config.formats, a, b);
    let above = zeros_above(keep, zeros);
    let offset = Offset::Constant(exponent_offset(config.formats));
    let scale = scale(n, zeros, offset, a, b, product.zero, above);
    let scaled = scale_product(n, product, scale, keep);
    let exact = unrounded(n, config.formats.result, product, adjust(n, scaled));
    let raised = invalid.map(|invalid| OperationFlags::from_invalid(n, invalid));
    finish(n, config, rounding, exact, special, raised)
}

fn unrounded<'n>(n: Scope<'n>, format: FloatFormat, product: Product<'n>, adjusted: Adjusted<'n>) -> Unrounded<'n> {
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
        pending_increment: n.zero(),
        next,
        too_large: None,
    };
    if !format.has_infinity() {
        return exact;
    }
    // The largest exponent overflows, and so does the exponent below it with the carry.
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
    /// The sign.
    pub sign: Net<'n>,
    /// 1 if the product is zero.
    pub zero: Net<'n>,
    /// The product of the significands, twice as wide as one of them, with two bits above the point.
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

/// The shift of the product, known before the product itself.
#[derive(Clone, Copy)]
pub struct Scale<'n> {
    /// The number of zeros put above the product.
    above: u32,
    /// The left shift from that position.
    shift: Net<'n>,
    /// The biased exponent of the top bit after the shift, less one; 0 for zeros and subnormals.
    exponent_minus_one: Net<'n>,
}

/// Returns the number of zeros put above a product of which the result keeps `keep` bits.
///
/// With so many zeros above it, a product reaches the result only as the sticky bit. The number is a multiple of one
/// more than the largest count of leading zeros. So the two are joined side by side, without an addition.
pub fn zeros_above(keep: u32, zeros: Net<'_>) -> u32 {
    keep.next_multiple_of(1 << zeros.width())
}

/// Returns the offset from the sum of two biased exponents plus one to the biased exponent, less one, of the product's
/// top bit.
///
/// The top bit has the weight 2^(exponent sum - 2 * operand bias + 1). In one format the offset is minus a power of
/// two: minus the bias and one.
pub fn exponent_offset(formats: LaneFormats) -> i64 {
    formats.result.bias() - 2 * formats.operand.bias() - 1
}

/// Value of an [`exponent_offset`].
#[derive(Clone, Copy)]
pub enum Offset<'n> {
    /// The offset of one format.
    Constant(i64),
    /// The offset selected among several formats, in two's complement, one bit wider than the sum of two exponents and
    /// its sign.
    Chosen(Net<'n>),
}

/// Finds the shift of the product in parallel with the multiplier.
///
/// [`zeros_above`] zeros are put above the product. Every result, normal or not, is then a left shift away. A result
/// too small even for that is already in place as sticky bits. The shift is the sum of these zeros and the product's
/// own leading `zeros`, limited by the exponent at the top.
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
            let needed = with_zeros(-offset, zeros);
            let width = sum.width().max(needed.width()) + 1;
            // The biased exponent, less one, of the product shifted up by all its leading zeros. It is negative if that
            // is too far.
            let surplus = sum.zero_extend(width) - needed.zero_extend(width);
            let least = -offset - i64::from(above);
            let low = sum.zero_extend(sum.width().max(wanted.width())).low(wanted.width());
            let limit = low + n.constant((-least).rem_euclid(1 << wanted.width()) as u64, wanted.width());
            let limit = match least {
                // No sum is smaller.
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

/// Adds a number of leading zeros to a constant. The sum takes no addition if the constant is a multiple of one more than
/// the largest such number, as it is unless there are few exponents.
fn with_zeros<'n>(constant: i64, zeros: Net<'n>) -> Net<'n> {
    let multiples = u32::try_from(constant >> zeros.width()).expect("zeros are put above a product");
    if i64::from(multiples) << zeros.width() != constant {
        let greatest = constant + (1 << zeros.width()) - 1;
        let width = i64::BITS - greatest.leading_zeros();
        return zeros.zero_extend(width) + zeros.builder().constant(constant as u64, width);
    }
    let bits = u32::BITS - multiples.leading_zeros();
    zeros.builder().constant(u64::from(multiples), bits).join(zeros)
}

/// Counts the leading zeros of both significands together. The product has as many, or one more.
///
/// If a product of two subnormals is too small for its digits to matter, the leading zeros of one operand are enough.
pub fn operand_zeros<'n>(n: Scope<'n>, formats: LaneFormats, a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
    if two_subnormals_matter(formats) {
        let of_a = count_leading_zeros(n, step::ZEROS_A, a.significand);
        let of_b = count_leading_zeros(n, step::ZEROS_B, b.significand);
        let _stage = n.stage(step::OPERAND_ZEROS);
        return of_a.add_with_carry(of_b).named(unsigned("count"));
    }
    let subnormal = a.significand.top_bit().select(b.significand, a.significand);
    count_leading_zeros(n, step::OPERAND_ZEROS, subnormal)
}

/// True if the digits of a product of two subnormals matter, not only that it is not zero.
///
/// It is less than 2^(2 - 2 * bias), and half the result's smallest subnormal is 2^-(bias + fraction_bits).
pub fn two_subnormals_matter(LaneFormats { operand, result }: LaneFormats) -> bool {
    2 * operand.bias_field() < 2 + result.bias_field() + u64::from(result.fraction_bits)
}

/// Shifts the product and keeps one bit more than requested, because it can still have one leading zero.
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
    /// The exponent field, without the carry.
    pub exponent: Net<'n>,
    /// The top bit before the shift. It is 1 if the product of the significands is 2 or more and the result is normal.
    pub carry: Net<'n>,
    /// 1 if the product was shifted up by one place.
    pub up: Net<'n>,
    /// The upper bits, and the OR of all bits below.
    pub top: Top<'n>,
}

/// Shifts the product up by one place if its top bit is 0 and the exponent allows it. The product of the significands
/// is less than 4.
///
/// The exponent is one too small for a product that is not shifted, and right for one that is.
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

/// Returns 1 if one factor is infinite and the other one zero.
fn undefined<'n>(a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
    (a.infinite & b.zero) | (b.infinite & a.zero)
}

/// Returns 1 if one factor is infinite and the other one zero, as the flags require.
pub fn is_undefined<'n>(n: Scope<'n>, a: Unpacked<'n>, b: Unpacked<'n>) -> Net<'n> {
    let _stage = n.stage(step::FLAGS);
    undefined(a, b).named(hidden("undefined"))
}

/// Detects NaNs and infinities. A NaN operand and inf * 0 give the canonical NaN; otherwise an infinite operand gives
/// an infinity.
pub fn special_product<'n>(n: Scope<'n>, a: Unpacked<'n>, b: Unpacked<'n>) -> Special<'n> {
    let _stage = n.stage(step::SPECIAL_PRODUCT);
    let undefined = undefined(a, b);
    Special {
        nan: (a.nan | b.nan | undefined).named("nan"),
        infinite: (a.infinite | b.infinite).named("infinite"),
        infinite_sign: (a.sign ^ b.sign).named("sign"),
        zero: n.zero(),
    }
}
