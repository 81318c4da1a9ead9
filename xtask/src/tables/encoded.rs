//! Functions whose result is a piecewise polynomial on the encoding of the operand: sigmoid, silu, gelu and erf.
//!
//! Binades with the same results, but for the exponent, are of one class. The class and the high bits of the fraction
//! select a row of the table. Each segment has an exponent, absolute or relative to that of the operand. The sum is the
//! significand for this exponent, below 4. Large operands, and small ones of sigmoid, have results without a polynomial.

use halfpipe_isa::{Instruction, LaneFormats};
use halfpipe_model::flags::{flags_of_lane, UNDERFLOW};

use crate::tables::exact::rounded;
use crate::tables::fit::FloatingResult;
use crate::tables::format::{TableFormat, BF16, F16};
use crate::tables::polynomial::{CurvatureWidths, PolynomialWidths};
use crate::tables::rows::ClassRows;
use crate::tables::table::{FittedTable, FloatingInput, NoSolution};

/// The widths of a datapath.
#[derive(Clone, Copy, Debug)]
pub struct EncodedDatapath {
    /// The function in words.
    pub function: &'static str,
    /// The mnemonic.
    pub instruction: &'static str,
    /// The format of operand and result.
    pub format: TableFormat,
    /// True if the exponents of segments are relative to that of the operand.
    pub relative: bool,
    /// True if operands of both signs have results of the same magnitude.
    pub odd: bool,
    /// For operands from some powers of two on, the places by which the offset is shifted left. It is not shifted for
    /// smaller operands.
    pub shifts: &'static [(i32, u32)],
    /// The arithmetic.
    pub polynomial: PolynomialWidths,
}

/// The arithmetic of f16: fraction bits of the sum, further ones of the slope, and further ones of its change.
const fn quadratic(sum_fraction: u32, slope: u32, curvature: u32) -> PolynomialWidths {
    PolynomialWidths {
        offset_bits: 8,
        sum_bits: 12 + sum_fraction,
        sum_fraction,
        base_fraction: sum_fraction - 1,
        slope_bits: 17,
        slope_fraction: sum_fraction + slope,
        curvature: Some(CurvatureWidths {
            bits: 9,
            ignored_bits: 1,
            extra_fraction: curvature,
            falling: false,
        }),
        directed: true,
        exponent_bits: 5,
    }
}

/// The arithmetic of bf16: bits of the offset, and fraction bits of the sum.
const fn linear(offset_bits: u32, sum_fraction: u32) -> PolynomialWidths {
    PolynomialWidths {
        offset_bits,
        sum_bits: 9 + sum_fraction,
        sum_fraction,
        base_fraction: sum_fraction - 1,
        slope_bits: 12,
        slope_fraction: 8,
        curvature: None,
        directed: true,
        exponent_bits: 8,
    }
}

/// The shifts of offsets for functions that vanish as e^x does.
const EXPONENTIAL: &[(i32, u32)] = &[(1, 1), (2, 2), (3, 3), (4, 4)];

/// The datapaths with the names of their files.
pub const DATAPATHS: [(&str, EncodedDatapath); 8] = [
    (
        "sigmoid_f16.rs",
        EncodedDatapath {
            function: "1 / (1 + e^-x)",
            instruction: "sigmoid.approx.f16",
            format: F16,
            relative: false,
            odd: false,
            shifts: EXPONENTIAL,
            polynomial: quadratic(12, 3, 1),
        },
    ),
    (
        "sigmoid_bf16.rs",
        EncodedDatapath {
            function: "1 / (1 + e^-x)",
            instruction: "sigmoid.approx.bf16",
            format: BF16,
            relative: false,
            odd: false,
            shifts: &[],
            polynomial: linear(7, 5),
        },
    ),
    (
        "silu_f16.rs",
        EncodedDatapath {
            function: "x / (1 + e^-x)",
            instruction: "silu.approx.f16",
            format: F16,
            relative: true,
            odd: false,
            shifts: EXPONENTIAL,
            polynomial: quadratic(10, 4, 2),
        },
    ),
    (
        "silu_bf16.rs",
        EncodedDatapath {
            function: "x / (1 + e^-x)",
            instruction: "silu.approx.bf16",
            format: BF16,
            relative: true,
            odd: false,
            shifts: &[],
            polynomial: linear(7, 5),
        },
    ),
    (
        "gelu_f16.rs",
        EncodedDatapath {
            function: "x / 2 · (1 + erf(x / √2))",
            instruction: "gelu.approx.f16",
            format: F16,
            relative: true,
            odd: false,
            shifts: &[(0, 1), (1, 3), (2, 4)],
            polynomial: quadratic(10, 4, 2),
        },
    ),
    (
        "gelu_bf16.rs",
        EncodedDatapath {
            function: "x / 2 · (1 + erf(x / √2))",
            instruction: "gelu.approx.bf16",
            format: BF16,
            relative: true,
            odd: false,
            shifts: &[],
            polynomial: linear(7, 5),
        },
    ),
    (
        "erf_f16.rs",
        EncodedDatapath {
            function: "erf x",
            instruction: "erf.approx.f16",
            format: F16,
            relative: true,
            odd: true,
            shifts: &[],
            polynomial: quadratic(10, 4, 6),
        },
    ),
    (
        "erf_bf16.rs",
        EncodedDatapath {
            function: "erf x",
            instruction: "erf.approx.bf16",
            format: BF16,
            relative: true,
            odd: true,
            shifts: &[],
            polynomial: linear(6, 6),
        },
    ),
];

impl EncodedDatapath {
    /// Returns the places by which the offset of a binade is shifted left.
    fn shift(&self, exponent_field: u16) -> u32 {
        let exponent = i32::from(exponent_field) - self.format.bias();
        let from = self.shifts.iter().rev().find(|(from, _)| exponent >= *from);
        from.map_or(0, |(_, shift)| *shift)
    }
}

/// A binade of operands with one sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FittedBinade {
    /// The exponent field, below the sign unless the function is odd.
    pub number: u32,
    /// The rows in the table.
    pub rows: ClassRows,
    /// The places by which the offset is shifted left.
    pub shift: u32,
}

/// A fitted datapath.
#[derive(Clone, Debug)]
pub struct FittedEncoded {
    /// The widths.
    pub datapath: EncodedDatapath,
    /// For each sign, the least magnitude that has a constant or unchanged result like all larger ones.
    pub large_from: [u16; 2],
    /// For each sign, that result's magnitude; none if it is the operand.
    pub large: [Option<u16>; 2],
    /// For each sign, the least magnitude whose result differs from that of zero, if that is not zero.
    pub small_below: [u16; 2],
    /// The result of zero.
    pub zero: u16,
    /// For each sign, the magnitudes below which results are tiny.
    pub tiny_below: [u16; 2],
    /// For each sign, the magnitudes from which on results are tiny.
    pub tiny_from: [u16; 2],
    /// The binades that need a polynomial.
    pub binades: Vec<FittedBinade>,
    /// The coefficients.
    pub table: FittedTable,
}

impl FittedEncoded {
    /// Fits the table.
    pub fn fit(datapath: EncodedDatapath) -> Result<Self, NoSolution> {
        let EncodedDatapath { format, polynomial, .. } = datapath;
        let instruction: Instruction = datapath.instruction.parse().expect("the table's instruction exists");
        let signs: &[u16] = if datapath.odd { &[0] } else { &[0, 0x8000] };
        let results: Vec<Vec<u16>> = signs
            .iter()
            .map(|sign| {
                let result = |magnitude: u16| rounded(instruction, sign | magnitude) & 0x7FFF;
                (0..=format.infinity()).map(result).collect()
            })
            .collect();
        let of_signs = |of: &dyn Fn(usize) -> u16| [of(0), of(signs.len() - 1)];
        let large = [0, signs.len() - 1].map(|sign| {
            let last = results[sign][usize::from(format.infinity())];
            (last != format.infinity()).then_some(last)
        });
        let large_from = of_signs(&|sign| {
            let is_large = |magnitude: u16| results[sign][usize::from(magnitude)] == large[sign].unwrap_or(magnitude);
            let below = (0..format.infinity()).rev().find(|&magnitude| !is_large(magnitude));
            below.map_or(0, |below| below + 1)
        });
        let zero = results[0][0];
        let small_below = of_signs(&|sign| {
            let first = results[sign].iter().position(|&result| result != zero);
            if zero == 0 {
                0
            } else {
                first.unwrap_or(0) as u16
            }
        });
        let is_tiny = |sign: usize, magnitude: u16| {
            let operand = u64::from(signs[sign] | magnitude);
            flags_of_lane(instruction, LaneFormats::from(instruction.ty()), &[operand]) & UNDERFLOW != 0
        };
        let tiny_below = of_signs(&|sign| (1..format.infinity()).find(|&m| !is_tiny(sign, m)).unwrap_or(1));
        let tiny_from = of_signs(&|sign| {
            let last = (1..format.infinity()).rev().find(|&m| !is_tiny(sign, m));
            last.map_or(0, |last| last + 1)
        });

        let mut fitted = Self {
            datapath,
            large_from,
            large,
            small_below,
            zero,
            tiny_below,
            tiny_from,
            binades: Vec::new(),
            table: FittedTable {
                polynomial,
                segments: Vec::new(),
            },
        };
        // By class, the results of a binade, none where they need no polynomial, and the shift.
        let mut known: Vec<Vec<Option<FloatingResult>>> = Vec::new();
        let mut shifts: Vec<u32> = Vec::new();
        let mut classes: Vec<Option<usize>> = Vec::new();
        for (sign, results) in results.iter().enumerate() {
            for exponent in 0..1_u16 << format.exponent_bits {
                let first = exponent << format.fraction_bits;
                let needed: Vec<Option<FloatingResult>> = (first..first + (1 << format.fraction_bits))
                    .map(|magnitude| {
                        let needs = (small_below[sign]..large_from[sign]).contains(&magnitude);
                        let of_operand = if datapath.relative { i64::from(exponent) } else { 0 };
                        needs.then(|| floating(format, results[usize::from(magnitude)], of_operand))
                    })
                    .collect();
                let agree = |(one, other): (&Option<FloatingResult>, &Option<FloatingResult>)| {
                    one.is_none() || other.is_none() || one == other
                };
                if needed.iter().all(Option::is_none) {
                    classes.push(None);
                    continue;
                }
                let shift = datapath.shift(exponent);
                let class = known
                    .iter()
                    .zip(&shifts)
                    .position(|(class, other)| shift == *other && class.iter().zip(&needed).all(agree));
                let class = class.unwrap_or_else(|| {
                    shifts.push(shift);
                    known.push(vec![None; needed.len()]);
                    known.len() - 1
                });
                for (known, needed) in known[class].iter_mut().zip(needed) {
                    *known = known.or(needed);
                }
                classes.push(Some(class));
            }
        }
        let mut inputs = Vec::new();
        for ((class, results), shift) in known.iter().enumerate().zip(&shifts) {
            for (fraction, result) in (0_u32..).zip(results) {
                let Some(result) = *result else { continue };
                inputs.push(FloatingInput {
                    address: (class as u32) << format.fraction_bits | fraction,
                    offset: fraction << shift & ((1 << polynomial.offset_bits) - 1),
                    shift: *shift,
                    result,
                });
            }
        }
        inputs.sort_by_key(|input| (input.address, input.offset));
        let (table, rows) =
            FittedTable::fit_floating(polynomial, polynomial.offset_bits, format.fraction_bits, &inputs)?;
        fitted.table = table;
        fitted.binades = (0_u32..)
            .zip(classes)
            .filter_map(|(number, class)| {
                let class = class?;
                Some(FittedBinade {
                    number,
                    rows: rows[class],
                    shift: shifts[class],
                })
            })
            .collect();
        Ok(fitted)
    }
}

/// Returns a result as the hardware assembles it: its exponent field less one, relative to an exponent.
fn floating(format: TableFormat, result: u16, relative_to: i64) -> FloatingResult {
    let (significand, _) = format.significand(result);
    let field = i64::from(result >> format.fraction_bits).max(1);
    FloatingResult {
        significand: significand.into(),
        exponent: field - 1 - relative_to,
        is_least_of_binade: significand == 1 << format.fraction_bits && field > 1,
    }
}
