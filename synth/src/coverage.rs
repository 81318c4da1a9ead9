//! The modules with committed results.

use halfpipe_fpga::ResultCoverage;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;

use crate::curve::{self, MEASURED_EVERYWHERE};
use crate::latency::default_latency;

/// Returns the instructions with committed results, each with its latencies.
pub fn covered_modules(coverage: ResultCoverage) -> Vec<(Instruction, u32)> {
    let every = |instruction| (0..=max_latency(instruction)).map(move |latency| (instruction, latency));
    let two = |instruction| [0, default_latency(instruction)].map(|latency| (instruction, latency));
    match coverage {
        ResultCoverage::EveryLatency => curve::measured().flat_map(every).collect(),
        ResultCoverage::Zero => curve::instructions(&MEASURED_EVERYWHERE)
            .map(|instruction| (instruction, 0))
            .collect(),
        ResultCoverage::ZeroAndDefault => curve::instructions(&MEASURED_EVERYWHERE).flat_map(two).collect(),
    }
}
