//! Unread bits.

use super::expression::{bits, Expressions};
use crate::module::Netlist;
use crate::node::{ones, Op};

/// Returns the unread bits of nets with an identifier, in the order of the nets.
pub(super) fn unused_bits(expressions: &Expressions<'_>) -> Vec<String> {
    let netlist = expressions.netlist;
    let used = used_bits(netlist);
    let mut unused: Vec<String> = Vec::new();
    for id in netlist.ids() {
        let (Some(name), width) = (expressions.identifiers.get(&id), netlist.node(id).width) else {
            continue;
        };
        let mut position = 0;
        while position < width {
            let free = |bit: u32| bit < width && used[id.index()] >> bit & 1 == 0;
            if !free(position) {
                position += 1;
                continue;
            }
            let low = position;
            while free(position) {
                position += 1;
            }
            unused.push(bits(name, low, position - low, width));
        }
    }
    unused
}

/// Returns the bits of each net that something reads.
fn used_bits(netlist: &Netlist) -> Vec<u128> {
    let mut used = vec![0; netlist.nodes.len()];
    for node in &netlist.nodes {
        for operand in &node.operands {
            used[operand.index()] |= match node.op {
                Op::Slice { low } => ones(node.width) << low,
                _ => u128::MAX,
            };
        }
    }
    let nexts = netlist.state_registers().iter().map(|register| register.next);
    for net in netlist.outputs.iter().map(|port| port.net).chain(nexts) {
        used[net.index()] = u128::MAX;
    }
    if let Some(iteration) = &netlist.iteration {
        for net in [iteration.in_valid, iteration.in_ready, iteration.out_valid] {
            used[net.index()] = u128::MAX;
        }
    }
    used
}
