//! Units as the commands ask for them.

use halfpipe_hdl::design::{Design, Options};
use halfpipe_hdl::unit::{max_latency, Multiplier, LONGEST_LATENCY};
use halfpipe_isa::Instruction;
use halfpipe_synth::latency::default_latency;

use crate::error::Error;

/// The latencies that gain an instruction something.
pub fn latencies(instruction: Instruction) -> Vec<u32> {
    (0..=max_latency(instruction)).collect()
}

/// Consecutive latencies as text: `0 to 6`.
pub fn span(latencies: &[u32]) -> String {
    match latencies {
        [] => "none".to_owned(),
        [only] => only.to_string(),
        [first, .., last] => format!("{first} to {last}"),
    }
}

/// What `explain` says of latencies beyond those that it lists.
pub fn beyond() -> String {
    format!("  Up to {LONGEST_LATENCY}, each one more is a rank of registers that delays the result.")
}

/// The unit of an instruction, at its default latency unless one is given.
pub fn unit(instruction: Instruction, latency: Option<u32>) -> Result<Design, Error> {
    unit_with(instruction, latency, Multiplier::default())
}

/// The same with a choice of multiplier.
pub fn unit_with(instruction: Instruction, latency: Option<u32>, multiplier: Multiplier) -> Result<Design, Error> {
    let latency = latency.unwrap_or_else(|| default_latency(instruction));
    Ok(Design::unit_with(
        instruction,
        &Options {
            latency,
            multiplier,
            ..Options::default()
        },
    )?)
}
