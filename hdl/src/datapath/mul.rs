//! mul: one multiplier, one normaliser for subnormal operands and subnormal results alike.

use crate::datapath::finish::finish;
use crate::datapath::{flushed, Behaviour};
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
    let window = place(n, behaviour, product);
    let zeros = count_leading_zeros(window.value);
    n.cut("count");
    let normalised = normalise(window.value, zeros, window.exponent_minus_one);
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
struct Window<'n> {
    exponent_minus_one: Net<'n>,
    value: Net<'n>,
}

/// Puts zeros above the product, as many as a subnormal result can need: then every result, normal or not, is a left
/// shift away, and what is too small even for that is already in place as the sticky bit.
fn place<'n>(n: &'n Builder, behaviour: &Behaviour, product: Product<'n>) -> Window<'n> {
    let _stage = n.stage("place");
    let format = behaviour.formats.result;
    // A significand, and the guard bit of a result that is all sticky.
    let above = format.significand_bits() + 1;
    let value = product.significand.zero_extend(product.significand.width() + above);
    // Biased exponent of the product's top bit, less one: the sum of the exponents less the bias. `above` bits higher
    // it can still be negative, and then stands for the smallest exponent. One bit more for that sign.
    let width = product.exponent_sum.width() + 1;
    let offset = format.bias() as i64 - i64::from(above);
    let offset = n.constant(offset.rem_euclid(1 << width) as u64, width);
    let exponent = product.exponent_sum.zero_extend(width) - offset;
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
