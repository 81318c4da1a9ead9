//! Leading zeros: how far a sum is from being normalised.

use crate::net::Net;

/// Counts the zeros above the highest one, as a tree: each level joins the counts of two halves. Without any one the
/// count means nothing.
///
/// The count of a pair of halves is the upper half's where that has a one; otherwise the lower half's with the half's
/// width added, which only sets the next bit of the count (Oklobdzija, "An algorithmic and novel design of a leading
/// zero detector circuit", IEEE Trans. VLSI Systems 2(1), 1994).
///
/// `stage` names the count in the Verilog.
pub fn count_leading_zeros<'n>(stage: &str, value: Net<'n>) -> Net<'n> {
    let builder = value.builder();
    let _stage = builder.stage(stage);
    let levels = value.width().next_power_of_two().trailing_zeros();
    // Ones below the value make its width a power of two without adding a count.
    let padding = (1 << levels) - value.width();
    let mut tree: Vec<Half<'_>> = (0..padding)
        .map(|_| Half {
            empty: builder.zero(),
            count: None,
        })
        .collect();
    tree.extend((0..value.width()).map(|bit| Half {
        empty: !value.bit(bit),
        count: None,
    }));
    while tree.len() > 1 {
        tree = tree.chunks(2).map(|pair| join(pair[1], pair[0])).collect();
    }
    tree[0].count.unwrap_or_else(|| builder.zero()).named("count")
}

/// A word with a one at the place `limit` below its top, and no other.
///
/// A sum is normalised only as far as its exponent allows. With this one added to it, its leading zeros are `limit` at
/// most: no comparison is needed, and the one is ready while the sum is still being computed.
pub fn stop_at<'n>(limit: Net<'n>, width: u32) -> Net<'n> {
    let builder = limit.builder();
    let _stage = builder.stage("stop");
    let top = builder.constant(1, 1).append_zeros(width - 1);
    top.shift_right(limit).named("one")
}

/// One part of the value: whether it has no one, and otherwise how many zeros lie above its highest.
#[derive(Clone, Copy)]
struct Half<'n> {
    empty: Net<'n>,
    count: Option<Net<'n>>,
}

fn join<'n>(high: Half<'n>, low: Half<'n>) -> Half<'n> {
    let count = match (high.count, low.count) {
        (Some(of_high), Some(of_low)) => high.empty.join(high.empty.select(of_low, of_high)),
        _ => high.empty,
    };
    Half {
        empty: high.empty & low.empty,
        count: Some(count),
    }
}
