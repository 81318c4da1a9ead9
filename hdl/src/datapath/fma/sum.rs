//! The sum of product and addend.

use halfpipe_isa::LaneFormats;

use crate::datapath::fma::window::Window;
use crate::datapath::mul::Product;
use crate::net::{hidden, signed, Net, Scope};
use crate::stage::{add_with_both, step, Normalised};

/// The sum of product and addend, in two's complement.
#[derive(Clone, Copy)]
pub struct WindowSum<'n> {
    /// The sign of the product.
    pub product_sign: Net<'n>,
    /// 1 if the signs differ, so that the addend was subtracted.
    pub subtracted: Net<'n>,
    /// 1 if the addend was the larger, so that the value is negative.
    pub negative: Net<'n>,
    /// The window, without the sign.
    pub value: Net<'n>,
}

/// A normalised sum.
#[derive(Clone, Copy)]
pub struct NormalisedSum<'n> {
    /// Its exponent and its upper bits.
    pub normalised: Normalised<'n>,
    /// 1 if the upper bits are those of a negative number.
    pub negative: Net<'n>,
    /// 1 if the sum is not zero.
    pub nonzero: Net<'n>,
    /// 1 if the exponent with the top bit does not fit the format. Given if the exponent alone does not tell.
    pub too_large: Option<Net<'n>>,
}

/// The widest window that the form for speed adds on one carry chain, in bits.
const LONGEST_CHAIN: u32 = 60;

/// Adds the addend in its place to the product, or its complement. `is_fast` is true in the form for speed, and `subtracted` is 1 if
/// the signs differ.
pub fn add<'n>(
    n: Scope<'n>,
    formats: LaneFormats,
    is_fast: bool,
    product: Product<'n>,
    subtracted: Net<'n>,
    addend: Net<'n>,
    keeps_all: Net<'n>,
) -> WindowSum<'n> {
    let _stage = n.stage(step::ADD);
    let window = Window::from_formats(formats);
    // The sum has no carry out, because the window has only the addend above the product.
    let addend = (addend ^ subtracted.repeat(addend.width())).named(hidden("addend"));
    let in_place = product.significand.append_zeros(window.below - 1);
    // The complement of an addend takes one more at its lowest bit, the sticky bit. It carries on where that bit is 0.
    let carry = Some([subtracted, keeps_all]);
    let is_one_chain = formats.operand == formats.result && (!is_fast || window.bits() <= LONGEST_CHAIN);
    let sum = if is_one_chain {
        let addend = subtracted.join(addend).named(hidden(signed("signed_addend")));
        add_with_both("chain", in_place.zero_extend(addend.width()), addend, carry)
    } else {
        // A mixed-precision window has over 60 bits too.
        add_below(in_place, addend, subtracted, carry)
    };
    WindowSum {
        product_sign: product.sign,
        subtracted,
        negative: sum.top_bit().named("negative"),
        value: sum.low(window.places()).join(!keeps_all).named("sum"),
    }
}

/// Adds the product to the lower end of the addend and its sign, with a carry in. The part of the addend above the
/// product is computed for both carries and selected by the carry (Bedrij, "Carry-select adder", IRE Trans. Electronic
/// Computers EC-11, 1962). Returns the sum with its sign.
fn add_below<'n>(product: Net<'n>, addend: Net<'n>, sign: Net<'n>, carry: Option<[Net<'n>; 2]>) -> Net<'n> {
    let reached = product.width();
    let [product, of_addend] = [product, addend.low(reached)].map(|part| part.zero_extend(reached + 1));
    let lower = add_with_both("chain", product, of_addend, carry);
    let upper = sign
        .join(addend.high(addend.width() - reached))
        .named(hidden("upper_addend"));
    let one = sign.builder().constant(1, upper.width());
    let upper = lower.top_bit().select(upper + one, upper).named("upper");
    upper.join(lower.low(reached))
}
