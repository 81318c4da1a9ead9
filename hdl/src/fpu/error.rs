//! Cores that cannot be built.

use halfpipe_isa::Instruction;

use super::MAX_TAG_BITS;

/// A core that cannot be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CoreError {
    /// The list of instructions is empty.
    #[error("the core has no instruction; name at least one")]
    NoInstruction,
    /// An instruction with wider registers than the core's is in the list.
    #[error("{0} does not fit the core, whose registers have 32 bits; request it as a module of its own")]
    Wide(Instruction),
    /// A dot product is in the list.
    #[error("{0} does not fit the core, which has no dot products; request it as a module of its own")]
    Dot(Instruction),
    /// An instruction of RISC-V is in the list.
    #[error("{0} is an instruction of RISC-V, which the core of PTX does not have; request `zfh`, the core of RISC-V")]
    Riscv(Instruction),
    /// The tag is too wide, or has no bits.
    #[error("invalid tag width {0}: use 1 to {max} bits", max = MAX_TAG_BITS)]
    TagWidth(u32),
}
