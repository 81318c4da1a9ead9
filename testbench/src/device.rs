//! What engines run: a module that keeps its contract, generated or written by someone else.

use std::path::Path;

use halfpipe_hdl::design::{Design, Interface};
use halfpipe_hdl::export::verilog;
use halfpipe_isa::Instruction;
use halfpipe_synth::external::{Elaborated, Models};

use crate::model::{Model, ModelFunction, NoModel};

/// A module for an instruction or another function, or the core of many instructions.
pub trait Device: Sync {
    /// Name, ports, latency and operations, as the contract has them.
    fn interface(&self) -> &Interface;

    /// Its Verilog.
    fn verilog(&self) -> Verilog;

    /// The generated module, which the embedded simulator runs, where it is one.
    fn design(&self) -> Option<&Design>;

    /// The file that it was read from, where it is not generated.
    fn file(&self) -> Option<&Path>;

    /// The netlist of the file, nothing optimised, where it is not generated.
    fn elaborated(&self) -> Option<&Elaborated> {
        None
    }

    /// The model of what it computes.
    ///
    /// # Errors
    ///
    /// Where that is no instruction, and the device has no model of its own.
    fn model(&self) -> Result<Model, NoModel> {
        Model::new(self.interface(), None)
    }

    /// The module's name.
    fn name(&self) -> &str {
        self.interface().name()
    }

    /// Enabled clock cycles from data inputs to data outputs.
    fn latency(&self) -> u32 {
        self.interface().latency()
    }

    /// The first of its instructions, which is the only one unless it is a core.
    ///
    /// # Panics
    ///
    /// Where it computes a function beside the instructions.
    fn instruction(&self) -> Instruction {
        let mut instructions = self.interface().instructions();
        instructions.next().expect("the device is of an instruction")
    }
}

/// The Verilog of a module, and how tools have to take it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verilog {
    /// The text.
    pub text: String,
    /// The option of Yosys' `read_verilog` that its language asks for, with a blank in front.
    pub language: &'static str,
    /// Whether it is this project's own, in which nothing that a tool warns of is tolerated.
    pub is_generated: bool,
    /// Models of the cells of an FPGA that it is made of.
    pub models: Option<Models>,
}

impl Verilog {
    /// Generated Verilog.
    pub fn generated(text: String) -> Verilog {
        Verilog {
            text,
            language: "",
            is_generated: true,
            models: None,
        }
    }
}

/// Of a stream it is the design inside.
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

/// The design of a function beside the instructions, with the model that it is compared with.
#[derive(Clone, Debug)]
pub struct Modelled {
    design: Design,
    model: ModelFunction,
}

impl Modelled {
    /// A design and the model of its function.
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
