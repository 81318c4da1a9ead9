//! Pipelining: a netlist with registers for a latency.
//!
//! A datapath is described without registers. Here each net gets the clock cycle that computes it, so that all cycles
//! are about equally long. Registers carry a net from its cycle to every later cycle that uses it. A pipeline is thus
//! balanced by construction.

use crate::module::Netlist;
use crate::pipeline::cut_placement::Plan;
use crate::pipeline::insertion::with_registers;
use crate::pipeline::part_names::with_names;
use crate::pipeline::rank_names::{rank_names, OPERANDS, RESULT};
use crate::pipeline::timing::delays::Delays;
use crate::pipeline::wiring::with_wiring;

/// Returns the netlist with that many ranks of registers, placed well for any device.
///
/// Beyond [the last useful one](crate::longest_useful_latency), ranks only delay the outputs. Nets are ordered by clock
/// cycle, registers first.
pub fn pipeline(netlist: &Netlist, latency: u32) -> Netlist {
    Delays::default().for_netlist(netlist).pipeline(netlist, latency)
}

/// The number of ranks at the ports of [`Delays::pipeline_with_registered_ports`]: one behind the inputs, one before the outputs.
pub const PORT_RANKS: u32 = 2;

impl Delays {
    /// Returns [`pipeline`] for a device with these delays.
    pub fn pipeline(&self, netlist: &Netlist, latency: u32) -> Netlist {
        match latency {
            0 => netlist.clone(),
            _ => self.registered(netlist, latency, latency, 0),
        }
    }

    /// Returns [`Delays::pipeline`] with registers at the ports: inputs feed nothing but the first rank, and the last rank
    /// drives the outputs. The other ranks stand between them.
    ///
    /// # Panics
    ///
    /// Panics if the latency is below [`PORT_RANKS`].
    pub fn pipeline_with_registered_ports(&self, netlist: &Netlist, latency: u32) -> Netlist {
        let inner = latency.checked_sub(PORT_RANKS).expect("each port has its rank");
        self.registered(netlist, inner, latency, 1)
    }

    /// Returns [`Delays::pipeline`] with all logic behind the first rank, which holds the inputs. The other ranks delay the
    /// outputs.
    pub fn pipeline_around(&self, netlist: &Netlist, latency: u32) -> Netlist {
        match latency {
            0 => netlist.clone(),
            _ => self.registered(netlist, 0, latency, 1),
        }
    }

    /// Returns the netlist with `latency` ranks of registers. The first `at_inputs` hold the inputs; up to `inner` divide
    /// the logic, and the others delay the outputs.
    fn registered(&self, netlist: &Netlist, inner: u32, latency: u32, at_inputs: u32) -> Netlist {
        let useful = inner.min(self.longest_useful_latency(netlist));
        let Plan { netlist, cycles } = self.plan(netlist, useful);
        let shifted: Vec<u32> = cycles.iter().map(|cycle| cycle + at_inputs).collect();
        let times = with_wiring(&netlist, &shifted, useful + at_inputs);
        let netlist = with_names(netlist);
        let mut ranks = vec![OPERANDS.to_owned(); at_inputs as usize];
        ranks.extend(rank_names(self, &netlist, &cycles, useful));
        ranks.resize(latency as usize, RESULT.to_owned());
        with_registers(&netlist, &times, ranks)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/pipeline/registers.rs"]
mod tests;
