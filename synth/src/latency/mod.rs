//! The latency of a module for which none is asked.
//!
//! It is the knee of the measured curve of clock frequency on [`REFERENCE_TARGET`](crate::curve::REFERENCE_TARGET), as it
//! was when the [`table`] was last changed. Designs count on the latency of a module, so a new measurement does not move it
//! as the placements happen to fall: only where another latency is better by more than [`GAIN`].
//!
//! What is compared is [`Curve::reach`], the clock frequency as a multiple of what a knee has to reach. The table's latency
//! is given up for the knee where
//!
//! - it is too slow: it falls short of a knee's clock frequency by more than [`GAIN`]; or
//! - it is too long: a smaller latency exceeds a knee's clock frequency by more than [`GAIN`].

mod table;

use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;

use crate::curve::{representative, Curve};

pub use table::TABLE;

/// The latency of a core for which none is asked, if it has room for it.
pub const USUAL_CORE_LATENCY: u32 = 4;

/// How much better another latency has to be before the table's one is given up, as a share.
pub const GAIN: f64 = 0.1;

/// The latency of a module for which none is asked: that of the [`TABLE`] for its family. What is not measured, neg and
/// abs, has all the registers there is room for.
pub fn default_latency(instruction: Instruction) -> u32 {
    let max = max_latency(instruction);
    let measured = representative(instruction).map(|measured| measured.mnemonic());
    let row = TABLE.iter().find(|(mnemonic, _)| measured.as_deref() == Some(mnemonic));
    row.map_or(max, |(_, latency)| max.min(*latency))
}

/// The latency that a curve asks for where the table has `committed`, or has no row yet. `None` where no clock frequency was
/// measured.
pub fn latency_after(curve: &Curve, committed: Option<u32>) -> Option<u32> {
    let knee = curve.knee()?;
    let reach = |latency| curve.reach(latency).unwrap_or(0.0);
    let stays = |committed: &u32| {
        let is_too_slow = reach(*committed) * (1.0 + GAIN) < 1.0;
        let is_too_long = (1..*committed).any(|latency| reach(latency) > 1.0 + GAIN);
        !is_too_slow && !is_too_long
    };
    Some(committed.filter(stays).unwrap_or(knee))
}
