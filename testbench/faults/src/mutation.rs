//! Small mutations of a generated netlist: another operator, another operand, another bit.

use halfpipe_netlist::instantiate::copy;
use halfpipe_netlist::{Net, NetId, Netlist, Node, Op};

use crate::nets::{rebuild, Site};

/// A change of a net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Another operator on the same operands.
    Operator(Op),
    /// Two operands change places.
    Exchanged(usize, usize),
    /// An operand is inverted.
    Inverted(usize),
    /// An operand is the net with the given index, of the same width.
    Rewired(usize, usize),
    /// One bit of the net is inverted.
    BitInverted(u32),
    /// One bit of the net is stuck at the given value.
    BitStuck(u32, bool),
    /// A register is missing.
    Dropped,
    /// A register is doubled.
    Doubled,
}

/// Lists the changes that a net can have, by kind. A kind with bits has a change for each bit.
pub fn changes(netlist: &Netlist, id: NetId) -> Vec<Vec<Change>> {
    let node = netlist.node(id);
    let operands = 0..node.operands.len();
    let stuck = (0..node.width).flat_map(|bit| [false, true].map(|value| Change::BitStuck(bit, value)));
    let mut kinds: Vec<Vec<Change>> = vec![
        operators(node).into_iter().map(Change::Operator).collect(),
        exchanges(netlist, node),
        operands.clone().map(Change::Inverted).collect(),
        operands.flat_map(|operand| rewirings(netlist, id, operand)).collect(),
        (0..node.width).map(Change::BitInverted).collect(),
        stuck.collect(),
    ];
    if node.is_register() {
        kinds.push(vec![Change::Dropped]);
        kinds.push(vec![Change::Doubled]);
    }
    kinds.retain(|kind| !kind.is_empty());
    kinds
}

/// Lists the operators that could be mistaken for a net's.
fn operators(node: &Node) -> Vec<Op> {
    match &node.op {
        Op::And => vec![Op::Or, Op::Xor],
        Op::Or => vec![Op::And, Op::Xor],
        Op::Xor => vec![Op::And, Op::Or],
        Op::Add => vec![Op::Sub, Op::Xor],
        Op::Sub => vec![Op::Add],
        Op::Equal => vec![Op::Less],
        Op::Less => vec![Op::Equal],
        Op::ShiftLeft => vec![Op::ShiftRight],
        Op::ShiftRight => vec![Op::ShiftLeft],
        Op::Any => vec![Op::All],
        Op::All => vec![Op::Any],
        Op::Slice { low } => {
            let below = low.checked_sub(1).map(|low| Op::Slice { low });
            below.into_iter().chain([Op::Slice { low: low + 1 }]).collect()
        }
        Op::Table(entries) => {
            let mut other = entries.to_vec();
            let place = entries.len() / 2;
            other[place] ^= 1;
            vec![Op::Table(other.into())]
        }
        _ => Vec::new(),
    }
}

/// Lists the pairs of operands that can change places. They have the same width, and the exchange makes a difference.
fn exchanges(netlist: &Netlist, node: &Node) -> Vec<Change> {
    let width = |operand: usize| netlist.node(node.operands[operand]).width;
    let pairs: &[(usize, usize)] = match node.op {
        Op::Sub | Op::Less | Op::Concat => &[(0, 1)],
        Op::Mux => &[(1, 2)],
        _ => &[],
    };
    let alike = pairs
        .iter()
        .filter(|(one, other)| *other < node.operands.len() && width(*one) == width(*other));
    alike.map(|(one, other)| Change::Exchanged(*one, *other)).collect()
}

/// Lists the nets just before an operand, and just before the net, that have the operand's width.
fn rewirings(netlist: &Netlist, id: NetId, operand: usize) -> Vec<Change> {
    let own = netlist.node(id).operands[operand];
    let alike = |other: &usize| *other != own.index() && netlist.nodes[*other].width == netlist.node(own).width;
    let before = |end: usize| (0..end).rev().find(alike);
    let mut found: Vec<usize> = [before(own.index()), before(id.index())]
        .into_iter()
        .flatten()
        .collect();
    found.dedup();
    found.into_iter().map(|other| Change::Rewired(operand, other)).collect()
}

/// Returns the netlist with one net changed, or nothing if a slice would exceed its operand.
///
/// # Panics
///
/// If the net cannot have the change.
pub fn mutated(netlist: &Netlist, id: NetId, change: &Change) -> Option<Netlist> {
    let node = netlist.node(id);
    if let Change::Operator(Op::Slice { low }) = change {
        if low + node.width > netlist.node(node.operands[0]).width {
            return None;
        }
    }
    Some(rebuild(netlist, |site, place| {
        if place == id {
            changed(site, netlist, id, change)
        } else {
            site.original()
        }
    }))
}

/// Builds the replacement of the net.
fn changed<'n>(site: &Site<'n, '_>, netlist: &Netlist, id: NetId, change: &Change) -> Net<'n> {
    let mut node = Node {
        label: None,
        ..netlist.node(id).clone()
    };
    let mut operands = site.operands(id);
    let original = site.original();
    let builder = site.builder();
    let only = |bit: u32| builder.wide_constant(1 << bit, node.width);
    match change {
        Change::BitInverted(bit) => return original ^ only(*bit),
        Change::BitStuck(bit, true) => return original | only(*bit),
        Change::BitStuck(bit, false) => return original & !only(*bit),
        Change::Dropped => return operands[0],
        Change::Doubled => return copy(builder, &node, &[original]),
        Change::Operator(op) => node.op = op.clone(),
        Change::Exchanged(one, other) => operands.swap(*one, *other),
        Change::Inverted(operand) => operands[*operand] = !operands[*operand],
        Change::Rewired(operand, other) => operands[*operand] = site.select(*other),
    }
    copy(builder, &node, &operands)
}
