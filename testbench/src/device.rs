//! What engines run: a module that keeps the contract of an instruction, generated or written by someone else.

use std::path::Path;

use halfpipe_hdl::export::verilog;
use halfpipe_hdl::net::ModulePort;
use halfpipe_hdl::unit::Unit;
use halfpipe_isa::Instruction;
use halfpipe_synth::source::Models;

/// A module for one instruction.
pub trait Device: Sync {
    /// The instruction it computes.
    fn instruction(&self) -> Instruction;

    /// Enabled clock cycles from operands to result.
    fn latency(&self) -> u32;

    /// Its Verilog.
    fn verilog(&self) -> Verilog;

    /// The generated module, which the embedded simulator runs, where it is one.
    fn unit(&self) -> Option<&Unit>;

    /// The file that it was read from, where it is not generated.
    fn file(&self) -> Option<&Path>;

    /// The module's name.
    fn name(&self) -> String {
        self.instruction().module_name()
    }

    /// The ports that the contract asks for.
    fn ports(&self) -> Vec<ModulePort> {
        contract_ports(self.instruction(), self.latency() > 0)
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

impl Device for Unit {
    fn instruction(&self) -> Instruction {
        Unit::instruction(self)
    }

    fn latency(&self) -> u32 {
        Unit::latency(self)
    }

    fn verilog(&self) -> Verilog {
        Verilog::generated(verilog(self))
    }

    fn unit(&self) -> Option<&Unit> {
        Some(self)
    }

    fn file(&self) -> Option<&Path> {
        None
    }

    fn name(&self) -> String {
        self.module().name.clone()
    }

    fn ports(&self) -> Vec<ModulePort> {
        self.module().ports()
    }
}

/// The ports that an instruction's module has by the contract: the same at every latency but 0.
pub fn contract_ports(instruction: Instruction, is_pipelined: bool) -> Vec<ModulePort> {
    let unit = Unit::new(instruction, is_pipelined.into()).expect("every instruction has the latencies 0 and 1");
    unit.module().ports()
}
