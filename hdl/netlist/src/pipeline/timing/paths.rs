//! Static timing of a pipelined netlist, by the delay model.

use crate::module::Netlist;
use crate::node::NetId;
use crate::pipeline::timing::arrival::{latest, Arrival, Model};
use crate::pipeline::timing::delays::Delays;

/// Returns the longest estimated path of each clock cycle, in look-up table levels. A cycle without logic has none.
pub fn paths(netlist: &Netlist) -> Vec<f64> {
    Delays::default().paths(netlist)
}

impl Delays {
    /// Returns [`paths`] for a device with these delays.
    pub fn paths(&self, netlist: &Netlist) -> Vec<f64> {
        let model = Model::new(self, netlist);
        let mut arrivals: Vec<Arrival> = Vec::with_capacity(netlist.nodes.len());
        let mut longest = vec![0.0_f64; netlist.cuts.len() + 1];
        for id in netlist.ids() {
            let node = netlist.node(id);
            let of = |operand: &NetId| arrivals[operand.index()].clone();
            let operands: Vec<Arrival> = model.chains.operands(id).iter().map(of).collect();
            let here = model.arrival(id, &operands);
            let time = latest(here.iter().copied());
            let longest = &mut longest[node.cycle as usize];
            // The inner addition of a sum with a carry in is part of the outer one.
            if !model.chains.is_inner(id) {
                *longest = longest.max(time);
            }
            arrivals.push(here);
        }
        longest
    }
}
