//! Order: the operand of larger magnitude first, by a comparison of the encodings as integers.

use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::{step, Unpacked};

/// Two operands sorted by magnitude.
#[derive(Clone, Copy)]
pub struct Ordered<'n> {
    /// The operand of larger magnitude, or the first of two equal ones.
    pub larger: Unpacked<'n>,
    /// The other operand.
    pub smaller: Unpacked<'n>,
    /// The difference of the exponents.
    pub distance: Net<'n>,
}

/// Sorts two finite operands by magnitude.
pub fn order<'n>(n: Scope<'n>, a: Unpacked<'n>, b: Unpacked<'n>) -> Ordered<'n> {
    let _stage = n.stage(step::ORDER);
    let (swap, distance) = compare(a, b);
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
    Ordered {
        larger,
        smaller,
        distance,
    }
}

/// Returns 1 if a has the smaller magnitude, and the difference of the exponents, from one carry chain.
///
/// The lower end compares the magnitudes, two bits in a place. Its carry out is 1 if a is not the smaller one. A place
/// with a bit and its complement passes the carry on and makes it visible. At the upper end the carry is the one that a
/// difference needs as a sum with the complement. With it, the chain has a's exponent less b's. Without it, the chain
/// has that less one, which is the complement of b's less a's.
fn compare<'n>(a: Unpacked<'n>, b: Unpacked<'n>) -> (Net<'n>, Net<'n>) {
    let (above, at_least) = compare_pairs(a.magnitude, b.magnitude);
    let shown = b.exponent.bit(0);
    let left = a.exponent.join(shown).join(above);
    let right = (!b.exponent).join(!shown).join(at_least).named(hidden("complement"));
    let one = shown.builder().constant(1, left.width());
    let chain = (left.named(hidden("compared")) + right + one).named(hidden("chain"));
    let swap = chain.bit(above.width()).named("swap");
    let difference = chain.high(a.exponent.width());
    let distance = (difference ^ swap.repeat(difference.width())).named(hidden("absolute"));
    // The last digit does not need the chain.
    let last = (a.exponent.bit(0) ^ b.exponent.bit(0)).named(hidden("odd"));
    let distance = distance.high(distance.width() - 1).join(last);
    (swap, distance.named(unsigned("distance")))
}

/// Returns, for every two bits, 1 if a's are above b's, and 1 if they are not below. With an odd number of bits, the
/// lowest one is alone.
///
/// The sum of the two numbers plus one carries if a is not below b, with half as many places as the numbers have.
pub fn compare_pairs<'n>(a: Net<'n>, b: Net<'n>) -> (Net<'n>, Net<'n>) {
    let named = |net: Net<'n>, name: &str, top: u32| net.named(hidden(format!("{name}_at_{top}")));
    let bit = |position: u32| {
        let (a, b) = (a.bit(position), b.bit(position));
        (named(a & !b, "above", position), named(a | !b, "at_least", position))
    };
    let pair = |top: u32| {
        let (above, at_least) = bit(top);
        if top == 0 {
            return (above, at_least);
        }
        let (lower_above, lower_at_least) = bit(top - 1);
        let above_in_two = named(above | (at_least & lower_above), "above_in_two", top);
        (
            above_in_two,
            named(above | (at_least & lower_at_least), "at_least_in_two", top),
        )
    };
    let tops = (0..a.width()).rev().step_by(2).map(pair);
    let joined = tops.reduce(|high, low| (high.0.join(low.0), high.1.join(low.1)));
    let (above, at_least) = joined.expect("a magnitude has bits");
    (above.named(hidden("above")), at_least.named(hidden("at_least")))
}
