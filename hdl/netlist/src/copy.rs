//! Netlists made anew, net by net, as part of another one.

use std::collections::HashMap;

use crate::builder::{Builder, Net};
use crate::module::Netlist;
use crate::node::{NetId, Node, Op};

/// Puts a copy of a netlist into one under construction, its inputs connected to `inputs` in order; returns its outputs.
///
/// Panics where there are not as many inputs as the netlist has, each as wide.
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

/// The copies of a net's operands.
pub fn copies<'n>(node: &Node, moved: &HashMap<NetId, Net<'n>>) -> Vec<Net<'n>> {
    node.operands.iter().map(|operand| moved[operand]).collect()
}

/// One net made anew from operands that have been copied before it.
pub fn copy<'n>(builder: &'n Builder, node: &Node, operands: &[Net<'n>]) -> Net<'n> {
    let net = builder.make(node.op.clone(), operands, node.width);
    node.label.as_ref().map_or(net, |label| net.named(label.clone()))
}
