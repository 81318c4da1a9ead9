//! The conventions that an instruction can have.

use halfpipe_isa::{ElementType, Instruction, Operand, Rounding};

use super::Convention;

/// Conventions that cores have, the most frequent first.
const COMMON: [fn(&mut Convention); 6] = [
    |convention| convention.takes_any_nan = true,
    |convention| convention.flushes_operands = true,
    |convention| (convention.flushes_operands, convention.flushes_results) = (true, true),
    |convention| convention.flushes_results = true,
    |convention| convention.is_tiny_before_rounding = true,
    |convention| convention.takes_neighbours = true,
];

impl Convention {
    /// True if conventions have a meaning for an instruction: its operands and its result are floating-point numbers, and it
    /// is no dot product.
    pub fn fits(instruction: Instruction) -> bool {
        let operation = instruction.operation();
        let signature = instruction.signature();
        let is_number = |port: &Operand| matches!(port.element_type, ElementType::Number(_));
        let is_rounding = |port: &Operand| port.element_type == ElementType::Rounding;
        operation.is_arithmetic()
            && !operation.is_dot()
            && signature.results().iter().any(is_number)
            && (signature.operands().iter()).all(|port| is_number(port) || is_rounding(port))
    }

    /// True if an instruction rounds to one of the two numbers next to an exact result. Its flags would follow one rounding.
    pub fn has_neighbours(instruction: Instruction) -> bool {
        in_any_rounding(instruction).is_some() && !instruction.has_flags()
    }

    /// True if UF of an instruction follows a convention of tininess: its flags are those of a rounded result.
    pub fn has_tininess(instruction: Instruction) -> bool {
        let is_rounded = in_any_rounding(instruction).is_some() && instruction.has_flags();
        is_rounded && instruction.modifiers().all(|modifier| modifier.rounding().is_some())
    }

    /// Returns the instruction rounded down and up, if the conventions are about the numbers next to an exact result and it
    /// has those roundings.
    pub fn bracket(&self, instruction: Instruction) -> Option<[Instruction; 2]> {
        let any = in_any_rounding(instruction);
        let any = any.filter(|_| self.is_tiny_before_rounding || self.takes_neighbours)?;
        Some([Rounding::TowardNegative, Rounding::TowardPositive].map(|rounding| any.with_fixed_rounding(rounding)))
    }

    /// Returns these conventions with one other each, and those with any NaN, too.
    pub fn extend(&self, instruction: Instruction) -> Vec<Convention> {
        let with = |change: &fn(&mut Convention), convention: &Convention| {
            let mut convention = convention.clone();
            change(&mut convention);
            convention
        };
        let mut all: Vec<Convention> = COMMON.iter().map(|change| with(change, self)).collect();
        all.extend(COMMON[1..].iter().map(|change| with(change, &with(&COMMON[0], self))));
        all.retain(|convention| {
            convention != self
                && (!convention.is_tiny_before_rounding || Convention::has_tininess(instruction))
                && (!convention.takes_neighbours || Convention::has_neighbours(instruction))
        });
        all
    }
}

/// Returns an instruction with its rounding as a port, if it has all roundings.
fn in_any_rounding(instruction: Instruction) -> Option<Instruction> {
    if instruction.has_rounding_port() {
        Some(instruction)
    } else {
        instruction.with_rounding_port()
    }
}
