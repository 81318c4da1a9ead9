//! Leading zeros: how far a sum is from being normalised.

use crate::net::{hidden, unsigned, Net, Scope, Stage};
use crate::stage::step;

/// Counts the zeros above the highest one. Without any one the count means nothing.
///
/// `stage` is what the count is called in the Verilog.
pub fn count_leading_zeros<'n>(n: Scope<'n>, stage: impl Into<Stage>, value: Net<'n>) -> Net<'n> {
    ZerosInGroups::of(n, stage, value).count()
}

/// Leading zeros that are counted in groups of bits, but not yet of the whole value: where a pipeline can be cut.
pub struct ZerosInGroups<'n> {
    scope: Scope<'n>,
    stage: Stage,
    /// What is searched.
    value: Net<'n>,
    /// For each level of the tree, the parts that have no one, the lowest first: the bits, then pairs of them, and on.
    empty: Vec<Vec<Net<'n>>>,
    /// The level of the tree up to which is counted.
    level: usize,
    /// The counts of that level's parts, the lowest first; none for single bits.
    counts: Vec<Net<'n>>,
}

/// A group has 2^GROUP_LEVELS bits.
const GROUP_LEVELS: usize = 2;

/// Counts as a tree: each level joins the counts of two halves.
///
/// The count of a pair of halves is the upper half's where that has a one; otherwise the lower half's with the half's
/// width added, which only sets the next bit of the count (Oklobdzija, "An algorithmic and novel design of a leading
/// zero detector circuit", IEEE Trans. VLSI Systems 2(1), 1994).
impl<'n> ZerosInGroups<'n> {
    /// Counts in the groups, and finds which parts of the value are empty.
    pub fn of(n: Scope<'n>, stage: impl Into<Stage>, value: Net<'n>) -> ZerosInGroups<'n> {
        let stage = stage.into();
        let _stage = n.stage(stage.clone());
        value.named(hidden("searched"));
        // Ones below the value make its width a power of two without adding a count.
        let padding = value.width().next_power_of_two() - value.width();
        let padding = (0..padding).map(|_| n.zero());
        let mut empty: Vec<Vec<Net<'_>>> = vec![padding.chain((0..value.width()).map(|bit| !value.bit(bit))).collect()];
        while let Some([_, _, ..]) = empty.last().map(Vec::as_slice) {
            let level = empty.len();
            let both = |(part, halves): (usize, &[Net<'n>])| {
                let name = format!("empty_{}", place(value, level, part));
                (halves[0] & halves[1]).named(hidden(name))
            };
            empty.push(empty[level - 1].chunks(2).enumerate().map(both).collect());
        }
        let levels = empty.len() - 1;
        let mut groups = ZerosInGroups {
            scope: n,
            stage,
            value,
            empty,
            level: 0,
            counts: Vec::new(),
        };
        groups.count_up_to(GROUP_LEVELS.min(levels));
        groups
    }

    /// Counts in the whole value.
    pub fn count(mut self) -> Net<'n> {
        let n = self.scope;
        let _stage = n.stage(self.stage.clone());
        self.count_up_to(self.empty.len() - 1);
        self.counts.pop().unwrap_or_else(|| n.zero()).named(unsigned("count"))
    }

    fn count_up_to(&mut self, level: usize) {
        while self.level < level {
            let join = |(part, halves): (usize, &[Net<'n>])| {
                let high_empty = halves[1];
                let Some(counts) = self.counts.chunks(2).nth(part) else {
                    return high_empty;
                };
                let place = place(self.value, self.level + 1, part);
                let below = high_empty.select(counts[0], counts[1]);
                high_empty
                    .join(below.named(hidden(format!("zeros_{place}_below"))))
                    .named(hidden(format!("zeros_{place}")))
            };
            self.counts = self.empty[self.level].chunks(2).enumerate().map(join).collect();
            self.level += 1;
        }
    }
}

/// The bits of the value in a part of a level of the tree, as `HIGH_to_LOW`; the tree's lowest bits may be padding.
fn place(value: Net<'_>, level: usize, part: usize) -> String {
    let padding = value.width().next_power_of_two() - value.width();
    let bit = |position: usize| (position as u32).saturating_sub(padding);
    let (high, low) = (bit(((part + 1) << level) - 1), bit(part << level));
    format!("{high}_to_{low}")
}

/// A word with a one at the place `limit` below its top, and no other.
///
/// A sum is normalised only as far as its exponent allows. With this one added to it, its leading zeros are `limit` at
/// most: no comparison is needed, and the one is ready while the sum is still being computed.
pub fn stop_at<'n>(n: Scope<'n>, limit: Net<'n>, width: u32) -> Net<'n> {
    let _stage = n.stage(step::STOP);
    let top = n.constant(1, 1).append_zeros(width - 1);
    top.shift_right(limit).named("one")
}
