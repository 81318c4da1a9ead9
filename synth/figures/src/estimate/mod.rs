//! Estimates of a design's clock frequency from a device's delay table. No tool is run.
//!
//! Lookup tables cover the logic as in synthesis. Each table, carry chain position and multiplier block takes its
//! average time on the device, wires included. Placement and further optimisations of synthesis are unknown here, so
//! the longest path is an estimate.
//!
//! - `timing_graph`: a netlist as the parts of a device;
//! - `cut` and `cover`: its cover by lookup tables.

mod cover;
mod cut;
mod timing_graph;

use halfpipe_fpga::Target;
use halfpipe_fpga::Timing;
use halfpipe_hdl::design::{Design, DesignError};
use halfpipe_hdl::net::Netlist;
use halfpipe_isa::Instruction;

use cover::Cover;
use timing_graph::TimingGraph;

use crate::design::{measured_core, measured_unit};
use crate::results::Results;

/// The paths of a netlist's logic between registers, those in front and behind included.
pub struct Paths(TimingGraph);

impl Paths {
    /// Returns the paths of a netlist.
    pub fn from_netlist(netlist: &Netlist) -> Paths {
        Paths(TimingGraph::from_netlist(netlist))
    }

    /// Returns the longest path, in nanoseconds.
    pub fn longest(&self, timing: &Timing) -> f64 {
        Cover::new(timing, &self.0).longest()
    }

    /// Returns when each net of the netlist is ready, in nanoseconds after the registers in front of it.
    pub fn arrivals(&self, timing: &Timing) -> Vec<f64> {
        Cover::new(timing, &self.0).arrivals()
    }
}

/// Estimates the clock frequency of a design in MHz, from a device's delays.
pub fn estimated_mhz(design: &Design, timing: &Timing) -> f64 {
    megahertz(&Paths::from_netlist(&design.module().lane), timing)
}

/// Estimates the clock frequency of a design's paths in MHz.
pub fn megahertz(paths: &Paths, timing: &Timing) -> f64 {
    1000.0 / paths.longest(timing)
}

/// A recorded result, and the paths of its module.
pub struct Measured {
    /// The instruction's name, or `fpu` for the core.
    pub mnemonic: String,
    /// Its latency.
    pub latency: u32,
    /// The median clock frequency of all placements, in MHz.
    pub median_mhz: f64,
    /// The module's paths.
    pub paths: Paths,
}

/// Returns the recorded results of a target that belong to the current modules.
///
/// # Errors
///
/// [`DesignError`] when a result has a latency that its instruction does not have.
pub fn measured(target: Target) -> Result<Vec<Measured>, DesignError> {
    let mut found = Vec::new();
    for results in Results::committed().filter(|results| results.target == target) {
        for entry in &results.results {
            let design = match entry.name.plain_instruction() {
                Some(instruction) => measured_unit(instruction, entry.latency, target)?,
                None if entry.name.is_core() => measured_core(Instruction::arithmetic(), entry.latency, target)?,
                None => continue,
            };
            let Some(median_mhz) = entry.median() else { continue };
            if design.module().digest().to_string() == entry.digest {
                found.push(Measured {
                    mnemonic: entry.name.to_string(),
                    latency: entry.latency,
                    median_mhz,
                    paths: Paths::from_netlist(&design.module().lane),
                });
            }
        }
    }
    Ok(found)
}
