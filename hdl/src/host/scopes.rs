//! Named nets of a unit, in rust-hdl's namespaces.

use rust_hdl_core::prelude::{Block, Probe};
use rust_hdl_core::signal::get_signal_id;

use super::wire::Wire;
use crate::net::simulate::NetlistSimulator;

/// A lane with its stages.
struct Lane {
    name: String,
    stages: Vec<Stage>,
}

/// A stage with its nets.
struct Stage {
    name: String,
    nets: Vec<Net>,
}

/// A named net: one of the simulator's signals.
struct Net {
    name: String,
    id: usize,
    /// The position among the simulator's signals.
    signal: usize,
}

/// Named nets: lanes first, with their stages in dataflow order. Unnamed nets are left out.
pub(super) struct Scopes(Vec<Lane>);

impl Scopes {
    /// Returns the scopes of a module under simulation.
    pub fn from_simulator(simulator: &NetlistSimulator) -> Scopes {
        let mut lanes: Vec<Lane> = Vec::new();
        for (position, signal) in simulator.signals().iter().enumerate() {
            let Some(name) = &signal.name else { continue };
            let lane_name = format!("lane{}", signal.lane);
            let lane = find_or_add(
                &mut lanes,
                |lane| lane.name == lane_name,
                || Lane {
                    name: lane_name.clone(),
                    stages: Vec::new(),
                },
            );
            let stage = find_or_add(
                &mut lane.stages,
                |stage| stage.name == signal.stage,
                || Stage {
                    name: signal.stage.clone(),
                    nets: Vec::new(),
                },
            );
            let name = stage.free_name(name);
            stage.nets.push(Net {
                name,
                id: get_signal_id(),
                signal: position,
            });
        }
        Scopes(lanes)
    }

    /// Shows every net, with its present value, to a probe that is visiting `block`.
    pub fn accept(&self, simulator: &NetlistSimulator, block: &dyn Block, probe: &mut dyn Probe) {
        for lane in &self.0 {
            probe.visit_start_namespace(&lane.name, block);
            for stage in &lane.stages {
                probe.visit_start_namespace(&stage.name, block);
                for net in &stage.nets {
                    let signal = &simulator.signals()[net.signal];
                    let wire = Wire::local(net.id, signal.width, simulator.value(signal));
                    probe.visit_atom(&net.name, &wire);
                }
                probe.visit_end_namespace(&stage.name, block);
            }
            probe.visit_end_namespace(&lane.name, block);
        }
    }
}

impl Stage {
    /// Returns the name, with a number appended if another net of the stage has it.
    fn free_name(&self, name: &str) -> String {
        let taken = |candidate: &str| self.nets.iter().any(|net| net.name == candidate);
        let mut candidate = name.to_owned();
        let mut suffix = 2;
        while taken(&candidate) {
            candidate = format!("{name}_{suffix}");
            suffix += 1;
        }
        candidate
    }
}

fn find_or_add<T>(list: &mut Vec<T>, wanted: impl Fn(&T) -> bool, new: impl FnOnce() -> T) -> &mut T {
    let position = list.iter().position(wanted).unwrap_or_else(|| {
        list.push(new());
        list.len() - 1
    });
    &mut list[position]
}
