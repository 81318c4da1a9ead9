//! Placement of pipeline registers: as evenly in time as possible, then where few bits cross.
//!
//! For each latency, a search finds the shortest path limit that this many ranks of registers can keep. Operators that
//! no longer need splitting are then left whole, and nets move to later cycles where that saves registers.

use std::collections::BTreeSet;

use crate::module::Netlist;
use crate::node::{NetId, Op};
use crate::pipeline::alap::defer;
use crate::pipeline::schedule::{Schedule, Scheduler, SplitPoints};
use crate::pipeline::split::split_operators;
use crate::pipeline::timing::delays::Delays;

/// A netlist with the clock cycle of each net.
pub(crate) struct Plan {
    /// The netlist; some of its operators may be split.
    pub netlist: Netlist,
    /// The cycle of the logic of each net. It is meaningless for wiring.
    pub cycles: Vec<u32>,
}

/// The longest path that is worth no further register, in levels. Below it, registers and their wires take most of a
/// clock cycle.
const SHORTEST_LIMIT: f64 = 4.0;

/// Factor by which the longest path may exceed the shortest limit to save registers: the estimate is no more exact.
const TOLERANCE: f64 = 1.02;

/// Factor by which paths may grow so that a product is registered where it is made. A register inside a multiplier
/// block makes the block faster than the estimate says.
const FOR_HELD_PRODUCTS: f64 = 1.05;

/// Number of bisection steps in the search for the shortest limit.
const STEPS: u32 = 12;

/// Returns the latency beyond which further registers gain nothing: all paths are short, or the longer ones cannot be
/// split.
pub fn longest_useful_latency(netlist: &Netlist) -> u32 {
    Delays::default().for_netlist(netlist).longest_useful_latency(netlist)
}

impl Delays {
    /// Returns [`longest_useful_latency`] for a device with these delays.
    pub fn longest_useful_latency(&self, netlist: &Netlist) -> u32 {
        let scheduler = Scheduler::new(self, netlist);
        let schedule = match scheduler.earliest(SHORTEST_LIMIT, |_| true) {
            Some(schedule) => schedule,
            None => shortest(&scheduler, u32::MAX, |_| true).1,
        };
        schedule.latency(netlist).max(1)
    }

    /// Returns the register placement of a pipeline of that latency.
    pub(crate) fn plan(&self, netlist: &Netlist, latency: u32) -> Plan {
        let mut scheduler = Scheduler::new(self, netlist);
        let (mut limit, mut schedule) = shortest(&scheduler, latency, |_| true);
        if netlist.nodes.iter().any(|node| node.op == Op::Mul) {
            scheduler.holds_products = true;
            let (with_held, held) = shortest(&scheduler, latency, |_| true);
            scheduler.holds_products = held.latency(netlist) <= latency && with_held <= limit * FOR_HELD_PRODUCTS;
            if scheduler.holds_products {
                (limit, schedule) = (with_held, held);
            }
        }
        let places = needed_places(&scheduler, limit, schedule, latency);
        let split = split_operators(netlist, &places);
        let scheduler = Scheduler {
            holds_products: scheduler.holds_products,
            ..Scheduler::new(self, &split)
        };
        let as_planned = scheduler.earliest(limit, |_| false);
        let (limit, schedule) = match as_planned.filter(|schedule| schedule.latency(&split) <= latency) {
            Some(schedule) => (limit, schedule),
            // A part may be slower than it was in the whole, as it has other uses.
            None => shortest(&scheduler, latency, |_| false),
        };
        let cycles = defer(&scheduler, schedule.cycles, latency, limit * TOLERANCE);
        drop(scheduler);
        Plan { netlist: split, cycles }
    }
}

/// Returns nearly the shortest limit that this many ranks of registers can keep, and its schedule. Only operators for
/// which `may_split` is true may be split.
fn shortest(scheduler: &Scheduler<'_>, latency: u32, may_split: impl Fn(NetId) -> bool) -> (f64, Schedule) {
    let whole = scheduler.earliest(f64::INFINITY, |_| false);
    let mut best = whole.expect("there is no limit");
    let (mut too_short, mut limit) = (0.0, best.longest);
    for _ in 0..STEPS {
        let middle = (too_short + limit) / 2.0;
        let schedule = scheduler.earliest(middle, &may_split);
        match schedule.filter(|schedule| schedule.latency(scheduler.netlist) <= latency) {
            Some(schedule) => (limit, best) = (middle, schedule),
            None => too_short = middle,
        }
    }
    (limit, best)
}

/// Returns where operators must be split to keep a limit. Operators on paths that are not among the longest stay whole.
fn needed_places(scheduler: &Scheduler<'_>, limit: f64, schedule: Schedule, latency: u32) -> SplitPoints {
    let mut places = schedule.places;
    let mut split: BTreeSet<NetId> = places.keys().copied().collect();
    for id in split.clone() {
        split.remove(&id);
        let without = scheduler.earliest(limit, |id| split.contains(&id));
        match without.filter(|schedule| schedule.latency(scheduler.netlist) <= latency) {
            Some(schedule) => places = schedule.places,
            None => {
                split.insert(id);
            }
        }
    }
    places
}
