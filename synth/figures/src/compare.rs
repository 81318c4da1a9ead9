//! Comparison of two results of one module.

use crate::results::Entry;

/// The tolerance of the clock frequency, as a share. A larger fall counts as worse. Placements of one module differ by
/// some 9 %.
pub const SPEED_TOLERANCE: f64 = 0.05;

/// A figure that has changed.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureChange {
    /// The name of the figure.
    pub figure: &'static str,
    /// Its old value.
    pub before: f64,
    /// Its new value.
    pub now: f64,
    /// True if it is worse: more cells of a kind, or a clock frequency that fell by more than [`SPEED_TOLERANCE`].
    pub is_worse: bool,
}

/// Returns the figures that changed. The clock frequency is the best one of the seeds that both results have.
pub fn compare(before: &Entry, now: &Entry) -> Vec<FigureChange> {
    let counts = [
        ("LUT4", before.luts, now.luts),
        ("carry", before.carries, now.carries),
        ("DSP", before.dsps, now.dsps),
        ("RAM", before.rams, now.rams),
        ("flip-flops", before.flip_flops, now.flip_flops),
    ];
    let mut changes: Vec<FigureChange> = counts
        .into_iter()
        .map(|(figure, before, now)| FigureChange {
            figure,
            before: before as f64,
            now: now as f64,
            is_worse: now > before,
        })
        .collect();
    let seeds = before.mhz.len().min(now.mhz.len());
    let best = |entry: &Entry| entry.mhz[..seeds].iter().copied().max_by(f64::total_cmp);
    if let (Some(before), Some(now)) = (best(before), best(now)) {
        changes.push(FigureChange {
            figure: "MHz",
            before,
            now,
            is_worse: now < before * (1.0 - SPEED_TOLERANCE),
        });
    }
    changes.retain(|change| change.before != change.now);
    changes
}
