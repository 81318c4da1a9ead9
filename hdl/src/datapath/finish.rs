//! The end that all arithmetic shares: round, pack, then what the modifiers ask for.

use crate::datapath::Behaviour;
use crate::net::Net;
use crate::stage::{pack, relu, round, saturate, Special, Unrounded};

/// Rounds an exact result and encodes it.
pub fn finish<'n>(behaviour: &Behaviour, exact: Unrounded<'n>, special: Special<'n>) -> Net<'n> {
    let format = behaviour.formats.result;
    let rounded = round(format, behaviour.rounding, exact);
    exact.sign.builder().cut("round");
    let result = pack(format, behaviour.rounding, behaviour.flush, rounded, special);
    if behaviour.saturate {
        saturate(format, result)
    } else if behaviour.relu {
        relu(result)
    } else {
        result
    }
}
