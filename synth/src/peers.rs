//! Figures of other cores, measured with the same tools, options and harness as ours.

use serde::Deserialize;

use crate::target::Target;

/// One core on one target.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Peer {
    /// What it computes: `f16 add`.
    pub unit: String,
    /// Its name.
    pub core: String,
    /// Ranks of registers from its inputs on, without the one behind its result: our latency is one less.
    pub depth: u32,
    /// The target.
    pub target: Target,
    /// Lookup tables with four inputs.
    pub luts: u64,
    /// Carry cells.
    pub carries: u64,
    /// Multiplier blocks.
    pub dsps: u64,
    /// Flip-flops, where they were counted.
    pub flip_flops: Option<u64>,
    /// The highest clock frequency of all placements, in MHz.
    pub best_mhz: f64,
    /// The clock frequency in the middle, where it was noted.
    pub median_mhz: Option<f64>,
}

/// Every figure, in the file's order.
pub fn peers() -> Vec<Peer> {
    let text = include_str!("../results/peers.json");
    serde_json::from_str(text).unwrap_or_else(|error| panic!("the figures of other cores: {error}"))
}
