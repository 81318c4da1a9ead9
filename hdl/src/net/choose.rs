//! Which cuts make a balanced pipeline.
//!
//! Delays are estimated in levels of four-input look-up tables; carry chains count a fraction of a level a bit. Only
//! the comparison of one part of the datapath with another matters here; real timing is measured by synthesis.

use super::module::Netlist;
use super::node::{Node, Op};
use super::pipeline::cycles;

/// A carry chain's delay per bit, in look-up table levels (iCE40 HX: 0.13 ns against about 1.2 ns a level with routing).
const CARRY_PER_BIT: f64 = 0.1;

/// The `count` cuts that leave the shortest longest path, by the estimate; in dataflow order.
///
/// Of equally good choices it takes the one with the fewest register bits.
pub fn choose_cuts(netlist: &Netlist, count: usize) -> Vec<usize> {
    let all: Vec<usize> = (0..netlist.cuts.len()).collect();
    assert!(count <= all.len(), "{count} cuts of {}", all.len());
    let with_path = |cuts: Vec<usize>| (longest_path(netlist, &cuts), cuts);
    let candidates: Vec<(f64, Vec<usize>)> = combinations(&all, count).into_iter().map(with_path).collect();
    let shortest = candidates.iter().map(|(path, _)| *path).fold(f64::INFINITY, f64::min);
    let best = candidates.into_iter().filter(|(path, _)| *path <= shortest).map(|(_, cuts)| cuts);
    best.min_by_key(|cuts| register_bits(netlist, cuts)).unwrap_or_default()
}

/// The longest estimated path between registers, in look-up table levels.
pub fn longest_path(netlist: &Netlist, cuts: &[usize]) -> f64 {
    let times = cycles(netlist, cuts);
    let mut arrival = vec![0.0_f64; netlist.nodes.len()];
    for id in netlist.ids() {
        let node = netlist.node(id);
        let same_cycle = node.operands.iter().filter(|operand| times[operand.index()] == times[id.index()]);
        let ready = same_cycle.map(|operand| arrival[operand.index()]).fold(0.0, f64::max);
        arrival[id.index()] = ready + levels(netlist, node);
    }
    arrival.into_iter().fold(0.0, f64::max)
}

/// The flip-flops that pipelining at the given cuts takes.
fn register_bits(netlist: &Netlist, cuts: &[usize]) -> u32 {
    let registers = super::pipeline::pipeline(netlist, cuts);
    registers.nodes.iter().filter(|node| node.is_register()).map(|node| node.width).sum()
}

/// The estimated delay of one operator, in look-up table levels.
fn levels(netlist: &Netlist, node: &Node) -> f64 {
    let width = f64::from(node.width);
    let operand_width = |index: usize| f64::from(netlist.node(node.operands[index]).width);
    match &node.op {
        Op::Input | Op::Constant(_) | Op::Register | Op::Concat | Op::Slice { .. } | Op::Not => 0.0,
        // Two or three small operators in a row share a look-up table.
        Op::And | Op::Or | Op::Xor => 0.5,
        Op::Mux => 0.8,
        Op::Add | Op::Sub => 1.0 + CARRY_PER_BIT * width,
        Op::Less => 1.0 + CARRY_PER_BIT * operand_width(0),
        Op::Equal => (2.0 * operand_width(0)).log(4.0).ceil(),
        Op::Any | Op::All => operand_width(0).log(4.0).ceil(),
        // A shifter is one selection per bit of the amount.
        Op::ShiftLeft | Op::ShiftRight => 0.8 * operand_width(1),
        // Rows of partial products are compressed three to two, then added.
        Op::Mul => 1.0 + 1.7 * operand_width(0).min(operand_width(1)).log2() + CARRY_PER_BIT * width,
        Op::Table(_) => (operand_width(0) - 2.0).max(1.0),
    }
}

fn combinations(items: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (position, first) in items.iter().enumerate() {
        for mut rest in combinations(&items[position + 1..], count - 1) {
            rest.insert(0, *first);
            found.push(rest);
        }
    }
    found
}
