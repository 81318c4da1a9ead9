//! Designs of custom functions with their golden models.

use halfpipe_hdl::design::{Design, Dut, Interface};
use halfpipe_yosys::dut::{Verilog, VerilogDut};
use halfpipe_yosys::external::VerilogSources;

use halfpipe_simulation::model::ModelFunction;

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

    fn design(&self) -> Option<&Design> {
        Dut::design(&self.design)
    }

    fn custom_model(&self) -> Option<ModelFunction> {
        Some(self.model)
    }
}

impl VerilogDut for CustomFunction {
    fn verilog(&self) -> Verilog {
        self.design.verilog()
    }

    fn sources(&self) -> Option<&VerilogSources> {
        None
    }
}
