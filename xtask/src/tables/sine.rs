//! sin and cos: the operand in quarters of a turn, and a piecewise polynomial of its fraction, in fixed point.
//!
//! The operand times 2/π is computed modulo 4. In f16 a constant is multiplied by the significand and shifted by the
//! exponent. In bf16 the exponent selects a window of the bits of 2/π, which is multiplied by the significand. The integer
//! part is the quadrant, and the fraction is inverted in every other quadrant. A piecewise polynomial of the fraction is the
//! sine of that angle, below 1. It serves both functions: the cosine is the sine in the next quadrant. The sum is shifted
//! until its leading one is at the top, by at most 13 places, and rounded to nearest, ties up: none occurs.

use std::collections::BTreeMap;

use halfpipe_isa::Instruction;
use num_bigint::BigUint;

use crate::tables::exact::{rounded, two_over_pi};
use crate::tables::fit::Requirement;
use crate::tables::format::{TableFormat, BF16, F16};
use crate::tables::polynomial::{CurvatureWidths, PolynomialWidths};
use crate::tables::table::{DenseInput, FittedTable, Input, NoSolution};

/// The widths of a datapath of sin and cos.
#[derive(Clone, Copy, Debug)]
pub struct SineDatapath {
    /// The format of operand and result.
    pub format: TableFormat,
    /// The mnemonics of the sine and of the cosine.
    pub instructions: [&'static str; 2],
    /// The number of low exponent bits by which a product or a window is shifted.
    pub shift_bits: u32,
    /// The number of fraction bits of 2/π, for the largest exponent of a window.
    pub constant_fraction: u32,
    /// The number of fraction bits of the angle in quarters of a turn; lower bits are dropped.
    pub fixed_fraction: u32,
    /// The number of high bits of the fraction that form the address.
    pub address_bits: u32,
    /// The arithmetic.
    pub polynomial: PolynomialWidths,
}

/// The datapaths with the names of their files.
pub const DATAPATHS: [(&str, SineDatapath); 2] = [
    (
        "sine_f16.json",
        SineDatapath {
            format: F16,
            instructions: ["sin.approx.f16", "cos.approx.f16"],
            shift_bits: 5,
            constant_fraction: 33,
            fixed_fraction: 26,
            address_bits: 10,
            polynomial: PolynomialWidths {
                offset_bits: 20,
                sum_bits: 27,
                sum_fraction: 0,
                base_fraction: 0,
                slope_bits: 17,
                slope_fraction: 15,
                curvature: Some(CurvatureWidths {
                    bits: 6,
                    ignored_bits: 14,
                    extra_fraction: 1,
                    falling: true,
                }),
                directed: false,
                exponent_bits: 0,
            },
        },
    ),
    (
        "sine_bf16.json",
        SineDatapath {
            format: BF16,
            instructions: ["sin.approx.bf16", "cos.approx.bf16"],
            shift_bits: 3,
            constant_fraction: 29,
            fixed_fraction: 22,
            address_bits: 10,
            polynomial: PolynomialWidths {
                offset_bits: 17,
                sum_bits: 23,
                sum_fraction: 0,
                base_fraction: 0,
                slope_bits: 14,
                slope_fraction: 12,
                curvature: Some(CurvatureWidths {
                    bits: 6,
                    ignored_bits: 11,
                    extra_fraction: 2,
                    falling: true,
                }),
                directed: false,
                exponent_bits: 0,
            },
        },
    ),
];

/// A fitted datapath of sin and cos.
#[derive(Clone, Debug)]
pub struct FittedSine {
    /// The widths.
    pub datapath: SineDatapath,
    /// For sin and cos, the least magnitude whose result is not that of the operand or of zero.
    pub small_below: [u16; 2],
    /// The coefficients.
    pub table: FittedTable,
}

impl SineDatapath {
    /// Returns 2/π times 2 to the power of an exponent, modulo 2^`integer_bits`, with so many fraction bits.
    fn window(&self, exponent: i32, integer_bits: u32) -> u64 {
        let fraction_bits = exponent + self.constant_fraction as i32;
        let window = match u32::try_from(fraction_bits) {
            Ok(fraction_bits) => two_over_pi(fraction_bits),
            Err(_) => BigUint::ZERO,
        };
        let width = integer_bits + self.constant_fraction;
        u64::try_from(window % (BigUint::from(1_u32) << width)).expect("a short window")
    }

    /// Returns the exponent of the significand's last place for an exponent field.
    fn last_place(&self, field: u16) -> i32 {
        self.format.least_exponent() + i32::from(field) - 1
    }

    /// True if the exponent selects windows of the constant.
    pub fn has_windows(&self) -> bool {
        self.shift_bits < self.format.exponent_bits
    }

    /// Returns the digits of the window for all exponents in ascending order: each place, and true if it is subtracted. No two digits are
    /// neighbours (Reitwiesner, "Binary Arithmetic", Advances in Computers 1, 1960).
    pub fn digits(&self) -> Vec<(u32, bool)> {
        let mut digits = Vec::new();
        let mut rest = self.windows()[0];
        for place in 0.. {
            match rest & 3 {
                _ if rest == 0 => break,
                1 => digits.push((place, false)),
                3 => {
                    digits.push((place, true));
                    rest += 1;
                }
                _ => {}
            }
            rest >>= 1;
        }
        digits
    }

    /// Returns the windows by the upper bits of the exponent field, or one for all exponents. In the lower half of several,
    /// only the last one is in use.
    pub fn windows(&self) -> Vec<u64> {
        let most = (1_u16 << self.shift_bits) - 1;
        let half = (1 << (self.format.exponent_bits - self.shift_bits)) / 2;
        let window = |upper: u16| self.window(self.last_place(upper << self.shift_bits | most), 2 + u32::from(most));
        let first_half = (0..half).map(|upper| if upper + 1 == half { upper } else { upper + half });
        first_half.chain(half..(2 * half).max(1)).map(window).collect()
    }

    /// Returns the operand in quarters of a turn, modulo 4, in units of 2^-`fixed_fraction`.
    fn angle(&self, windows: &[u64], magnitude: u16) -> u64 {
        let field = magnitude >> self.format.fraction_bits;
        let (significand, _) = self.format.significand(magnitude);
        let significand = u64::from(significand);
        let dropped = self.constant_fraction - self.fixed_fraction;
        let shift = !field & ((1 << self.shift_bits) - 1);
        let angle = if self.has_windows() {
            let window = windows[usize::from(field >> self.shift_bits)] >> shift;
            (significand * (window & ((4 << self.constant_fraction) - 1))) >> dropped
        } else {
            ((significand * windows[0]) >> dropped) >> shift
        };
        angle & ((4 << self.fixed_fraction) - 1)
    }
}

impl FittedSine {
    /// Fits the table.
    pub fn fit(datapath: SineDatapath) -> Result<Self, NoSolution> {
        let SineDatapath {
            format,
            polynomial,
            fixed_fraction,
            ..
        } = datapath;
        let mut small_below = [0; 2];
        let mut bounds: BTreeMap<u32, (i64, i64)> = BTreeMap::new();
        let windows = datapath.windows();
        let ones = (1 << fixed_fraction) - 1;
        for (quadrant, mnemonic) in [0, 1].into_iter().zip(datapath.instructions) {
            let instruction: Instruction = mnemonic.parse().expect("the table's instruction exists");
            let result = |magnitude: u16| rounded(instruction, magnitude) & 0x7FFF;
            let of_small = |magnitude: u16| if quadrant == 0 { magnitude } else { format.one() };
            let first = (0..format.infinity())
                .find(|&magnitude| result(magnitude) != of_small(magnitude))
                .expect("large operands have other results");
            small_below[quadrant as usize] = first;
            for magnitude in first..format.infinity() {
                let angle = datapath.angle(&windows, magnitude);
                let falls = ((angle >> fixed_fraction) + quadrant) & 1 == 1;
                let folded = if falls { !angle } else { angle };
                let fraction = folded as u32 & ones;
                let (low, high) = format.fixed_point(result(magnitude), polynomial.sum_bits);
                let high = high.min((1 << polynomial.sum_bits) - 1);
                let entry = bounds.entry(fraction).or_insert((low, high));
                *entry = (entry.0.max(low), entry.1.min(high));
            }
        }
        let inputs: Vec<DenseInput> = bounds
            .into_iter()
            .map(|(fraction, (low, high))| {
                DenseInput(Input {
                    address: fraction >> (fixed_fraction - datapath.address_bits),
                    requirement: Requirement {
                        offset: fraction & ((1 << polynomial.offset_bits) - 1),
                        low,
                        high,
                    },
                })
            })
            .collect();
        let shared_bits = polynomial.offset_bits + datapath.address_bits - fixed_fraction;
        Ok(Self {
            datapath,
            small_below,
            table: FittedTable::fit_dense(polynomial, shared_bits, &inputs)?,
        })
    }
}
