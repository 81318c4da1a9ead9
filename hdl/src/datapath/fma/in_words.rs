//! The alignment and the normaliser for simulation: each step is one operation on a whole word.
//!
//! A simulator computes a word in the time of a bit, and a shift by any distance in that of a shift by one place. It
//! computes one net after another, so that no step is worth starting early.

use crate::datapath::fma::addend::Alignment;
use crate::datapath::fma::exponents::Exponents;
use crate::datapath::fma::sum::NormalisedSum;
use crate::datapath::fma::window::Window;
use crate::net::{hidden, signed, unsigned, Net, Scope};
use crate::stage::{step, Normalised, Top, UnnormalisedSum, Unpacked};

/// Shifts the addend down the window in one step. If the opposite shift gives the addend back, nothing was lost.
pub fn align<'n>(n: Scope<'n>, window: Window, exponents: Exponents<'n>, c: Unpacked<'n>) -> (Alignment<'n>, Net<'n>) {
    let _stage = n.stage(step::ALIGN_ADDEND);
    let distance = exponents
        .add_to_product("distance_chain", exponents.offset_from_addend)
        .named(signed("signed_distance"));
    // The exponent of a zero product is arbitrary, so it must not shift the addend down.
    let above = (distance.top_bit() | exponents.zero_product).named("addend_above");
    let distance = distance
        .low(distance.width() - 1)
        .only_if(!above)
        .named(unsigned("distance"));
    let at_top = c
        .significand
        .append_zeros(window.places() - window.addend)
        .named(hidden("at_top"));
    let addend = at_top.shift_right(distance).named("addend");
    let alignment = Alignment {
        above,
        distance,
        keeps_all: addend.shift_left(distance).equals(at_top).named("keeps_all"),
    };
    (alignment, addend)
}

/// Takes the magnitude of a sum and shifts it up, as far as its exponent allows.
pub fn normalise<'n>(n: Scope<'n>, sum: UnnormalisedSum<'n>, keep: u32) -> NormalisedSum<'n> {
    let _stage = n.stage(step::NORMALISE);
    let UnnormalisedSum {
        value,
        exponent_minus_one,
        ..
    } = sum;
    let width = value.width();
    let of_negative = n.zero().repeat(width) - value;
    let magnitude = sum.negative.select(of_negative, value).named("magnitude");
    let count = match sum.moves {
        Some(moves) => leading_zeros(magnitude).only_if(moves),
        None => {
            // A one at the last place to which the exponent allows a shift ends the search there.
            let top = n.constant(1, 1).append_zeros(width - 1);
            let last = top.shift_right(exponent_minus_one).named(hidden("last_place"));
            leading_zeros((magnitude | last).named(hidden("searched")))
        }
    };
    let count = count.named(unsigned("count"));
    let moved = magnitude.shift_left(count).named(hidden("moved"));
    let nonzero = magnitude.any().named("nonzero");
    let bits = exponent_minus_one.width().max(count.width());
    let lowered = exponent_minus_one.zero_extend(bits) - count.zero_extend(bits);
    let lowered = lowered
        .low(exponent_minus_one.width())
        .named(hidden(unsigned("exponent")));
    NormalisedSum {
        normalised: Normalised {
            exponent_minus_one: lowered.only_if(nonzero).named(unsigned("exponent_minus_one")),
            top: Top {
                kept: moved.high(keep).named("kept"),
                sticky: moved.low(width - keep).any().named("sticky"),
            },
        },
        negative: n.zero(),
        nonzero,
        too_large: None,
    }
}

/// Counts the zeros above the highest one by halving. For an all-zero value the count has no meaning.
fn leading_zeros(value: Net<'_>) -> Net<'_> {
    let steps = u32::BITS - (value.width() - 1).leading_zeros();
    let mut rest = value;
    let mut count: Option<Net<'_>> = None;
    for position in (0..steps).rev() {
        let by = 1 << position;
        let empty = rest.high(by).is_zero().named(hidden(format!("zeros_{by}")));
        let moved = rest.low(rest.width() - by).append_zeros(by);
        rest = empty.select(moved, rest).named(hidden(format!("searched_below_{by}")));
        count = Some(count.map_or(empty, |count| count.join(empty)));
    }
    count.expect("a sum has several places")
}
