//! Units for the commands.

use halfpipe_hdl::design::{Design, DesignSpec};
use halfpipe_hdl::unit::{max_latency, Multiplier, LONGEST_LATENCY};
use halfpipe_isa::Instruction;
use halfpipe_synth::latency::default_latency;

use crate::error::Error;

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
pub fn beyond() -> String {
    format!("  Up to {LONGEST_LATENCY}, each one more is a rank of registers that delays the result.")
}

/// Builds the unit of an instruction. Without a given latency, it has the default one.
pub fn unit(instruction: Instruction, latency: Option<u32>) -> Result<Design, Error> {
    unit_with(instruction, latency, Multiplier::default())
}

/// Builds the same unit with the given multiplier.
pub fn unit_with(instruction: Instruction, latency: Option<u32>, multiplier: Multiplier) -> Result<Design, Error> {
    let latency = latency.unwrap_or_else(|| default_latency(instruction));
    Ok(Design::from_spec(
        &DesignSpec::unit(instruction, latency).with_multiplier(multiplier),
    )?)
}
