//! How long a condition takes to reach all that it chooses.

use crate::module::Netlist;
use crate::node::{NetId, Op};

/// For each net how many bits it chooses, as the condition of selections.
pub(crate) struct Fanout(Vec<u32>);

/// So many bits lie beside one another, where a condition reaches them as fast as any other net would.
const NEAR: u32 = 4;

/// Levels for each doubling of what a condition reaches. On an iCE40 HX8K nextpnr (0.11.1) takes about 0.6 ns longer from the
/// comparison of two f16 operands to the 32 bits that it exchanges than to a few.
const FOR_TWICE_AS_MANY: f64 = 0.15;

impl Fanout {
    pub(crate) fn of(netlist: &Netlist) -> Fanout {
        let mut chosen = vec![0; netlist.nodes.len()];
        for node in &netlist.nodes {
            if node.op == Op::Mux {
                chosen[node.operands[0].index()] += node.width;
            }
        }
        Fanout(chosen)
    }

    /// How much later a net is there for what it chooses than for other logic, in levels.
    pub(crate) fn delay(&self, id: NetId) -> f64 {
        to_reach(self.0[id.index()])
    }
}

/// The delay of a condition that chooses so many bits.
pub(crate) fn to_reach(bits: u32) -> f64 {
    (f64::from(bits) / f64::from(NEAR)).log2().max(0.0) * FOR_TWICE_AS_MANY
}
