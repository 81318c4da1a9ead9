//! Designs of custom functions with their golden models.

use halfpipe_hdl::design::{Design, Interface};
use halfpipe_yosys::dut::{Dut, Verilog};
use halfpipe_yosys::external::VerilogSources;

use crate::model::ModelFunction;

/// The design of a custom function with its golden model.
#[derive(Clone, Debug)]
pub struct CustomFunction {
    design: Design,
    model: ModelFunction,
}

impl CustomFunction {
    /// Returns a design with the model of its function.
    pub fn new(design: Design, model: ModelFunction) -> CustomFunction {
        CustomFunction { design, model }
    }
}

impl Dut for CustomFunction {
    fn interface(&self) -> &Interface {
        Dut::interface(&self.design)
    }

    fn verilog(&self) -> Verilog {
        Dut::verilog(&self.design)
    }

    fn design(&self) -> Option<&Design> {
        Dut::design(&self.design)
    }

    fn sources(&self) -> Option<&VerilogSources> {
        None
    }

    fn custom_model(&self) -> Option<ModelFunction> {
        Some(self.model)
    }
}
