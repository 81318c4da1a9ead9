//! Order: the operand of larger magnitude first.

use crate::net::Net;
use crate::stage::Unpacked;

/// Two operands sorted by magnitude.
#[derive(Clone, Copy)]
pub struct Ordered<'n> {
    /// The operand of larger magnitude, or the first of two equal ones.
    pub larger: Unpacked<'n>,
    /// The other one.
    pub smaller: Unpacked<'n>,
    /// The difference of their exponents.
    pub distance: Net<'n>,
}

/// Sorts two finite operands by magnitude.
pub fn order<'n>(a: Unpacked<'n>, b: Unpacked<'n>) -> Ordered<'n> {
    let _stage = a.sign.builder().stage("order");
    let swap = a.magnitude.less_than(b.magnitude).named("swap");
    let larger = Unpacked::select(swap, b, a);
    let smaller = Unpacked::select(swap, a, b);
    larger.sign.named("larger_sign");
    larger.exponent.named("larger_exponent");
    larger.significand.named("larger_significand");
    smaller.significand.named("smaller_significand");
    larger.called("larger_");
    smaller.called("smaller_");
    let distance = (larger.exponent - smaller.exponent).named("distance");
    Ordered {
        larger,
        smaller,
        distance,
    }
}
