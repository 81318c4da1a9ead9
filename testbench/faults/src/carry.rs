//! The round-up carry, which the rounder's carry chain makes from two bits in its lowest place.

use crate::nets::Site;
use halfpipe_netlist::Net;

/// The carry chain of the rounder: a place for that carry, and above it the rounded magnitude.
pub const CHAIN: &str = "round.chain";

/// The names of the nets that one of the two bits can be directly.
#[derive(Clone, Copy)]
pub struct Alone<'a> {
    /// The first one: the guard bit.
    pub guard: &'a str,
    /// The second one: the sign.
    pub sign: &'a str,
}

fn bits<'n>(at: &Site<'n, '_>, alone: Alone) -> [Net<'n>; 2] {
    let bits = [("round.up_first", alone.guard), ("round.up_second", alone.sign)];
    bits.map(|(made, alone)| at.find(made).unwrap_or_else(|| at.net(alone)))
}

/// Returns the bit that is 1 if the magnitude is rounded up.
pub fn up<'n>(at: &Site<'n, '_>, alone: Alone) -> Net<'n> {
    let [first, second] = bits(at, alone);
    first & second
}

/// Returns a rounded magnitude of so many bits.
pub fn magnitude<'n>(at: &Site<'n, '_>, bits: u32) -> Net<'n> {
    at.net(CHAIN).slice(1, bits)
}

/// Returns the chain with another carry into the place above its lowest.
pub fn with_carry<'n>(at: &Site<'n, '_>, alone: Alone, up: Net<'n>) -> Net<'n> {
    let chain = at.original();
    let [first, second] = bits(at, alone).map(|bit| bit.zero_extend(chain.width()));
    chain - first - second + up.append_zeros(1).zero_extend(chain.width())
}
