//! Control inputs of a generated module.

/// The number of the input `reset` among a pipelined module's inputs.
pub const RESET: usize = 0;
/// The number of the input `enable`.
pub const ENABLE: usize = 1;
/// The number of the input `in_valid`.
pub const IN_VALID: usize = 2;
/// The number of the output `out_valid` among its outputs.
pub const OUT_VALID: usize = 0;

/// The values of a module's control inputs in one clock cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ControlInputs {
    /// `reset`: clears the valid pipeline.
    pub reset: bool,
    /// `enable`: 0 holds the whole pipeline.
    pub enable: bool,
    /// `in_valid`: the data inputs are valid.
    pub in_valid: bool,
}

impl ControlInputs {
    /// A cycle that takes operands.
    pub const FLOWING: ControlInputs = ControlInputs {
        reset: false,
        enable: true,
        in_valid: true,
    };

    /// True if the module takes operands in this cycle.
    pub fn accepts(self) -> bool {
        self.enable && self.in_valid && !self.reset
    }
}
