//! Leading one: an operand's significand shifted until its leading one is at the top.

use crate::net::{hidden, unsigned, Net, Scope};
use crate::stage::step;

/// A significand with its leading one at the top.
#[derive(Clone, Copy)]
pub struct LeadingOne<'n> {
    /// The significand, whose top bit is the constant 1. A zero becomes a power of two, too.
    pub significand: Net<'n>,
    /// The distance of the shift; without a meaning for a zero.
    pub count: Net<'n>,
}

/// Shifts a significand left until its leading one is at the top, the widest step first. A step is made if all bits that
/// it shifts out are 0. `operand` names the significand in the Verilog.
///
/// The steps reach `farthest`, or all bits. A leading one below their reach is lost.
pub fn shift_to_leading_one<'n>(
    n: Scope<'n>,
    operand: &str,
    significand: Net<'n>,
    farthest: Option<u32>,
) -> LeadingOne<'n> {
    let _stage = n.stage(step::leading_one(operand));
    let width = significand.width();
    let farthest = farthest.unwrap_or(width - 1);
    let steps = (0..=farthest.ilog2()).rev();
    let mut shifted = significand;
    let mut count: Option<Net<'n>> = None;
    for distance in steps.map(|position| 1 << position) {
        let moves = (!shifted.high(distance).any()).named(hidden(format!("moves_by_{distance}")));
        let moved = shifted.low(width - distance).append_zeros(distance);
        shifted = moves.select(moved, shifted).named(hidden(format!("by_{distance}")));
        count = Some(count.map_or(moves, |higher| higher.join(moves)));
    }
    LeadingOne {
        significand: n.constant(1, 1).join(shifted.low(width - 1)).named("significand"),
        count: count.unwrap_or_else(|| n.zero()).named(unsigned("count")),
    }
}
