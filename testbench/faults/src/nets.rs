//! Generated netlists with one net replaced, or split at their registers.

use std::collections::HashMap;

use halfpipe_netlist::instantiate::{copies, copy};
use halfpipe_netlist::{Builder, Net, NetId, Netlist, NetlistPort, Op};

/// The nets before the replaced one, from which the replacement is built.
pub struct Site<'n, 'p> {
    builder: &'n Builder,
    netlist: &'p Netlist,
    moved: &'p HashMap<NetId, Net<'n>>,
    original: Net<'n>,
}

impl<'n> Site<'n, '_> {
    /// Returns the netlist under construction.
    pub fn builder(&self) -> &'n Builder {
        self.builder
    }

    /// Returns the original net.
    pub fn original(&self) -> Net<'n> {
        self.original
    }

    /// Returns the operands of the replaced net.
    pub fn operands(&self, id: NetId) -> Vec<Net<'n>> {
        self.netlist
            .node(id)
            .operands
            .iter()
            .map(|operand| self.moved[operand])
            .collect()
    }

    /// Returns an earlier net, by its index in the netlist. Panics where there is none.
    pub(crate) fn select(&self, index: usize) -> Net<'n> {
        let id = self.netlist.ids().nth(index).expect("an index of the netlist");
        self.moved[&id]
    }

    /// Returns an earlier net, by `stage.name`. Panics where there is none, since the fault would not be the intended
    /// one.
    pub fn net(&self, path: &str) -> Net<'n> {
        self.find(path)
            .unwrap_or_else(|| panic!("no net {path} before the replaced one"))
    }

    /// Finds an earlier net, by `stage.name`.
    pub fn find(&self, path: &str) -> Option<Net<'n>> {
        let id = called(self.netlist, path).rfind(|id| self.moved.contains_key(id));
        id.map(|id| self.moved[&id])
    }
}

/// Returns the netlist with the net `path` (`stage.name`) replaced everywhere by the result of `replacement`.
///
/// Panics where there is no such net.
pub fn replace(netlist: &Netlist, path: &str, replacement: impl for<'n> Fn(&Site<'n, '_>) -> Net<'n>) -> Netlist {
    let target = find(netlist, path).unwrap_or_else(|| panic!("no net {path}"));
    rebuild(
        netlist,
        |site, id| {
            if id == target {
                replacement(site)
            } else {
                site.original
            }
        },
    )
}

/// Finds the latest net with the name `stage.name`, shown or not.
pub fn find(netlist: &Netlist, path: &str) -> Option<NetId> {
    called(netlist, path).next_back()
}

fn called<'a>(netlist: &'a Netlist, path: &'a str) -> impl DoubleEndedIterator<Item = NetId> + 'a {
    let (stage, name) = path
        .split_once('.')
        .unwrap_or_else(|| panic!("{path} is not stage.name"));
    netlist.ids().filter(move |id| {
        let node = netlist.node(*id);
        node.name() == Some(name) && netlist.stages[node.stage].name == stage
    })
}

/// Copies a netlist; `visit` may exchange any net for another.
pub(crate) fn rebuild(netlist: &Netlist, visit: impl for<'n> Fn(&Site<'n, '_>, NetId) -> Net<'n>) -> Netlist {
    let builder = Builder::new();
    builder.name_blocks(netlist.blocks);
    let mut moved: HashMap<NetId, Net<'_>> = HashMap::new();
    for id in netlist.ids() {
        let node = netlist.node(id);
        let _stage = builder.scope().stage(netlist.stages[node.stage].clone());
        let original = match &node.op {
            Op::Input => match (&node.label, netlist.part_of_port(id)) {
                (Some(label), None) => builder.input(label.clone(), node.width),
                (Some(label), Some(part)) => builder.input_part(label.clone(), node.width, part.clone()),
                (None, _) => panic!("an input has no name"),
            },
            _ => copy(&builder, node, &copies(node, &moved)),
        };
        let site = Site {
            builder: &builder,
            netlist,
            moved: &moved,
            original,
        };
        let net = visit(&site, id);
        assert_eq!(
            net.width(),
            node.width,
            "the replacement of a net is as wide as the net"
        );
        moved.insert(id, net);
    }
    for output in &netlist.outputs {
        builder.output(&output.name, moved[&output.net]);
    }
    drop(moved);
    builder.finish()
}

/// Splits a pipelined netlist at its registers. Each clock cycle becomes a netlist without registers.
///
/// The first has the inputs of the pipelined netlist, and the last has its outputs. The inputs of each other are the
/// contents of the registers before it. The outputs of each other are the next values of the registers behind it, in
/// the order of the next netlist's inputs.
pub fn between_registers(netlist: &Netlist) -> Vec<Netlist> {
    let cycles = netlist.nodes.iter().map(|node| node.cycle).max().unwrap_or(0);
    (0..=cycles).map(|cycle| in_cycle(netlist, cycle, cycles)).collect()
}

/// Builds the netlist of one clock cycle.
fn in_cycle(netlist: &Netlist, cycle: u32, last: u32) -> Netlist {
    let mut moved: HashMap<NetId, NetId> = HashMap::new();
    let mut part = Netlist {
        stages: netlist.stages.clone(),
        blocks: netlist.blocks,
        ..Netlist::default()
    };
    let port = |name: String, net: NetId| NetlistPort {
        name,
        width: netlist.node(net).width,
        net,
        part: None,
    };
    let registers = |of: u32| {
        let ids = netlist.ids();
        ids.filter(move |id| netlist.node(*id).is_register() && netlist.node(*id).cycle == of)
    };
    let is_here = |id: &NetId| netlist.node(*id).cycle == cycle || netlist.node(*id).is_constant();
    for id in netlist.ids().filter(is_here) {
        let mut node = netlist.node(id).clone();
        node.cycle = 0;
        if node.is_register() {
            (node.op, node.operands) = (Op::Input, Vec::new());
        }
        for operand in &mut node.operands {
            *operand = moved[operand];
        }
        part.nodes.push(node);
        moved.insert(id, part.ids().next_back().expect("there is the one that was added"));
    }
    let inputs: Vec<NetlistPort> = match cycle {
        0 => netlist.inputs.clone(),
        _ => registers(cycle)
            .map(|register| port(format!("held_{}", register.index()), register))
            .collect(),
    };
    let outputs: Vec<NetlistPort> = if cycle == last {
        netlist.outputs.clone()
    } else {
        registers(cycle + 1)
            .map(|register| {
                port(
                    format!("taken_{}", register.index()),
                    netlist.node(register).operands[0],
                )
            })
            .collect()
    };
    let within = |ports: Vec<NetlistPort>| {
        ports
            .into_iter()
            .map(|port| NetlistPort {
                net: moved[&port.net],
                ..port
            })
            .collect()
    };
    part.inputs = within(inputs);
    part.outputs = within(outputs);
    part
}
