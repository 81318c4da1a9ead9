//! Input and output words of a module.

use std::ops::{Deref, DerefMut};

use halfpipe_isa::Instruction;
use smallvec::SmallVec;

use crate::Operands;

/// The number of words stored without a heap allocation: those of a core of three-operand instructions, which adds the
/// operation and a tag.
const USUAL: usize = 5;

/// The data inputs, or the data outputs, of a module in one evaluation: a word for each port in order. The port takes
/// the lowest bits of its word. Missing words at the end are 0, and words beyond the ports are ignored, so a vector
/// suits any number of ports.
#[derive(PartialEq, Eq, Hash, Default, Debug)]
pub struct Vector(SmallVec<[u64; USUAL]>);

impl Vector {
    /// No words: all are 0.
    pub const ZERO: Vector = Vector(SmallVec::new_const());

    /// Returns `count` words, all 0.
    pub fn zeros(count: usize) -> Vector {
        Vector(SmallVec::from_elem(0, count))
    }

    /// Returns the operands of an instruction as the data inputs of its module.
    pub fn from_operands(instruction: Instruction, operands: Operands) -> Vector {
        let count = instruction.signature().operands().len();
        vector(operands.into_iter().take(count).map(u64::from))
    }

    /// Returns the registers of an arithmetic instruction, which are its first words.
    ///
    /// # Panics
    ///
    /// When one of them has more than 32 bits.
    pub fn operands(&self) -> Operands {
        let register = |word| u32::try_from(word).expect("registers of arithmetic have 32 bits at most");
        [0, 1, 2].map(|position| register(self.word(position)))
    }

    /// Returns the first `count` words.
    pub fn words(&self, count: usize) -> impl Iterator<Item = u64> + '_ {
        (0..count).map(|position| self.word(position))
    }

    /// Returns the word at a position; 0 if it is missing.
    pub fn word(&self, position: usize) -> u64 {
        self.0.get(position).copied().unwrap_or(0)
    }
}

/// Returns words as a vector.
pub fn vector(words: impl IntoIterator<Item = u64>) -> Vector {
    Vector(words.into_iter().collect())
}

impl Clone for Vector {
    /// Copies all words at once.
    fn clone(&self) -> Vector {
        Vector(SmallVec::from_slice(&self.0))
    }
}

impl Deref for Vector {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.0
    }
}

impl DerefMut for Vector {
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_has_as_many_words_as_it_is_given_and_0_for_those_it_is_not() {
        for count in [0, 1, USUAL, USUAL + 1, 100] {
            let words = vector(1..=count as u64);
            assert_eq!(words.len(), count);
            assert_eq!(words.clone(), words);
            assert_eq!(words.word(count), 0);
            assert!((0..count).all(|position| words.word(position) == position as u64 + 1));
        }
    }

    #[test]
    fn an_instruction_has_a_word_for_each_operand() {
        let of = |mnemonic: &str| Vector::from_operands(mnemonic.parse().unwrap(), [1, 2, 3]);
        assert_eq!(of("neg.f16"), vector([1]));
        assert_eq!(of("add.f32.f16"), vector([1, 2]));
        assert_eq!(of("fma.rn.f16"), vector([1, 2, 3]));
        assert_eq!(of("neg.f16").operands(), [1, 0, 0]);
    }
}
