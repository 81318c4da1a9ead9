//! A table of coefficients by address.

use crate::tables::choose::choose;
use crate::tables::descent::solutions_by_descent;
use crate::tables::fit::{solutions, FloatingResult, Requirement, Solution};
use crate::tables::polynomial::PolynomialWidths;
use crate::tables::rows::{number_rows, ClassRows};
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

/// One of many inputs of a table with wide coefficients.
#[derive(Clone, Copy, Debug)]
pub struct DenseInput(pub Input);

impl SegmentInput for DenseInput {
    fn address(&self) -> u32 {
        self.0.address
    }

    fn shift(&self) -> u32 {
        0
    }

    fn solve(polynomial: &PolynomialWidths, inputs: &[Self]) -> Vec<Solution> {
        let requirements: Vec<_> = inputs.iter().map(|input| input.0.requirement).collect();
        solutions_by_descent(polynomial, &requirements)
    }
}

/// One input of a table whose segments have exponents.
#[derive(Clone, Copy, Debug)]
pub struct FloatingInput {
    /// The address in the table. Its low bits are the high bits of the offset.
    pub address: u32,
    /// The offset.
    pub offset: u32,
    /// The number of places by which the offset has been shifted left, so that segments are shorter.
    pub shift: u32,
    /// The result.
    pub result: FloatingResult,
}

/// An input of a segment.
trait SegmentInput: Copy {
    /// Returns the address.
    fn address(&self) -> u32;

    /// Returns the number of address bits by which segments are shorter than the offset reaches.
    fn shift(&self) -> u32;

    /// Returns the solutions for the inputs of a segment.
    fn solve(polynomial: &PolynomialWidths, inputs: &[Self]) -> Vec<Solution>;
}

impl SegmentInput for Input {
    fn address(&self) -> u32 {
        self.address
    }

    fn shift(&self) -> u32 {
        0
    }

    fn solve(polynomial: &PolynomialWidths, inputs: &[Self]) -> Vec<Solution> {
        let requirements: Vec<_> = inputs.iter().map(|input| input.requirement).collect();
        solutions(polynomial, &requirements)
    }
}

impl SegmentInput for FloatingInput {
    fn address(&self) -> u32 {
        self.address
    }

    fn shift(&self) -> u32 {
        self.shift
    }

    fn solve(polynomial: &PolynomialWidths, inputs: &[Self]) -> Vec<Solution> {
        let exponents = inputs.iter().map(|input| input.result.exponent);
        let Some(exponent) = exponents.min() else {
            return Vec::new();
        };
        let requirement = |input: &Self| {
            let (low, high) = input.result.sums(exponent, polynomial.sum_fraction)?;
            let offset = input.offset;
            Some(Requirement { offset, low, high })
        };
        let requirements: Option<Vec<_>> = inputs.iter().map(requirement).collect();
        let mut found = requirements.map_or_else(Vec::new, |requirements| solutions(polynomial, &requirements));
        for solution in &mut found {
            solution.exponent = exponent;
        }
        found
    }
}

impl FittedTable {
    /// Fits a table. `inputs` are in ascending order of address; `shared_bits` of the address are also in the offset.
    ///
    /// A segment is as long as the offset reaches, and is halved until it has a solution.
    pub fn fit(polynomial: PolynomialWidths, shared_bits: u32, inputs: &[Input]) -> Result<Self, NoSolution> {
        Self::fit_segments(polynomial, shared_bits, inputs)
    }

    /// Fits a table of many inputs with wide coefficients. Among all solutions of a segment, it knows some.
    pub fn fit_dense(
        polynomial: PolynomialWidths,
        shared_bits: u32,
        inputs: &[DenseInput],
    ) -> Result<Self, NoSolution> {
        Self::fit_segments(polynomial, shared_bits, inputs)
    }

    fn fit_segments<I: SegmentInput>(
        polynomial: PolynomialWidths,
        shared_bits: u32,
        inputs: &[I],
    ) -> Result<Self, NoSolution> {
        let open = open_segments(&polynomial, shared_bits, inputs)?;
        Ok(Self {
            polynomial,
            segments: choose(&polynomial, shared_bits, &open),
        })
    }

    /// Fits a table whose segments have exponents, and numbers its rows. The class is the address without its low
    /// `class_from` bits.
    pub fn fit_floating(
        polynomial: PolynomialWidths,
        shared_bits: u32,
        class_from: u32,
        inputs: &[FloatingInput],
    ) -> Result<(Self, Vec<ClassRows>), NoSolution> {
        let open = open_segments(&polynomial, shared_bits, inputs)?;
        let (classes, segments) = number_rows(class_from, choose(&polynomial, shared_bits, &open));
        Ok((Self { polynomial, segments }, classes))
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

/// Divides the inputs into segments with solutions.
fn open_segments<I: SegmentInput>(
    polynomial: &PolynomialWidths,
    shared_bits: u32,
    inputs: &[I],
) -> Result<Vec<Open>, NoSolution> {
    let mut open = Vec::new();
    let bits = |input: &I| shared_bits - input.shift().min(shared_bits);
    for group in inputs.chunk_by(|a, b| a.address() >> bits(a) == b.address() >> bits(a)) {
        halve(polynomial, bits(&group[0]), group, &mut open)?;
    }
    Ok(open)
}

fn halve<I: SegmentInput>(
    polynomial: &PolynomialWidths,
    free_bits: u32,
    inputs: &[I],
    open: &mut Vec<Open>,
) -> Result<(), NoSolution> {
    let Some(input) = inputs.first() else {
        return Ok(());
    };
    let solutions = I::solve(polynomial, inputs);
    let first = input.address() >> free_bits << free_bits;
    if !solutions.is_empty() {
        let last = first + (1 << free_bits) - 1;
        open.push(Open { first, last, solutions });
        return Ok(());
    }
    let Some(fewer) = free_bits.checked_sub(1) else {
        return Err(NoSolution {
            address: input.address(),
        });
    };
    let middle = first + (1 << fewer);
    let (lower, upper) = inputs.split_at(inputs.partition_point(|input| input.address() < middle));
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
