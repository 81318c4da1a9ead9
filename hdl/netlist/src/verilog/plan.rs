//! Order of a lane's nets in the text: stage by stage, each stage once.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::expression::Expressions;
use crate::multiplications::Multiplications;
use crate::node::{NetId, Op};

/// An item of the text under a stage's heading.
pub(super) enum Item {
    /// A wire.
    Wire(NetId),
    /// The registers at the end of a clock cycle.
    Registers(u32, Vec<NetId>),
}

/// The order of a lane's text.
pub(super) struct Plan {
    /// The nets with a use above their definition: two stages may need each other.
    pub declared_first: HashSet<NetId>,
    /// The stages by their indices, in dataflow order, with the items under their headings.
    pub stages: Vec<(usize, Vec<Item>)>,
}

impl Plan {
    /// Returns the plan of the nets with identifiers; of `multiplications` only the registers of the products are written.
    pub fn new(expressions: &Expressions<'_>, multiplications: &Multiplications) -> Plan {
        let netlist = expressions.netlist;
        let products = multiplications.factors.keys();
        let products = products.map(|register| netlist.node(*register).operands[0]);
        let in_multiplier: HashSet<NetId> = products.chain(multiplications.registered.keys().copied()).collect();
        let is_written = |id: &NetId| {
            let has_line =
                expressions.identifiers.contains_key(id) && !matches!(netlist.node(*id).op, Op::Input | Op::State);
            has_line && !in_multiplier.contains(id)
        };
        let written: Vec<NetId> = netlist.ids().filter(is_written).collect();
        let sources: HashMap<NetId, BTreeSet<NetId>> = written
            .iter()
            .map(|id| {
                let mut found = BTreeSet::new();
                gather(expressions, &is_written, *id, &mut found);
                (*id, found)
            })
            .collect();
        let stages: Vec<(usize, Vec<Item>)> = order(expressions, &sources)
            .into_iter()
            .map(|stage| (stage, items(expressions, &written, stage)))
            .collect();
        Plan {
            declared_first: used_too_early(&stages, &sources),
            stages,
        }
    }
}

/// Returns the written nets that the text of a net names.
fn gather(expressions: &Expressions<'_>, is_written: &impl Fn(&NetId) -> bool, id: NetId, found: &mut BTreeSet<NetId>) {
    for operand in &expressions.netlist.node(id).operands {
        if is_written(operand) {
            found.insert(*operand);
        } else {
            gather(expressions, is_written, *operand, found);
        }
    }
}

/// Returns the stages that have text: each behind those that it needs, and otherwise in the order of the datapath.
fn order(expressions: &Expressions<'_>, sources: &HashMap<NetId, BTreeSet<NetId>>) -> Vec<usize> {
    let stage = |id: &NetId| expressions.netlist.node(*id).stage;
    let mut waiting: BTreeSet<usize> = sources.keys().map(stage).collect();
    let needs: BTreeSet<(usize, usize)> = sources
        .iter()
        .flat_map(|(id, sources)| sources.iter().map(move |source| (stage(id), stage(source))))
        .filter(|(one, other)| one != other)
        .collect();
    let mut order = Vec::new();
    // If stages need one another, the one that needs the fewest others comes first.
    let missing = |one: &usize, waiting: &BTreeSet<usize>| {
        let others = needs
            .iter()
            .filter(|(needy, other)| needy == one && waiting.contains(other));
        others.count()
    };
    while let Some(next) = waiting.iter().copied().min_by_key(|one| missing(one, &waiting)) {
        waiting.remove(&next);
        order.push(next);
    }
    order
}

/// Returns the items under the heading of a stage: cycle by cycle the registers, then the wires.
fn items(expressions: &Expressions<'_>, written: &[NetId], stage: usize) -> Vec<Item> {
    let node = |id: &NetId| expressions.netlist.node(*id);
    let here: Vec<NetId> = written.iter().copied().filter(|id| node(id).stage == stage).collect();
    let cycles: BTreeSet<u32> = here.iter().map(|id| node(id).cycle).collect();
    let mut items = Vec::new();
    for cycle in cycles {
        let (registers, wires): (Vec<NetId>, Vec<NetId>) = here
            .iter()
            .filter(|id| node(id).cycle == cycle)
            .partition(|id| node(id).is_register());
        if !registers.is_empty() {
            items.push(Item::Registers(cycle, registers));
        }
        items.extend(wires.into_iter().map(Item::Wire));
    }
    items
}

/// Returns the nets that some text names above the line of their declaration.
fn used_too_early(stages: &[(usize, Vec<Item>)], sources: &HashMap<NetId, BTreeSet<NetId>>) -> HashSet<NetId> {
    let mut early = HashSet::new();
    let mut declared: HashSet<NetId> = HashSet::new();
    for item in stages.iter().flat_map(|(_, items)| items) {
        let nets = match item {
            Item::Wire(id) => std::slice::from_ref(id),
            // All registers of a rank are declared before their assignments.
            Item::Registers(_, ids) => {
                declared.extend(ids);
                ids.as_slice()
            }
        };
        for source in nets.iter().flat_map(|id| &sources[id]) {
            if !declared.contains(source) {
                early.insert(*source);
            }
        }
        declared.extend(nets);
    }
    early
}
