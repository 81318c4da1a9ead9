//! Formats of a dot product.

use crate::format::FloatFormat;
use crate::instruction::Instruction;
use crate::types::Type;

/// Formats of a dot product: those of the elements of `a` and of `b`, and that of `c` and the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DotFormats {
    /// The format of the elements of `a`, and that of the elements of `b`.
    pub elements: [FloatFormat; 2],
    /// The format of `c` and of the result.
    pub result: FloatFormat,
}

impl DotFormats {
    /// Returns the formats of an instruction. A bulk-normalised one has the NaN of RISC-V in its results.
    pub fn from_instruction(instruction: Instruction) -> DotFormats {
        let formats = DotFormats::from(instruction.ty());
        if instruction.is_bulk() {
            DotFormats {
                result: formats.result.with_nan_of_riscv(),
                ..formats
            }
        } else {
            formats
        }
    }

    /// True if `a` and `b` have elements of different formats.
    pub fn has_two(self) -> bool {
        self.elements[0] != self.elements[1]
    }
}

impl From<Type> for DotFormats {
    fn from(ty: Type) -> DotFormats {
        DotFormats {
            elements: ty.element_formats(),
            result: ty.result_format(),
        }
    }
}
