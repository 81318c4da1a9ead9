//! The common end of all arithmetic: rounding, packing, then the modifiers.

use halfpipe_isa::Rounding;

use crate::datapath::outcome::Outcome;
use crate::datapath::LaneConfig;
use crate::net::{Net, Scope};
use crate::stage::{overflows_to_infinity, pack, relu, round, saturate, Flags, Limits, Special, Unrounded};

/// Rounds an exact result and encodes it. If flags are requested, `invalid` says whether the operation is invalid.
pub fn finish<'n>(
    n: Scope<'n>,
    config: &LaneConfig,
    exact: Unrounded<'n>,
    special: Special<'n>,
    invalid: Option<Net<'n>>,
) -> Outcome<'n> {
    let format = config.formats.result;
    let rounded = round(n, format, exact.rounds_up(n, config.rounding), exact);
    let limits = Limits {
        to_infinity: overflows_to_infinity(config.rounding, rounded.sign),
        saturate: n.constant(u64::from(config.saturate_finite), 1),
        flush: n.constant(u64::from(config.flush), 1),
    };
    let result = pack(n, format, limits, rounded, special);
    let directed = matches!(config.rounding, Rounding::TowardNegative | Rounding::TowardPositive);
    let directed = n.constant(directed.into(), 1);
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
