//! Division of an operator among clock cycles: a carry chain bit by bit, a shifter level by level.

use crate::node::Op;
use crate::pipeline::arrival_time::{cycle_of, ArrivalTime};
use crate::pipeline::timing::arrival::{latest, shifter_levels, Carry, ALWAYS, CHOICE};
use crate::pipeline::timing::delays::Delays;
use crate::pipeline::timing::fanout::fanout_delay;

/// Schedules a shifter, level by level.
pub(crate) fn divided_shifter(width: u32, operands: &[&[ArrivalTime]], limit: f64) -> Option<Parts> {
    let (value, amount) = (operands[0], operands[1]);
    let mut cycle = cycle_of(value);
    let mut time = latest(value.iter().map(|bit| bit.time_in_cycle(cycle)));
    let mut places = Vec::new();
    for (index, (position, bits)) in shifter_levels(amount, width).into_iter().enumerate() {
        let mut next = cycle_of(bits).max(cycle);
        let at = |next: u32| {
            let value = if next > cycle { 0.0 } else { time };
            let amount = latest(bits.iter().map(|bit| bit.time_in_cycle(next))) + fanout_delay(width);
            amount.max(value) + CHOICE
        };
        if at(next) > limit {
            next += 1;
        }
        if at(next) > limit {
            return None;
        }
        if next > cycle && index > 0 {
            places.push(position);
        }
        (cycle, time) = (next, at(next));
    }
    let arrivals = vec![ArrivalTime { cycle, time }; width as usize];
    Some(Parts {
        cycle,
        arrivals,
        places,
    })
}

/// Schedules a carry chain, bit by bit.
pub(crate) fn divided_chain(delays: &Delays, op: &Op, operands: &[&[ArrivalTime]], limit: f64) -> Option<Parts> {
    let (a, b) = (operands[0], operands[1]);
    let carry_in = operands.get(2).map_or(ArrivalTime::ALWAYS, |carry| carry[0]);
    let width = a.len();
    let needed = |bit: usize| a[bit].cycle.max(b[bit].cycle);
    let mut arrivals = Vec::with_capacity(width);
    let mut places = Vec::new();
    let mut start = 0;
    let mut cycle = needed(0).max(carry_in.cycle);
    loop {
        let carry = if start == 0 { carry_in.time_in_cycle(cycle) } else { 0.0 };
        let piece = piece(delays, op, [a, b], start, cycle, carry, limit);
        let is_last = piece.times.len() == width - start;
        let end = if is_last {
            width
        } else {
            (start + piece.reach).min(width.saturating_sub(SHORTEST_PIECE))
        };
        if !is_last && end < start + SHORTEST_PIECE {
            // Too few bits would fit before the clock edge.
            let is_from_registers = (start..width).all(|bit| needed(bit) < cycle);
            if is_from_registers && (start > 0 || carry_in.cycle < cycle) {
                return None;
            }
            cycle += 1;
            continue;
        }
        arrivals.extend(
            piece.times[..end - start]
                .iter()
                .map(|time| ArrivalTime { cycle, time: *time }),
        );
        if is_last {
            if *op == Op::Less {
                arrivals = vec![ArrivalTime {
                    cycle,
                    time: piece.carry_out,
                }];
            }
            return Some(Parts {
                cycle,
                arrivals,
                places,
            });
        }
        places.push(end as u32);
        start = end;
        cycle = (cycle + 1).max(needed(end));
    }
}

/// Returns the piece of a chain that begins at this bit and cycle, as long as the limit allows.
fn piece(
    delays: &Delays,
    op: &Op,
    operands: [&[ArrivalTime]; 2],
    start: usize,
    cycle: u32,
    carry: f64,
    limit: f64,
) -> Piece {
    let mut chain = Carry::into_chain(delays, carry);
    if start > 0 {
        // The carry of the piece before takes a position of its own.
        chain.pass(delays, carry);
    }
    let width = operands[0].len();
    let mut piece = Piece {
        times: Vec::new(),
        reach: 0,
        carry_out: ALWAYS,
    };
    for bit in start..width {
        let [a, b] = operands.map(|operand| operand[bit]);
        if a.cycle.max(b.cycle) > cycle {
            return piece;
        }
        let sum = chain.pass(delays, a.time_in_cycle(cycle).max(b.time_in_cycle(cycle)));
        let out = chain.out(delays);
        let is_last = bit + 1 == width;
        let fits = if *op == Op::Less {
            !is_last || out <= limit
        } else {
            sum <= limit
        };
        if !fits {
            return piece;
        }
        piece.times.push(sum);
        if out <= limit {
            piece.reach = piece.times.len();
            piece.carry_out = out;
        }
    }
    piece
}

/// The fewest bits of a piece of a carry chain. A shorter piece is not worth the positions in which carries leave and
/// enter.
const SHORTEST_PIECE: usize = 4;

/// An operator that may be split.
pub(crate) struct Parts {
    /// The cycle of its last part.
    pub cycle: u32,
    /// The arrivals of its bits.
    pub arrivals: Vec<ArrivalTime>,
    /// The places where clock edges split it.
    pub places: Vec<u32>,
}

/// A piece of a carry chain.
struct Piece {
    /// The arrival time of each of its bits.
    times: Vec<f64>,
    /// The number of bits that the carry can pass and still leave the piece in the same cycle.
    reach: usize,
    /// The times at which the carry of each bit is available outside.
    carry_out: f64,
}
