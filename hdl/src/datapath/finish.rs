//! The common end of all arithmetic: rounding, packing, then the modifiers.

use crate::datapath::outcome::Outcome;
use crate::datapath::LaneConfig;
use crate::net::{Net, Scope};
use crate::stage::{pack, relu, round, saturate, Flags, Limits, RoundingMode, Special, Unrounded};

/// Rounds an exact result and encodes it. If flags are requested, `invalid` says whether the operation is invalid.
pub fn finish<'n>(
    n: Scope<'n>,
    config: &LaneConfig,
    rounding: RoundingMode<'n>,
    exact: Unrounded<'n>,
    special: Special<'n>,
    invalid: Option<Net<'n>>,
) -> Outcome<'n> {
    let format = config.formats.result;
    let rounded = round(n, format, rounding.rounds_up(n, &exact), exact);
    let limits = Limits {
        to_infinity: rounding.overflows_to_infinity(n, rounded.sign),
        saturate: n.constant(u64::from(config.saturate_finite), 1),
        flush: n.constant(u64::from(config.flush), 1),
    };
    let result = pack(n, format, limits, rounded, special);
    let directed = rounding.is_directed(n);
    let flags = |invalid| Flags::of_rounded(n, format, directed, exact, rounded, special, invalid).word(n);
    Outcome {
        value: if config.saturate {
            saturate(n, format, result)
        } else if config.relu {
            relu(n, result)
        } else {
            result
        },
        flags: invalid.map(flags),
    }
}
