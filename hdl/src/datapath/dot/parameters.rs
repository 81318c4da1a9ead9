//! Parameters of a dot product.

use halfpipe_isa::{DotFormats, DotScales, Instruction, Modifier, Signature};

/// The parameters of a dot product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dot {
    /// The operands and the result.
    pub signature: &'static Signature,
    /// The formats of the elements, and of `c` and the result.
    pub(super) formats: DotFormats,
    /// The number of products.
    pub(super) products: u32,
    /// The tensor cores that it computes like. None if it is exact until one rounding, or bulk-normalised.
    pub(super) core: Option<Modifier>,
    /// The scales of the elements, if they have some.
    pub(super) scales: Option<DotScales>,
    /// True if it is a bulk-normalised one of RISC-V.
    pub(super) is_bulk: bool,
}

impl Dot {
    /// Returns the parameters of a dot product; None for any other instruction.
    pub fn from_instruction(instruction: Instruction) -> Option<Dot> {
        Some(Dot {
            signature: instruction.signature(),
            formats: DotFormats::from_instruction(instruction),
            products: instruction.operation().products()?,
            core: instruction.tensor_core(),
            scales: DotScales::from_instruction(instruction),
            is_bulk: instruction.is_bulk(),
        })
    }
}
