//! Conversions of a half-precision format around one [`HalfShifter`](crate::datapath::conversion::HalfShifter) and one
//! rounder.

mod group;
mod integer;
mod number;
mod placement;

use halfpipe_isa::{FloatFormat, Instruction};

use crate::fpu::control::Controls;
use crate::net::{Net, Scope};
use crate::stage::step;
use group::ConversionGroup;

/// Returns the result, in 32 bits, of the selected one of these conversions, which have the half on one side.
pub fn shared<'n>(
    n: Scope<'n>,
    format: FloatFormat,
    instructions: &[Instruction],
    controls: Controls<'n>,
    a: Net<'n>,
) -> Net<'n> {
    let group = ConversionGroup::new(format, instructions);
    let shifter = &group.shifter;
    let from_integer = (shifter.from_integer_bits > 0).then(|| group.place_integer(n, controls, a));
    let to_integer = (shifter.to_integer_bits > 0).then(|| group.place_half(n, controls, a));
    let narrowing = shifter.narrows.then(|| group.place_single(n, controls, a));
    let placed = [
        from_integer.map(|number| number.placed),
        to_integer.map(|half| half.placed),
        narrowing.map(|number| number.placed),
    ];
    let top = shifter.shift(n, placed);
    let integer = to_integer.map(|half| group.round_to_integer(n.scope("integer"), controls, half, top));
    let number = group.round_to_number(n, controls, [from_integer, narrowing], top);
    let _stage = n.stage(step::CHOOSE_RESULT);
    match (integer, number) {
        (Some(integer), Some(number)) => controls.to_integer.select(integer, number),
        (integer, number) => integer.or(number).expect("the group has a conversion"),
    }
}
