//! The end that all arithmetic shares: round, pack, then what the modifiers ask for.

use crate::datapath::Behaviour;
use crate::net::{Net, Scope};
use crate::stage::{overflows_to_infinity, pack, relu, round, saturate, Limits, Special, Unrounded};

/// Rounds an exact result and encodes it.
pub fn finish<'n>(n: Scope<'n>, behaviour: &Behaviour, exact: Unrounded<'n>, special: Special<'n>) -> Net<'n> {
    let format = behaviour.formats.result;
    let rounded = round(n, format, exact.rounds_up(n, behaviour.rounding), exact);
    let limits = Limits {
        to_infinity: overflows_to_infinity(behaviour.rounding, rounded.sign),
        saturate: n.constant(u64::from(behaviour.saturate_finite), 1),
        flush: n.constant(u64::from(behaviour.flush), 1),
    };
    let result = pack(n, format, limits, rounded, special);
    if behaviour.saturate {
        saturate(n, format, result)
    } else if behaviour.relu {
        relu(n, result)
    } else {
        result
    }
}
