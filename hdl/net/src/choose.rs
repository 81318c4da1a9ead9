//! Which cuts make a balanced pipeline.
//!
//! [`Delays`] are estimated in levels of four-input look-up tables; carry chains count a fraction of a level a bit. Only
//! the comparison of one part of the datapath with another matters here; real timing is measured by synthesis.

use crate::delays::Delays;
use crate::module::Netlist;
use crate::node::{Node, Op};
use crate::pipeline::cycles;

/// The `count` cuts that leave the shortest longest path, by the estimate for any device; in dataflow order.
///
/// Of equally good choices it takes one with the fewest register bits. Where there are fewer cuts, the rest are ranks behind the
/// last one.
pub fn choose_cuts(netlist: &Netlist, count: usize) -> Vec<usize> {
    Delays::default().choose_cuts(netlist, count)
}

/// The longest estimated path of each clock cycle, in look-up table levels, with registers at the given cuts. A cycle behind the
/// last cut has none.
pub fn paths(netlist: &Netlist, cuts: &[usize]) -> Vec<f64> {
    Delays::default().paths(netlist, cuts)
}

impl Delays {
    /// What [`choose_cuts`] is for a device of these delays.
    pub fn choose_cuts(&self, netlist: &Netlist, count: usize) -> Vec<usize> {
        choose(self, netlist, count)
    }

    /// What [`paths`] is for a device of these delays.
    pub fn paths(&self, netlist: &Netlist, cuts: &[usize]) -> Vec<f64> {
        let between = Between::of(self, netlist);
        let (cuts, behind) = cuts.split_at(cuts.partition_point(|cut| *cut < netlist.cuts.len()));
        let starts = std::iter::once(None).chain(cuts.iter().copied().map(Some));
        let ends = cuts.iter().copied().chain(std::iter::once(netlist.cuts.len()));
        let paths = starts.zip(ends).map(|(from, to)| between.path(from, to));
        paths.chain(behind.iter().map(|_| 0.0)).collect()
    }
}

fn choose(delays: &Delays, netlist: &Netlist, count: usize) -> Vec<usize> {
    let cuts = netlist.cuts.len();
    if count > cuts {
        return (0..count).map(|rank| rank.min(cuts)).collect();
    }
    if count == 0 {
        return Vec::new();
    }
    let between = Between::of(delays, netlist);
    let register_bits: Vec<u32> = (0..cuts).map(|cut| register_bits(netlist, cut)).collect();
    // What remains after a choice of cuts matters only through the last of them, so the best choices of one cut more
    // follow from those of one less: first for the longest path, then, within it, for the register bits.
    let longest = |path: f64, _: usize, section: f64| path.max(section);
    let (shortest, _) = best_choice(count, cuts, &between, longest);
    let bits = |total: f64, cut: usize, section: f64| {
        let allowed = section <= shortest + 1e-9;
        let here = if cut < cuts { f64::from(register_bits[cut]) } else { 0.0 };
        if allowed {
            total + here
        } else {
            f64::INFINITY
        }
    };
    best_choice(count, cuts, &between, bits).1
}

/// The longest path between each two cuts; cut `cuts` is the end, and the start is before all.
struct Between {
    cuts: usize,
    paths: Vec<f64>,
}

impl Between {
    fn of(delays: &Delays, netlist: &Netlist) -> Between {
        let cuts = netlist.cuts.len();
        let all: Vec<usize> = (0..cuts).collect();
        let sections = cycles(netlist, &all);
        let starts = (0..=cuts as u32).map(|start| longest_up_to(delays, netlist, &sections, start));
        Between {
            cuts,
            paths: starts.flatten().collect(),
        }
    }

    /// The path from behind the cut `from`, or the start, to `to`.
    fn path(&self, from: Option<usize>, to: usize) -> f64 {
        self.paths[from.map_or(0, |cut| cut + 1) * (self.cuts + 1) + to]
    }
}

/// The cheapest choice of `count` cuts, where `extend` gives the cost of a choice that goes on to a cut, or to the end.
fn best_choice(
    count: usize,
    cuts: usize,
    between: &Between,
    extend: impl Fn(f64, usize, f64) -> f64,
) -> (f64, Vec<usize>) {
    // The cheapest choice so far that ends with each cut.
    let mut best: Vec<(f64, Vec<usize>)> = (0..cuts)
        .map(|cut| (extend(0.0, cut, between.path(None, cut)), vec![cut]))
        .collect();
    let cheapest = |options: Vec<(f64, Vec<usize>)>| {
        options
            .into_iter()
            .min_by(|one, other| one.0.total_cmp(&other.0))
            .unwrap_or((f64::INFINITY, Vec::new()))
    };
    let go_on = |best: &[(f64, Vec<usize>)], to: usize| {
        let options = (0..to.min(cuts)).map(|from| {
            let (cost, chosen) = &best[from];
            let mut longer = chosen.clone();
            longer.push(to);
            (extend(*cost, to, between.path(Some(from), to)), longer)
        });
        cheapest(options.collect())
    };
    for _ in 1..count {
        best = (0..cuts).map(|cut| go_on(&best, cut)).collect();
    }
    let (cost, mut chosen) = go_on(&best, cuts);
    chosen.pop();
    (cost, chosen)
}

/// The longest path from registers in front of the section `start` to the end of each section.
fn longest_up_to(delays: &Delays, netlist: &Netlist, sections: &[u32], start: u32) -> Vec<f64> {
    let mut arrivals: Vec<Arrival> = Vec::with_capacity(netlist.nodes.len());
    let mut longest = vec![0.0_f64; netlist.cuts.len() + 1];
    for (node, section) in netlist.nodes.iter().zip(sections) {
        if *section < start {
            // It comes from a register.
            arrivals.push(vec![0.0; node.width as usize]);
            continue;
        }
        let operands: Vec<&Arrival> = node.operands.iter().map(|operand| &arrivals[operand.index()]).collect();
        let arrival = arrival(delays, node, &operands);
        let here = &mut longest[*section as usize];
        *here = arrival.iter().copied().fold(*here, f64::max);
        arrivals.push(arrival);
    }
    for section in 1..longest.len() {
        longest[section] = longest[section].max(longest[section - 1]);
    }
    longest
}

/// The flip-flops that a register at one cut takes.
fn register_bits(netlist: &Netlist, cut: usize) -> u32 {
    let registers = crate::pipeline::pipeline(netlist, &[cut]);
    registers
        .nodes
        .iter()
        .filter(|node| node.is_register())
        .map(|node| node.width)
        .sum()
}

/// When each bit of a net is there, in look-up table levels after the clock edge.
type Arrival = Vec<f64>;

/// When the bits of a net are there, given its operands.
fn arrival(delays: &Delays, node: &Node, operands: &[&Arrival]) -> Arrival {
    let width = node.width as usize;
    let bitwise = |levels: f64| -> Arrival {
        (0..width)
            .map(|bit| latest(operands.iter().map(|operand| operand[bit])) + levels)
            .collect()
    };
    let all = |operand: &Arrival| latest(operand.iter().copied());
    let reduced = |inputs: usize| (inputs as f64).log(4.0).ceil();
    match &node.op {
        Op::Input | Op::Constant(_) | Op::Register => vec![0.0; width],
        Op::Not => operands[0].clone(),
        Op::Slice { low } => operands[0][*low as usize..][..width].to_vec(),
        Op::Concat => operands.iter().rev().flat_map(|part| part.iter().copied()).collect(),
        // Two small operators in a row share a look-up table.
        Op::And | Op::Or | Op::Xor => bitwise(0.5),
        Op::Mux => {
            let condition = operands[0][0];
            (0..width)
                .map(|bit| latest([condition, operands[1][bit], operands[2][bit]]) + 0.8)
                .collect()
        }
        Op::Add | Op::Sub => carry_chain(delays, operands[0], operands[1]).0,
        Op::Less => vec![carry_chain(delays, operands[0], operands[1]).1 + 1.0],
        Op::Equal => vec![all(operands[0]).max(all(operands[1])) + reduced(2 * operands[0].len())],
        Op::Any | Op::All => vec![all(operands[0]) + reduced(operands[0].len())],
        // A shifter is one selection per bit of the amount; two of them share two look-up tables.
        Op::ShiftLeft | Op::ShiftRight => {
            let start = all(operands[0]).max(all(operands[1]));
            vec![start + 0.8 * operands[1].len() as f64; width]
        }
        Op::Mul => vec![all(operands[0]).max(all(operands[1])) + delays.multiplier_block; width],
        Op::Table(_) => vec![all(operands[0]) + (operands[0].len() as f64 - 2.0).max(1.0); width],
    }
}

/// When the bits of a sum are there, and its carry out.
fn carry_chain(delays: &Delays, a: &Arrival, b: &Arrival) -> (Arrival, f64) {
    let mut carry = 0.0_f64;
    let mut sum = Vec::with_capacity(a.len());
    for (a, b) in a.iter().zip(b) {
        let ready = a.max(*b);
        sum.push(ready.max(carry) + 1.0);
        carry = (carry + delays.carry_per_bit).max(ready + 0.5);
    }
    (sum, carry)
}

fn latest(times: impl IntoIterator<Item = f64>) -> f64 {
    times.into_iter().fold(0.0, f64::max)
}
