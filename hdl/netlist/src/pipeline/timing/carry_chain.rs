//! Carry chains: sums, differences and comparisons, and how a chain is split between two of its bits.

use crate::build::builder::{Builder, Net};
use crate::label::{hidden, Label};
use crate::module::Netlist;
use crate::node::{NetId, Node, Op};

/// Inputs of the logic of each net in a netlist.
///
/// They are the operands of the net, with one exception. A sum of two nets and one bit is written as two additions, but
/// is one carry chain with the bit as its carry in. The inner addition is then part of the outer one.
pub struct CarryChains {
    operands: Vec<Vec<NetId>>,
    inner: Vec<bool>,
}

impl CarryChains {
    /// Finds the carry chains of a netlist.
    pub fn from_netlist(netlist: &Netlist) -> CarryChains {
        let uses = netlist.uses();
        let mut inner = vec![false; netlist.nodes.len()];
        let mut operands = Vec::with_capacity(netlist.nodes.len());
        for id in netlist.ids() {
            let node = netlist.node(id);
            let mut own = node.operands.clone();
            if let Some((sum, carry)) = carry_in(netlist, node) {
                if uses[sum.index()] == 1 && operands_of(netlist, sum, &inner) == 2 {
                    inner[sum.index()] = true;
                    own = netlist.node(sum).operands.clone();
                    own.push(carry);
                }
            }
            operands.push(own);
        }
        CarryChains { operands, inner }
    }

    /// Returns the inputs of a net's logic. Those of a carry chain are the two numbers and, if it has one, the carry
    /// in, its lowest bit.
    pub fn operands(&self, id: NetId) -> &[NetId] {
        &self.operands[id.index()]
    }

    /// True if the net is the inner addition of a sum with a carry in.
    pub fn is_inner(&self, id: NetId) -> bool {
        self.inner[id.index()]
    }
}

/// Returns the number of inputs of a sum: two, or three with a carry in.
fn operands_of(netlist: &Netlist, sum: NetId, inner: &[bool]) -> usize {
    let parts = netlist.node(sum).operands.iter();
    2 + parts.filter(|part| inner[part.index()]).count()
}

/// Returns the sum to which an addition adds one bit, and that bit.
fn carry_in(netlist: &Netlist, node: &Node) -> Option<(NetId, NetId)> {
    if node.op != Op::Add {
        return None;
    }
    let [sum, extended] = [node.operands[0], node.operands[1]];
    let bit = netlist.node(extended);
    match (&netlist.node(sum).op, &bit.op, bit.operands.as_slice()) {
        (Op::Add, Op::Concat, [zeros, carry]) => {
            let is_bit = netlist.node(*carry).width == 1 && netlist.node(*zeros).op == Op::Constant(0);
            is_bit.then_some((sum, *carry))
        }
        (Op::Add, Op::Constant(1), _) => Some((sum, extended)),
        _ => None,
    }
}

/// True if an operator is a carry chain.
pub(crate) fn is_chain(op: &Op) -> bool {
    matches!(op, Op::Add | Op::Sub | Op::Less)
}

/// Returns a carry chain in pieces, cut below each of the bits `at`. The carry of a piece enters the next piece in an
/// extra position below its lowest bit.
pub(crate) fn split_chain<'n>(builder: &'n Builder, node: &Node, operands: &[Net<'n>], at: &[u32]) -> Net<'n> {
    let width = operands[0].width();
    let label = node.label.clone().unwrap_or_else(|| Label::from("sum"));
    let mut carry: Option<Net<'n>> = None;
    let mut parts: Vec<Net<'n>> = Vec::new();
    let ends = at.iter().copied().chain([width]);
    let starts = [0].into_iter().chain(at.iter().copied());
    for (low, high) in starts.zip(ends) {
        let is_last = high == width;
        let [mut a, mut b] = [operands[0], operands[1]].map(|operand| operand.slice(low, high - low));
        let below = u32::from(carry.is_some());
        if let Some(carry) = carry {
            // One plus a carry produces a carry, and zero minus a borrow produces a borrow.
            a = a.join(builder.constant(u64::from(node.op == Op::Add), 1));
            b = b.join(carry);
        }
        let name = piece(&label, low, high, width);
        if node.op == Op::Less {
            carry = Some(a.less_than(b).named(hidden(name)));
            continue;
        }
        let wide = a.width() + u32::from(!is_last);
        let widened = |part: Net<'n>, place: &str| part.zero_extend(wide).named(hidden(format!("{place}_of_{name}")));
        let (a, b) = (widened(a, "first"), widened(b, "second"));
        let mut sum = if node.op == Op::Add { a + b } else { a - b };
        if let Some(carry) = operands.get(2).filter(|_| low == 0) {
            sum = sum + carry.low(1).zero_extend(wide);
        }
        sum.named(hidden(name));
        parts.push(sum.slice(below, high - low));
        carry = Some(sum.top_bit());
    }
    match node.op {
        Op::Less => carry.expect("a chain has a piece"),
        _ => parts
            .into_iter()
            .reduce(|low, high| high.join(low))
            .expect("a chain has a piece"),
    }
}

/// Returns the name of a piece of a chain.
fn piece(label: &Label, low: u32, high: u32, width: u32) -> String {
    let name = label.name();
    match (low, high) {
        (0, _) => format!("{name}_to_bit_{}", high - 1),
        (_, _) if high == width => format!("{name}_from_bit_{low}"),
        _ => format!("{name}_bits_{low}_to_{}", high - 1),
    }
}
