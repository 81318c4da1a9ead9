//! Formats of a dot product.

use crate::format::{FloatFormat, SpecialValues};
use crate::instruction::Instruction;
use crate::modifier::Modifier;
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
    /// The number of neighbouring products of a group.
    pub const GROUP: u32 = 16;

    /// True if the products of a group are added exactly, and then scaled, as in mxf4 and mxf4nvf4. In mxf8f6f4, each product
    /// is scaled on its own.
    pub fn has_groups(self) -> bool {
        self.count > 1 || self.format.fraction_bits > 0
    }

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
    /// Returns the formats of an instruction. A bulk-normalised one has the NaN of RISC-V in its results.
    pub fn from_instruction(instruction: Instruction) -> DotFormats {
        let formats = DotFormats::from(instruction.ty());
        if instruction.is_bulk() {
            DotFormats {
                result: formats.result.with_special_values(SpecialValues::Riscv),
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

/// A block of a generation of tensor cores. The hardware, its explanation and the arrays share it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TensorBlock {
    /// The number of products that are added at once.
    pub products: u32,
    /// The number of binary places that a term keeps below the anchor.
    pub places: u32,
}

impl TensorBlock {
    /// The block that adds groups of products, of which each is a term.
    pub const OF_GROUPS: TensorBlock = TensorBlock {
        products: 64,
        places: 35,
    };

    /// Returns the block of a generation for elements of these formats.
    pub fn new(generation: Modifier, formats: DotFormats) -> TensorBlock {
        let (products, places) = match (generation, formats.elements[0].register_bits()) {
            (Modifier::Volta, _) => (4, 23),
            (Modifier::Ampere | Modifier::Ada, 32) => (4, 24),
            (_, 32) => (8, 25),
            (Modifier::Turing | Modifier::Ampere | Modifier::Ada, 16) => (8, 24),
            (_, 16) => (16, 25),
            (Modifier::Blackwell, _) => (32, 25),
            (Modifier::Ada, _) => (16, 13),
            _ => (32, 13),
        };
        TensorBlock { products, places }
    }
}
