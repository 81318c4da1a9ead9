//! Systematic vectors beside the combinations of edge values.
//!
//! Rounding, alignment and normalisation treat all bits of a significand alike, apart from their place. A fault in one
//! place is visible only if that bit decides the result. So the vectors use walking ones: fractions with a single one,
//! a single zero or a run of ones, at every alignment with the other operand. Products and sums differ from ties in
//! each of their digits, and cancel at each exponent. Walking ones also cover the bits that separate classes of values.
//! Instructions with one operand get every value.

mod borders;
mod cancellations;
mod completed_terms;
mod family;
mod near_ties;
mod patterns;
mod products;
mod products_and_sums;
mod select;
mod sums;
mod ties;

use family::{OperandPatterns, VectorFamily};
use halfpipe_isa::{Instruction, Modifier};
use rand::Rng;
use select::list_families;

use super::aimed::Shape;
use super::lanes::numbers;
use crate::Operands;

/// The vectors of one lane, by their indices.
#[derive(Clone)]
pub(super) struct Systematic {
    patterns: OperandPatterns,
    /// True if the vectors have a predicate, which varies last.
    has_predicate: bool,
    shape: Shape,
    /// True if the instruction clamps negative results to 0.
    clamps: bool,
    families: Vec<VectorFamily>,
}

/// The values of a predicate.
const PREDICATES: u64 = 2;

/// The interval of vectors that may be negative although the instruction clamps negative results to 0.
const NEGATIVE: u64 = 8;

impl Systematic {
    pub fn from_instruction(instruction: Instruction) -> Systematic {
        let ty = instruction.ty();
        let shape = Shape::from_instruction(instruction);
        let patterns = OperandPatterns::new(ty.operand_format(), ty.result_format(), numbers(instruction), shape);
        let mut families = list_families(shape, &patterns);
        // A format with one fraction bit has no pattern of some families.
        families.retain(|family| family.count() > 0);
        let has_predicate = instruction.bool_op().is_some();
        if has_predicate {
            families.iter_mut().for_each(|family| family.radices.push(PREDICATES));
        }
        Systematic {
            patterns,
            has_predicate,
            shape,
            clamps: instruction.has(Modifier::Sat) || instruction.has(Modifier::Relu),
            families,
        }
    }

    /// Returns the number of vectors.
    pub fn count(&self) -> u64 {
        self.families.iter().map(VectorFamily::count).sum()
    }

    /// Draws the index of a vector. Each family is equally likely, because a small one shows faults that no other shows.
    ///
    /// # Panics
    ///
    /// Panics if there is no family.
    pub fn draw(&self, random: &mut impl Rng) -> u64 {
        let family = random.random_range(0..self.families.len());
        let before: u64 = self.families[..family].iter().map(VectorFamily::count).sum();
        before + random.random_range(0..self.families[family].count())
    }

    /// Returns the vector of this index, which must be less than the count.
    pub fn get(&self, index: u64) -> Operands {
        let vector = self.find(index);
        if self.clamps && !index.is_multiple_of(NEGATIVE) && self.estimate(vector) < 0.0 {
            self.opposite(vector)
        } else {
            vector
        }
    }

    /// Returns an approximation of the result.
    fn estimate(&self, vector: Operands) -> f64 {
        let factor = |position: usize| self.patterns.factor.number(vector[position]).approximate();
        let addend = || {
            self.patterns
                .addend
                .number(vector[self.patterns.operands - 1])
                .approximate()
        };
        match self.shape {
            Shape::Product => factor(0) * factor(1),
            Shape::Quotient => factor(0) / factor(1),
            Shape::Sum => factor(0) + addend(),
            Shape::ProductAndSum => factor(0) * factor(1) + addend(),
            Shape::One | Shape::Comparison => factor(0),
        }
    }

    /// Returns operands whose result has the opposite sign and the same magnitude.
    fn opposite(&self, mut vector: Operands) -> Operands {
        vector[0] ^= self.patterns.factor.format.sign_mask();
        if matches!(self.shape, Shape::Sum | Shape::ProductAndSum) {
            vector[self.patterns.operands - 1] ^= self.patterns.addend.format.sign_mask();
        }
        vector
    }

    /// Returns the vector of this index, as its family makes it.
    fn find(&self, mut index: u64) -> Operands {
        for family in &self.families {
            if index >= family.count() {
                index -= family.count();
                continue;
            }
            let digit = |radix: &u64| {
                let digit = (index % radix) as usize;
                index /= radix;
                digit
            };
            let values: Vec<usize> = family.radices.iter().map(digit).collect();
            return match values.split_last() {
                Some((predicate, values)) if self.has_predicate => {
                    let [a, b, _] = family.make(&self.patterns, values);
                    [a, b, *predicate as u32]
                }
                _ => family.make(&self.patterns, &values),
            };
        }
        panic!("there is no vector {index} more")
    }
}

#[cfg(test)]
#[path = "../../../tests/unit/stimulus/systematic.rs"]
mod tests;
