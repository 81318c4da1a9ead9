//! A core in the embedded simulator.

use halfpipe_hdl::fpu::Core;
use halfpipe_hdl::net::simulate::Simulator;
use halfpipe_hdl::net::Port;

use super::{CoreEngine, CoreIn, CoreOut};
use crate::engine::EngineError;

/// A core in the simulator of this program, which needs no external tool. Its registers start at 0.
pub struct Simulated {
    simulator: Simulator,
    latency: usize,
    op: usize,
    tag_in: usize,
    operands: [usize; 3],
    tag_out: usize,
    d: usize,
}

impl Simulated {
    /// The core under simulation.
    pub fn new(core: &Core) -> Simulated {
        let module = core.module();
        let position = |ports: &[Port], name: &str| {
            ports
                .iter()
                .position(|port| port.name == name)
                .expect("every core has the ports of its contract")
        };
        let input = |name| position(&module.lane.inputs, name);
        let output = |name| position(&module.lane.outputs, name);
        Simulated {
            simulator: Simulator::new(module),
            latency: module.latency as usize,
            op: input("op"),
            tag_in: input("tag_in"),
            operands: ["a", "b", "c"].map(input),
            tag_out: output("tag_out"),
            d: output("d"),
        }
    }

    fn cycle(&mut self, input: &CoreIn) -> CoreOut {
        let simulator = &mut self.simulator;
        simulator.set_input(self.op, u64::from(input.op));
        simulator.set_input(self.tag_in, input.tag);
        for (position, operand) in self.operands.iter().zip(input.operands) {
            simulator.set_input(*position, u64::from(operand));
        }
        simulator.set_valid(input.in_valid);
        simulator.settle();
        let output = CoreOut {
            out_valid: simulator.valid(self.latency),
            // A tag has at most 64 bits.
            tag: simulator.output(self.tag_out) as u64,
            d: simulator.output(self.d) as u32,
        };
        simulator.tick(input.enable, input.reset);
        output
    }
}

impl CoreEngine for Simulated {
    fn core_cycles(&mut self, inputs: &[CoreIn]) -> Result<Vec<CoreOut>, EngineError> {
        Ok(inputs.iter().map(|input| self.cycle(input)).collect())
    }
}
