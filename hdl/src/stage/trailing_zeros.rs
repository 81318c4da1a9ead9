//! Trailing-zero count: the place of the lowest one.

use crate::net::{hidden, unsigned, Net, Scope, Stage};

/// Counts the zeros below the lowest one. For an all-zero value the count has no meaning.
///
/// The highest bit of the count tells whether the lower half is zero, and selects the count of one half.
///
/// `stage` is the name of the count in the Verilog.
pub fn count_trailing_zeros<'n>(n: Scope<'n>, stage: impl Into<Stage>, value: Net<'n>) -> Net<'n> {
    let _stage = n.stage(stage);
    let count = count(value, 0).unwrap_or_else(|| n.zero());
    count.named(unsigned("count"))
}

/// Counts the zeros of a part that begins at bit `start`; a single bit has no count.
fn count(part: Net<'_>, start: u32) -> Option<Net<'_>> {
    let half = part.width().next_power_of_two() / 2;
    if half == 0 {
        return None;
    }
    let middle = start + half;
    let lower_has_one = part.low(half).any();
    let lower_is_zero = !lower_has_one.named(hidden(format!("one_in_{}_to_{start}", middle - 1)));
    let Some(lower) = count(part.low(half), start) else {
        return Some(lower_is_zero);
    };
    let upper = count(part.high(part.width() - half), middle);
    let upper = upper.map_or(part.builder().zero(), |upper| upper);
    let below = lower_is_zero.select(upper.zero_extend(lower.width()), lower);
    Some(lower_is_zero.join(below.named(hidden(format!("zeros_from_{start}")))))
}
