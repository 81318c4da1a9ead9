//! Conversions of a half-precision format around one shifter and one rounder.
//!
//! All of them shift digits up to a place and round them there. The word of the shifter has its point below the bits of
//! the largest integer.
//!
//! - From an integer: the magnitude is above the point and moves up until its leading one is at the top.
//! - To an integer: the half is just below the point and moves up by its exponent.
//! - From single precision: a number is as far below the top as a subnormal half can be. A normal one moves to the top.

mod group;
mod integer;
mod number;
mod placement;
mod rounding;

use halfpipe_isa::{FloatFormat, Instruction};

use crate::fpu::control::Controls;
use crate::fpu::conversion_kind::Kind;
use crate::net::{unsigned, Net, Scope};
use crate::stage::{shift_left_to_top, step};
use group::ConversionGroup;
use placement::ShiftInput;

/// Returns the result, in 32 bits, of the selected one of these conversions, which have the half on one side.
pub fn shared<'n>(
    n: Scope<'n>,
    element: FloatFormat,
    instructions: &[Instruction],
    controls: Controls<'n>,
    a: Net<'n>,
) -> Net<'n> {
    let group = ConversionGroup::new(element, instructions);
    let from_integer = group
        .has(Kind::FromInteger)
        .then(|| group.place_integer(n, controls, a));
    let to_integer = group.has(Kind::ToInteger).then(|| group.place_half(n, controls, a));
    let narrowing = group.has(Kind::Narrowing).then(|| group.place_single(n, controls, a));

    let stage = n.stage(step::MOVE);
    let placed = [
        from_integer.as_ref().map(|operand| operand.placed),
        to_integer.as_ref().map(|operand| operand.placed),
        narrowing.as_ref().map(|operand| operand.placed),
    ];
    let either = |field: fn(&ShiftInput<'n>) -> Net<'n>| {
        let nets = placed.iter().flatten().map(field);
        let width = nets.clone().map(Net::width).max().expect("the group has a conversion");
        let all = nets.map(|net| net.zero_extend(width));
        all.reduce(|one, other| one | other)
            .expect("the group has a conversion")
    };
    let word = either(|placed| placed.word).named("digits");
    let amount = either(|placed| placed.amount).named(unsigned("amount"));
    let top = shift_left_to_top(word, amount, group.keep());
    drop(stage);

    let integer = to_integer.map(|operand| group.round_to_integer(n.scope("integer"), controls, operand, top));
    let number = match (from_integer, narrowing) {
        (None, None) => None,
        (from_integer, narrowing) => Some(group.round_to_number(n, controls, from_integer, narrowing, top)),
    };
    let _stage = n.stage(step::CHOOSE_RESULT);
    match (integer, number) {
        (Some(integer), Some(number)) => controls.to_integer.select(integer, number),
        (integer, number) => integer.or(number).expect("the group has a conversion"),
    }
}
