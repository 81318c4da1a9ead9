//! The subject of mutation: a unit or a core.

use std::fmt;

use halfpipe_aig::Aig;
use halfpipe_hdl::design::{Design, Interface, Port, Role};
use halfpipe_hdl::export::verilog;
use halfpipe_testbench::engine::EngineError;
use halfpipe_yosys::circuit;
use halfpipe_yosys::netlist::YosysModule;
use halfpipe_yosys::Mapping;

use crate::mutants::mutable_module::switch;

/// A generated module.
#[derive(Clone, Debug)]
pub struct MutationSubject(Design);

impl MutationSubject {
    /// Takes a design.
    pub fn new(design: Design) -> MutationSubject {
        MutationSubject(design)
    }

    /// Returns the design.
    pub fn design(&self) -> &Design {
        &self.0
    }

    /// Returns the Verilog.
    pub fn verilog(&self) -> String {
        verilog(&self.0)
    }

    /// Returns the module's name.
    pub fn module(&self) -> &str {
        self.0.name()
    }

    /// Returns the latency in enabled clock cycles from operands to result.
    pub fn latency(&self) -> u32 {
        self.0.latency()
    }

    /// Returns the ports.
    pub fn ports(&self) -> ModulePorts {
        ModulePorts::from_interface(self.0.interface())
    }
}

impl fmt::Display for MutationSubject {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let interface = self.0.interface();
        match interface.function() {
            Some(function) => write!(formatter, "{function}")?,
            None => write!(formatter, "core of {}", interface.operations().len())?,
        }
        write!(formatter, " at latency {}", self.latency())
    }
}

/// The ports of a module with the handshake contract.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModulePorts {
    /// The latency. At 0 there are no control signals.
    pub latency: u32,
    /// The data inputs.
    pub inputs: Vec<Port>,
    /// The data outputs.
    pub outputs: Vec<Port>,
}

/// The control inputs of a pipelined module, in the order in which a network has them.
const CONTROL: [Role; 3] = [Role::Reset, Role::Enable, Role::InValid];

impl ModulePorts {
    /// Returns the ports of an interface.
    pub fn from_interface(interface: &Interface) -> ModulePorts {
        ModulePorts {
            latency: interface.latency(),
            inputs: interface.inputs().cloned().collect(),
            outputs: interface.outputs().cloned().collect(),
        }
    }

    /// Returns the number of inputs before the data inputs of a network: `reset`, `enable` and `in_valid`, in that
    /// order.
    pub fn control_inputs(&self) -> usize {
        if self.latency > 0 {
            CONTROL.len()
        } else {
            0
        }
    }

    /// Returns the number of outputs before the data outputs of a network: `out_valid`.
    pub fn control_outputs(&self) -> usize {
        usize::from(self.latency > 0)
    }

    /// Returns the total width of the data inputs in bits.
    pub fn input_bits(&self) -> usize {
        self.inputs.iter().map(|port| port.width as usize).sum()
    }

    /// Returns the network of a netlist with the switches of so many mutants, which are the last inputs.
    ///
    /// # Errors
    ///
    /// When the netlist cannot be evaluated.
    pub fn network(&self, netlist: &YosysModule, mutants: usize) -> Result<Aig, EngineError> {
        let control = CONTROL.into_iter().take(self.control_inputs());
        let mut inputs: Vec<&str> = control.map(Role::contract_name).collect();
        inputs.extend(self.inputs.iter().map(|port| port.name.as_str()));
        let switches: Vec<String> = (1..=mutants).map(switch).collect();
        inputs.extend(switches.iter().map(String::as_str));
        let valid = std::iter::once(Role::OutValid).take(self.control_outputs());
        let mut outputs: Vec<&str> = valid.map(Role::contract_name).collect();
        outputs.extend(self.outputs.iter().map(|port| port.name.as_str()));
        Ok(circuit::read_netlist(netlist, Mapping::Generic, &inputs, &outputs).map_err(halfpipe_yosys::Error::from)?)
    }
}
