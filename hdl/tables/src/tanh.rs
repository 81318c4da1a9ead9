//! tanh: the encoding of the result as a piecewise polynomial of the encoding of the operand.
//!
//! Both encodings, read as integers, are smooth where neither value changes its binade. The operand's binade is in the
//! table's address; where the result is still in the binade below, one more address bit says so.

use crate::exact;
use crate::fit::Requirement;
use crate::format::{Format, BF16, F16};
use crate::polynomial::{Curvature, Polynomial};
use crate::table::{Input, NoSolution, Table};

/// The widths of a tanh datapath.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Operand and result.
    pub format: Format,
    /// Low bits of the exponent field in the address: enough to tell the binades apart.
    pub exponent_bits: u32,
    /// High bits of the fraction in the address.
    pub fraction_bits: u32,
    /// The arithmetic.
    pub polynomial: Polynomial,
}

/// The datapath for f16.
pub const SHAPE_F16: Shape = Shape {
    format: F16,
    exponent_bits: 4,
    fraction_bits: 6,
    polynomial: Polynomial {
        offset_bits: 7,
        sum_bits: 23,
        sum_fraction: 8,
        base_fraction: 7,
        slope_bits: 12,
        slope_fraction: 11,
        curvature: Some(Curvature {
            bits: 7,
            ignored_bits: 1,
            extra_fraction: 5,
            falling: true,
        }),
    },
};

/// The datapath for bf16.
pub const SHAPE_BF16: Shape = Shape {
    format: BF16,
    exponent_bits: 3,
    fraction_bits: 5,
    polynomial: Polynomial {
        offset_bits: 4,
        sum_bits: 20,
        sum_fraction: 5,
        base_fraction: 4,
        slope_bits: 7,
        slope_fraction: 6,
        curvature: None,
    },
};

/// A fitted tanh datapath.
#[derive(Clone, Debug)]
pub struct Tanh {
    /// The widths.
    pub shape: Shape,
    /// The least magnitude that differs from its tanh.
    pub approximated_from: u16,
    /// The least magnitude whose tanh rounds to one.
    pub one_from: u16,
    /// For each binade in ascending order that begins with results of the binade below: the first magnitude
    /// whose result is in the operand's own binade.
    pub crossings: Vec<u16>,
    /// The coefficients.
    pub table: Table,
}

impl Tanh {
    /// Fits the table.
    pub fn fit(shape: Shape) -> Result<Self, NoSolution> {
        let format = shape.format;
        let results: Vec<u16> = (0..format.infinity())
            .map(|magnitude| exact::tanh(format, magnitude))
            .collect();
        let result = |magnitude: u16| results[usize::from(magnitude)];
        let magnitudes = 0..format.infinity();
        let approximated_from = magnitudes.clone().find(|&m| result(m) != m).unwrap_or(0);
        let one_from = magnitudes.clone().find(|&m| result(m) == format.one()).unwrap_or(0);
        let binade = |encoding: u16| encoding >> format.fraction_bits;
        let crossings = (approximated_from..format.one())
            .filter(|&m| binade(result(m)) == binade(m) && binade(result(m - 1)) != binade(m))
            .filter(|&m| binade(m - 1) == binade(m))
            .collect();
        let mut tanh = Self {
            shape,
            approximated_from,
            one_from,
            crossings,
            table: Table {
                polynomial: shape.polynomial,
                segments: Vec::new(),
            },
        };
        let fraction = shape.polynomial.sum_fraction;
        let mut inputs: Vec<_> = (approximated_from..one_from)
            .map(|magnitude| Input {
                address: tanh.address(magnitude),
                requirement: Requirement {
                    offset: tanh.offset(magnitude),
                    low: i64::from(result(magnitude)) << fraction,
                    high: ((i64::from(result(magnitude)) + 1) << fraction) - 1,
                },
            })
            .collect();
        inputs.sort_by_key(|input| (input.address, input.requirement.offset));
        let shared_bits = shape.polynomial.offset_bits + shape.fraction_bits - format.fraction_bits;
        tanh.table = Table::fit(shape.polynomial, shared_bits, &inputs)?;
        Ok(tanh)
    }

    /// What the hardware computes.
    pub fn evaluate(&self, operand: u16) -> u16 {
        let format = self.shape.format;
        let (sign, magnitude) = (operand & 0x8000, operand & 0x7FFF);
        if magnitude > format.infinity() {
            format.nan()
        } else if magnitude < self.approximated_from {
            operand
        } else if magnitude >= self.one_from {
            sign | format.one()
        } else {
            let sum = self.table.evaluate(self.address(magnitude), self.offset(magnitude));
            sign | (sum >> self.shape.polynomial.sum_fraction) as u16
        }
    }

    /// From the top: one when the result is in the binade below the operand's, exponent bits, fraction bits.
    fn address(&self, magnitude: u16) -> u32 {
        let shape = &self.shape;
        let index_bits = shape.exponent_bits + shape.fraction_bits;
        let index = u32::from(magnitude) >> (shape.format.fraction_bits - shape.fraction_bits);
        let below = self.is_below(magnitude);
        u32::from(below) << index_bits | index & ((1 << index_bits) - 1)
    }

    fn offset(&self, magnitude: u16) -> u32 {
        u32::from(magnitude) & ((1 << self.shape.polynomial.offset_bits) - 1)
    }

    fn is_below(&self, magnitude: u16) -> bool {
        let binade = magnitude >> self.shape.format.fraction_bits;
        self.crossings
            .iter()
            .any(|&crossing| crossing >> self.shape.format.fraction_bits == binade && magnitude < crossing)
    }
}
