//! Names for nets that the datapath left unnamed and that a register may hold.

use crate::label::{hidden, Label};
use crate::module::Netlist;
use crate::node::Op;
use crate::stage::Stage;

/// Prefix of the names that are made here.
const PART: &str = "part_of_";

/// True if a name is made here.
pub(crate) fn is_part(name: &str) -> bool {
    name.starts_with(PART)
}

/// Returns the netlist with a name for every net with logic. An unnamed net is called a part of the first named net
/// that depends on it. If it has no stage, it joins that net's stage.
pub(crate) fn with_names(mut netlist: Netlist) -> Netlist {
    // The name and stage that each net is a part of.
    let mut wholes: Vec<Option<(Label, usize)>> = vec![None; netlist.nodes.len()];
    for id in netlist.ids().rev() {
        let node = &netlist.nodes[id.index()];
        let operands = node.operands.clone();
        let whole = match &node.label {
            Some(label) => Some((label.clone(), node.stage)),
            None => wholes[id.index()].clone(),
        };
        for operand in operands {
            wholes[operand.index()] = whole.clone().or(wholes[operand.index()].take());
        }
        let node = &mut netlist.nodes[id.index()];
        let is_made = !matches!(node.op, Op::Input | Op::Constant(_) | Op::Slice { .. } | Op::Concat);
        if let (true, None, Some((label, stage))) = (is_made, &node.label, whole) {
            node.label = Some(hidden(format!("{PART}{}", label.name())));
            if node.stage == Stage::PORTS {
                node.stage = stage;
            }
        }
    }
    netlist
}
