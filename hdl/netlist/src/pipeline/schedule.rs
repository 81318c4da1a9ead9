//! Schedules: the clock cycle of each net under a limit on the paths between registers.
//!
//! Time restarts at a clock edge. A net is computed in the cycle of its last operand, or in the next one if it would
//! come too late. Carry chains and shifters may spread over several cycles.

use std::collections::BTreeMap;

use crate::module::Netlist;
use crate::node::{NetId, Op};
use crate::pipeline::timing::arrival::{latest, shifter_levels, Arrival, Carry, Model, Time, ALWAYS, CHOICE};
use crate::pipeline::timing::carry_chain::is_chain;
use crate::pipeline::timing::delays::Delays;
use crate::pipeline::timing::fanout::fanout_delay;

/// Arrival of a bit: its clock cycle, and the time since the cycle began.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ArrivalTime {
    pub cycle: u32,
    pub time: f64,
}

impl ArrivalTime {
    /// Arrival of a constant.
    const ALWAYS: ArrivalTime = ArrivalTime { cycle: 0, time: ALWAYS };

    /// Returns the time within a cycle that is not earlier: a bit of an earlier cycle comes from a register.
    fn within(self, cycle: u32) -> f64 {
        if self.cycle < cycle && self.time > ALWAYS {
            0.0
        } else {
            self.time
        }
    }
}

impl Time for ArrivalTime {
    fn is_constant(&self) -> bool {
        self.time == ALWAYS
    }
}

/// SplitPoints where clock edges split operators: a carry chain below the bits of these positions, a shifter between the
/// levels of its amount's bits.
pub(crate) type SplitPoints = BTreeMap<NetId, Vec<u32>>;

/// Arrivals of the nets of a netlist.
pub(crate) struct Schedule {
    /// The arrival of each bit of each net.
    pub arrivals: Vec<Vec<ArrivalTime>>,
    /// The cycle of each net's logic, the last one if it is split. It is meaningless for wiring.
    pub cycles: Vec<u32>,
    /// The places where operators are split.
    pub places: SplitPoints,
    /// The longest path of all cycles.
    pub longest: f64,
}

impl Schedule {
    /// Returns the number of clock cycles before the last output, or before the last logic if that is later. Some logic
    /// may drive no output, such as that of a shifter whose amount is constant in an indirect way.
    pub(crate) fn latency(&self, netlist: &Netlist) -> u32 {
        let outputs = netlist.outputs.iter();
        let outputs = outputs.map(|port| cycle_of(&self.arrivals[port.net.index()]));
        outputs.chain(self.cycles.iter().copied()).max().unwrap_or(0)
    }
}

/// Returns the cycle in which the last bit arrives.
pub(crate) fn cycle_of(arrivals: &[ArrivalTime]) -> u32 {
    arrivals
        .iter()
        .map(|arrival_time| arrival_time.cycle)
        .max()
        .unwrap_or(0)
}

/// A netlist with the delays for its schedules.
pub(crate) struct Scheduler<'a> {
    pub netlist: &'a Netlist,
    pub model: Model<'a>,
    /// True if products are registered where they are made, as multiplier blocks can do.
    pub holds_products: bool,
}

impl<'a> Scheduler<'a> {
    pub(crate) fn new(delays: &'a Delays, netlist: &'a Netlist) -> Scheduler<'a> {
        Scheduler {
            netlist,
            model: Model::new(delays, netlist),
            holds_products: false,
        }
    }

    /// Returns the schedule that computes every net as early as possible; none if something takes longer than the
    /// limit. Only operators for which `may_split` is true may be split.
    pub(crate) fn earliest(&self, limit: f64, may_split: impl Fn(NetId) -> bool) -> Option<Schedule> {
        let mut schedule = Schedule {
            arrivals: Vec::with_capacity(self.netlist.nodes.len()),
            cycles: Vec::with_capacity(self.netlist.nodes.len()),
            places: SplitPoints::new(),
            longest: 0.0,
        };
        for id in self.netlist.ids() {
            let (cycle, arrivals) = match self.wiring(id, &schedule.arrivals) {
                Some(arrivals) => (cycle_of(&arrivals), arrivals),
                None if may_split(id) && self.is_divisible(id) => self.schedule_split(id, limit, &mut schedule)?,
                None => {
                    let first = self.first_cycle(id, &schedule.arrivals);
                    let in_cycle = |cycle| (cycle, self.arrive(id, cycle, &schedule.arrivals));
                    let fits = |arrival: &(u32, Arrival)| latest(arrival.1.iter().copied()) <= limit;
                    let fitting = [first, first + 1].into_iter().map(in_cycle).find(fits);
                    let (cycle, arrival) = fitting?;
                    schedule.longest = schedule.longest.max(latest(arrival.iter().copied()));
                    (cycle, self.held(id, cycle, arrival))
                }
            };
            schedule.cycles.push(cycle);
            schedule.arrivals.push(arrivals);
        }
        Some(schedule)
    }

    /// Returns the longest path of all cycles, given the cycle of each net's logic. Returns none if a net would be
    /// computed before its operands.
    pub(crate) fn longest(&self, cycles: &[u32]) -> Option<f64> {
        let times = self.times(cycles)?;
        Some(latest(times.iter().flatten().copied()).max(0.0))
    }

    /// Returns the arrival times of each net's bits in its cycle. Returns none if a net would be computed before its
    /// operands.
    pub(crate) fn times(&self, cycles: &[u32]) -> Option<Vec<Arrival>> {
        let mut arrivals: Vec<Vec<ArrivalTime>> = Vec::with_capacity(cycles.len());
        let mut times: Vec<Arrival> = Vec::with_capacity(cycles.len());
        for (id, cycle) in self.netlist.ids().zip(cycles.iter().copied()) {
            let (time, arrival_time) = match self.wiring(id, &arrivals) {
                Some(wiring) => (wiring.iter().map(|bit| bit.time).collect(), wiring),
                None if self.first_cycle(id, &arrivals) > cycle => return None,
                None => {
                    let arrival = self.arrive(id, cycle, &arrivals);
                    (arrival.clone(), self.held(id, cycle, arrival))
                }
            };
            times.push(time);
            arrivals.push(arrival_time);
        }
        Some(times)
    }

    /// Returns the last cycle that uses each net, by logic or behind all of it; wiring only passes it on.
    pub(crate) fn last_uses(&self, cycles: &[u32], latency: u32) -> Vec<u32> {
        let mut last = vec![0; cycles.len()];
        for output in &self.netlist.outputs {
            last[output.net.index()] = latency;
        }
        for id in self.netlist.ids().rev() {
            let here = if self.is_logic(id) {
                cycles[id.index()]
            } else {
                last[id.index()]
            };
            for operand in self.model.chains.operands(id) {
                last[operand.index()] = last[operand.index()].max(here);
            }
        }
        last
    }

    /// Returns true for the nets that lead to the last logic through consecutive cycles: one cycle later, they would be
    /// late.
    pub(crate) fn urgent(&self, cycles: &[u32]) -> Vec<bool> {
        let last = self
            .netlist
            .ids()
            .filter(|id| self.is_logic(*id))
            .map(|id| cycles[id.index()])
            .max();
        // The first cycle in which an urgent net takes each net.
        let mut taken: Vec<Option<u32>> = vec![None; cycles.len()];
        let mut urgent = vec![false; cycles.len()];
        for id in self.netlist.ids().rev() {
            let by = if self.is_logic(id) {
                let cycle = cycles[id.index()];
                urgent[id.index()] = Some(cycle) == last || taken[id.index()].is_some_and(|first| first <= cycle + 1);
                urgent[id.index()].then_some(cycle)
            } else {
                taken[id.index()]
            };
            for operand in self.model.chains.operands(id) {
                let taken = &mut taken[operand.index()];
                *taken = [*taken, by].into_iter().flatten().min();
            }
        }
        urgent
    }

    /// True if a net has logic of its own.
    pub(crate) fn is_logic(&self, id: NetId) -> bool {
        let op = &self.netlist.node(id).op;
        !matches!(op, Op::Input | Op::Constant(_) | Op::Slice { .. } | Op::Concat) && !self.model.chains.is_inner(id)
    }

    /// Returns the arrivals of a net without logic of its own; none for other nets.
    fn wiring(&self, id: NetId, arrivals: &[Vec<ArrivalTime>]) -> Option<Vec<ArrivalTime>> {
        let node = self.netlist.node(id);
        let width = node.width as usize;
        let of = |operand: NetId| arrivals[operand.index()].as_slice();
        match &node.op {
            Op::Input => Some(vec![ArrivalTime { cycle: 0, time: 0.0 }; width]),
            Op::Constant(_) => Some(vec![ArrivalTime::ALWAYS; width]),
            Op::Slice { low } => {
                let operand = node.operands[0];
                let mut bits = of(operand)[*low as usize..][..width].to_vec();
                if self.netlist.node(operand).op == Op::Concat {
                    // Bits of joined nets are picked where the nets are joined.
                    let cycle = cycle_of(of(operand));
                    for bit in &mut bits {
                        *bit = ArrivalTime {
                            cycle,
                            time: bit.within(cycle),
                        };
                    }
                }
                Some(bits)
            }
            Op::Concat => Some(node.operands.iter().rev().flat_map(|part| of(*part)).copied().collect()),
            // Its cycle depends on the outer addition.
            _ if self.model.chains.is_inner(id) => Some(vec![ArrivalTime::ALWAYS; width]),
            _ => None,
        }
    }

    /// Returns the cycle in which the last operand arrives.
    fn first_cycle(&self, id: NetId, arrivals: &[Vec<ArrivalTime>]) -> u32 {
        let operands = self.model.chains.operands(id).iter();
        operands
            .map(|operand| cycle_of(&arrivals[operand.index()]))
            .max()
            .unwrap_or(0)
    }

    /// Returns the arrival times of a net with logic, from the beginning of the cycle that computes it.
    fn arrive(&self, id: NetId, cycle: u32, arrivals: &[Vec<ArrivalTime>]) -> Arrival {
        let within = |operand: &NetId| arrivals[operand.index()].iter().map(|bit| bit.within(cycle)).collect();
        let operands: Vec<Arrival> = self.model.chains.operands(id).iter().map(within).collect();
        self.model.arrival(id, &operands)
    }

    /// Returns when others can take the bits of a net with logic.
    fn held(&self, id: NetId, cycle: u32, arrival: Arrival) -> Vec<ArrivalTime> {
        let is_held = self.holds_products && self.netlist.node(id).op == Op::Mul;
        let arrival_time = |time: f64| {
            if is_held {
                ArrivalTime {
                    cycle: cycle + 1,
                    time: 0.0,
                }
            } else {
                ArrivalTime { cycle, time }
            }
        };
        arrival.into_iter().map(arrival_time).collect()
    }

    /// True if an operator can be split.
    fn is_divisible(&self, id: NetId) -> bool {
        let node = self.netlist.node(id);
        let is_constant = |operand: NetId| self.netlist.node(operand).is_constant();
        match node.op {
            Op::ShiftLeft | Op::ShiftRight => !is_constant(node.operands[0]),
            ref op => is_chain(op),
        }
    }

    /// Returns the cycle of the last part of an operator that may be split, and the arrivals of its bits.
    fn schedule_split(&self, id: NetId, limit: f64, schedule: &mut Schedule) -> Option<(u32, Vec<ArrivalTime>)> {
        let operands: Vec<&[ArrivalTime]> = self
            .model
            .chains
            .operands(id)
            .iter()
            .map(|operand| schedule.arrivals[operand.index()].as_slice())
            .collect();
        let parts = match self.netlist.node(id).op {
            Op::ShiftLeft | Op::ShiftRight => self.shifter(self.netlist.node(id).width, &operands, limit)?,
            _ => self.chain(&self.netlist.node(id).op, &operands, limit)?,
        };
        if !parts.places.is_empty() {
            schedule.places.insert(id, parts.places);
        }
        let times = parts.arrivals.iter().map(|arrival_time| arrival_time.time);
        schedule.longest = times.fold(schedule.longest, f64::max);
        Some((parts.cycle, parts.arrivals))
    }

    /// Schedules a shifter, level by level.
    fn shifter(&self, width: u32, operands: &[&[ArrivalTime]], limit: f64) -> Option<Parts> {
        let (value, amount) = (operands[0], operands[1]);
        let mut cycle = cycle_of(value);
        let mut time = latest(value.iter().map(|bit| bit.within(cycle)));
        let mut places = Vec::new();
        for (index, (position, bits)) in shifter_levels(amount, width).into_iter().enumerate() {
            let mut next = cycle_of(bits).max(cycle);
            let at = |next: u32| {
                let value = if next > cycle { 0.0 } else { time };
                let amount = latest(bits.iter().map(|bit| bit.within(next))) + fanout_delay(width);
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
    fn chain(&self, op: &Op, operands: &[&[ArrivalTime]], limit: f64) -> Option<Parts> {
        let (a, b) = (operands[0], operands[1]);
        let carry_in = operands.get(2).map_or(ArrivalTime::ALWAYS, |carry| carry[0]);
        let width = a.len();
        let needed = |bit: usize| a[bit].cycle.max(b[bit].cycle);
        let mut arrivals = Vec::with_capacity(width);
        let mut places = Vec::new();
        let mut start = 0;
        let mut cycle = needed(0).max(carry_in.cycle);
        loop {
            let carry = if start == 0 { carry_in.within(cycle) } else { 0.0 };
            let piece = self.piece(op, [a, b], start, cycle, carry, limit);
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
    fn piece(&self, op: &Op, operands: [&[ArrivalTime]; 2], start: usize, cycle: u32, carry: f64, limit: f64) -> Piece {
        let mut chain = Carry::into_chain(self.model.delays, carry);
        if start > 0 {
            // The carry of the piece before takes a position of its own.
            chain.pass(self.model.delays, carry);
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
            let sum = chain.pass(self.model.delays, a.within(cycle).max(b.within(cycle)));
            let out = chain.out(self.model.delays);
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
}

/// The fewest bits of a piece of a carry chain. A shorter piece is not worth the positions in which carries leave and
/// enter.
const SHORTEST_PIECE: usize = 4;

/// An operator that may be split.
struct Parts {
    /// The cycle of its last part.
    cycle: u32,
    arrivals: Vec<ArrivalTime>,
    places: Vec<u32>,
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
