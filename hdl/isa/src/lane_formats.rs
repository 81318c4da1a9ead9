//! Formats of the operands, the addend and the result of a lane.

use crate::format::FloatFormat;
use crate::instruction::Instruction;
use crate::types::Type;

/// Formats of one lane of arithmetic or of a comparison. They differ in mixed precision only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LaneFormats {
    /// The format of the operands; in mixed precision of `a` and `b`.
    pub operand: FloatFormat,
    /// The format of the result and of the addend; in mixed precision of `c`.
    pub result: FloatFormat,
}

impl LaneFormats {
    /// Returns one format for operands, addend and result.
    pub const fn same(format: FloatFormat) -> LaneFormats {
        LaneFormats {
            operand: format,
            result: format,
        }
    }

    /// Returns the formats of an instruction.
    pub fn from_instruction(instruction: Instruction) -> LaneFormats {
        LaneFormats::from(instruction.ty())
    }

    /// Returns the format of the last term of a sum: that of the result.
    pub const fn addend(self) -> FloatFormat {
        self.result
    }

    /// True if the result is in another format than the operands.
    pub fn is_mixed(self) -> bool {
        self.operand != self.result
    }
}

impl From<Type> for LaneFormats {
    fn from(ty: Type) -> LaneFormats {
        LaneFormats {
            operand: ty.operand_format(),
            result: ty.result_format(),
        }
    }
}
