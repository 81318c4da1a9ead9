//! Copies of netlists, net by net, into another netlist.

use std::collections::HashMap;

use crate::build::builder::{Builder, Net};
use crate::module::Netlist;
use crate::node::{NetId, Node, Op};

/// Copies a netlist into one under construction, with its inputs connected to `inputs` in order; returns its outputs.
///
/// Panics unless `inputs` match the netlist's inputs in number and width.
pub fn instantiate<'n>(builder: &'n Builder, netlist: &Netlist, inputs: &[Net<'n>]) -> Vec<Net<'n>> {
    assert_eq!(
        netlist.inputs.len(),
        inputs.len(),
        "inputs of the netlist, and nets for them"
    );
    let mut moved: HashMap<NetId, Net<'n>> = HashMap::new();
    for (port, net) in netlist.inputs.iter().zip(inputs) {
        assert_eq!(
            port.width,
            net.width(),
            "the net for input {} is as wide as it",
            port.name
        );
        moved.insert(port.net, *net);
    }
    for id in netlist.ids().filter(|id| netlist.node(*id).op != Op::Input) {
        let node = netlist.node(id);
        let _stage = builder.scope().stage(netlist.stages[node.stage].clone());
        moved.insert(id, copy(builder, node, &copies(node, &moved)));
    }
    netlist.outputs.iter().map(|output| moved[&output.net]).collect()
}

/// Returns the copies of a net's operands.
pub fn copies<'n>(node: &Node, moved: &HashMap<NetId, Net<'n>>) -> Vec<Net<'n>> {
    node.operands.iter().map(|operand| moved[operand]).collect()
}

/// Returns a copy of one net on operands that were copied before it.
pub fn copy<'n>(builder: &'n Builder, node: &Node, operands: &[Net<'n>]) -> Net<'n> {
    let net = builder.make(node.op.clone(), operands, node.width);
    node.label.as_ref().map_or(net, |label| net.named(label.clone()))
}
