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
    let with_path = |cuts: Vec<usize>| (latest(paths(netlist, &cuts)), cuts);
    let candidates: Vec<(f64, Vec<usize>)> = combinations(&all, count).into_iter().map(with_path).collect();
    let shortest = candidates.iter().map(|(path, _)| *path).fold(f64::INFINITY, f64::min);
    let best = candidates.into_iter().filter(|(path, _)| *path <= shortest).map(|(_, cuts)| cuts);
    best.min_by_key(|cuts| register_bits(netlist, cuts)).unwrap_or_default()
}

/// The longest estimated path of each clock cycle, in look-up table levels.
pub fn paths(netlist: &Netlist, cuts: &[usize]) -> Vec<f64> {
    let times = cycles(netlist, cuts);
    let mut arrivals: Vec<Arrival> = Vec::with_capacity(netlist.nodes.len());
    let mut longest = vec![0.0_f64; cuts.len() + 1];
    for id in netlist.ids() {
        let node = netlist.node(id);
        let operands: Vec<Arrival> = node
            .operands
            .iter()
            .map(|operand| {
                // What comes from an earlier cycle comes from a register.
                let registered = times[operand.index()] < times[id.index()];
                let width = netlist.node(*operand).width as usize;
                if registered { vec![0.0; width] } else { arrivals[operand.index()].clone() }
            })
            .collect();
        let arrival = arrival(node, &operands);
        let here = &mut longest[times[id.index()] as usize];
        *here = arrival.iter().copied().fold(*here, f64::max);
        arrivals.push(arrival);
    }
    longest
}

/// The flip-flops that pipelining at the given cuts takes.
fn register_bits(netlist: &Netlist, cuts: &[usize]) -> u32 {
    let registers = super::pipeline::pipeline(netlist, cuts);
    registers.nodes.iter().filter(|node| node.is_register()).map(|node| node.width).sum()
}

/// When each bit of a net is there, in look-up table levels after the clock edge.
type Arrival = Vec<f64>;

/// When the bits of a net are there, given its operands.
fn arrival(node: &Node, operands: &[Arrival]) -> Arrival {
    let width = node.width as usize;
    let bitwise = |levels: f64| -> Arrival {
        (0..width).map(|bit| latest(operands.iter().map(|operand| operand[bit])) + levels).collect()
    };
    let all = |operand: &Arrival| latest(operand.iter().copied());
    let reduced = |inputs: usize| (inputs as f64).log(4.0).ceil();
    match &node.op {
        Op::Input | Op::Constant(_) | Op::Register => vec![0.0; width],
        Op::Not => operands[0].clone(),
        Op::Slice { low } => operands[0][*low as usize..][..width].to_vec(),
        Op::Concat => operands.iter().rev().flatten().copied().collect(),
        // Two small operators in a row share a look-up table.
        Op::And | Op::Or | Op::Xor => bitwise(0.5),
        Op::Mux => {
            let condition = operands[0][0];
            (0..width).map(|bit| latest([condition, operands[1][bit], operands[2][bit]]) + 0.8).collect()
        }
        Op::Add | Op::Sub => carry_chain(&operands[0], &operands[1]).0,
        Op::Less => vec![carry_chain(&operands[0], &operands[1]).1 + 1.0],
        Op::Equal => vec![all(&operands[0]).max(all(&operands[1])) + reduced(2 * operands[0].len())],
        Op::Any | Op::All => vec![all(&operands[0]) + reduced(operands[0].len())],
        // A shifter is one selection per bit of the amount; two of them share two look-up tables.
        Op::ShiftLeft | Op::ShiftRight => {
            let start = all(&operands[0]).max(all(&operands[1]));
            vec![start + 0.8 * operands[1].len() as f64; width]
        }
        Op::Mul => {
            let rows = operands[0].len().min(operands[1].len()) as f64;
            vec![all(&operands[0]).max(all(&operands[1])) + 1.0 + rows + CARRY_PER_BIT * width as f64; width]
        }
        Op::Table(_) => vec![all(&operands[0]) + (operands[0].len() as f64 - 2.0).max(1.0); width],
    }
}

/// When the bits of a sum are there, and its carry out.
fn carry_chain(a: &Arrival, b: &Arrival) -> (Arrival, f64) {
    let mut carry = 0.0_f64;
    let mut sum = Vec::with_capacity(a.len());
    for (a, b) in a.iter().zip(b) {
        let ready = a.max(*b);
        sum.push(ready.max(carry) + 1.0);
        carry = (carry + CARRY_PER_BIT).max(ready + 0.5);
    }
    (sum, carry)
}

fn latest(times: impl IntoIterator<Item = f64>) -> f64 {
    times.into_iter().fold(0.0, f64::max)
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
