//! The modules with committed results.

use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;

use crate::curve::{self, MEASURED_EVERYWHERE};
use crate::device::Extent;
use crate::latency::default_latency;

impl Extent {
    /// Returns the instructions, each with its latencies.
    pub fn modules(self) -> Vec<(Instruction, u32)> {
        let every = |instruction| (0..=max_latency(instruction)).map(move |latency| (instruction, latency));
        let two = |instruction| [0, default_latency(instruction)].map(|latency| (instruction, latency));
        match self {
            Extent::EveryLatency => curve::measured().flat_map(every).collect(),
            Extent::Zero => curve::instructions(&MEASURED_EVERYWHERE)
                .map(|instruction| (instruction, 0))
                .collect(),
            Extent::ZeroAndDefault => curve::instructions(&MEASURED_EVERYWHERE).flat_map(two).collect(),
        }
    }
}
