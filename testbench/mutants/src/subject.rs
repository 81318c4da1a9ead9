//! What is mutated: a unit or a core.

use std::fmt;

use halfpipe_hdl::export::{core_verilog, verilog};
use halfpipe_hdl::fpu::Core;
use halfpipe_hdl::unit::Unit;
use halfpipe_testbench::engine::gates::network::Network;
use halfpipe_testbench::engine::gates::Netlist;
use halfpipe_testbench::engine::EngineError;

use crate::design::switch;

/// A generated module.
#[derive(Clone, Debug)]
pub enum Subject {
    /// Of one instruction.
    Unit(Box<Unit>),
    /// Of several.
    Core(Box<Core>),
}

impl Subject {
    /// The Verilog.
    pub fn verilog(&self) -> String {
        match self {
            Subject::Unit(unit) => verilog(unit),
            Subject::Core(core) => core_verilog(core),
        }
    }

    /// The module's name.
    pub fn module(&self) -> &str {
        match self {
            Subject::Unit(unit) => &unit.module().name,
            Subject::Core(core) => &core.module().name,
        }
    }

    /// Enabled clock cycles from operands to result.
    pub fn latency(&self) -> u32 {
        match self {
            Subject::Unit(unit) => unit.latency(),
            Subject::Core(core) => core.latency(),
        }
    }

    /// The ports.
    pub fn ports(&self) -> Ports {
        let port = |name: &str, width: u32| Port {
            name: name.to_owned(),
            width,
        };
        let (inputs, outputs) = match self {
            Subject::Unit(unit) => {
                let instruction = unit.instruction();
                let operands = instruction.operands().iter();
                let operands = operands.map(|operand| port(&operand.name.to_string(), operand.width()));
                (operands.collect(), vec![port("d", instruction.result_width())])
            }
            Subject::Core(core) => (
                vec![
                    port("op", core.op_bits()),
                    port("tag_in", core.tag_bits()),
                    port("a", 32),
                    port("b", 32),
                    port("c", 32),
                ],
                vec![port("tag_out", core.tag_bits()), port("d", 32)],
            ),
        };
        Ports {
            latency: self.latency(),
            inputs,
            outputs,
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Unit(unit) => write!(formatter, "{}", unit.instruction())?,
            Subject::Core(core) => write!(formatter, "core of {}", core.operations().len())?,
        }
        write!(formatter, " at latency {}", self.latency())
    }
}

/// A port that carries data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Port {
    /// Its name.
    pub name: String,
    /// Its width in bits.
    pub width: u32,
}

/// The ports of a module of the contract.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ports {
    /// At latency 0 there are no control signals.
    pub latency: u32,
    /// The data inputs.
    pub inputs: Vec<Port>,
    /// The data outputs.
    pub outputs: Vec<Port>,
}

/// The control inputs of a pipelined module, in the order in which a network has them.
const CONTROL: [&str; 3] = ["reset", "enable", "in_valid"];

impl Ports {
    /// How many inputs a network has before those of data: `reset`, `enable` and `in_valid`, in that order.
    pub fn control_inputs(&self) -> usize {
        if self.latency > 0 {
            CONTROL.len()
        } else {
            0
        }
    }

    /// How many outputs a network has before those of data: `out_valid`.
    pub fn control_outputs(&self) -> usize {
        usize::from(self.latency > 0)
    }

    /// How many bits the data inputs have together.
    pub fn input_bits(&self) -> usize {
        self.inputs.iter().map(|port| port.width as usize).sum()
    }

    /// The network of a netlist with the switches of so many mutants, which are the last inputs.
    ///
    /// # Errors
    ///
    /// When the netlist cannot be evaluated.
    pub fn network(&self, netlist: &Netlist, mutants: usize) -> Result<Network, EngineError> {
        let switches: Vec<String> = (1..=mutants).map(switch).collect();
        let control = CONTROL.into_iter().take(self.control_inputs());
        let data = self.inputs.iter().map(|port| port.name.as_str());
        let inputs: Vec<&str> = control.chain(data).chain(switches.iter().map(String::as_str)).collect();
        let valid = ["out_valid"].into_iter().take(self.control_outputs());
        let outputs: Vec<&str> = valid
            .chain(self.outputs.iter().map(|port| port.name.as_str()))
            .collect();
        Ok(netlist.network(&inputs, &outputs)?)
    }
}
