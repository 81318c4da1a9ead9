//! Barrel shifters that keep the lost bits as one bit, the sticky bit.
//!
//! Rounding and the sign of a difference only need to know whether the lost bits were all zero.

use crate::net::{hidden, Net};

/// Shifts right. The lowest bit of the result is the OR of all bits that were shifted out and of the bit in that place.
///
/// The shortest steps come first, because a subtraction gives the lowest bits of the amount first. Steps of four places
/// and more lose whole groups of four bits. Their sticky bit is therefore known before they are made.
pub fn shift_right_sticky<'n>(value: Net<'n>, amount: Net<'n>) -> Net<'n> {
    let near = near_bits(value, amount);
    shift_right_in_steps(value, amount, 0..near, |bits, position| match position {
        0 | 1 => amount.bit(position) & bits.low(1 << position).any(),
        2 => lost_in_nibbles(bits, amount.slice(2, near - 2)),
        _ => bits.builder().zero(),
    })
}

/// Returns the number of low bits of the amount that shift by less than the width. Any higher bit shifts everything
/// out.
fn near_bits(value: Net<'_>, amount: Net<'_>) -> u32 {
    (u32::BITS - (value.width() - 1).leading_zeros()).min(amount.width())
}

/// Returns 1 if a shift by `groups` groups of four bits loses a 1.
fn lost_in_nibbles<'n>(bits: Net<'n>, groups: Net<'n>) -> Net<'n> {
    let count = ((1 << groups.width()) - 1).min(bits.width().div_ceil(4));
    let lost = |group: u32| {
        let low = 4 * group;
        let four = bits.slice(low, 4.min(bits.width() - low)).any();
        let lost = four.named(hidden(format!("any_from_{low}"))) & is_above(groups, u64::from(group));
        lost.named(hidden(format!("lost_from_{low}")))
    };
    let lost = (0..count).map(lost).reduce(|low, high| high.join(low));
    lost.map_or_else(
        || bits.builder().zero(),
        |groups| groups.named(hidden("lost_groups")).any(),
    )
}

/// Returns 1 if a number of few bits is above a constant, without a carry chain.
pub fn is_above<'n>(number: Net<'n>, constant: u64) -> Net<'n> {
    let nothing = number.builder().zero();
    (0..number.width()).fold(nothing, |lower, position| {
        let above = match constant >> position & 1 {
            0 => number.bit(position) | lower,
            _ => number.bit(position) & lower,
        };
        let digits = constant & ((2 << position) - 1);
        above.named(hidden(format!("digits_to_{position}_above_{digits}")))
    })
}

/// Shifts right in steps. `loses` returns 1 if a step loses a 1, from the bits before the step. A step may answer for
/// all later steps too; these then return 0.
///
/// If everything is shifted out, the value is cleared before the last step. The lookup table of a step takes two bits
/// and the amount and has one input left for this. The table of the last step uses that input for the logic after it.
fn shift_right_in_steps<'n>(
    value: Net<'n>,
    amount: Net<'n>,
    steps: impl Iterator<Item = u32>,
    loses: impl Fn(Net<'n>, u32) -> Net<'n>,
) -> Net<'n> {
    let width = value.width();
    let near_bits = near_bits(value, amount);
    let far = match amount.width() - near_bits {
        0 => value.builder().zero(),
        above => amount.high(above).any().named(hidden("far")),
    };
    let mut lost = far & value.any();
    let mut shifted = value;
    let steps: Vec<u32> = steps
        .filter(|position| amount.bit(*position).constant_value() != Some(0))
        .collect();
    for position in steps.iter().copied() {
        if Some(&position) == steps.last() {
            shifted = shifted.only_if(!far).named(hidden("near"));
        }
        let distance = 1 << position;
        lost = (lost | loses(shifted, position)).named(hidden(format!("lost_by_{distance}")));
        shifted = amount
            .bit(position)
            .select(shifted.high(width - distance).zero_extend(width), shifted)
            .named(hidden(format!("by_{distance}")));
    }
    shifted.high(width - 1).join(shifted.bit(0) | lost)
}

/// Shifts right and drops the bits that are shifted out, the widest steps first.
///
/// An amount beyond the width makes as many of the widest steps as clear the value, so no step needs an input for it.
pub fn shift_right_cut<'n>(value: Net<'n>, amount: Net<'n>) -> Net<'n> {
    let width = value.width();
    let near = near_bits(value, amount);
    let far = match amount.width() - near {
        0 => value.builder().zero(),
        above => amount.high(above).any().named(hidden("far")),
    };
    let mut cleared = 0;
    (0..near).rev().fold(value, |value, position| {
        let distance = 1 << position;
        let by = if cleared < width {
            (amount.bit(position) | far).named(hidden(format!("step_{distance}")))
        } else {
            amount.bit(position)
        };
        cleared += distance;
        let moved = value.high(width - distance).zero_extend(width);
        by.select(moved, value).named(hidden(format!("by_{distance}")))
    })
}

/// The top of a left-shifted value, and the sticky bit of all bits below it.
#[derive(Clone, Copy)]
pub struct Top<'n> {
    /// The requested bits.
    pub kept: Net<'n>,
    /// 1 if any bit below them is set.
    pub sticky: Net<'n>,
}

/// Shifts left and keeps the top `keep` bits.
pub fn shift_left_to_top<'n>(value: Net<'n>, amount: Net<'n>, keep: u32) -> Top<'n> {
    let steps = (0..amount.width()).rev();
    let shifted = steps.fold(StickyLeftShift::new(value, keep), |shift, position| {
        shift.step(position, amount.bit(position))
    });
    shifted.top()
}

/// A left shifter that keeps the top and a sticky bit. The widest step comes first.
///
/// After each step, bits too low for the remaining steps to shift into the kept ones go into the sticky bit. The
/// shifter therefore gets narrower step by step, and the sticky bit is ready together with the result.
#[derive(Clone, Copy)]
pub struct StickyLeftShift<'n> {
    /// The bits that can still be kept.
    pub bits: Net<'n>,
    sticky: Net<'n>,
    keep: u32,
}

impl<'n> StickyLeftShift<'n> {
    /// Returns the value before the first step.
    pub fn new(value: Net<'n>, keep: u32) -> StickyLeftShift<'n> {
        StickyLeftShift {
            bits: value,
            sticky: value.builder().zero(),
            keep,
        }
    }

    /// Shifts left by 2^`position` places if `by` is 1. The steps that follow are at most half of that.
    pub fn step(self, position: u32, by: Net<'n>) -> StickyLeftShift<'n> {
        let width = self.bits.width();
        let distance = 1_u32.checked_shl(position).unwrap_or(u32::MAX);
        let moved = if distance < width {
            self.bits.low(width - distance).append_zeros(distance)
        } else {
            by.builder().constant(0, width)
        };
        let bits = by.select(moved, self.bits).named(hidden(format!("by_{distance}")));
        let reachable = self.keep.saturating_add(distance - 1);
        if width <= reachable {
            return StickyLeftShift { bits, ..self };
        }
        let below = (self.sticky | bits.low(width - reachable).any()).named(hidden(format!("below_by_{distance}")));
        StickyLeftShift {
            bits: bits.high(reachable),
            sticky: below,
            ..self
        }
    }

    /// Returns the top, after the last step.
    pub fn top(self) -> Top<'n> {
        let lacking = self.keep.saturating_sub(self.bits.width());
        Top {
            kept: self.bits.append_zeros(lacking),
            sticky: self.sticky,
        }
    }
}
