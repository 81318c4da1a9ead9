//! What changed between two results of one module.

use crate::results::Entry;

/// How far the clock frequency may fall before it counts as worse: placements of one module differ by some 9 %.
pub const SPEED_TOLERANCE: f64 = 0.05;

/// A figure that is not what it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// What it is.
    pub figure: &'static str,
    /// What it was.
    pub before: f64,
    /// What it is now.
    pub now: f64,
    /// Whether it is worse: more cells of a kind, or a clock frequency that fell by more than [`SPEED_TOLERANCE`].
    pub is_worse: bool,
}

/// The figures that changed. The clock frequency is the best one of the seeds that both have.
pub fn compare(before: &Entry, now: &Entry) -> Vec<Change> {
    let counts = [
        ("LUT4", before.luts, now.luts),
        ("carry", before.carries, now.carries),
        ("DSP", before.dsps, now.dsps),
        ("RAM", before.rams, now.rams),
        ("flip-flops", before.flip_flops, now.flip_flops),
    ];
    let mut changes: Vec<Change> = counts
        .into_iter()
        .map(|(figure, before, now)| Change {
            figure,
            before: before as f64,
            now: now as f64,
            is_worse: now > before,
        })
        .collect();
    let seeds = before.mhz.len().min(now.mhz.len());
    let best = |entry: &Entry| entry.mhz[..seeds].iter().copied().max_by(f64::total_cmp);
    if let (Some(before), Some(now)) = (best(before), best(now)) {
        changes.push(Change {
            figure: "MHz",
            before,
            now,
            is_worse: now < before * (1.0 - SPEED_TOLERANCE),
        });
    }
    changes.retain(|change| change.before != change.now);
    changes
}
