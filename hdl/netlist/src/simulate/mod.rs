//! Simulation of netlists.
//!
//! A module is laid out, lane by lane, as one list of simple steps on machine words. They have 64 bits if every net
//! fits, else 128.

mod machine;

use crate::label::{Label, Show};
use crate::module::Module;
use crate::node::{Node, MAX_WIDTH};
use machine::Machine;

/// Origin of a simulated value, for waves and probes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signal {
    /// The lane that holds it.
    pub lane: u32,
    /// The stage that made it.
    pub stage: String,
    /// Its name, if it is shown as a net of its own.
    pub name: Option<String>,
    /// The best way to read its bits.
    pub show: Show,
    /// Its width in bits.
    pub width: u32,
    /// The pipeline cycle it belongs to, within its module.
    pub cycle: u32,
    /// Its index among the nets of all lanes.
    net: usize,
}

/// A module under simulation.
pub struct NetlistSimulator {
    words: Words,
    /// The valid bit from `in_valid` (first) to `out_valid` (last).
    valid: Vec<bool>,
    signals: Vec<Signal>,
}

/// The steps on words that are wide enough for every net.
enum Words {
    Narrow(Machine<u64>),
    Wide(Machine<u128>),
}

/// The same of either machine.
macro_rules! either {
    ($words:expr, $machine:ident => $do:expr) => {
        match $words {
            Words::Narrow($machine) => $do,
            Words::Wide($machine) => $do,
        }
    };
}

impl NetlistSimulator {
    /// Returns a simulator of a module, with all registers 0.
    ///
    /// Panics if a port has more than [`MAX_WIDTH`] bits over all lanes.
    pub fn new(module: &Module) -> NetlistSimulator {
        let lane = &module.lane;
        for port in lane.inputs.iter().chain(&lane.outputs) {
            let width = port.width * module.lanes;
            assert!(
                width <= MAX_WIDTH,
                "port {} has {width} bits over all lanes; {MAX_WIDTH} can be simulated",
                port.name
            );
        }
        let widest = lane.nodes.iter().map(|node| node.width).max().unwrap_or(1);
        let words = if widest <= u64::BITS {
            Words::Narrow(Machine::new(module))
        } else {
            Words::Wide(Machine::new(module))
        };
        let signals = (0..module.lanes).flat_map(|lane| signals(module, lane)).collect();
        let mut simulator = NetlistSimulator {
            words,
            valid: vec![false; module.latency as usize + 1],
            signals,
        };
        simulator.settle();
        simulator
    }

    /// Sets an operand, by its position. Bits above its width are dropped.
    pub fn set_input(&mut self, position: usize, value: impl Into<u128>) {
        either!(&mut self.words, machine => machine.set_input(position, value.into()));
    }

    /// Sets `in_valid`.
    pub fn set_valid(&mut self, valid: bool) {
        self.valid[0] = valid;
        either!(&mut self.words, machine => machine.set_valid(valid));
    }

    /// Returns `out_valid`, after the nets have settled.
    pub fn out_valid(&self) -> bool {
        let of_iteration = either!(&self.words, machine => machine.out_valid());
        of_iteration.unwrap_or_else(|| self.valid[self.valid.len() - 1])
    }

    /// Returns `in_ready`, after the nets have settled. A pipeline is always ready.
    pub fn in_ready(&self) -> bool {
        either!(&self.words, machine => machine.in_ready())
    }

    /// Returns the valid bit after `cycle` registers of a pipeline: `in_valid` for 0, `out_valid` for the latency.
    pub fn valid(&self, cycle: usize) -> bool {
        self.valid[cycle]
    }

    /// Computes every net from the inputs and the registers.
    pub fn settle(&mut self) {
        either!(&mut self.words, machine => machine.settle());
    }

    /// Applies a rising clock edge after the nets have settled; call [`NetlistSimulator::settle`] to see its effect.
    pub fn tick(&mut self, enable: bool, reset: bool) {
        let stages = self.valid.len();
        if reset {
            self.valid[1..].fill(false);
        } else if enable {
            self.valid.copy_within(0..stages - 1, 1);
        }
        if enable {
            either!(&mut self.words, machine => machine.tick());
        }
        if reset {
            either!(&mut self.words, machine => machine.clear());
        }
    }

    /// Returns the value of an output port, by its position.
    pub fn output(&self, position: usize) -> u128 {
        either!(&self.words, machine => machine.output(position))
    }

    /// Returns the simulated signals: every net of every lane, lane by lane in the order of the nets.
    pub fn signals(&self) -> &[Signal] {
        &self.signals
    }

    /// Returns the present value of a signal.
    pub fn value(&self, signal: &Signal) -> u128 {
        either!(&self.words, machine => machine.value(signal.net))
    }
}

/// Returns the nets of a lane.
fn signals(module: &Module, lane: u32) -> impl Iterator<Item = Signal> + '_ {
    let netlist = &module.lane;
    let before = lane as usize * netlist.nodes.len();
    let signal = move |(position, node): (usize, &Node)| Signal {
        lane,
        stage: netlist.stages[node.stage].name.clone(),
        name: node.shown_name().map(str::to_owned),
        show: node.label.as_ref().map(Label::show).unwrap_or_default(),
        width: node.width,
        cycle: node.cycle,
        net: before + position,
    };
    netlist.nodes.iter().enumerate().map(signal)
}
