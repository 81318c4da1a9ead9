//! Naming of nets.

use std::collections::{HashMap, HashSet};

use crate::module::{Module, Netlist};
use crate::multiplications::Multiplications;
use crate::node::{NetId, Op};
use crate::stage::Stage;
use crate::verilog::multiplier::{instance_name, REGISTERED};

/// The most operators in one expression; longer ones get an intermediate wire. A selection counts as two.
const LONGEST_EXPRESSION: u32 = 4;

/// Returns the nets that get an identifier, with their identifiers.
pub(super) fn name_nets(netlist: &Netlist, lanes: u32) -> HashMap<NetId, String> {
    let uses = netlist.uses();
    let mut sliced = vec![false; netlist.nodes.len()];
    for node in &netlist.nodes {
        if matches!(node.op, Op::Slice { .. } | Op::Table(_)) {
            sliced[node.operands[0].index()] = true;
        }
    }
    let mut operators = vec![0_u32; netlist.nodes.len()];
    let mut names = Names::new(netlist);
    let mut identifiers = HashMap::new();
    for id in netlist.ids() {
        let node = netlist.node(id);
        let inlined = |operand: &NetId| !identifiers.contains_key(operand);
        let is_bits_of_identifier = |operand: &NetId| {
            let bits = netlist.node(*operand);
            !inlined(operand) || bits.is_wiring() && !inlined(&bits.operands[0])
        };
        let inner: u32 = node
            .operands
            .iter()
            .filter(|o| inlined(o))
            .map(|operand| operators[operand.index()])
            .sum();
        let own = match node.op {
            Op::Slice { .. } | Op::Concat | Op::Constant(_) | Op::Not => 0,
            Op::Mux => 2,
            _ => 1,
        };
        operators[id.index()] = inner + own;
        let trivial = match &node.op {
            Op::Constant(_) => true,
            Op::Slice { .. } => !sliced[id.index()],
            Op::Not => is_bits_of_identifier(&node.operands[0]) && !sliced[id.index()],
            _ => false,
        };
        let statement = matches!(node.op, Op::Input | Op::Register | Op::State | Op::Table(_));
        let shared = uses[id.index()] > 1 && !trivial;
        let long = operators[id.index()] > LONGEST_EXPRESSION;
        let shown = node.shown_name().is_some() && !node.is_constant();
        if netlist
            .iteration
            .as_ref()
            .is_some_and(|iteration| iteration.in_valid == id)
        {
            identifiers.insert(id, IN_VALID.to_owned());
        } else if statement || shown || shared || long || (sliced[id.index()] && !node.is_constant()) {
            identifiers.insert(id, names.choose(netlist, id, lanes));
        }
    }
    identifiers
}

/// Returns the hierarchical names of a module's nets in its Verilog, lane by lane in the order of the nets. None for a
/// net without a name of its own.
pub fn net_paths(module: &Module) -> Vec<Option<String>> {
    let netlist = &module.lane;
    let identifiers = name_nets(netlist, module.lanes);
    let registered = Multiplications::new(netlist).registered;
    let name = |id: &NetId| match registered.get(id) {
        Some(factor) => Some(format!(
            "{}.{}",
            instance_name(identifiers.get(&factor.product)?),
            REGISTERED[factor.position]
        )),
        None => identifiers.get(id).cloned(),
    };
    let names: Vec<Option<String>> = netlist.ids().map(|id| name(&id)).collect();
    let path = |lane: u32, name: &str| match module.lanes {
        1 => name.to_owned(),
        _ => format!("lanes[{lane}].{name}"),
    };
    let lanes = (0..module.lanes).flat_map(|lane| names.iter().map(move |name| Some(path(lane, name.as_ref()?))));
    lanes.collect()
}

/// The input port that says that operands are offered.
const IN_VALID: &str = "in_valid";

/// The identifiers that a module reserves: no data port has one of these names.
pub const RESERVED: [&str; 10] = [
    "clock",
    "reset",
    "enable",
    IN_VALID,
    "in_ready",
    "out_valid",
    "valid",
    "lane",
    "lanes",
    "unused_bits",
];

/// The identifiers in use, so that each is given once.
struct Names(HashSet<String>);

impl Names {
    fn new(netlist: &Netlist) -> Names {
        let outputs = netlist.outputs.iter().map(|port| port.name.clone());
        let wide = netlist.inputs.iter().filter_map(|port| port.part.as_ref());
        let ports = outputs.chain(wide.map(|part| part.port.clone()));
        Names(ports.chain(RESERVED.map(str::to_owned)).collect())
    }

    fn choose(&mut self, netlist: &Netlist, id: NetId, lanes: u32) -> String {
        let node = netlist.node(id);
        let base = match (&node.op, node.name()) {
            (Op::Input, Some(name)) if lanes > 1 => format!("lane_{name}"),
            (_, Some(name)) if node.stage == Stage::PORTS => name.to_owned(),
            (_, Some(name)) => format!("{}_{name}", netlist.stages[node.stage].name),
            (_, None) => format!("{}_net{}", netlist.stages[node.stage].name, id.index()),
        };
        let mut name = base.clone();
        let mut suffix = 2;
        while !self.0.insert(name.clone()) {
            name = format!("{base}_{suffix}");
            suffix += 1;
        }
        name
    }
}
