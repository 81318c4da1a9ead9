//! Formats of a dot product.

use crate::format::FloatFormat;
use crate::instruction::Instruction;
use crate::types::Type;

/// Scales of a dot product's elements. Each is a factor of the elements that share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DotScales {
    /// The format of a scale, which has no sign.
    pub format: FloatFormat,
    /// The number of scales of `a`, and of `b`.
    pub count: u32,
    /// The number of neighbouring elements that share a scale.
    pub sharing: u32,
}

impl DotScales {
    /// Returns the scales of an instruction; None if it has none.
    pub fn from_instruction(instruction: Instruction) -> Option<DotScales> {
        let format = instruction.ty().scale_format()?;
        let last = instruction.signature().operands().last()?;
        Some(DotScales {
            format,
            count: last.lanes,
            sharing: instruction.operation().products()?.div_ceil(last.lanes),
        })
    }
}

/// Formats of a dot product: those of the elements of `a` and of `b`, and that of `c` and the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DotFormats {
    /// The format of the elements of `a`, and that of the elements of `b`.
    pub elements: [FloatFormat; 2],
    /// The format of `c` and of the result.
    pub result: FloatFormat,
}

impl DotFormats {
    /// Returns the formats of an instruction.
    pub fn from_instruction(instruction: Instruction) -> DotFormats {
        DotFormats::from(instruction.ty())
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
