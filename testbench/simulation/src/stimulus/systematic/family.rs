//! Families of vectors, and the patterns of their operands.

use std::sync::Arc;

use super::patterns::FormatPatterns;
use crate::Operands;

/// A family of vectors: every combination of a few parameters.
#[derive(Clone)]
pub(super) struct VectorFamily {
    /// The number of values of each parameter.
    pub(super) radices: Vec<u64>,
    /// Makes the vector with these parameter values.
    make: Arc<VectorMaker>,
}

/// Makes a vector from as many parameter values as there are radices.
type VectorMaker = dyn Fn(&OperandPatterns, &[usize]) -> Operands + Send + Sync;

impl VectorFamily {
    /// Returns the family of parameters with these numbers of values. `make` gets a value of each.
    pub(super) fn new<const N: usize>(
        radices: [u64; N],
        make: fn(&OperandPatterns, [usize; N]) -> Operands,
    ) -> VectorFamily {
        VectorFamily {
            radices: radices.into(),
            make: Arc::new(move |patterns, values| {
                make(
                    patterns,
                    values.try_into().expect("there are as many values as radices"),
                )
            }),
        }
    }

    /// Returns the vector with these parameter values.
    pub(super) fn make(&self, patterns: &OperandPatterns, values: &[usize]) -> Operands {
        (self.make)(patterns, values)
    }

    /// Returns the number of vectors.
    pub(super) fn count(&self) -> u64 {
        self.radices.iter().product()
    }
}

/// The patterns of one lane's operands.
#[derive(Clone, Debug)]
pub(super) struct OperandPatterns {
    /// The patterns of factors and other operands.
    pub(super) factor: FormatPatterns,
    /// The patterns of the last operand of a sum.
    pub(super) addend: FormatPatterns,
    /// The number of operands that are numbers.
    pub(super) operands: usize,
    /// The products that differ from a tie in a single digit.
    pub(super) near_ties: &'static [NearTie],
}

/// Two significands with a near-tie product.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearTie {
    /// The significands of both factors.
    pub(super) significands: [u64; 2],
    /// The exponent of the product's leading digit.
    pub(super) exponent: i32,
}

/// Returns alternating signs, so that every pair of signs occurs.
pub(super) fn signs(values: &[usize]) -> [bool; 2] {
    let sum: usize = values.iter().sum();
    [sum & 1 == 1, sum & 2 == 2]
}

/// Returns a number that depends on all values, so that each of its choices occurs beside each value.
pub(super) fn mixed(values: &[usize]) -> usize {
    values.iter().zip(1..).map(|(value, weight)| value * weight).sum()
}

/// Returns two operands, exchanged every other time, and `c`.
pub(super) fn alternate([a, b]: [u32; 2], c: u32, values: &[usize]) -> Operands {
    match mixed(values) % 2 {
        0 => [a, b, c],
        _ => [b, a, c],
    }
}

/// Returns the length of a list as a radix.
pub(super) fn len(list: &[u32]) -> u64 {
    list.len() as u64
}
