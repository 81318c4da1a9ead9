//! Designs: generated modules and the roles of their ports.
//!
//! A unit has one instruction and the core many. A stream is a unit or the core with AXI4-Stream ports around it. All
//! code that writes, runs, displays, measures or packages a module uses a [`Design`] for any of these.

mod build;
pub mod control_inputs;
mod dut;
mod error;
mod function;
mod interface;
mod name;
mod port;
mod spec;
mod words;

use std::sync::Arc;

use halfpipe_isa::Instruction;

use crate::datapath::Optimisation;
use crate::net::verilog::module_names;
use crate::net::{Module, Netlist};
use crate::stage::Multiplier;

pub use control_inputs::ControlInputs;
pub use dut::{Dut, ModelFunction};
pub use error::{DesignError, LONGEST_NAME};
pub use function::Function;
pub use interface::Interface;
pub use name::{check as check_name, is_keyword, KEYWORDS};
pub use port::{roles, Direction, Port, Role, StreamRole};
pub use spec::{multiplies, DesignKind, DesignSpec, StreamPorts, DEFAULT_TAG_BITS, MAX_USER_BITS, SPEED_MARK};

/// A generated module.
#[derive(Clone, Debug)]
pub struct Design {
    interface: Interface,
    multiplier: Multiplier,
    optimisation: Optimisation,
    has_registered_ports: bool,
    /// The stream that the design is inside of.
    in_stream: Option<StreamPorts>,
    body: Body,
}

/// The structure of a design.
#[derive(Clone, Debug)]
enum Body {
    /// A netlist.
    Nets {
        /// One lane, without registers.
        lane: Netlist,
        /// Lanes and registers.
        module: Arc<Module>,
    },
    /// Another design with AXI4-Stream ports around it.
    Stream(Box<Design>),
}

impl Design {
    /// Returns the name, ports, latency and instructions.
    pub fn interface(&self) -> &Interface {
        &self.interface
    }

    /// Returns the name of the module.
    pub fn name(&self) -> &str {
        self.interface.name()
    }

    /// Returns the names of the modules in its Verilog file, its own first.
    pub fn module_names(&self) -> Vec<String> {
        match &self.body {
            Body::Nets { module, .. } => module_names(module),
            Body::Stream(_) => vec![self.name().to_owned()],
        }
    }

    /// Returns the latency: enabled clock cycles from operands to result.
    pub fn latency(&self) -> u32 {
        self.interface.latency()
    }

    /// Returns the instructions. In a core, an instruction's position is its `op`.
    pub fn instructions(&self) -> Vec<Instruction> {
        self.interface.instructions().collect()
    }

    /// Returns the first instruction. Only a core has more than one.
    ///
    /// # Panics
    ///
    /// Panics if the design computes a custom function.
    pub fn instruction(&self) -> Instruction {
        let mut instructions = self.interface.instructions();
        instructions.next().expect("the design is of an instruction")
    }

    /// Returns the implementation of products; rows if there are none.
    pub fn multiplier(&self) -> Multiplier {
        self.multiplier
    }

    /// Returns the form of the datapath; the one of the smallest area if it has only one.
    pub fn optimisation(&self) -> Optimisation {
        self.optimisation
    }

    /// True if a rank of registers stands at the inputs and one at the outputs.
    pub fn has_registered_ports(&self) -> bool {
        self.has_registered_ports
    }

    /// True if a stream instantiates the module, and so states its latency.
    pub fn is_in_stream(&self) -> bool {
        self.in_stream.is_some()
    }

    /// Returns the design inside a stream.
    pub fn inner(&self) -> Option<&Design> {
        match &self.body {
            Body::Nets { .. } => None,
            Body::Stream(inner) => Some(inner),
        }
    }

    /// Returns lanes and registers. For a stream, they are those of the design inside.
    pub fn module(&self) -> &Arc<Module> {
        match &self.body {
            Body::Nets { module, .. } => module,
            Body::Stream(inner) => inner.module(),
        }
    }

    /// Returns one lane, without registers. For a stream, it is that of the design inside.
    pub fn lane(&self) -> &Netlist {
        match &self.body {
            Body::Nets { lane, .. } => lane,
            Body::Stream(inner) => inner.lane(),
        }
    }

    /// Returns the stage before each rank of registers, in dataflow order. After all logic it is
    /// [`RESULT`](crate::net::pipeline::RESULT).
    pub fn cuts(&self) -> Vec<&str> {
        self.module().lane.cuts.iter().map(String::as_str).collect()
    }

    /// Returns the specification that gives this module. A custom function has none.
    pub fn spec(&self) -> Option<DesignSpec> {
        let built = self.inner().unwrap_or(self);
        Some(DesignSpec {
            multiplier: self.multiplier,
            optimisation: self.optimisation,
            register_ports: self.has_registered_ports,
            // Scripts skip the modules whose command asks for a stream, and take the module inside.
            stream: self.inner().and_then(|inner| inner.in_stream),
            ..built.interface.spec()?
        })
    }
}
