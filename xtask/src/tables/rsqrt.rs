//! 1/√x: a piecewise polynomial of the significand.
//!
//! The operand is m · 4^k with 1 ≤ m < 4. The table's address is whether m is at least 2, and the high bits of its
//! fraction. The result falls with m, so that the offset has its bits inverted. The integer part of the sum is the rounded
//! fraction of 2/√m, with a bit above it that is 1 for m = 1.

use halfpipe_isa::Instruction;

use crate::tables::exact::rounded;
use crate::tables::fit::Requirement;
use crate::tables::format::{TableFormat, BF16, F16};
use crate::tables::polynomial::{CurvatureWidths, PolynomialWidths};
use crate::tables::table::{FittedTable, Input, NoSolution};

/// The widths of a datapath of 1/√x.
#[derive(Clone, Copy, Debug)]
pub struct RsqrtDatapath {
    /// The format of operand and result.
    pub format: TableFormat,
    /// The mnemonic.
    pub instruction: &'static str,
    /// The number of high bits of the fraction in the address.
    pub fraction_bits: u32,
    /// The arithmetic.
    pub polynomial: PolynomialWidths,
}

/// The datapath for f16.
pub const DATAPATH_F16: RsqrtDatapath = RsqrtDatapath {
    format: F16,
    instruction: "rsqrt.approx.f16",
    fraction_bits: 6,
    polynomial: PolynomialWidths {
        offset_bits: 6,
        sum_bits: 17,
        sum_fraction: 6,
        base_fraction: 5,
        slope_bits: 12,
        slope_fraction: 11,
        curvature: Some(CurvatureWidths {
            bits: 4,
            ignored_bits: 2,
            extra_fraction: 2,
            falling: false,
        }),
        directed: false,
        exponent_bits: 0,
    },
};

/// The datapath for bf16.
pub const DATAPATH_BF16: RsqrtDatapath = RsqrtDatapath {
    format: BF16,
    instruction: "rsqrt.approx.bf16",
    fraction_bits: 5,
    polynomial: PolynomialWidths {
        offset_bits: 4,
        sum_bits: 12,
        sum_fraction: 4,
        base_fraction: 3,
        slope_bits: 6,
        slope_fraction: 6,
        curvature: None,
        directed: false,
        exponent_bits: 0,
    },
};

/// A fitted datapath of 1/√x.
#[derive(Clone, Debug)]
pub struct FittedRsqrt {
    /// The widths.
    pub datapath: RsqrtDatapath,
    /// The coefficients.
    pub table: FittedTable,
}

impl FittedRsqrt {
    /// Fits the table.
    pub fn fit(datapath: RsqrtDatapath) -> Result<Self, NoSolution> {
        let RsqrtDatapath { format, polynomial, .. } = datapath;
        let instruction: Instruction = datapath.instruction.parse().expect("the table's instruction exists");
        let one = format.one();
        let below_one = i64::from(one) - (1 << format.fraction_bits);
        // From 1 up to 4.
        let mut inputs: Vec<Input> = (one..one + (2 << format.fraction_bits))
            .map(|operand| {
                let significand = u32::from(operand - one);
                let result = i64::from(rounded(instruction, operand)) - below_one;
                Input {
                    address: significand >> (format.fraction_bits - datapath.fraction_bits),
                    requirement: Requirement {
                        offset: !significand & ((1 << polynomial.offset_bits) - 1),
                        low: result << polynomial.sum_fraction,
                        high: ((result + 1) << polynomial.sum_fraction) - 1,
                    },
                }
            })
            .collect();
        inputs.sort_by_key(|input| (input.address, input.requirement.offset));
        let shared_bits = polynomial.offset_bits + datapath.fraction_bits - format.fraction_bits;
        Ok(Self {
            datapath,
            table: FittedTable::fit(polynomial, shared_bits, &inputs)?,
        })
    }
}
