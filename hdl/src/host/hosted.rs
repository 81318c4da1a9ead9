//! Simulation of a design inside a block.

use std::sync::Arc;

use rust_hdl_core::prelude::{Block, Probe, Verilog};
use rust_hdl_core::signal::get_signal_id;

use super::scopes::Scopes;
use super::wire::Wire;
use super::wrapper::wrapper;
use crate::design::{ControlInputs, Design};
use crate::net::simulate::NetlistSimulator;
use crate::net::Module;

/// A design's simulator and its nets. It settles only after a change.
pub(super) struct Hosted {
    title: String,
    module: Arc<Module>,
    simulator: NetlistSimulator,
    inputs: Vec<u64>,
    settled: bool,
    /// rust-hdl's numbers for the valid bits after each register.
    valid_ids: Vec<usize>,
    scopes: Scopes,
}

impl Hosted {
    pub fn new(design: &Design) -> Hosted {
        let module = Arc::clone(design.module());
        let simulator = NetlistSimulator::new(&module);
        Hosted {
            title: design.interface().title(),
            inputs: vec![0; module.lane.inputs.len()],
            settled: true,
            valid_ids: match module.lane.iteration {
                None => (0..module.latency).map(|_| get_signal_id()).collect(),
                Some(_) => Vec::new(),
            },
            scopes: Scopes::from_simulator(&simulator),
            simulator,
            module,
        }
    }

    /// True if the module has clock and control ports.
    pub fn is_pipelined(&self) -> bool {
        self.module.latency > 0
    }

    pub fn set_input(&mut self, position: usize, value: u64) {
        if self.inputs[position] != value {
            self.inputs[position] = value;
            self.simulator.set_input(position, value);
            self.settled = false;
        }
    }

    /// Applies a rising clock edge: the registers take the values that follow from the present inputs.
    pub fn tick(&mut self, control: ControlInputs) {
        self.simulator.set_valid(control.in_valid);
        // The next state of an iterative unit depends on `in_valid`.
        self.settled &= self.module.lane.iteration.is_none();
        self.settle();
        self.simulator.tick(control.enable, control.reset);
        self.settled &= !(control.enable || control.reset);
    }

    pub fn settle(&mut self) {
        if !self.settled {
            self.simulator.settle();
            self.settled = true;
        }
    }

    pub fn output(&self, position: usize) -> u64 {
        // No port of a design has more than 64 bits.
        self.simulator.output(position) as u64
    }

    pub fn out_valid(&self) -> bool {
        self.simulator.out_valid()
    }

    /// Returns `in_ready` of an iterative unit.
    pub fn in_ready(&self) -> bool {
        self.simulator.in_ready()
    }

    /// Shows the internal nets to a probe that is visiting `block`: the valid bits, then the named nets.
    pub fn accept(&self, block: &dyn Block, probe: &mut dyn Probe) {
        for (id, cycle) in self.valid_ids.iter().zip(1..) {
            let bit = Wire::local(*id, 1, self.simulator.valid(cycle).into());
            probe.visit_atom(&format!("valid_{cycle}"), &bit);
        }
        self.scopes.accept(&self.simulator, block, probe);
    }

    pub fn hdl(&self) -> Verilog {
        wrapper(&self.title, &self.module)
    }
}
