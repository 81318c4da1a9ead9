//! The DUT (device under test): a generated or external module that keeps the handshake contract.

use halfpipe_isa::Instruction;

use super::{Design, Interface};

/// A model of one function. It maps operands to results, both in the order of its signature and without bits above
/// their widths.
pub type ModelFunction = fn(&[u64]) -> Vec<u64>;

/// A module for an instruction or another function, or the core of many instructions.
pub trait Dut: Sync {
    /// Returns the name, ports, latency and operations, as the contract states them.
    fn interface(&self) -> &Interface;

    /// Returns the generated module, which the embedded simulator runs; None for an external module.
    fn design(&self) -> Option<&Design>;

    /// True if the module has no stalls: the contract holds while `enable` is 1.
    fn is_always_enabled(&self) -> bool {
        false
    }

    /// True if `reset` clears `out_valid` in the same cycle, as an asynchronous reset does.
    fn clears_valid_at_once(&self) -> bool {
        false
    }

    /// Returns the golden model of a module of a custom function: results from operands, both in the order of its
    /// signature. None for a module of instructions.
    fn custom_model(&self) -> Option<ModelFunction> {
        None
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

/// For a stream, the DUT is the design inside.
impl Dut for Design {
    fn interface(&self) -> &Interface {
        Design::interface(self.inner().unwrap_or(self))
    }

    fn design(&self) -> Option<&Design> {
        Some(self.inner().unwrap_or(self))
    }
}
