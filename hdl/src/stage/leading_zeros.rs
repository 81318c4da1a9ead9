//! Leading-zero count: the shift that normalises a significand.

use crate::net::{hidden, unsigned, Net, Scope, Stage};

/// Counts the zeros above the highest one. For an all-zero value the count has no meaning.
///
/// It counts as a tree: each level joins the counts of two halves. The count of a pair is that of its upper half if
/// that half has a one. Otherwise it is the count of the lower half plus the width of a half. Adding that width only
/// sets the next bit (Oklobdzija, "An algorithmic and novel design of a leading zero detector circuit", IEEE Trans.
/// VLSI Systems 2(1), 1994).
///
/// `stage` is the name of the count in the Verilog.
pub fn count_leading_zeros<'n>(n: Scope<'n>, stage: impl Into<Stage>, value: Net<'n>) -> Net<'n> {
    let _stage = n.stage(stage);
    value.named(hidden("searched"));
    // Ones below the value extend its width to a power of two without changing the count.
    let padding = value.width().next_power_of_two() - value.width();
    let padding = (0..padding).map(|_| n.zero());
    // For each part of a level, 1 if all its bits are 0, and its count; the lowest part first. Single bits have no
    // count.
    let mut empty: Vec<Net<'n>> = padding.chain((0..value.width()).map(|bit| !value.bit(bit))).collect();
    let mut counts: Vec<Net<'n>> = Vec::new();
    let mut level = 0;
    while empty.len() > 1 {
        level += 1;
        let join = |(part, halves): (usize, &[Net<'n>])| {
            let high_empty = halves[1];
            let Some(counts) = counts.chunks(2).nth(part) else {
                return high_empty;
            };
            let place = place(value, level, part);
            let below = high_empty.select(counts[0], counts[1]);
            high_empty
                .join(below.named(hidden(format!("zeros_{place}_below"))))
                .named(hidden(format!("zeros_{place}")))
        };
        counts = empty.chunks(2).enumerate().map(join).collect();
        let both = |(part, halves): (usize, &[Net<'n>])| {
            let name = format!("empty_{}", place(value, level, part));
            (halves[0] & halves[1]).named(hidden(name))
        };
        empty = empty.chunks(2).enumerate().map(both).collect();
    }
    counts.pop().unwrap_or_else(|| n.zero()).named(unsigned("count"))
}

/// Names the bits of the value in a part of a level of the tree, as `HIGH_to_LOW`. The tree's lowest bits may be
/// padding.
fn place(value: Net<'_>, level: usize, part: usize) -> String {
    let padding = value.width().next_power_of_two() - value.width();
    let bit = |position: usize| (position as u32).saturating_sub(padding);
    let (high, low) = (bit(((part + 1) << level) - 1), bit(part << level));
    format!("{high}_to_{low}")
}
