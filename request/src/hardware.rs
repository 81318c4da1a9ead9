//! Latencies, as commands show them.

use halfpipe_hdl::unit::{max_latency, LONGEST_LATENCY};
use halfpipe_isa::Instruction;

/// Returns the useful latencies of an instruction, in cycles.
pub fn latencies(instruction: Instruction) -> Vec<u32> {
    (0..=max_latency(instruction)).collect()
}

/// Formats consecutive latencies: `0 to 6`.
pub fn span(latencies: &[u32]) -> String {
    match latencies {
        [] => "none".to_owned(),
        [only] => only.to_string(),
        [first, .., last] => format!("{first} to {last}"),
    }
}

/// Returns the remark of `explain` about longer latencies.
pub fn latency_limit_note() -> String {
    format!("  Up to {LONGEST_LATENCY}, each one more is a rank of registers that delays the result.")
}
