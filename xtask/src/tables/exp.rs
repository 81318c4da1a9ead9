//! e^x: the operand times log2 e in fixed point. Its integer part becomes the exponent, its fraction a piecewise polynomial.
//!
//! The product of the significand and log2 e is a sum of rows, one for each pair of the significand's bits. A row is one of
//! four constants, each rounded to the last place of the fixed-point number for the largest operands. The product is
//! shifted right for smaller operands. A negative operand has every bit inverted, one last place less than the exact
//! negative. The fraction of the result is computed in half last places, without rounding. A result below the normal
//! numbers is shifted right. Adding one and dropping the last bit then rounds the result.

use std::collections::BTreeMap;

use halfpipe_isa::{Instruction, LaneFormats};
use halfpipe_model::flags::{flags_of_lane, UNDERFLOW};
use num_bigint::BigUint;

use crate::tables::exact::{self, rounded};
use crate::tables::fit::Requirement;
use crate::tables::format::{TableFormat, BF16, F16};
use crate::tables::interval::{Interval, FRACTION_BITS};
use crate::tables::polynomial::{CurvatureWidths, PolynomialWidths};
use crate::tables::table::{FittedTable, Input, NoSolution};

/// The widths of a datapath of e^x.
#[derive(Clone, Copy, Debug)]
pub struct ExpDatapath {
    /// The format of operand and result.
    pub format: TableFormat,
    /// The mnemonic.
    pub instruction: &'static str,
    /// The exponent of the largest operands that neither overflow nor vanish.
    pub greatest_exponent: i32,
    /// The number of integer bits of the fixed-point magnitude.
    pub integer_bits: u32,
    /// The number of fraction bits of the fixed-point magnitude; lower bits are dropped.
    pub fixed_fraction: u32,
    /// The number of high bits of the fraction that form the address.
    pub address_bits: u32,
    /// The arithmetic; the sum is in half last places.
    pub polynomial: PolynomialWidths,
}

/// The datapath for f16.
pub const DATAPATH_F16: ExpDatapath = ExpDatapath {
    format: F16,
    instruction: "exp.approx.f16",
    greatest_exponent: 4,
    integer_bits: 5,
    fixed_fraction: 24,
    address_bits: 10,
    polynomial: PolynomialWidths {
        offset_bits: 19,
        sum_bits: 22,
        sum_fraction: 11,
        base_fraction: 10,
        slope_bits: 15,
        slope_fraction: 25,
        curvature: Some(CurvatureWidths {
            bits: 4,
            ignored_bits: 13,
            extra_fraction: 3,
            falling: false,
        }),
        directed: false,
        exponent_bits: 0,
    },
};

/// The datapath for bf16.
pub const DATAPATH_BF16: ExpDatapath = ExpDatapath {
    format: BF16,
    instruction: "exp.approx.bf16",
    greatest_exponent: 6,
    integer_bits: 8,
    fixed_fraction: 20,
    address_bits: 9,
    polynomial: PolynomialWidths {
        offset_bits: 15,
        sum_bits: 17,
        sum_fraction: 9,
        base_fraction: 8,
        slope_bits: 11,
        slope_fraction: 18,
        curvature: None,
        directed: false,
        exponent_bits: 0,
    },
};

/// A fitted datapath of e^x.
#[derive(Clone, Debug)]
pub struct FittedExp {
    /// The widths.
    pub datapath: ExpDatapath,
    /// The rows of the product, by pair of significand bits and by value of the pair.
    pub rows: Vec<[u64; 4]>,
    /// The greatest magnitudes of a positive and of a negative operand whose result rounds to one.
    pub one_through: [u16; 2],
    /// The least magnitudes of a positive operand that overflows and of a negative one that vanishes.
    pub limit_from: [u16; 2],
    /// The least magnitude of a negative operand whose result is below the normal numbers.
    pub tiny_from: u16,
    /// The coefficients.
    pub table: FittedTable,
}

/// A fixed-point operand in two's complement: `integer + fraction`.
struct Fixed {
    integer: i32,
    fraction: u32,
}

impl FittedExp {
    /// Fits the table.
    pub fn fit(datapath: ExpDatapath) -> Result<Self, NoSolution> {
        let ExpDatapath { format, polynomial, .. } = datapath;
        let instruction: Instruction = datapath.instruction.parse().expect("the table's instruction exists");
        let result = |sign: usize, magnitude: u16| rounded(instruction, (sign as u16) << 15 | magnitude);
        let first = |sign: usize, is_found: &dyn Fn(u16) -> bool| {
            let found = (0..=format.infinity()).find(|&magnitude| is_found(result(sign, magnitude)));
            found.expect("an infinite operand has that result")
        };
        let is_tiny = |magnitude: u16| {
            let operand = u64::from(0x8000 | magnitude);
            flags_of_lane(instruction, LaneFormats::from(instruction.ty()), &[operand]) & UNDERFLOW != 0
        };
        let mut exp = Self {
            datapath,
            rows: datapath.rows(),
            one_through: [0, 1].map(|sign| first(sign, &|result| result != format.one()) - 1),
            limit_from: [
                first(0, &|result| result == format.infinity()),
                first(1, &|result| result == 0),
            ],
            tiny_from: (0..format.infinity())
                .find(|&m| is_tiny(m))
                .expect("some results are tiny"),
            table: FittedTable {
                polynomial,
                segments: Vec::new(),
            },
        };
        let mut bounds: BTreeMap<u32, (i64, i64)> = BTreeMap::new();
        let below = polynomial.sum_bits - (format.fraction_bits + 1);
        for sign in [0, 1] {
            for magnitude in exp.one_through[sign] + 1..exp.limit_from[sign] {
                let Fixed { integer, fraction } = exp.to_fixed(sign == 1, magnitude);
                let (low, high) = format.half_places(integer, result(sign, magnitude).into(), false);
                let (low, high) = (low << below, ((high + 1) << below) - 1);
                let entry = bounds.entry(fraction).or_insert((low, high));
                *entry = (entry.0.max(low), entry.1.min(high));
            }
        }
        let inputs: Vec<_> = bounds
            .into_iter()
            .map(|(fraction, (low, high))| Input {
                address: fraction >> (datapath.fixed_fraction - datapath.address_bits),
                requirement: Requirement {
                    offset: fraction & ((1 << polynomial.offset_bits) - 1),
                    low,
                    high,
                },
            })
            .collect();
        let shared_bits = polynomial.offset_bits + datapath.address_bits - datapath.fixed_fraction;
        exp.table = FittedTable::fit(polynomial, shared_bits, &inputs)?;
        Ok(exp)
    }

    fn to_fixed(&self, negative: bool, magnitude: u16) -> Fixed {
        let ExpDatapath {
            format,
            greatest_exponent,
            integer_bits,
            fixed_fraction,
            ..
        } = self.datapath;
        let (significand, exponent) = format.significand(magnitude);
        let rows = (0_u32..).step_by(2).zip(&self.rows);
        let product: u64 = rows
            .map(|(position, row)| row[usize::from(significand >> position & 3)])
            .sum();
        let shift = greatest_exponent - (exponent + format.fraction_bits as i32);
        let fixed = (product as i64) >> shift & ((1 << (integer_bits + fixed_fraction)) - 1);
        let fixed = if negative { !fixed } else { fixed };
        Fixed {
            integer: (fixed >> fixed_fraction) as i32,
            fraction: (fixed & ((1 << fixed_fraction) - 1)) as u32,
        }
    }
}

impl ExpDatapath {
    /// Returns the multiples of log2 e for each pair of significand bits, in units of the fixed-point number for the
    /// largest operands.
    fn rows(&self) -> Vec<[u64; 4]> {
        // log2 e = 1 / ln 2
        let factor = Interval::exact(1, 0).divide(exact::logarithm_of_two()).low;
        let scale = self.fixed_fraction as i32 + self.greatest_exponent - self.format.fraction_bits as i32;
        (0..=self.format.fraction_bits)
            .step_by(2)
            .map(|position| {
                let dropped = FRACTION_BITS as i32 - scale - position as i32;
                [0_u32, 1, 2, 3].map(|digit| {
                    let half = BigUint::from(1u32) << (dropped - 1);
                    let multiple = (&factor * digit + half) >> dropped;
                    u64::try_from(multiple).expect("a short row")
                })
            })
            .collect()
    }
}
