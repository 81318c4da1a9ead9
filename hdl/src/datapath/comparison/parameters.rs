//! Parameters of a comparison.

use halfpipe_isa::{Instruction, Modifier, Signature};

/// Parameters of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comparison {
    pub(super) cmp_op: Modifier,
    pub(super) bool_op: Option<Modifier>,
    pub(super) signature: &'static Signature,
}

impl Comparison {
    /// Returns the parameters of an instruction, if it is a comparison.
    pub fn from_instruction(instruction: Instruction) -> Option<Comparison> {
        Some(Comparison {
            cmp_op: instruction.cmp_op()?,
            bool_op: instruction.bool_op(),
            signature: instruction.signature(),
        })
    }

    /// Returns the operands and results.
    pub fn signature(&self) -> &'static Signature {
        self.signature
    }
}
