//! The carry of rounding up, which the chain that rounds makes in its lowest place of two bits.

use halfpipe_faults::nets::Operation as Site;
use halfpipe_hdl::net::Net;

/// The carry chain of the rounder.
pub const CHAIN: &str = "round.chain";

/// Whether the magnitude is rounded up.
pub fn up<'n>(at: &Site<'n, '_>) -> Net<'n> {
    at.net("round.up_first") & at.net("round.up_second")
}

/// The chain with another carry into the place above its lowest.
pub fn with_carry<'n>(at: &Site<'n, '_>, up: Net<'n>) -> Net<'n> {
    let chain = at.original();
    let bits = ["round.up_first", "round.up_second"].map(|bit| at.net(bit).zero_extend(chain.width()));
    chain - bits[0] - bits[1] + up.append_zeros(1).zero_extend(chain.width())
}
