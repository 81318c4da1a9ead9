//! The stages of a datapath and what goes from one to the next, read off its netlist.

use std::collections::{BTreeMap, BTreeSet};

use halfpipe_hdl::net::{NetId, Netlist, Node, Op, Stage};

/// A stage with logic.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Step {
    /// The stage, as the netlist spells it.
    pub stage: String,
    /// What happens there, as the netlist says it.
    pub meaning: String,
}

/// A bit: its net, and its place there.
type Bit = (NetId, u32);

/// A datapath as a graph of stages.
pub struct Steps {
    /// The stages with logic.
    pub steps: BTreeSet<Step>,
    /// How many bits one stage takes from another. A bit that several take counts for each.
    pub flows: BTreeMap<(Step, Step), usize>,
}

impl Steps {
    /// The stages of one lane without registers. An operand belongs to the stage that unpacks it.
    pub fn of(netlist: &Netlist) -> Steps {
        let mut flows: BTreeMap<(Step, Step), BTreeSet<Bit>> = BTreeMap::new();
        let mut steps = BTreeSet::new();
        for id in netlist.ids().filter(|id| is_source(netlist.node(*id))) {
            let to = step(netlist, id);
            for bit in sources(netlist, id) {
                let from = step(netlist, bit.0);
                if from != to {
                    // Names can be given to the same bit twice; it is one nevertheless.
                    flows
                        .entry((from, to.clone()))
                        .or_default()
                        .insert(beginning(netlist, bit));
                }
            }
            steps.insert(to);
        }
        Steps {
            steps,
            flows: flows.into_iter().map(|(way, bits)| (way, bits.len())).collect(),
        }
    }
}

/// Whether the way of a bit ends at this net: at logic, and at what the datapath gave a name.
fn is_source(node: &Node) -> bool {
    let is_wiring = matches!(node.op, Op::Slice { .. } | Op::Concat);
    node.shown_name().is_some() || !(is_wiring || node.is_constant())
}

/// The bits that a net is made of.
fn sources(netlist: &Netlist, id: NetId) -> Vec<Bit> {
    let node = netlist.node(id);
    let bits: Vec<Bit> = match node.op {
        Op::Slice { .. } | Op::Concat => (0..node.width).filter_map(|bit| wired(netlist, (id, bit))).collect(),
        _ => {
            let bits_of = |operand: &NetId| (0..netlist.node(*operand).width).map(|bit| (*operand, bit)).collect();
            node.operands.iter().flat_map::<Vec<Bit>, _>(bits_of).collect()
        }
    };
    bits.into_iter().filter_map(|bit| origin(netlist, bit)).collect()
}

/// Where a bit comes from, past all wiring without a name; a constant bit comes from nowhere.
fn origin(netlist: &Netlist, bit: Bit) -> Option<Bit> {
    let node = netlist.node(bit.0);
    match node.is_constant() {
        true => None,
        false if is_source(node) => Some(bit),
        false => origin(netlist, wired(netlist, bit)?),
    }
}

/// Where a bit comes from, past all wiring.
fn beginning(netlist: &Netlist, bit: Bit) -> Bit {
    wired(netlist, bit).map_or(bit, |before| beginning(netlist, before))
}

/// The bit that a bit of wiring is; none for other nets.
fn wired(netlist: &Netlist, (id, bit): Bit) -> Option<Bit> {
    let node = netlist.node(id);
    match node.op {
        Op::Slice { low } => Some((node.operands[0], low + bit)),
        Op::Concat => {
            let mut below = bit;
            for operand in node.operands.iter().rev() {
                let width = netlist.node(*operand).width;
                if below < width {
                    return Some((*operand, below));
                }
                below -= width;
            }
            None
        }
        _ => None,
    }
}

/// The stage that a net belongs to. One made outside of any stage goes with its first operand that is not constant.
fn step(netlist: &Netlist, id: NetId) -> Step {
    let node = netlist.node(id);
    let own = || netlist.stages[node.stage].name.clone();
    let stage = match node.stage {
        Stage::PORTS if node.op == Op::Input => format!("unpack_{}", node.name().unwrap_or_default()),
        Stage::PORTS => {
            let mut operands = node
                .operands
                .iter()
                .filter_map(|operand| origin(netlist, (*operand, 0)));
            operands.next().map_or_else(own, |(from, _)| step(netlist, from).stage)
        }
        _ => own(),
    };
    let known = netlist.stages.iter().find(|known| known.name == stage);
    Step {
        meaning: known.map_or_else(String::new, |known| known.meaning.clone()),
        stage,
    }
}

#[cfg(test)]
mod tests {
    use halfpipe_hdl::net::Builder;

    use super::*;

    fn step(stage: &str, meaning: &str) -> Step {
        Step {
            stage: stage.to_owned(),
            meaning: meaning.to_owned(),
        }
    }

    #[test]
    fn bits_are_counted_once_and_past_wiring() {
        let n = Builder::new();
        let a = n.input("a", 8);
        let sum = {
            let _stage = n.scope().stage(("first", "the sum"));
            (a + a.low(4).append_zeros(4)).named("sum")
        };
        let result = {
            let _stage = n.scope().stage(("second", "its bits mixed"));
            sum.high(3).join(sum.high(3)) ^ sum.slice(1, 6)
        };
        n.output("d", result);
        let steps = Steps::of(&n.finish());
        // Of the sum's eight bits the second stage takes all but the lowest.
        let flows = [
            ((step("first", "the sum"), step("second", "its bits mixed")), 7),
            ((step("unpack_a", ""), step("first", "the sum")), 8),
        ];
        assert_eq!(steps.flows, flows.into());
        let all = [
            step("unpack_a", ""),
            step("first", "the sum"),
            step("second", "its bits mixed"),
        ];
        assert_eq!(steps.steps, all.into());
    }
}
