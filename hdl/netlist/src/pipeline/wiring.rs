//! Clock cycles of wiring, which has no logic of its own: slices of a net, and joined nets.

use std::collections::HashSet;

use crate::module::Netlist;
use crate::node::{NetId, Node, Op};
use crate::pipeline::timing::carry_chain::CarryChains;

/// Returns the cycle of every net, given those of nets with logic.
///
/// Bits are picked where they are made, so that registers hold only the bits that are needed. A product is held as a
/// whole, as multiplier blocks have a register for it. Nets are joined where they are needed, so that none of their
/// bits is held twice, unless the datapath shows the joined net.
pub(crate) fn with_wiring(netlist: &Netlist, cycles: &[u32], latency: u32) -> Vec<u32> {
    let chains = CarryChains::from_netlist(netlist);
    // The last possible cycle of each net.
    let mut last = vec![latency; netlist.nodes.len()];
    for id in netlist.ids().rev() {
        let node = netlist.node(id);
        if !is_wiring(node) && !chains.is_inner(id) {
            last[id.index()] = cycles[id.index()];
        }
        for operand in &node.operands {
            last[operand.index()] = last[operand.index()].min(last[id.index()]);
        }
    }
    let mut times: Vec<u32> = Vec::with_capacity(netlist.nodes.len());
    for id in netlist.ids() {
        let node = netlist.node(id);
        let first = node.operands.iter().map(|operand| times[operand.index()]).max();
        let is_early = match node.op {
            Op::Slice { .. } => netlist.node(node.operands[0]).op != Op::Mul,
            Op::Concat => is_kept_whole(netlist, node),
            _ => false,
        };
        times.push(match node.op {
            Op::Input | Op::Constant(_) => 0,
            _ if is_early => first.unwrap_or(0),
            _ => last[id.index()],
        });
    }
    times
}

fn is_wiring(node: &Node) -> bool {
    matches!(node.op, Op::Slice { .. } | Op::Concat)
}

/// True if the joined net is shown and contains no constant bit and no bit twice.
fn is_kept_whole(netlist: &Netlist, node: &Node) -> bool {
    let mut parts: HashSet<NetId> = HashSet::new();
    let is_new = |part: &NetId| !netlist.node(*part).is_constant() && parts.insert(*part);
    node.shown_name().is_some() && node.operands.iter().all(is_new)
}
