//! SplitPoints of the ranks of registers, in words.

use crate::module::Netlist;
use crate::node::NetId;
use crate::pipeline::part_names::is_part;
use crate::pipeline::schedule::Scheduler;
use crate::pipeline::timing::arrival::latest;
use crate::pipeline::timing::delays::Delays;
use crate::stage::Stage;

/// Place of registers behind all logic.
pub const RESULT: &str = "result";

/// Place of registers that hold no named net.
pub(crate) const OPERANDS: &str = "operands";

/// Returns the place of each rank of registers: a stage, or a net in it if part of that stage comes later. Of the nets
/// that the rank holds and that could not be computed a cycle later, it is the last to arrive. Named nets are
/// preferred.
pub(crate) fn rank_names(delays: &Delays, netlist: &Netlist, cycles: &[u32], latency: u32) -> Vec<String> {
    let scheduler = Scheduler::new(delays, netlist);
    let arrivals = scheduler.times(cycles).expect("each net follows its operands");
    let last_uses = scheduler.last_uses(cycles, latency);
    let urgent = scheduler.urgent(cycles);
    let logic: Vec<NetId> = netlist.ids().filter(|id| scheduler.is_logic(*id)).collect();
    let name = |id: &NetId| {
        netlist
            .node(*id)
            .name()
            .filter(|_| netlist.node(*id).stage != Stage::PORTS)
    };
    let rank = |cycle: u32| {
        let later = || logic.iter().filter(|id| cycles[id.index()] > cycle);
        if later().next().is_none() {
            return RESULT.to_owned();
        }
        let is_held = |id: &NetId| cycles[id.index()] == cycle && last_uses[id.index()] > cycle;
        let rated = logic.iter().filter(|id| is_held(id)).filter_map(|id| {
            let is_own = !is_part(name(id)?);
            Some((
                urgent[id.index()] && is_own,
                is_own,
                latest(arrivals[id.index()].iter().copied()),
                id,
            ))
        });
        let last = rated.max_by(|one, other| {
            let flags = (one.0, one.1).cmp(&(other.0, other.1));
            flags.then(one.2.total_cmp(&other.2))
        });
        let Some((.., last)) = last else {
            return OPERANDS.to_owned();
        };
        let node = netlist.node(*last);
        let stage = &netlist.stages[node.stage].name;
        let goes_on = later().any(|id| netlist.node(*id).stage == node.stage);
        match name(last).filter(|_| goes_on) {
            Some(name) => format!("{stage}_{name}"),
            None => stage.clone(),
        }
    };
    (0..latency).map(rank).collect()
}
