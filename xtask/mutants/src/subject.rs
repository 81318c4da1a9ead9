//! What is mutated: a unit or a core.

use std::fmt;

use halfpipe_hdl::design::{Design, Interface, Port, Role};
use halfpipe_hdl::export::verilog;
use halfpipe_testbench::engine::gates;
use halfpipe_testbench::engine::gates::network::Network;
use halfpipe_testbench::engine::{EngineError, Mapping};
use halfpipe_tools::yosys::netlist::Module;

use crate::design::switch;

/// A generated module.
#[derive(Clone, Debug)]
pub struct Subject(Design);

impl Subject {
    /// The design.
    pub fn new(design: Design) -> Subject {
        Subject(design)
    }

    /// The design.
    pub fn design(&self) -> &Design {
        &self.0
    }

    /// The Verilog.
    pub fn verilog(&self) -> String {
        verilog(&self.0)
    }

    /// The module's name.
    pub fn module(&self) -> &str {
        self.0.name()
    }

    /// Enabled clock cycles from operands to result.
    pub fn latency(&self) -> u32 {
        self.0.latency()
    }

    /// The ports.
    pub fn ports(&self) -> Ports {
        Ports::of(self.0.interface())
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let interface = self.0.interface();
        match interface.function() {
            Some(function) => write!(formatter, "{function}")?,
            None => write!(formatter, "core of {}", interface.operations().len())?,
        }
        write!(formatter, " at latency {}", self.latency())
    }
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
const CONTROL: [Role; 3] = [Role::Reset, Role::Enable, Role::InValid];

impl Ports {
    /// The ports of a contract.
    pub fn of(interface: &Interface) -> Ports {
        Ports {
            latency: interface.latency(),
            inputs: interface.inputs().cloned().collect(),
            outputs: interface.outputs().cloned().collect(),
        }
    }

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
    pub fn network(&self, netlist: &Module, mutants: usize) -> Result<Network, EngineError> {
        let control = CONTROL.into_iter().take(self.control_inputs());
        let mut inputs: Vec<&str> = control.map(Role::contract_name).collect();
        inputs.extend(self.inputs.iter().map(|port| port.name.as_str()));
        let switches: Vec<String> = (1..=mutants).map(switch).collect();
        inputs.extend(switches.iter().map(String::as_str));
        let valid = std::iter::once(Role::OutValid).take(self.control_outputs());
        let mut outputs: Vec<&str> = valid.map(Role::contract_name).collect();
        outputs.extend(self.outputs.iter().map(|port| port.name.as_str()));
        Ok(gates::network(netlist, Mapping::Generic, &inputs, &outputs)?)
    }
}
