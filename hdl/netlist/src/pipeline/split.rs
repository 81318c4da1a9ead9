//! Netlists with some operators split, so that registers can stand inside them.

use crate::build::builder::{Builder, Net};
use crate::build::instantiate::copy;
use crate::label::{hidden, Label};
use crate::module::Netlist;
use crate::node::{NetId, Node, Op};
use crate::pipeline::schedule::SplitPoints;
use crate::pipeline::timing::carry_chain::{split_chain, CarryChains};

/// Returns the netlist with its operators split at these places.
pub(crate) fn split_operators(netlist: &Netlist, places: &SplitPoints) -> Netlist {
    if places.is_empty() {
        return netlist.clone();
    }
    let builder = Builder::new();
    builder.name_blocks(netlist.blocks);
    for stage in &netlist.stages {
        drop(builder.scope().stage(stage.clone()));
    }
    let chains = CarryChains::from_netlist(netlist);
    let mut moved: Vec<Net<'_>> = Vec::with_capacity(netlist.nodes.len());
    for id in netlist.ids() {
        let node = netlist.node(id);
        let of = |ids: &[NetId]| -> Vec<Net<'_>> { ids.iter().map(|id| moved[id.index()]).collect() };
        let _stage = builder.scope().stage(netlist.stages[node.stage].clone());
        moved.push(match (&node.op, &node.label, places.get(&id)) {
            (Op::Input, Some(label), _) => match netlist.part_of_port(id) {
                None => builder.input(label.clone(), node.width),
                Some(part) => builder.input_part(label.clone(), node.width, part.clone()),
            },
            (Op::ShiftLeft | Op::ShiftRight, _, Some(at)) => split_shifter(node, &of(&node.operands), at),
            (_, _, Some(at)) => split_chain(&builder, node, &of(chains.operands(id)), at),
            _ => copy(&builder, node, &of(&node.operands)),
        });
    }
    // A split net gets its name when it is complete: other nets take its bits from the parts, which may be ready
    // earlier.
    for id in places.keys() {
        let node = netlist.node(*id);
        let _stage = builder.scope().stage(netlist.stages[node.stage].clone());
        if let Some(label) = &node.label {
            moved[id.index()].named(label.clone());
        }
    }
    for output in &netlist.outputs {
        builder.output(&output.name, moved[output.net.index()]);
    }
    drop(moved);
    builder.finish()
}

/// Returns a shifter that is cut below each amount bit in `at`. The levels for the lower bits of the amount come first.
fn split_shifter<'n>(node: &Node, operands: &[Net<'n>], at: &[u32]) -> Net<'n> {
    let (mut value, amount) = (operands[0], operands[1]);
    let label = node.label.clone().unwrap_or_else(|| Label::from("shifted"));
    let ends = at.iter().copied().chain([amount.width()]);
    let starts = [0].into_iter().chain(at.iter().copied());
    for (low, high) in starts.zip(ends) {
        let part = amount.slice(low, high - low).append_zeros(low);
        value = match node.op {
            Op::ShiftLeft => value.shift_left(part),
            _ => value.shift_right(part),
        };
        if high < amount.width() {
            value.named(hidden(format!("{}_to_level_{}", label.name(), high - 1)));
        }
    }
    value
}
