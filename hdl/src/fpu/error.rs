//! Cores that cannot be built.

use halfpipe_isa::Instruction;

use super::MAX_TAG_BITS;

/// A core that cannot be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CoreError {
    /// The list of instructions is empty.
    #[error("a core needs at least one instruction")]
    NoInstruction,
    /// A conversion with wider registers than the core's is in the list.
    #[error("{0} is not for the core, whose registers have 32 bits: it is a module of its own")]
    Wide(Instruction),
    /// An instruction on formats of eight bits is in the list.
    #[error("{0} is not for the core, whose lanes have 16 bits: it is a module of its own")]
    EightBit(Instruction),
    /// The tag is too wide, or has no bits.
    #[error("a tag of {0} bits: it has 1 to {max}", max = MAX_TAG_BITS)]
    TagWidth(u32),
}
