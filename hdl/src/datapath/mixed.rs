//! Mixed-precision fma: a half-precision product, exact in the wider format, then one addition.
//!
//! The product of two half-precision significands has no more bits than the result's significand (22 or 16 against 24),
//! so it is an exact operand of the wide adder, and the sum is rounded once.

use crate::datapath::add::{sum, with_extra_bits};
use crate::datapath::fma::special_sum;
use crate::datapath::mul::{adjust, multiply, reach, scale, scale_product, special_product, Factors, Product, Reach};
use crate::datapath::Behaviour;
use crate::net::{Builder, Net};
use crate::stage::{unpack, Normalised, Unpacked, EXTRA_BITS};

/// a * b + c, with a and b in the operand format, c and the result in the wider one.
pub fn fma<'n>(n: &'n Builder, behaviour: &Behaviour, a: Net<'n>, b: Net<'n>, c: Net<'n>) -> Net<'n> {
    let operand = behaviour.formats.operand;
    let a = unpack("a", operand, a);
    let b = unpack("b", operand, b);
    let c = unpack("c", behaviour.formats.result, c);
    let of_product = special_product(n, a, b);
    let special = special_sum(n, of_product, c);
    n.cut("unpack");
    let keep = behaviour.formats.result.significand_bits() + EXTRA_BITS - 1;
    let above = if product_can_be_subnormal(behaviour) { keep } else { 0 };
    let factors = multiply(n, a, b);
    let reach = reach(n, behaviour.formats, a, b, above);
    n.cut("rows");
    let (product, c) = wide_operands(n, factors, reach, c, keep);
    sum(n, behaviour, product, c, Some(special))
}

/// The product and the addend as operands of the wide adder, which takes `keep` bits and a sticky one of each.
pub fn wide_operands<'n>(
    n: &'n Builder,
    factors: Factors<'n>,
    reach: Reach<'n>,
    c: Unpacked<'n>,
    keep: u32,
) -> (Unpacked<'n>, Unpacked<'n>) {
    let scale = scale(n, reach);
    let product = factors.product();
    n.cut("multiply");
    let scaled = scale_product(n, product, scale, keep);
    n.cut("scale");
    let product = wide_operand(n, product, adjust(n, scaled), c);
    n.cut("adjust");
    // The product's exponent can exceed the format's, while the sum's does not.
    let exponent = c.exponent.zero_extend(product.exponent.width());
    let c = with_extra_bits(c);
    let c = Unpacked {
        exponent,
        magnitude: exponent.join(c.significand),
        ..c
    };
    (product, c)
}

/// The product as an operand of the wide adder; what falls below the adder's last bit is gathered in it.
fn wide_operand<'n>(n: &'n Builder, product: Product<'n>, exact: Normalised<'n>, c: Unpacked<'n>) -> Unpacked<'n> {
    let _stage = n.stage("wide_product");
    let one = n.constant(1, exact.exponent_minus_one.width());
    // A zero has the smallest exponent, as everywhere: it must not count as the larger operand.
    let exponent = (exact.exponent_minus_one.only_if(!product.zero) + one).named("exponent");
    let significand = exact.top.kept.join(exact.top.sticky).named("significand");
    Unpacked {
        sign: product.sign,
        exponent,
        significand,
        magnitude: exponent.join(significand),
        zero: product.zero,
        // The classes are dealt with beside the adder.
        infinite: c.infinite,
        nan: c.nan,
    }
}

/// Whether a product's exponent can fall below the result format's smallest: the smallest product of two subnormals
/// is 2^(2 - 2 * bias - 2 * fraction_bits).
fn product_can_be_subnormal(behaviour: &Behaviour) -> bool {
    let (operand, result) = (behaviour.formats.operand, behaviour.formats.result);
    2 * (operand.bias() + u64::from(operand.fraction_bits)) - 2 > result.bias() - 1
}
