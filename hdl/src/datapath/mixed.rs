//! Mixed-precision fma: a half-precision product, exact in the wider format, then one addition.
//!
//! The product of two half-precision significands has no more bits than the result's significand (22 or 16 against 24),
//! so it is an exact operand of the wide adder, and the sum is rounded once.

use crate::datapath::add::{sum, with_extra_bits};
use crate::datapath::fma::special_sum;
use crate::datapath::mul::{multiply, place, special_product, Product};
use crate::datapath::Behaviour;
use crate::net::{Builder, Net};
use crate::stage::{count_leading_zeros, normalise, unpack, Unpacked, EXTRA_BITS};

/// a * b + c, with a and b in the operand format, c and the result in the wider one.
pub fn fma<'n>(n: &'n Builder, behaviour: &Behaviour, a: Net<'n>, b: Net<'n>, c: Net<'n>) -> Net<'n> {
    let operand = behaviour.formats.operand;
    let a = unpack("a", operand, a);
    let b = unpack("b", operand, b);
    let c = unpack("c", behaviour.formats.result, c);
    let of_product = special_product(n, a, b);
    let special = special_sum(n, of_product, c);
    n.cut("unpack");
    let product = multiply(n, a, b);
    n.cut("multiply");
    let product = widen_product(n, behaviour, product, c);
    // The product's exponent can exceed the format's, while the sum's does not.
    let width = product.exponent.width();
    let c = with_extra_bits(Unpacked { exponent: c.exponent.zero_extend(width), ..c });
    sum(n, behaviour, product, c, special)
}

/// The product as an operand of the wide adder: normalised, but not below the result's smallest exponent, where bits
/// that fall below the adder's last are gathered in it.
fn widen_product<'n>(
    n: &'n Builder,
    behaviour: &Behaviour,
    product: Product<'n>,
    c: Unpacked<'n>,
) -> Unpacked<'n> {
    let kept = behaviour.formats.result.significand_bits() + EXTRA_BITS;
    let above = if product_can_be_subnormal(behaviour) { kept } else { 0 };
    let window = place(n, behaviour, product, above);
    let zeros = count_leading_zeros("product_zeros", window.value);
    n.cut("product_zeros");
    let normalised = normalise("normalise_product", window.value, zeros, window.exponent_minus_one);
    let _stage = n.stage("normalise_product");
    let value = normalised.value;
    let significand = if value.width() > kept {
        let lost = value.low(value.width() - kept + 1).any();
        value.high(kept - 1).join(lost)
    } else {
        value.append_zeros(kept - value.width())
    };
    let exponent_minus_one = normalised.exponent_minus_one;
    let one = n.constant(1, exponent_minus_one.width());
    let product = Unpacked {
        sign: product.sign,
        exponent: (exponent_minus_one + one).named("exponent"),
        significand: significand.named("significand"),
        zero: product.zero,
        // The classes are dealt with beside the adder.
        infinite: c.infinite,
        nan: c.nan,
    };
    n.cut("normalise_product");
    product
}

/// Whether a product's exponent can fall below the result format's smallest: the smallest product of two subnormals
/// is 2^(2 - 2 * bias - 2 * fraction_bits).
fn product_can_be_subnormal(behaviour: &Behaviour) -> bool {
    let (operand, result) = (behaviour.formats.operand, behaviour.formats.result);
    2 * (operand.bias() + u64::from(operand.fraction_bits)) - 2 > result.bias() - 1
}
