//! mul: one multiplier, one normaliser for subnormal operands and subnormal results alike.

use crate::datapath::finish::finish;
use crate::datapath::{flushed, Behaviour, Formats};
use crate::net::{Builder, Net};
use crate::stage::{count_leading_zeros, normalise, unpack, Special, Unpacked, Unrounded};

/// a * b.
pub fn mul<'n>(n: &'n Builder, behaviour: &Behaviour, a: Net<'n>, b: Net<'n>) -> Net<'n> {
    let format = behaviour.formats.operand;
    let a = unpack("a", format, flushed(behaviour, "a", a));
    let b = unpack("b", format, flushed(behaviour, "b", b));
    let special = special_product(n, a, b);
    n.cut("unpack");
    let product = multiply(n, a, b);
    n.cut("multiply");
    let window = place(n, behaviour, product, behaviour.formats.result.significand_bits() + 1);
    let zeros = count_leading_zeros("leading_zeros", window.value);
    n.cut("count");
    let normalised = normalise("normalise", window.value, zeros, window.exponent_minus_one);
    n.cut("normalise");
    finish(behaviour, Unrounded::cut(behaviour.formats.result, product.sign, normalised), special)
}

/// An exact product.
#[derive(Clone, Copy)]
pub struct Product<'n> {
    /// Its sign.
    pub sign: Net<'n>,
    /// The sum of the biased exponents, one bit wider than they are.
    pub exponent_sum: Net<'n>,
    /// It is zero, whatever the exponents say.
    pub zero: Net<'n>,
    /// The product of the significands, twice as wide as they are, with two bits above the point.
    pub significand: Net<'n>,
}

/// Multiplies two finite operands exactly.
pub fn multiply<'n>(n: &'n Builder, a: Unpacked<'n>, b: Unpacked<'n>) -> Product<'n> {
    let _stage = n.stage("multiply");
    Product {
        sign: (a.sign ^ b.sign).named("sign"),
        exponent_sum: a.exponent.add_with_carry(b.exponent).named("exponent_sum"),
        zero: (a.zero | b.zero).named("zero"),
        significand: a.significand.multiply(b.significand).named("product"),
    }
}

/// A value and the exponent of its top bit.
#[derive(Clone, Copy)]
pub struct Window<'n> {
    /// The biased exponent of the top bit, less one.
    pub exponent_minus_one: Net<'n>,
    /// The value.
    pub value: Net<'n>,
}

/// Puts `above` zeros above the product, as many as a subnormal result can need: then every result, normal or not, is a
/// left shift away, and what is too small even for that is already in place as the sticky bit.
///
/// That takes as many zeros as the result keeps bits, and one for the guard bit of a result that is all sticky.
pub fn place<'n>(n: &'n Builder, behaviour: &Behaviour, product: Product<'n>, above: u32) -> Window<'n> {
    let _stage = n.stage("place");
    let value = product.significand.zero_extend(product.significand.width() + above);
    // The product's top bit has the weight 2^(exponent sum - 2 * operand bias + 1). `above` bits higher the biased
    // exponent can still be negative, and then stands for the smallest. One bit more for that sign.
    let Formats { operand, result } = behaviour.formats;
    let width = operand.exponent_bits.max(result.exponent_bits) + 2;
    let offset = i64::from(above) + result.bias() as i64 - 2 * operand.bias() as i64;
    let offset = n.constant(offset.rem_euclid(1 << width) as u64, width);
    let exponent = product.exponent_sum.zero_extend(width) + offset;
    let exponent = exponent.low(width - 1).only_if(!exponent.top_bit());
    Window { exponent_minus_one: exponent.named("exponent"), value: value.named("window") }
}

/// NaNs and infinities: a NaN operand and inf * 0 give the canonical NaN, else an infinite operand an infinity.
pub fn special_product<'n>(n: &'n Builder, a: Unpacked<'n>, b: Unpacked<'n>) -> Special<'n> {
    let _stage = n.stage("special_product");
    let undefined = (a.infinite & b.zero) | (b.infinite & a.zero);
    Special {
        nan: (a.nan | b.nan | undefined).named("nan"),
        infinite: (a.infinite | b.infinite).named("infinite"),
        infinite_sign: (a.sign ^ b.sign).named("sign"),
    }
}
