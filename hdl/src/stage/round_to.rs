//! Round to: the rounder for any value and any format.

use halfpipe_isa::FloatFormat;

use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::denormalise::is_normal;
use crate::stage::{denormalise, round, step, Carry, Raw, Rounded, Unrounded};

/// Rounds a value to a format. [`pack()`](super::pack()) encodes it.
///
/// This is the general input of [`round()`] and accepts any exponent. A datapath that normalises its result no farther
/// than the format's smallest exponent needs no shift back. It uses [`round()`] directly.
///
/// `up` is the carry that rounds the magnitude up. For PTX's modes it is [`Unrounded::rounds_up`].
pub fn round_to<'n>(
    n: Scope<'n>,
    format: FloatFormat,
    raw: Raw<'n>,
    up: impl Fn(&Unrounded<'n>) -> Carry<'n>,
) -> Rounded<'n> {
    let exact = denormalise(n, format, raw);
    within_bounds(n, format, raw, round(n, format, up(&exact), exact))
}

/// Simplifies the rounded value by the bounds of its exponent. If no exponent is too large, the overflow check is left
/// out.
pub(super) fn within_bounds<'n>(n: Scope<'n>, format: FloatFormat, raw: Raw<'n>, rounded: Rounded<'n>) -> Rounded<'n> {
    let if_possible = |possible: bool, net: Net<'n>| if possible { net } else { n.zero() };
    let (greatest, allowed) = (raw.exponent.greatest(), format.max_exponent());
    // Even with the greatest exponent, rounding can exceed the largest number. The magnitude is then already infinity.
    let can_exceed = greatest >= allowed;
    let can_overflow = greatest > allowed || can_exceed && !format.has_infinity();
    let rounded = if is_normal(format, raw) {
        with_zero(n, format, raw.zero, rounded)
    } else {
        rounded
    };
    Rounded {
        exceeds: if_possible(can_exceed, rounded.exceeds),
        overflow: if_possible(can_overflow, rounded.overflow),
        ..rounded
    }
}

/// Returns the rounded value, with the exponent of zeros if it is zero; until here that exponent is arbitrary. A mask
/// before the rounding chain would keep a synthesiser from merging that chain with the additions before it.
fn with_zero<'n>(n: Scope<'n>, format: FloatFormat, zero: Net<'n>, rounded: Rounded<'n>) -> Rounded<'n> {
    let _stage = n.stage(step::ROUND);
    let exponent = rounded.magnitude.high(format.exponent_bits).only_if(!zero);
    let exponent = exponent.named(hidden(unsigned("exponent")));
    Rounded {
        magnitude: exponent.join(rounded.magnitude.low(format.fraction_bits)),
        exceeds: (rounded.exceeds & !zero).named(hidden("number_exceeds")),
        overflow: (rounded.overflow & !zero).named(hidden("number_overflows")),
        ..rounded
    }
}
