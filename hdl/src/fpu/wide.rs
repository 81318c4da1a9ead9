//! A half-precision product as an operand of an adder of a wider format.
//!
//! The product of two half-precision significands has at most as many bits as the wider significand: 22 or 16 against
//! 24. It is an exact operand of the wide adder, and the sum is rounded once.

use crate::datapath::add::with_extra_bits;
use crate::datapath::mul::{adjust, scale_product, Adjusted, Product, Scale};
use crate::net::{hidden, unsigned, Scope};
use crate::stage::{step, Unpacked};

/// Returns the product and the addend as operands of the wide adder, which takes `keep` bits and a sticky bit of each.
pub fn wide_operands<'n>(
    n: Scope<'n>,
    product: Product<'n>,
    scale: Scale<'n>,
    c: Unpacked<'n>,
    keep: u32,
) -> (Unpacked<'n>, Unpacked<'n>) {
    let scaled = scale_product(n, product, scale, keep);
    let product = wide_operand(n, product, adjust(n, scaled), c);
    // The exponent of the product can exceed the format's, while that of the sum does not.
    let _stage = n.stage(step::ADDEND);
    let exponent = c
        .exponent
        .zero_extend(product.exponent.width())
        .named(hidden(unsigned("exponent_extended")));
    let c = with_extra_bits(n, c);
    let c = Unpacked {
        exponent,
        magnitude: exponent.join(c.significand),
        ..c
    };
    (product, c)
}

/// Returns the product as an operand of the wide adder. The adder's last bit collects all bits below it.
fn wide_operand<'n>(n: Scope<'n>, product: Product<'n>, exact: Adjusted<'n>, c: Unpacked<'n>) -> Unpacked<'n> {
    let _stage = n.stage(step::WIDE_PRODUCT);
    // A product that is not shifted has its leading one at the top, or the smallest exponent, as zeros and subnormals
    // have.
    let one = (!exact.up).zero_extend(exact.exponent.width());
    let exponent = (exact.exponent + one).named(unsigned("exponent"));
    let significand = exact.top.kept.join(exact.top.sticky).named("significand");
    Unpacked {
        sign: product.sign,
        exponent,
        significand,
        magnitude: exponent.join(significand).named(hidden("magnitude")),
        zero: product.zero,
        // NaNs and infinities are handled beside the adder.
        infinite: c.infinite,
        nan: c.nan,
    }
}
