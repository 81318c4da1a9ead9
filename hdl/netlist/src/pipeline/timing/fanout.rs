//! Delay of a condition that selects many bits.

use crate::module::Netlist;
use crate::node::{NetId, Op};

/// Number of bits that each net selects as a condition.
pub(crate) struct Fanout(Vec<u32>);

/// Number of adjacent bits that a condition reaches as fast as any other net does.
const NEAR: u32 = 4;

/// Delay in levels for each doubling of a condition's fanout. On an iCE40 HX8K, nextpnr (0.11.1) takes about 0.6 ns
/// longer from the comparison of two f16 operands to the 32 bits that it exchanges than to a few.
const FOR_TWICE_AS_MANY: f64 = 0.15;

impl Fanout {
    pub(crate) fn from_netlist(netlist: &Netlist) -> Fanout {
        let mut chosen = vec![0; netlist.nodes.len()];
        for node in &netlist.nodes {
            if node.op == Op::Mux {
                chosen[node.operands[0].index()] += node.width;
            }
        }
        Fanout(chosen)
    }

    /// Returns the additional delay of a net to the bits that it selects, in levels.
    pub(crate) fn delay(&self, id: NetId) -> f64 {
        fanout_delay(self.0[id.index()])
    }
}

/// Returns the delay of a condition that selects this many bits.
pub(crate) fn fanout_delay(bits: u32) -> f64 {
    (f64::from(bits) / f64::from(NEAR)).log2().max(0.0) * FOR_TWICE_AS_MANY
}
