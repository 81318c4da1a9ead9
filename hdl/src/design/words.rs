//! An operation's operands and results among the data words of a module.

use halfpipe_isa::{ElementType, Operand};

use super::function::Function;
use super::interface::Interface;
use super::port::Role;
use crate::fpu;

impl Interface {
    /// Returns the operation that the data inputs select, or None if a core does not have it.
    pub fn operation(&self, inputs: &[u64]) -> Option<&Function> {
        let op = match self.input_position(Role::Op) {
            Some(position) => usize::try_from(inputs[position]).ok()?,
            None => 0,
        };
        self.operations().get(op)
    }

    /// Returns the positions, among the data inputs, of an operation's operands, in their order.
    ///
    /// In a core the operand `c` of an instruction without `b` is still at the port `c`.
    pub fn operand_positions<'i>(&'i self, operation: &'i Function) -> impl Iterator<Item = usize> + 'i {
        let first = self.input_position(Role::Operand(0)).unwrap_or(0);
        let is_core = self.is_core();
        let operands = operation.signature().operands().iter().enumerate();
        operands.map(move |(position, operand)| first + if is_core { fpu::register(operand.name) } else { position })
    }

    /// Returns an operation's operands among the data inputs, without the bits that it ignores.
    pub fn operands(&self, operation: &Function, inputs: &[u64]) -> Vec<u64> {
        let words = self.operand_positions(operation).map(|position| inputs[position]);
        cut(words, operation.signature().operands())
    }

    /// Returns the registers of an operation's operands among the data inputs, each with its words, the lowest bits
    /// first.
    pub fn operand_registers(&self, operation: &Function, inputs: &[u64]) -> Vec<(Operand, Vec<u64>)> {
        let mut registers: Vec<(Operand, Vec<u64>)> = Vec::new();
        let operands = operation.signature().operands().iter();
        for (operand, word) in operands.zip(self.operands(operation, inputs)) {
            match registers.last_mut() {
                Some((_, words)) if !operand.is_first_part() => words.push(word),
                _ => registers.push((operand.register(), vec![word])),
            }
        }
        registers
    }

    /// Returns an operation's results among the data outputs, without the unused bits.
    pub fn results(&self, operation: &Function, outputs: &[u64]) -> Vec<u64> {
        let first = self.output_position(Role::Result(0)).unwrap_or(0);
        let results = operation.signature().results();
        let flags = self.output_position(Role::Flags);
        if self.is_core() {
            let words = results
                .iter()
                .enumerate()
                .map(|(position, result)| match (result.element_type, flags) {
                    (ElementType::Flags, Some(flags)) => outputs[flags],
                    _ => outputs[first] >> fpu::place_of_result(position),
                });
            cut(words, results)
        } else {
            cut(outputs[first..].iter().copied(), results)
        }
    }
}

/// Masks each word to the width of its register.
fn cut(words: impl Iterator<Item = u64>, registers: &[Operand]) -> Vec<u64> {
    let word = |(word, register): (u64, &Operand)| word & (u64::MAX >> (u64::BITS - register.width()));
    words.zip(registers).map(word).collect()
}
