//! Names for nets that a register may hold and that the datapath gave none.

use crate::label::{hidden, Label};
use crate::module::Netlist;
use crate::node::Op;
use crate::stage::Stage;

/// What names begin with that are made here.
const PART: &str = "part_of_";

/// Whether a name is made here.
pub(crate) fn is_part(name: &str) -> bool {
    name.starts_with(PART)
}

/// The netlist with a name for every net with logic. One without is called a part of the first net with a name that is made
/// of it, and belongs to that one's stage if it has none.
pub(crate) fn with_names(mut netlist: Netlist) -> Netlist {
    // What each net is a part of: a name, and a stage.
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
