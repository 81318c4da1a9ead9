//! Logarithms: the exponent's logarithm plus a piecewise polynomial of the fraction, in fixed point.
//!
//! The operand is 2^e · (1 + f). The sum is the logarithm of 1 + f, in units of 2^-`sum_bits`. A constant for e is added, and
//! a negative total has every bit inverted, one unit less than its magnitude. The total is shifted until its leading one is
//! at the top, and rounded to nearest, ties up: none occurs.

use halfpipe_isa::Instruction;
use num_bigint::BigUint;

use crate::tables::exact::{self, rounded};
use crate::tables::fit::Requirement;
use crate::tables::format::{TableFormat, BF16, F16};
use crate::tables::interval::FRACTION_BITS;
use crate::tables::polynomial::{CurvatureWidths, PolynomialWidths};
use crate::tables::table::{FittedTable, Input, NoSolution};

/// The widths of a logarithm's datapath.
#[derive(Clone, Copy, Debug)]
pub struct LogDatapath {
    /// The function in words.
    pub function: &'static str,
    /// The mnemonic.
    pub instruction: &'static str,
    /// The format of operand and result.
    pub format: TableFormat,
    /// True for the natural logarithm, false for that to base 2.
    pub natural: bool,
    /// The number of high bits of the fraction in the address.
    pub fraction_bits: u32,
    /// The arithmetic.
    pub polynomial: PolynomialWidths,
}

/// The arithmetic for f16.
const POLYNOMIAL_F16: PolynomialWidths = PolynomialWidths {
    offset_bits: 5,
    sum_bits: 24,
    sum_fraction: 0,
    base_fraction: 0,
    slope_bits: 16,
    slope_fraction: 1,
    curvature: Some(CurvatureWidths {
        bits: 7,
        ignored_bits: 1,
        extra_fraction: 0,
        falling: true,
    }),
    directed: false,
    exponent_bits: 0,
};

/// The arithmetic for bf16.
const POLYNOMIAL_BF16: PolynomialWidths = PolynomialWidths {
    offset_bits: 3,
    sum_bits: 19,
    sum_fraction: 0,
    base_fraction: 0,
    slope_bits: 14,
    slope_fraction: 1,
    curvature: None,
    directed: false,
    exponent_bits: 0,
};

/// The datapaths with the names of their files.
pub const DATAPATHS: [(&str, LogDatapath); 4] = [
    (
        "lg2_f16.json",
        LogDatapath {
            function: "log2(x)",
            instruction: "lg2.approx.f16",
            format: F16,
            natural: false,
            fraction_bits: 10,
            polynomial: POLYNOMIAL_F16,
        },
    ),
    (
        "lg2_bf16.json",
        LogDatapath {
            function: "log2(x)",
            instruction: "lg2.approx.bf16",
            format: BF16,
            natural: false,
            fraction_bits: 7,
            polynomial: POLYNOMIAL_BF16,
        },
    ),
    (
        "log_f16.json",
        LogDatapath {
            function: "ln x",
            instruction: "log.approx.f16",
            format: F16,
            natural: true,
            fraction_bits: 10,
            polynomial: POLYNOMIAL_F16,
        },
    ),
    (
        "log_bf16.json",
        LogDatapath {
            function: "ln x",
            instruction: "log.approx.bf16",
            format: BF16,
            natural: true,
            fraction_bits: 7,
            polynomial: POLYNOMIAL_BF16,
        },
    ),
];

/// A fitted logarithm.
#[derive(Clone, Debug)]
pub struct FittedLog {
    /// The widths.
    pub datapath: LogDatapath,
    /// The coefficients.
    pub table: FittedTable,
}

impl LogDatapath {
    /// Returns the logarithm of 2 in units of the sum, rounded to nearest.
    pub fn logarithm_of_two(&self) -> i64 {
        let sum_bits = self.polynomial.sum_bits;
        if !self.natural {
            return 1 << sum_bits;
        }
        let half = BigUint::from(1u32) << (FRACTION_BITS - sum_bits - 1);
        let units = (&exact::logarithm_of_two().low + half) >> (FRACTION_BITS - sum_bits);
        i64::try_from(units).expect("a small number")
    }
}

impl FittedLog {
    /// Fits the table.
    pub fn fit(datapath: LogDatapath) -> Result<Self, NoSolution> {
        let LogDatapath { format, polynomial, .. } = datapath;
        let instruction: Instruction = datapath.instruction.parse().expect("the table's instruction exists");
        let mut bounds = vec![(0, (1 << polynomial.sum_bits) - 1); 1 << format.fraction_bits];
        for operand in 1..format.infinity() {
            let (significand, exponent) = format.significand(operand);
            let leading = significand.ilog2();
            let power = datapath.logarithm_of_two() * i64::from(exponent + leading as i32);
            let fraction = u32::from(significand) << (format.fraction_bits - leading);
            let fraction = fraction & ((1 << format.fraction_bits) - 1);
            let result = rounded(instruction, operand);
            let (low, high) = match (result & 0x7FFF, result >> 15) {
                (0, _) => (0, 0),
                (magnitude, 0) => {
                    let (low, high) = format.fixed_point(magnitude, polynomial.sum_bits);
                    (low - power, high - power)
                }
                (magnitude, _) => {
                    let (low, high) = format.fixed_point(magnitude, polynomial.sum_bits);
                    (-1 - high - power, -1 - low - power)
                }
            };
            let bounds: &mut (i64, i64) = &mut bounds[fraction as usize];
            *bounds = (bounds.0.max(low), bounds.1.min(high));
        }
        let inputs: Vec<Input> = (0_u32..)
            .zip(bounds)
            .map(|(fraction, (low, high))| Input {
                address: fraction >> (format.fraction_bits - datapath.fraction_bits),
                requirement: Requirement {
                    offset: fraction & ((1 << polynomial.offset_bits) - 1),
                    low,
                    high,
                },
            })
            .collect();
        let shared_bits = polynomial.offset_bits + datapath.fraction_bits - format.fraction_bits;
        Ok(Self {
            datapath,
            table: FittedTable::fit(polynomial, shared_bits, &inputs)?,
        })
    }
}
