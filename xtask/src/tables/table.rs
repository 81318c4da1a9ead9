//! A table of coefficients by address.

use crate::tables::choose::choose;
use crate::tables::fit::{solutions, Requirement};
use crate::tables::polynomial::PolynomialWidths;
use crate::tables::segment::{FittedSegment, Open};

/// A table and the arithmetic to which it was fitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FittedTable {
    /// The arithmetic.
    pub polynomial: PolynomialWidths,
    /// The segments in ascending order; an address in none of them does not occur.
    pub segments: Vec<FittedSegment>,
}

/// One input: the address of its coefficients, and the requirement on their result.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    /// The address in the table. Its low bits are the high bits of the offset.
    pub address: u32,
    /// The requirement on the sum.
    pub requirement: Requirement,
}

impl FittedTable {
    /// Fits a table. `inputs` are in ascending order of address; `shared_bits` of the address are also in the offset.
    ///
    /// A segment is as long as the offset reaches, and is halved until it has a solution.
    pub fn fit(polynomial: PolynomialWidths, shared_bits: u32, inputs: &[Input]) -> Result<Self, NoSolution> {
        let mut open = Vec::new();
        for group in inputs.chunk_by(|a, b| a.address >> shared_bits == b.address >> shared_bits) {
            halve(&polynomial, shared_bits, group, &mut open)?;
        }
        Ok(Self {
            polynomial,
            segments: choose(&polynomial, shared_bits, &open),
        })
    }

    /// Returns the sum for an address and an offset. An address in no segment gives zero.
    pub fn evaluate(&self, address: u32, offset: u32) -> i64 {
        let index = self.segments.partition_point(|segment| segment.last < address);
        self.segments
            .get(index)
            .filter(|segment| segment.first <= address)
            .map_or(0, |segment| self.polynomial.evaluate(segment.row, offset))
    }
}

fn halve(
    polynomial: &PolynomialWidths,
    free_bits: u32,
    inputs: &[Input],
    open: &mut Vec<Open>,
) -> Result<(), NoSolution> {
    let Some(input) = inputs.first() else {
        return Ok(());
    };
    let requirements: Vec<_> = inputs.iter().map(|input| input.requirement).collect();
    let solutions = solutions(polynomial, &requirements);
    let first = input.address >> free_bits << free_bits;
    if !solutions.is_empty() {
        let last = first + (1 << free_bits) - 1;
        open.push(Open { first, last, solutions });
        return Ok(());
    }
    let Some(fewer) = free_bits.checked_sub(1) else {
        return Err(NoSolution { address: input.address });
    };
    let middle = first + (1 << fewer);
    let (lower, upper) = inputs.split_at(inputs.partition_point(|input| input.address < middle));
    halve(polynomial, fewer, lower, open)?;
    halve(polynomial, fewer, upper, open)
}

/// No coefficients serve the inputs at one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSolution {
    /// The address.
    pub address: u32,
}

impl std::fmt::Display for NoSolution {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "no coefficients round every input at table address {} correctly; the table needs more address bits \
             or wider coefficients",
            self.address
        )
    }
}

impl std::error::Error for NoSolution {}
