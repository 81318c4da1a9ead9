//! Deferral of nets to a later clock cycle where that takes fewer registers.
//!
//! A schedule computes every net as early as possible. A wide net made of few bits is better computed when it is
//! needed.

use crate::node::{NetId, Op};
use crate::pipeline::schedule::Scheduler;

/// Returns the cycles of a schedule after deferral. Nets move to later cycles one by one while that saves register bits
/// and no path exceeds the limit.
pub(crate) fn defer(scheduler: &Scheduler<'_>, cycles: Vec<u32>, latency: u32, limit: f64) -> Vec<u32> {
    let mut deferral = Deferral::new(scheduler, cycles, latency);
    loop {
        let mut has_moved = false;
        for id in scheduler.netlist.ids().rev().filter(|id| scheduler.is_logic(*id)) {
            while deferral.saves(id) && deferral.try_later(id, limit) {
                has_moved = true;
            }
        }
        if !has_moved {
            return deferral.cycles;
        }
    }
}

/// Index of a bit with logic behind it among the bits of all nets.
type Bit = usize;

struct Deferral<'a> {
    scheduler: &'a Scheduler<'a>,
    /// The cycle of each net's logic.
    cycles: Vec<u32>,
    /// The index of each net's first bit.
    first_bits: Vec<Bit>,
    /// The bits that each net's logic takes, each once.
    taken: Vec<Vec<Bit>>,
    /// The last cycle that takes each bit; none if none does.
    last_use: Vec<Option<u32>>,
    /// The nets whose logic takes bits of each net.
    users: Vec<Vec<NetId>>,
    latency: u32,
}

impl<'a> Deferral<'a> {
    fn new(scheduler: &'a Scheduler<'a>, cycles: Vec<u32>, latency: u32) -> Deferral<'a> {
        let netlist = scheduler.netlist;
        let mut first_bits = Vec::with_capacity(netlist.nodes.len());
        let mut count = 0;
        // The origin of each bit of each net, past all wiring; none for constants.
        let mut origins: Vec<Vec<Option<Bit>>> = Vec::with_capacity(netlist.nodes.len());
        for id in netlist.ids() {
            let node = netlist.node(id);
            let width = node.width as usize;
            first_bits.push(count);
            origins.push(match &node.op {
                Op::Constant(_) => vec![None; width],
                Op::Slice { low } => origins[node.operands[0].index()][*low as usize..][..width].to_vec(),
                Op::Concat => {
                    let parts = node.operands.iter().rev();
                    parts.flat_map(|part| origins[part.index()].iter().copied()).collect()
                }
                _ => (count..count + width).map(Some).collect(),
            });
            count += width;
        }
        let mut deferral = Deferral {
            scheduler,
            first_bits,
            taken: vec![Vec::new(); netlist.nodes.len()],
            last_use: vec![None; count],
            users: vec![Vec::new(); netlist.nodes.len()],
            latency,
            cycles,
        };
        for output in &netlist.outputs {
            for bit in origins[output.net.index()].iter().flatten() {
                deferral.last_use[*bit] = Some(latency);
            }
        }
        for id in netlist.ids().filter(|id| scheduler.is_logic(*id)) {
            let operands = scheduler.model.chains.operands(id).iter();
            let mut bits: Vec<Bit> = operands
                .flat_map(|operand| origins[operand.index()].iter().flatten().copied())
                .collect();
            bits.sort_unstable();
            bits.dedup();
            for bit in &bits {
                deferral.use_in(*bit, deferral.cycles[id.index()]);
                let source = deferral.first_bits.partition_point(|first| first <= bit) - 1;
                if deferral.users[source].last() != Some(&id) {
                    deferral.users[source].push(id);
                }
            }
            deferral.taken[id.index()] = bits;
        }
        deferral
    }

    fn use_in(&mut self, bit: Bit, cycle: u32) {
        let last = &mut self.last_use[bit];
        *last = Some(last.map_or(cycle, |last| last.max(cycle)));
    }

    /// True if a net takes fewer registers in the next cycle than in its own.
    fn saves(&self, id: NetId) -> bool {
        let cycle = self.cycles[id.index()];
        let first = self.first_bits[id.index()];
        let own = first..first + self.scheduler.netlist.node(id).width as usize;
        if cycle >= self.latency {
            return false;
        }
        let is_complement = self.scheduler.netlist.node(id).op == Op::Not;
        let saved = own
            .filter(|bit| self.last_use[*bit].is_some_and(|last| last > cycle))
            .count();
        let held_longer = |bit: &&Bit| self.last_use[**bit] == Some(cycle);
        let cost = self.taken[id.index()].iter().filter(held_longer).count();
        // A complement costs no time, and its operand may be held anyway.
        saved > cost || is_complement && saved == cost
    }

    /// Moves a net to the next cycle if nothing needs it earlier and no path exceeds the limit. Returns true if it
    /// moved.
    fn try_later(&mut self, id: NetId, limit: f64) -> bool {
        let next = self.cycles[id.index()] + 1;
        if self.users[id.index()]
            .iter()
            .any(|user| self.cycles[user.index()] < next)
        {
            return false;
        }
        self.cycles[id.index()] = next;
        if self
            .scheduler
            .longest(&self.cycles)
            .is_none_or(|longest| longest > limit)
        {
            self.cycles[id.index()] = next - 1;
            return false;
        }
        for bit in std::mem::take(&mut self.taken[id.index()]) {
            self.use_in(bit, next);
            self.taken[id.index()].push(bit);
        }
        true
    }
}
