//! Pipelining: registers put into a netlist at chosen cuts.
//!
//! The datapath is described without registers; it only names the places where one may go. Here each net gets the
//! clock cycle in which it is computed, which is the number of chosen cuts before it, and wherever a net of one cycle
//! is used in a later one, registers carry it there. So a pipeline is balanced by construction.

use std::collections::HashMap;

use crate::held::{joined_again, source, take_apart, Needed};
use crate::label::Label;
use crate::module::{Netlist, Port};
use crate::node::{NetId, Node, Op};

/// What registers behind the last cut come after, in the list of a pipelined netlist's cuts.
pub const RESULT: &str = "result";

/// The netlist with a register on every net that crosses one of the cuts, given by their indices.
///
/// The number of cuts stands for a place behind all of them, as often as it is given: each is a rank of registers that only
/// delays the outputs. Nets are ordered by clock cycle, registers first.
pub fn pipeline(netlist: &Netlist, cuts: &[usize]) -> Netlist {
    let times = cycles(netlist, cuts);
    let latency = cuts.len() as u32;
    let mut needed = registers_needed(netlist, &times, latency);
    let apart = take_apart(netlist, &mut needed, &times);
    let again = joined_again(netlist, &apart, &times, latency);
    needed.retain(|(id, _)| !apart.contains(id));
    let mut placed: HashMap<(NetId, u32), NetId> = HashMap::new();
    let mut nodes: Vec<Node> = Vec::with_capacity(netlist.nodes.len());
    let place = |nodes: &mut Vec<Node>, node: Node| {
        nodes.push(node);
        NetId(nodes.len() as u32 - 1)
    };
    let labels = register_labels(netlist);
    for cycle in 0..=latency {
        let here: Vec<NetId> = netlist.ids().filter(|id| needed.contains(&(*id, cycle))).collect();
        // Bits that another register holds are picked from it, when all registers are there.
        let mut held = Vec::new();
        for &id in &here {
            if let Some(holder) = holder(netlist, id, &here) {
                held.push((id, holder));
                continue;
            }
            let register = Node {
                op: Op::Register,
                operands: vec![placed[&(id, cycle - 1)]],
                width: netlist.node(id).width,
                label: Some(in_cycle(&labels[id.index()], cycle)),
                stage: home_stage(netlist, id),
                section: cycle,
            };
            placed.insert((id, cycle), place(&mut nodes, register));
        }
        for (id, (holder, low)) in held {
            let origin = netlist.node(id);
            let bits = Node {
                op: Op::Slice { low },
                operands: vec![placed[&(holder, cycle)]],
                label: origin
                    .label
                    .as_ref()
                    .filter(|label| !label.is_hidden())
                    .map(|label| in_cycle(label, cycle)),
                section: cycle,
                ..origin.clone()
            };
            placed.insert((id, cycle), place(&mut nodes, bits));
        }
        for id in netlist.ids().filter(|id| again.contains(&(*id, cycle))) {
            let origin = netlist.node(id);
            let part = |part: &NetId| match netlist.node(*part).is_constant() {
                true => placed[&(*part, 0)],
                false => placed[&(*part, cycle)],
            };
            let whole = Node {
                operands: origin.operands.iter().map(part).collect(),
                label: origin
                    .label
                    .as_ref()
                    .map(|label| in_cycle(label, cycle).hidden_as(label)),
                section: cycle,
                ..origin.clone()
            };
            placed.insert((id, cycle), place(&mut nodes, whole));
        }
        for id in netlist.ids() {
            let origin = netlist.node(id);
            let here = if origin.is_constant() {
                cycle == 0
            } else {
                times[id.index()] == cycle
            };
            if !here {
                continue;
            }
            let operand = |operand: &NetId| match netlist.node(*operand).is_constant() {
                true => placed[&(*operand, 0)],
                false => placed[&(*operand, cycle)],
            };
            let mut node = origin.clone();
            node.operands = origin.operands.iter().map(operand).collect();
            node.section = cycle;
            placed.insert((id, cycle), place(&mut nodes, node));
        }
    }
    let output = |port: &Port| {
        let at = if netlist.node(port.net).is_constant() {
            0
        } else {
            latency
        };
        Port {
            net: placed[&(port.net, at)],
            ..port.clone()
        }
    };
    let input = |port: &Port| Port {
        net: placed[&(port.net, 0)],
        ..port.clone()
    };
    let pipelined = Netlist {
        nodes,
        stages: netlist.stages.clone(),
        cuts: cuts.iter().map(|cut| name_of(netlist, *cut)).collect(),
        inputs: netlist.inputs.iter().map(input).collect(),
        outputs: netlist.outputs.iter().map(output).collect(),
        blocks: netlist.blocks,
    };
    // A net that was carried only to pick bits from it is left over where these are carried by themselves.
    match apart.is_empty() {
        true => pipelined,
        false => pipelined.without_dead_nets(),
    }
}

/// The name of a cut, or of the place behind all of them.
fn name_of(netlist: &Netlist, cut: usize) -> String {
    netlist.cuts.get(cut).map_or(RESULT, String::as_str).to_owned()
}

/// The clock cycle in which each net is computed when registers stand at the given cuts.
pub(super) fn cycles(netlist: &Netlist, cuts: &[usize]) -> Vec<u32> {
    let mut times: Vec<u32> = Vec::with_capacity(netlist.nodes.len());
    for node in &netlist.nodes {
        let ready = || node.operands.iter().map(|id| times[id.index()]).max().unwrap_or(0);
        let passed = cuts.iter().filter(|cut| (**cut as u32) < node.section).count() as u32;
        times.push(match &node.op {
            Op::Input | Op::Constant(_) => 0,
            // Bits are picked early, so that only those that are needed cross a cut; but a product keeps its register as a
            // whole, as multiplier blocks have one.
            _ if node.is_wiring() && netlist.node(node.operands[0]).op != Op::Mul => ready(),
            _ => passed,
        });
    }
    times
}

/// Which nets are wanted in which cycles after their own.
fn registers_needed(netlist: &Netlist, times: &[u32], latency: u32) -> Needed {
    let mut needed = Needed::new();
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

/// The net, among those that need a register, whose register holds all bits of a net that only picks bits, and from
/// where up. It is the widest: its own bits are in no other's.
fn holder(netlist: &Netlist, id: NetId, needed: &[NetId]) -> Option<(NetId, u32)> {
    let (of, low, width) = source(netlist, id);
    let holds = |other: &&NetId| {
        let (same, from, wide) = source(netlist, **other);
        same == of && wide > width && from <= low && low + width <= from + wide
    };
    let widest = needed
        .iter()
        .filter(holds)
        .max_by_key(|other| netlist.node(**other).width)?;
    Some((*widest, low - source(netlist, *widest).1))
}

/// The stage that a net's registers belong to: its own, or for bits picked from another net that one's.
fn home_stage(netlist: &Netlist, id: NetId) -> usize {
    let node = netlist.node(id);
    match (node.name(), node.is_wiring()) {
        (None, true) => netlist.node(node.operands[0]).stage,
        _ => node.stage,
    }
}

/// What the registers of each net are called, but for the cycle: as the net itself, or else which bits of what it is.
fn register_labels(netlist: &Netlist) -> Vec<Label> {
    let numbered = |id: NetId| Label::from(format!("net{}", id.index()));
    let label = |id: NetId| {
        let node = netlist.node(id);
        match (&node.label, &node.op) {
            (Some(label), _) => label.clone(),
            (None, Op::Slice { low }) => {
                let of = node.operands[0];
                let base = netlist.node(of).label.clone().unwrap_or_else(|| numbered(of));
                base.of_bits(*low, node.width)
            }
            (None, _) => numbered(id),
        }
    };
    netlist.ids().map(label).collect()
}

/// The label of what holds a net in a cycle.
fn in_cycle(label: &Label, cycle: u32) -> Label {
    label.held_as(format!("{}_{cycle}", label.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::Builder;
    use crate::module::Module;
    use crate::simulate::Simulator;

    /// (a + b) then xor a, with two cuts.
    fn example() -> Netlist {
        let n = Builder::new();
        let a = n.input("a", 8);
        let b = n.input("b", 8);
        let sum = (a + b).named("sum");
        n.cut("sum");
        let mixed = sum ^ a;
        n.cut("mixed");
        n.output("d", !mixed);
        n.finish()
    }

    #[test]
    fn every_choice_of_cuts_computes_the_same_a_few_cycles_later() {
        for cuts in [&[][..], &[0], &[1], &[0, 1], &[2], &[0, 2], &[0, 1, 2, 2, 2]] {
            let module = Module {
                name: "example".to_owned(),
                lane: pipeline(&example(), cuts),
                lanes: 1,
                latency: cuts.len() as u32,
            };
            let mut simulator = Simulator::new(&module);
            let operands: Vec<(u64, u64)> = (0..50).map(|i| (i * 37 % 256, i * 91 % 256)).collect();
            let mut results = Vec::new();
            for step in 0..operands.len() + cuts.len() {
                let (a, b) = operands[step.min(operands.len() - 1)];
                simulator.set_input(0, a);
                simulator.set_input(1, b);
                simulator.settle();
                if step >= cuts.len() {
                    results.push(simulator.output(0));
                }
                simulator.tick(true, false);
            }
            let right = |(a, b): &(u64, u64)| u128::from(!(((a + b) & 0xFF) ^ a) & 0xFF);
            let expected: Vec<u128> = operands.iter().map(right).collect();
            assert_eq!(results, expected, "cuts {cuts:?}");
        }
    }

    /// The bits of all registers.
    fn registers(netlist: &Netlist, cuts: &[usize]) -> u32 {
        let netlist = pipeline(netlist, cuts);
        let registers = netlist.nodes.iter().filter(|node| node.is_register());
        registers.map(|node| node.width).sum()
    }

    #[test]
    fn only_nets_that_cross_a_cut_are_registered() {
        let bits = |cuts: &[usize]| registers(&example(), cuts);
        assert_eq!(bits(&[]), 0);
        assert_eq!(bits(&[0]), 16);
        assert_eq!(bits(&[1]), 8);
        assert_eq!(bits(&[0, 1]), 24);
        assert_eq!(bits(&[0, 1, 2, 2]), 24 + 2 * 8);
    }

    #[test]
    fn registers_behind_the_last_cut_come_after_the_result() {
        assert_eq!(pipeline(&example(), &[0, 2, 2]).cuts, ["sum", RESULT, RESULT]);
    }

    #[test]
    fn a_bit_crosses_a_cut_in_one_register() {
        let n = Builder::new();
        let (a, b) = (n.input("a", 8), n.input("b", 8));
        n.cut("operands");
        // All of a, its upper half and a bit of that; of b two parts, and a bit of one.
        n.output("whole", !a);
        n.output("half", !a.high(4));
        n.output("bit", !a.bit(6));
        n.output("low", !b.low(3));
        n.output("inner", !b.bit(1));
        n.output("high", !b.high(2));
        assert_eq!(registers(&n.finish(), &[0]), 8 + 3 + 2);
    }

    #[test]
    fn joined_nets_are_taken_apart_where_their_bits_are_held_twice() {
        let n = Builder::new();
        let (a, b) = (n.input("a", 8), n.input("b", 4));
        let (sum, bit) = (a + a, b.any());
        let joined = sum.low(6).join(b & b.append_zeros(0));
        let copies = bit.repeat(16);
        n.cut("parts");
        n.output("sum", !sum);
        n.output("joined", !joined);
        n.output("copies", !copies);
        // The sum, b, and one bit for all copies.
        assert_eq!(registers(&n.finish(), &[0]), 8 + 4 + 1);
    }

    #[test]
    fn joined_nets_stay_whole_where_nothing_else_holds_their_bits() {
        let n = Builder::new();
        let joined = n.input("a", 8).join(n.input("b", 4));
        n.cut("joined");
        n.output("d", !joined);
        let netlist = pipeline(&n.finish(), &[0]);
        assert_eq!(netlist.nodes.iter().filter(|node| node.is_register()).count(), 1);
    }
}
