//! Schedules: the clock cycle of each net under a limit on the paths between registers.
//!
//! Time restarts at a clock edge. A net is computed in the cycle of its last operand, or in the next one if it would
//! come too late. Carry chains and shifters may spread over several cycles.

use std::collections::BTreeMap;

use crate::module::Netlist;
use crate::node::{NetId, Op};
use crate::pipeline::arrival_time::{cycle_of, ArrivalTime};
use crate::pipeline::division::{divided_chain, divided_shifter};
use crate::pipeline::timing::arrival::{latest, Arrival, Model};
use crate::pipeline::timing::carry_chain::is_chain;
use crate::pipeline::timing::delays::Delays;

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
                            time: bit.time_in_cycle(cycle),
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
        let within = |operand: &NetId| {
            arrivals[operand.index()]
                .iter()
                .map(|bit| bit.time_in_cycle(cycle))
                .collect()
        };
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
            Op::ShiftLeft | Op::ShiftRight => divided_shifter(self.netlist.node(id).width, &operands, limit)?,
            _ => divided_chain(self.model.delays, &self.netlist.node(id).op, &operands, limit)?,
        };
        if !parts.places.is_empty() {
            schedule.places.insert(id, parts.places);
        }
        let times = parts.arrivals.iter().map(|arrival_time| arrival_time.time);
        schedule.longest = times.fold(schedule.longest, f64::max);
        Some((parts.cycle, parts.arrivals))
    }
}
