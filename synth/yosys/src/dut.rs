//! The Verilog of a DUT, for the programs that read it.

use halfpipe_hdl::design::{Design, Dut};
use halfpipe_hdl::export::verilog;

use crate::external::{Assembled, CellModels, Elaborated, VerilogSources};
use crate::program::READ_VERILOG;

/// A DUT whose Verilog external programs read.
pub trait VerilogDut: Dut {
    /// Returns the Verilog of the module.
    fn verilog(&self) -> Verilog;

    /// Returns the Verilog files of an external module; None for a generated module.
    fn sources(&self) -> Option<&VerilogSources>;

    /// Returns the options that read the file of an external module, word by word; none for a generated module.
    fn file_options(&self) -> &[String] {
        &[]
    }

    /// Returns the unoptimised netlist of the file of an external module; None for a generated module.
    fn elaborated(&self) -> Option<&Elaborated> {
        None
    }
}

/// The Verilog of a module and the settings with which tools read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verilog {
    /// The Verilog text.
    pub text: String,
    /// The Yosys command that reads it, without the file's name.
    pub reader: String,
    /// The user's files that the text comes from. None if halfpipe generated it; tool warnings are then errors.
    pub files: Option<Assembled>,
    /// CellModels of the FPGA cells that the module instantiates.
    pub models: Option<CellModels>,
}

impl Verilog {
    /// Returns generated Verilog.
    pub fn generated(text: String) -> Verilog {
        Verilog {
            text,
            reader: READ_VERILOG.to_owned(),
            files: None,
            models: None,
        }
    }
}

impl VerilogDut for Design {
    fn verilog(&self) -> Verilog {
        Verilog::generated(verilog(self.inner().unwrap_or(self)))
    }

    fn sources(&self) -> Option<&VerilogSources> {
        None
    }
}
