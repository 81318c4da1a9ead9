//! tanh: the encoding of the result as a piecewise polynomial of the encoding of the operand.
//!
//! Both encodings, read as integers, are smooth where neither value changes its binade. The operand's binade is in the
//! table's address. One more address bit is set while the result is still in the binade below.

use std::collections::BTreeMap;

use crate::tables::exact;
use crate::tables::fit::Requirement;
use crate::tables::format::{TableFormat, BF16, F16};
use crate::tables::polynomial::{CurvatureWidths, PolynomialWidths};
use crate::tables::table::{FittedTable, Input, NoSolution};

/// The widths of a tanh datapath.
#[derive(Clone, Copy, Debug)]
pub struct TanhDatapath {
    /// The format of operand and result.
    pub format: TableFormat,
    /// A shorter format that the same coefficients serve. Each of its operands that needs the polynomial is also a
    /// number of `format`.
    pub shorter_format: Option<TableFormat>,
    /// The number of low bits of the exponent field in the address: enough to distinguish the binades.
    pub exponent_bits: u32,
    /// The number of high bits of the fraction in the address.
    pub fraction_bits: u32,
    /// The arithmetic.
    pub polynomial: PolynomialWidths,
}

/// The datapath for f16.
pub const DATAPATH_F16: TanhDatapath = TanhDatapath {
    format: F16,
    shorter_format: Some(BF16),
    exponent_bits: 4,
    fraction_bits: 6,
    polynomial: PolynomialWidths {
        offset_bits: 7,
        sum_bits: 23,
        sum_fraction: 8,
        base_fraction: 7,
        slope_bits: 12,
        slope_fraction: 11,
        curvature: Some(CurvatureWidths {
            bits: 7,
            ignored_bits: 1,
            extra_fraction: 5,
            falling: true,
        }),
        directed: false,
        exponent_bits: 0,
    },
};

/// The datapath for bf16.
pub const DATAPATH_BF16: TanhDatapath = TanhDatapath {
    format: BF16,
    shorter_format: None,
    exponent_bits: 3,
    fraction_bits: 5,
    polynomial: PolynomialWidths {
        offset_bits: 4,
        sum_bits: 20,
        sum_fraction: 5,
        base_fraction: 4,
        slope_bits: 7,
        slope_fraction: 6,
        curvature: None,
        directed: false,
        exponent_bits: 0,
    },
};

/// A fitted tanh datapath.
#[derive(Clone, Debug)]
pub struct FittedTanh {
    /// The widths.
    pub datapath: TanhDatapath,
    /// The format of operand and result: that of the datapath, or the other one that it serves.
    pub served: TableFormat,
    /// The least magnitude that differs from its tanh.
    pub approximated_from: u16,
    /// The least magnitude whose tanh rounds to one.
    pub one_from: u16,
    /// The crossings of binades in ascending order, for each binade that begins with results of the binade below: the
    /// first magnitude whose result is in the operand's own binade, in the format of the datapath.
    pub crossings: Vec<u16>,
    /// The coefficients.
    pub table: FittedTable,
}

impl FittedTanh {
    /// Fits the table.
    pub fn fit(datapath: TanhDatapath) -> Result<Self, NoSolution> {
        let mut tanh = Self::without_coefficients(datapath, datapath.format);
        let format = datapath.format;
        let result = |magnitude: u16| exact::tanh(format, magnitude);
        let binade = |encoding: u16| encoding >> format.fraction_bits;
        tanh.crossings = (tanh.approximated_from..format.one())
            .filter(|&m| binade(result(m)) == binade(m) && binade(result(m - 1)) != binade(m))
            .filter(|&m| binade(m - 1) == binade(m))
            .collect();
        let mut bounds = BTreeMap::new();
        tanh.require(&mut bounds);
        if let Some(shorter) = tanh.with_shorter_format() {
            shorter.require(&mut bounds);
        }
        let mut inputs: Vec<_> = bounds
            .into_iter()
            .map(|(magnitude, (low, high))| Input {
                address: tanh.address(magnitude),
                requirement: Requirement {
                    offset: tanh.offset(magnitude),
                    low,
                    high,
                },
            })
            .collect();
        inputs.sort_by_key(|input| (input.address, input.requirement.offset));
        let shared_bits = datapath.polynomial.offset_bits + datapath.fraction_bits - format.fraction_bits;
        tanh.table = FittedTable::fit(datapath.polynomial, shared_bits, &inputs)?;
        Ok(tanh)
    }

    fn without_coefficients(datapath: TanhDatapath, served: TableFormat) -> Self {
        let approximated_from = (0..served.infinity())
            .find(|&m| exact::tanh(served, m) != m)
            .unwrap_or(0);
        let one_from = (approximated_from..served.infinity())
            .find(|&m| exact::tanh(served, m) == served.one())
            .unwrap_or(0);
        Self {
            datapath,
            served,
            approximated_from,
            one_from,
            crossings: Vec::new(),
            table: FittedTable {
                polynomial: datapath.polynomial,
                segments: Vec::new(),
            },
        }
    }

    /// Returns the datapath with the same coefficients in the shorter format that they serve, if there is one.
    pub fn with_shorter_format(&self) -> Option<Self> {
        Some(Self {
            crossings: self.crossings.clone(),
            table: self.table.clone(),
            ..Self::without_coefficients(self.datapath, self.datapath.shorter_format?)
        })
    }

    /// Adds the requirement of every operand between the limits: the least and the greatest sum for a magnitude in the
    /// format of the datapath.
    fn require(&self, bounds: &mut BTreeMap<u16, (i64, i64)>) {
        let below_half = self.datapath.polynomial.sum_fraction - 1;
        for magnitude in self.approximated_from..self.one_from {
            let result = i64::from(exact::tanh(self.served, magnitude)) - i64::from(self.rebias());
            let least = (result << (self.dropped() + 1)) - self.more_than_half();
            let next = least + (2 << self.dropped());
            let (low, high) = (least << below_half, (next << below_half) - 1);
            let entry = bounds.entry(self.in_datapath_format(magnitude)).or_insert((low, high));
            *entry = (entry.0.max(low), entry.1.min(high));
        }
    }

    /// Computes the hardware's result.
    pub fn evaluate(&self, operand: u16) -> u16 {
        let format = self.served;
        let (sign, magnitude) = (operand & 0x8000, operand & 0x7FFF);
        if magnitude > format.infinity() {
            format.nan()
        } else if magnitude < self.approximated_from {
            operand
        } else if magnitude >= self.one_from {
            sign | format.one()
        } else {
            let magnitude = self.in_datapath_format(magnitude);
            let sum = self.table.evaluate(self.address(magnitude), self.offset(magnitude));
            let half_places = sum >> (self.datapath.polynomial.sum_fraction - 1);
            let rounded = (half_places + self.more_than_half()) >> (self.dropped() + 1);
            sign | (rounded as u16 + self.rebias())
        }
    }

    /// Returns the number of fraction bits by which the format of the datapath exceeds the served one.
    fn dropped(&self) -> u32 {
        self.datapath.format.fraction_bits - self.served.fraction_bits
    }

    /// Returns half a last place of the served format minus half a last place of the datapath's, in units of the
    /// latter. The base already includes the latter half.
    fn more_than_half(&self) -> i64 {
        (1 << self.dropped()) - 1
    }

    /// Returns the difference of the exponent biases, in its place above the fraction: the served format's minus the
    /// datapath's.
    fn rebias(&self) -> u16 {
        ((self.served.bias() - self.datapath.format.bias()) as u16) << self.served.fraction_bits
    }

    /// Converts a magnitude of the served format to the format of the datapath.
    fn in_datapath_format(&self, magnitude: u16) -> u16 {
        (magnitude - self.rebias()) << self.dropped()
    }

    /// Returns the address. From the top: a bit that is one when the result is in the binade below the operand's,
    /// exponent bits, fraction bits.
    fn address(&self, magnitude: u16) -> u32 {
        let datapath = &self.datapath;
        let index_bits = datapath.exponent_bits + datapath.fraction_bits;
        let index = u32::from(magnitude) >> (datapath.format.fraction_bits - datapath.fraction_bits);
        let below = self.is_below(magnitude);
        u32::from(below) << index_bits | index & ((1 << index_bits) - 1)
    }

    fn offset(&self, magnitude: u16) -> u32 {
        u32::from(magnitude) & ((1 << self.datapath.polynomial.offset_bits) - 1)
    }

    fn is_below(&self, magnitude: u16) -> bool {
        let binade = magnitude >> self.datapath.format.fraction_bits;
        self.crossings
            .iter()
            .any(|&crossing| crossing >> self.datapath.format.fraction_bits == binade && magnitude < crossing)
    }
}
