//! Choosing among the solutions.

use crate::table::{Open, Segment};

/// One segment for each open one.
pub(crate) fn choose(open: &[Open]) -> Vec<Segment> {
    open.iter()
        .map(|o| Segment {
            first: o.first,
            last: o.last,
            row: o.solutions[o.solutions.len() / 2].middle(),
        })
        .collect()
}
