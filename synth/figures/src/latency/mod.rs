//! The default latency of a module.
//!
//! It is the knee of the measured curve of clock frequency on [`REFERENCE_TARGET`](crate::curve::REFERENCE_TARGET), at
//! the time of the last change of the [`table`]. Designs depend on the latency of a module, so it does not follow the
//! noise of placements. A new measurement changes it only if another latency is better by more than [`GAIN`].
//!
//! The comparison uses [`Curve::reach`], the clock frequency relative to the one that a knee must reach. The knee
//! replaces the table's latency if that latency is
//!
//! - too slow: it falls short of a knee's clock frequency by more than [`GAIN`]; or
//! - too long: a smaller latency exceeds a knee's clock frequency by more than [`GAIN`].

mod table;

use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;

use crate::curve::{representative, Curve};

pub use table::TABLE;

/// The default latency of a core, if it has room for it.
pub const USUAL_CORE_LATENCY: u32 = 4;

/// The share by which another latency must be better before it replaces the table's one.
pub const GAIN: f64 = 0.1;

/// Returns the default latency of a module: that of the [`TABLE`] for its family. The unmeasured neg and abs have as
/// many registers as they have room for. A dot product, which has no curve, has half of them: the knee of a measured curve
/// lies at a quarter to a half of the longest latency, with one exception.
pub fn default_latency(instruction: Instruction) -> u32 {
    let max = max_latency(instruction);
    if instruction.operation().is_dot() {
        return max / 2;
    }
    let measured = representative(instruction).map(|measured| measured.mnemonic());
    let row = TABLE.iter().find(|(mnemonic, _)| measured.as_deref() == Some(mnemonic));
    row.map_or(max, |(_, latency)| max.min(*latency))
}

/// Returns the latency that a curve demands if the table has `committed`, or has no row yet. Returns `None` if no clock
/// frequency was measured.
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
