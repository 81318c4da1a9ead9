//! Formats of a lane. Mixed precision has two.

use halfpipe_isa::Instruction;

use crate::format::Format;

/// The formats of one lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Formats {
    /// The format of the operands; in mixed precision of `a` and `b`.
    pub operand: Format,
    /// The format of the result; in mixed precision of `c` too.
    pub result: Format,
}

impl Formats {
    /// Returns one format for operands and result.
    pub const fn same(format: Format) -> Formats {
        Formats {
            operand: format,
            result: format,
        }
    }

    /// Returns the formats of an instruction.
    pub fn from_instruction(instruction: Instruction) -> Formats {
        let ty = instruction.ty();
        Formats {
            operand: Format::from_element(ty.element()),
            result: Format::from_element(ty.result_element()),
        }
    }
}
