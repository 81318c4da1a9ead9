//! The addend in its place around the product.

use crate::datapath::fma::exponents::Exponents;
use crate::datapath::fma::window::Window;
use crate::net::{hidden, signed, Net, Scope};
use crate::stage::{count_trailing_zeros, step, Unpacked};

/// The place of the addend.
#[derive(Clone, Copy)]
pub struct Alignment<'n> {
    /// 1 if the addend stays at the top of the window. Its distance then has no meaning.
    pub above: Net<'n>,
    /// The distance from the top of the window, in places downwards.
    pub distance: Net<'n>,
    /// 1 if the addend has no ones below the places of the window.
    pub keeps_all: Net<'n>,
}

/// Finds the distance of the addend from the top of the window, which is `GAP` and a significand above the top of the
/// product.
///
/// The sticky bit is a comparison of that distance with the trailing zeros of the addend. It does not wait for the
/// shift.
pub fn place_addend<'n>(n: Scope<'n>, window: Window, exponents: Exponents<'n>, c: Unpacked<'n>) -> Alignment<'n> {
    let fraction = c.significand.low(c.significand.width() - 1);
    let trailing_zeros = count_trailing_zeros(n, step::TRAILING_ZEROS, n.constant(1, 1).join(fraction));
    let _stage = n.stage(step::ALIGN_ADDEND);
    let distance = exponents
        .add_to_product("distance_chain", exponents.offset_from_addend)
        .named(signed("distance"));
    // The exponent of a zero product is arbitrary, so it must not shift the addend down.
    let above = (distance.top_bit() | exponents.zero_product).named("addend_above");
    // The largest distance at which an addend loses no one.
    let of_odd = n.constant(u64::from(window.places() - window.addend), distance.width());
    let limit = (of_odd + trailing_zeros.zero_extend(distance.width())).named(hidden("limit"));
    let offset_from_limit = (exponents.offset_from_addend + !limit).named(hidden("offset_from_limit"));
    let below_limit = exponents.add_to_product("limit_chain", offset_from_limit).top_bit();
    let width = distance.width() - 1;
    Alignment {
        above,
        distance: distance.low(width),
        keeps_all: (below_limit | above | c.zero).named("keeps_all"),
    }
}

/// The number of low bits of the distance, which are ready first. The shifter steps that use only these bits lose
/// nothing.
const FIRST_STEPS: u32 = 2;

/// Shifts the addend down the window. Ones that leave the window are lost.
///
/// After the first steps the widest ones are one step: a sum of products, because the group of places is known one-hot.
/// A wide group is as wide as the addend, so that each place has one source. Narrow ones overlap, and leave fewer steps.
pub fn align_addend<'n>(
    n: Scope<'n>,
    window: Window,
    has_narrow_groups: bool,
    alignment: Alignment<'n>,
    c: Unpacked<'n>,
) -> Net<'n> {
    let _stage = n.stage(step::ALIGN_ADDEND);
    let Alignment { above, distance, .. } = alignment;
    let places = window.places();
    let unmoved = c
        .significand
        .append_zeros((1 << FIRST_STEPS) - 1)
        .named(hidden("unmoved"));
    let begun = unmoved.shift_right(distance.low(FIRST_STEPS)).named("begun");
    let group_bits = begun.width().next_power_of_two().ilog2();
    let group_bits = if has_narrow_groups {
        // Overlapping groups of a mixed sum take too many sources.
        (group_bits - 1).min(FIRST_STEPS + 2)
    } else {
        group_bits
    };
    let group = 1 << group_bits;
    let groups = distance.high(distance.width() - group_bits).named(hidden("groups"));
    let in_group = |index: u32| {
        let is_here = (!above & groups.equals_constant(u64::from(index))).named(hidden(format!("in_group_{index}")));
        let moved = begun.only_if(is_here);
        let part = match index {
            0 => above.select(unmoved, moved),
            _ => moved,
        };
        let part = part.named(hidden(format!("group_{index}")));
        part.append_zeros(places)
            .high(places - index * group)
            .zero_extend(places)
    };
    let placed = (0..places.div_ceil(group))
        .map(in_group)
        .zip(0..)
        .reduce(|(one, _), (other, last)| ((one | other).named(hidden(format!("groups_to_{last}"))), last));
    let (placed, _) = placed.expect("a window has places");
    let moved = (FIRST_STEPS..group_bits).rev().fold(placed, |addend, position| {
        let by = 1 << position;
        (distance.bit(position) & !above)
            .select(addend.high(places - by).zero_extend(places), addend)
            .named(hidden(format!("by_{by}")))
    });
    moved.named("addend")
}
