//! The end of a block whose result is single precision: its sums are never subnormal, and are cut, not rounded.

use crate::datapath::dot::shape::Shape;
use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{step, Special};

/// A sum, and all that its end needs to know of the terms.
#[derive(Clone, Copy)]
pub struct Total<'n> {
    /// The sum in two's complement, with its sign relative to that of c.
    pub sum: Net<'n>,
    /// The complement of the anchor's biased exponent.
    pub not_anchor: Net<'n>,
    /// The sign of c.
    pub sign: Net<'n>,
    /// 1 if c is the only term, and subnormal or zero. Its significand then has a hidden one, so that the sum is
    /// normalised at once.
    pub lone_subnormal: Net<'n>,
    /// 1 if c is zero, or a subnormal that is cut to zero.
    pub is_zero: Net<'n>,
}

/// Normalises the sum, cuts it to the precision of the result, and encodes it.
pub fn truncated<'n>(n: Scope<'n>, shape: Shape, total: Total<'n>, special: Special<'n>) -> Net<'n> {
    let magnitude = magnitude(n, total.sum);
    let normalised = shift_to_top(n, magnitude);
    let exponent = exponent(n, shape, total.not_anchor, normalised.zeros);
    encode(n, shape, total, normalised, exponent, special)
}

/// Returns the magnitude of a number in two's complement.
///
/// The complement of a number less one is its negative. The table of a bit of that difference also selects between its
/// complement and the number.
pub fn magnitude<'n>(n: Scope<'n>, sum: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::MAGNITUDE_OF_SUM);
    let width = sum.width() - 1;
    let number = sum.low(width);
    let less_one = number + n.builder().wide_constant((1 << width) - 1, width);
    sum.top_bit().select(!less_one, number).named(unsigned("magnitude"))
}

/// A magnitude with its leading one at the top.
#[derive(Clone, Copy)]
pub struct NormalisedMagnitude<'n> {
    /// The digits, the leading one at the top.
    pub digits: Net<'n>,
    /// The number of leading zeros; one less than a power of two if the magnitude is zero.
    pub zeros: Net<'n>,
}

/// Shifts the leading one to the top, the widest step first.
pub fn shift_to_top<'n>(n: Scope<'n>, magnitude: Net<'n>) -> NormalisedMagnitude<'n> {
    let _stage = n.stage(step::NORMALISE);
    let width = magnitude.width();
    let steps = u32::BITS - (width - 1).leading_zeros();
    let mut digits = magnitude;
    let mut zeros: Option<Net> = None;
    for position in (0..steps).rev() {
        let distance = 1 << position;
        let by = (!digits.high(distance).any()).named(hidden(format!("step_{distance}")));
        digits = by.select(digits.low(width - distance).append_zeros(distance), digits);
        digits = digits.named(hidden(format!("by_{distance}")));
        zeros = Some(zeros.map_or(by, |wider| wider.join(by)));
    }
    NormalisedMagnitude {
        digits: digits.named("normalised"),
        zeros: zeros.expect("there is a step").named(unsigned("zeros")),
    }
}

/// Returns the complement of the biased exponent of the leading one.
fn exponent<'n>(n: Scope<'n>, shape: Shape, not_anchor: Net<'n>, zeros: Net<'n>) -> Net<'n> {
    let _stage = n.stage(step::NORMALISE);
    let width = not_anchor.width() + 1;
    let above = u64::from(shape.integer_bits - 1);
    let less = (zeros.zero_extend(width) - n.constant(above, width)).named(hidden("zeros_less_integer_bits"));
    let ones = n.constant(1, 1).join(not_anchor);
    (ones + less).named("not_exponent")
}

/// Encodes the result: a number, zero, infinity or NaN.
fn encode<'n>(
    n: Scope<'n>,
    shape: Shape,
    total: Total<'n>,
    normalised: NormalisedMagnitude<'n>,
    not_exponent: Net<'n>,
    special: Special<'n>,
) -> Net<'n> {
    let _stage = n.stage(step::PACK);
    let result = shape.formats.result;
    let NormalisedMagnitude { digits, .. } = normalised;
    let zero = (!digits.top_bit()).named("zero");
    let field = not_exponent.low(result.exponent_bits);
    let overflow = (!zero & (!not_exponent.top_bit() | !field.any())).named("overflow");
    let infinite = (special.infinite | overflow).named(hidden("infinite"));
    let kept = digits.slice(
        digits.width() - 1 - shape.result_fraction_bits,
        shape.result_fraction_bits,
    );
    let ones = special.nan.repeat(result.fraction_bits);
    let fraction = match result.fraction_bits - kept.width() {
        0 => kept,
        cut => kept.append_zeros(cut),
    };
    let fraction = fraction.only_if(!infinite) | ones;
    let finite = (!field).only_if(!(zero | total.lone_subnormal));
    let exponent = finite | (infinite | special.nan).repeat(result.exponent_bits);
    let is_zero = zero | (total.lone_subnormal & total.is_zero);
    let sign = special
        .infinite
        .select(special.infinite_sign, (total.sum.top_bit() ^ total.sign) & !is_zero);
    let sign = sign & !special.nan;
    sign.join(exponent).join(fraction).named("result")
}
