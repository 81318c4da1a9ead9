//! Parameters of a conversion.

use halfpipe_isa::{Instruction, Modifier, Rounding, Signature};

/// Parameters of a conversion beside rounding, `.ftz`, `.sat` and `.relu`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conversion {
    pub(super) signature: &'static Signature,
    /// `.rni` and the other roundings to an integer.
    pub(super) to_integer: bool,
    /// `.rs`
    pub(super) at_random: bool,
    /// `.satfinite`
    pub(super) saturate_finite: bool,
}

impl Conversion {
    /// Returns the parameters of an instruction, if it is a conversion.
    pub fn from_instruction(instruction: Instruction) -> Option<Conversion> {
        instruction.operation().is_conversion().then(|| Conversion {
            signature: instruction.signature(),
            to_integer: instruction
                .with_fixed_rounding(Rounding::NearestEven)
                .modifiers()
                .any(Modifier::rounds_to_integer),
            at_random: instruction.has(Modifier::Rs),
            saturate_finite: instruction.has(Modifier::Satfinite),
        })
    }

    /// Returns the operands and results.
    pub fn signature(&self) -> &'static Signature {
        self.signature
    }
}
