//! Order: the operand of larger magnitude first.

use crate::net::{unsigned, Net, Scope};
use crate::stage::{step, Unpacked};

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
pub fn order<'n>(n: Scope<'n>, a: Unpacked<'n>, b: Unpacked<'n>) -> Ordered<'n> {
    let _stage = n.stage(step::ORDER);
    let swap = a.magnitude.less_than(b.magnitude).named("swap");
    let larger = Unpacked::select("larger_", swap, b, a);
    let larger = Unpacked {
        sign: larger.sign.named("larger_sign"),
        exponent: larger.exponent.named(unsigned("larger_exponent")),
        significand: larger.significand.named("larger_significand"),
        ..larger
    };
    let smaller = Unpacked::select("smaller_", swap, a, b);
    let smaller = Unpacked {
        significand: smaller.significand.named("smaller_significand"),
        ..smaller
    };
    let distance = (larger.exponent - smaller.exponent).named(unsigned("distance"));
    Ordered {
        larger,
        smaller,
        distance,
    }
}
