//! Insertion of registers into a netlist whose nets have their cycles.

use std::collections::HashMap;

use crate::label::Label;
use crate::module::{Netlist, NetlistPort};
use crate::node::{NetId, Node, Op};
use crate::pipeline::register_sharing::{
    held_in_rank, pieces, pieces_of_joined, rejoined, share_registers, RegisterDemand,
};

/// Returns the netlist with a register on every net that a later cycle uses. The name of each rank says what it lies
/// behind.
pub(super) fn with_registers(netlist: &Netlist, times: &[u32], ranks: Vec<String>) -> Netlist {
    let latency = ranks.len() as u32;
    let mut needed = registers_needed(netlist, times, latency);
    let split = share_registers(netlist, &mut needed, times);
    let again = rejoined(netlist, &split, times, latency);
    needed.retain(|(id, _)| !split.contains(id));
    let labels = register_labels(netlist);
    let mut pipeline = PipelineBuilder {
        netlist,
        nodes: Vec::with_capacity(netlist.nodes.len()),
        placed: HashMap::new(),
    };
    for cycle in 0..=latency {
        let wanted: Vec<NetId> = netlist.ids().filter(|id| needed.contains(&(*id, cycle))).collect();
        let held: Vec<NetId> = held_in_rank(netlist, &wanted).into_iter().collect();
        for &id in &held {
            pipeline.register(id, cycle, &labels[id.index()]);
        }
        for &id in wanted.iter().filter(|id| !held.contains(id)) {
            pipeline.pick_bits(id, cycle, &held);
        }
        for id in netlist.ids().filter(|id| again.contains(&(*id, cycle))) {
            pipeline.rejoin(id, cycle);
        }
        let time = |id: &NetId| {
            if netlist.node(*id).is_constant() {
                0
            } else {
                times[id.index()]
            }
        };
        for id in netlist.ids().filter(|id| time(id) == cycle) {
            pipeline.compute(id, cycle);
        }
    }
    let pipelined = pipeline.finish(ranks);
    // A net that was carried only for some of its bits is left over if registers hold these bits by themselves.
    if split.is_empty() {
        pipelined
    } else {
        pipelined.without_dead_nets()
    }
}

/// A pipelined netlist under construction, cycle by cycle.
struct PipelineBuilder<'n> {
    /// The netlist without registers.
    netlist: &'n Netlist,
    nodes: Vec<Node>,
    /// The new net with the value of each old one, for each cycle in which it is there.
    placed: HashMap<(NetId, u32), NetId>,
}

impl PipelineBuilder<'_> {
    fn push(&mut self, node: Node) -> NetId {
        self.nodes.push(node);
        NetId(self.nodes.len() as u32 - 1)
    }

    /// Adds the net with the value of an old one in a cycle.
    fn place(&mut self, id: NetId, cycle: u32, node: Node) {
        let new = self.push(node);
        self.placed.insert((id, cycle), new);
    }

    /// Returns the net with the value of an old one in a cycle.
    fn net_in_cycle(&self, id: NetId, cycle: u32) -> NetId {
        if self.netlist.node(id).is_constant() {
            self.placed[&(id, 0)]
        } else {
            self.placed[&(id, cycle)]
        }
    }

    /// Carries a net from the cycle before into this one.
    fn register(&mut self, id: NetId, cycle: u32, label: &Label) {
        let register = Node {
            op: Op::Register,
            operands: vec![self.placed[&(id, cycle - 1)]],
            width: self.netlist.node(id).width,
            label: Some(label_in_cycle(label, cycle)),
            stage: home_stage(self.netlist, id),
            cycle,
        };
        self.place(id, cycle, register);
    }

    /// Picks the bits of a net from the registers of others.
    fn pick_bits(&mut self, id: NetId, cycle: u32, held: &[NetId]) {
        let origin = self.netlist.node(id);
        let wiring = |op: Op, operands: Vec<NetId>, width: u32, label: Option<Label>| Node {
            op,
            operands,
            width,
            label,
            cycle,
            ..origin.clone()
        };
        let shown = origin.label.as_ref().filter(|label| !label.is_hidden());
        let mut label = shown.map(|label| label_in_cycle(label, cycle));
        let pieces = pieces(self.netlist, id, held).or_else(|| pieces_of_joined(self.netlist, id, held));
        let pieces = pieces.expect("what has no register is held by others");
        let is_joined = pieces.len() > 1;
        let mut parts: Vec<NetId> = Vec::new();
        for piece in pieces {
            let op = Op::Slice { low: piece.low };
            let register = self.placed[&(piece.of, cycle)];
            let label = label.take_if(|_| !is_joined);
            parts.push(self.push(wiring(op, vec![register], piece.width, label)));
        }
        if is_joined {
            parts.reverse();
            parts = vec![self.push(wiring(Op::Concat, parts, origin.width, label))];
        }
        self.placed.insert((id, cycle), parts[0]);
    }

    /// Joins a split net again, from its parts in this cycle.
    fn rejoin(&mut self, id: NetId, cycle: u32) {
        let hidden = |label: &Label| label_in_cycle(label, cycle).hidden_as(label);
        let label = self.netlist.node(id).label.as_ref().map(hidden);
        let whole = Node {
            label,
            ..self.copied(id, cycle)
        };
        self.place(id, cycle, whole);
    }

    /// Adds the logic of a net in its cycle.
    fn compute(&mut self, id: NetId, cycle: u32) {
        let node = self.copied(id, cycle);
        self.place(id, cycle, node);
    }

    /// Returns the node of a net with its operands in a cycle.
    fn copied(&self, id: NetId, cycle: u32) -> Node {
        let origin = self.netlist.node(id);
        Node {
            operands: origin
                .operands
                .iter()
                .map(|operand| self.net_in_cycle(*operand, cycle))
                .collect(),
            cycle,
            ..origin.clone()
        }
    }

    /// Connects the ports. The ranks have these names.
    fn finish(self, ranks: Vec<String>) -> Netlist {
        let latency = ranks.len() as u32;
        let connected = |ports: &[NetlistPort], cycle: u32| -> Vec<NetlistPort> {
            let port = |port: &NetlistPort| NetlistPort {
                net: self.net_in_cycle(port.net, cycle),
                ..port.clone()
            };
            ports.iter().map(port).collect()
        };
        let inputs = connected(&self.netlist.inputs, 0);
        let outputs = connected(&self.netlist.outputs, latency);
        Netlist {
            nodes: self.nodes,
            stages: self.netlist.stages.clone(),
            cuts: ranks,
            inputs,
            outputs,
            blocks: self.netlist.blocks,
            iteration: None,
        }
    }
}

/// Returns the nets that are wanted in cycles after their own, with those cycles.
fn registers_needed(netlist: &Netlist, times: &[u32], latency: u32) -> RegisterDemand {
    let mut needed = RegisterDemand::new();
    let mut want = |id: NetId, cycle: u32| {
        if !netlist.node(id).is_constant() {
            needed.extend((times[id.index()] + 1..=cycle).map(|at| (id, at)));
        }
    };
    for id in netlist.ids() {
        let node = netlist.node(id);
        for operand in &node.operands {
            want(*operand, times[id.index()]);
        }
    }
    for output in &netlist.outputs {
        want(output.net, latency);
    }
    needed
}

/// Returns the stage of a net's registers: its own, or that of the net from which it picks bits.
fn home_stage(netlist: &Netlist, id: NetId) -> usize {
    let node = netlist.node(id);
    match (node.name(), node.is_wiring()) {
        (None, true) => netlist.node(node.operands[0]).stage,
        _ => node.stage,
    }
}

/// Returns the labels of each net's registers, without the cycle: the net's own name, or the name of its source with
/// the bits.
fn register_labels(netlist: &Netlist) -> Vec<Label> {
    let numbered = |id: NetId| Label::from(format!("net{}", id.index()));
    let label = |id: NetId| {
        let node = netlist.node(id);
        match (&node.label, &node.op) {
            (Some(label), _) => label.clone(),
            (None, Op::Slice { low }) => {
                let of = node.operands[0];
                let base = netlist.node(of).label.clone().unwrap_or_else(|| numbered(of));
                base.bits_label(*low, node.width)
            }
            (None, _) => numbered(id),
        }
    };
    netlist.ids().map(label).collect()
}

/// Returns the label of the register that holds a net in a cycle.
fn label_in_cycle(label: &Label, cycle: u32) -> Label {
    label.held_as(format!("{}_{cycle}", label.name()))
}
