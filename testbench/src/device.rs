//! The DUT (device under test): a generated or external module that keeps the handshake contract.

use std::path::Path;

use halfpipe_hdl::design::{Design, Interface};
use halfpipe_hdl::export::verilog;
use halfpipe_isa::Instruction;
use halfpipe_synth::external::{Elaborated, Models};

use crate::model::{Model, ModelFunction, NoModel};

/// A module for an instruction or another function, or the core of many instructions.
pub trait Device: Sync {
    /// Returns the name, ports, latency and operations, as the contract states them.
    fn interface(&self) -> &Interface;

    /// Returns the Verilog of the module.
    fn verilog(&self) -> Verilog;

    /// Returns the generated module, which the embedded simulator runs; None for an external module.
    fn design(&self) -> Option<&Design>;

    /// Returns the Verilog file of an external module; None for a generated module.
    fn file(&self) -> Option<&Path>;

    /// Returns the unoptimised netlist of the file of an external module; None for a generated module.
    fn elaborated(&self) -> Option<&Elaborated> {
        None
    }

    /// Returns the golden model of the module.
    ///
    /// # Errors
    ///
    /// [`NoModel`] when the module computes no instruction and the device has no model of its own.
    fn model(&self) -> Result<Model, NoModel> {
        Model::new(self.interface(), None)
    }

    /// Returns the module's name.
    fn name(&self) -> &str {
        self.interface().name()
    }

    /// Returns the number of enabled clock cycles from data inputs to data outputs.
    fn latency(&self) -> u32 {
        self.interface().latency()
    }

    /// Returns the first of the module's instructions. A module other than a core has only one.
    ///
    /// # Panics
    ///
    /// When the module computes a custom function.
    fn instruction(&self) -> Instruction {
        let mut instructions = self.interface().instructions();
        instructions.next().expect("the device is of an instruction")
    }
}

/// The Verilog of a module and the settings with which tools read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verilog {
    /// The Verilog text.
    pub text: String,
    /// The option of Yosys' `read_verilog` that selects the language, with a leading blank.
    pub language: &'static str,
    /// True if halfpipe generated the Verilog. Tool warnings are then errors.
    pub is_generated: bool,
    /// Models of the FPGA cells that the module instantiates.
    pub models: Option<Models>,
}

impl Verilog {
    /// Returns generated Verilog.
    pub fn generated(text: String) -> Verilog {
        Verilog {
            text,
            language: "",
            is_generated: true,
            models: None,
        }
    }
}

/// For a stream, the DUT is the design inside.
impl Device for Design {
    fn interface(&self) -> &Interface {
        Design::interface(self.inner().unwrap_or(self))
    }

    fn verilog(&self) -> Verilog {
        Verilog::generated(verilog(self.inner().unwrap_or(self)))
    }

    fn design(&self) -> Option<&Design> {
        Some(self.inner().unwrap_or(self))
    }

    fn file(&self) -> Option<&Path> {
        None
    }
}

/// The design of a custom function with its golden model.
#[derive(Clone, Debug)]
pub struct Modelled {
    design: Design,
    model: ModelFunction,
}

impl Modelled {
    /// Returns a design with the model of its function.
    pub fn new(design: Design, model: ModelFunction) -> Modelled {
        Modelled { design, model }
    }
}

impl Device for Modelled {
    fn interface(&self) -> &Interface {
        Device::interface(&self.design)
    }

    fn verilog(&self) -> Verilog {
        Device::verilog(&self.design)
    }

    fn design(&self) -> Option<&Design> {
        Device::design(&self.design)
    }

    fn file(&self) -> Option<&Path> {
        None
    }

    fn model(&self) -> Result<Model, NoModel> {
        Model::new(Device::interface(self), Some(self.model))
    }
}
