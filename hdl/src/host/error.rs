//! Instructions that cannot become a block.

use std::fmt;

use halfpipe_isa::Instruction;

use crate::design::DesignError;

/// An instruction that a block cannot hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HostError {
    /// The instruction has no such latency.
    #[error(transparent)]
    Design(#[from] DesignError),
    /// The operands or the result differ from those of the block.
    #[error("{instruction} does not fit {block}: it has {needed}, the block has {present}; use {fitting}")]
    Operands {
        /// The requested instruction.
        instruction: Instruction,
        /// The block that cannot hold it.
        block: String,
        /// The operands and result of the instruction.
        needed: PortWidths,
        /// The operands and result of the block.
        present: PortWidths,
        /// The block that fits.
        fitting: String,
    },
}

/// Names and widths of operands and result, in bits. It prints as `a[16], b[16], d[16]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PortWidths(pub Vec<(String, u32)>);

impl PortWidths {
    /// Returns the operands and results of an instruction.
    pub fn from_instruction(instruction: Instruction) -> PortWidths {
        let signature = instruction.signature();
        let registers = signature.operand_registers().chain(signature.results().iter().copied());
        let registers = registers.map(|register| (register.name.to_owned(), register.width()));
        PortWidths(registers.collect())
    }
}

impl fmt::Display for PortWidths {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ports: Vec<String> = self.0.iter().map(|(name, width)| format!("{name}[{width}]")).collect();
        formatter.write_str(&ports.join(", "))
    }
}
