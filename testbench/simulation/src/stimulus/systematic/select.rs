//! The families of an instruction's vectors.

use halfpipe_isa::FloatFormat;

use super::borders::{borders_of_three, borders_of_two, comparisons};
use super::cancellations::{
    cancelled_exactly, cancelled_products, cancelled_products_of_subnormals, cancelled_specials, cancelled_terms,
};
use super::completed_terms::completed_terms;
use super::family::{OperandPatterns, VectorFamily};
use super::near_ties::{near_tie_products, near_ties};
use super::patterns::FormatPatterns;
use super::products::products;
use super::products_and_sums::products_and_sums;
use super::sums::{subnormal_addends, sums};
use super::ties::{completed_numbers, completed_ties, decided_ties, ties_decided_by_subnormals};
use crate::stimulus::aimed::Shape;
use crate::stimulus::edges::one;

impl OperandPatterns {
    /// Returns the patterns of operands in these formats, for an operation class.
    pub(super) fn new(factor: FloatFormat, addend: FloatFormat, operands: usize, shape: Shape) -> OperandPatterns {
        let patterns = OperandPatterns {
            factor: FormatPatterns::from_format(factor),
            addend: FormatPatterns::from_format(addend),
            operands,
            near_ties: &[],
        };
        let near_ties = match shape {
            Shape::Product | Shape::ProductAndSum if patterns.products_can_tie() => near_ties(factor),
            _ => &[],
        };
        OperandPatterns { near_ties, ..patterns }
    }

    /// True if a product may be a tie. In a wider format products are exact.
    pub(super) fn products_can_tie(&self) -> bool {
        self.factor.format == self.addend.format
    }
}

/// Returns the families of vectors of a shape.
pub(super) fn list_families(shape: Shape, patterns: &OperandPatterns) -> Vec<VectorFamily> {
    let OperandPatterns { factor, addend, .. } = patterns;
    if factor.format.register_bits() == 8 && shape != Shape::One {
        return list_eight_bit_families(patterns.operands);
    }
    let mut families = match shape {
        Shape::One => vec![VectorFamily::new([1 << factor.format.register_bits()], |_, [a]| {
            [a as u32, 0, 0]
        })],
        Shape::Comparison => comparisons(factor),
        Shape::Product | Shape::Quotient => products(factor),
        Shape::Sum => sums(factor, addend),
        Shape::ProductAndSum => products_and_sums(factor, addend),
    };
    families.extend(list_cancellations(shape, patterns));
    families.extend(list_ties(shape, patterns));
    families.extend(match patterns.operands {
        1 => None,
        2 => Some(borders_of_two(factor, addend)),
        _ => Some(borders_of_three(factor, addend)),
    });
    families
}

/// Returns all pairs of 8-bit operands. Two operands use them directly; three use them as a product with addend 0 and
/// as a sum.
fn list_eight_bit_families(operands: usize) -> Vec<VectorFamily> {
    let pairs = VectorFamily::new([1 << 8; 2], |_, [a, b]| [a as u32, b as u32, 0]);
    let sums = VectorFamily::new([1 << 8; 2], |patterns, [a, c]| {
        [a as u32, one(patterns.factor.format), c as u32]
    });
    [pairs, sums].into_iter().take(operands - 1).collect()
}

/// Returns the families of sums whose terms cancel.
fn list_cancellations(shape: Shape, OperandPatterns { factor, addend, .. }: &OperandPatterns) -> Vec<VectorFamily> {
    let mut families = match shape {
        Shape::Sum => vec![
            subnormal_addends(addend),
            cancelled_terms(factor, addend),
            completed_terms(factor, addend),
        ],
        Shape::ProductAndSum => vec![
            subnormal_addends(addend),
            cancelled_products(factor, addend),
            cancelled_products_of_subnormals(factor, addend),
        ],
        _ => return Vec::new(),
    };
    families.extend(cancelled_specials(factor, addend));
    families
}

/// Returns the families of products and sums that are ties, or nearly so.
fn list_ties(shape: Shape, patterns: &OperandPatterns) -> Vec<VectorFamily> {
    let OperandPatterns { factor, addend, .. } = patterns;
    let mut families = Vec::new();
    if !patterns.near_ties.is_empty() {
        families.push(near_tie_products(patterns.near_ties.len()));
    }
    if shape != Shape::ProductAndSum {
        return families;
    }
    if patterns.products_can_tie() {
        families.extend([
            cancelled_exactly(factor),
            decided_ties(addend),
            ties_decided_by_subnormals(addend),
            completed_ties(addend),
            completed_numbers(addend),
        ]);
    } else {
        families.push(completed_terms(factor, addend));
    }
    families
}
