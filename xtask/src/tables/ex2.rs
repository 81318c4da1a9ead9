//! 2^x: the operand in fixed point. Its integer part becomes the exponent, its fraction a piecewise polynomial.
//!
//! A negative operand is the fixed-point magnitude with every bit inverted, one last place less than the exact
//! negative. The fraction of the result is computed in half last places, without rounding. A result below the normal
//! numbers is shifted right. Adding one and dropping the last bit then rounds the result.

use std::collections::BTreeMap;

use crate::tables::exact;
use crate::tables::fit::Requirement;
use crate::tables::format::{TableFormat, BF16, F16};
use crate::tables::polynomial::{CurvatureWidths, PolynomialWidths};
use crate::tables::table::{FittedTable, Input, NoSolution};

/// The most places by which the significand moves right from its position for 2^(`integer_bits` - 1). A smaller operand
/// is treated as a larger one, which is harmless: its result is one or next to it.
pub const GREATEST_SHIFT: i32 = 15;

/// The widths of a 2^x datapath.
#[derive(Clone, Copy, Debug)]
pub struct Ex2Datapath {
    /// The format of operand and result.
    pub format: TableFormat,
    /// True if a result below the normal numbers is zero.
    pub flush: bool,
    /// The number of integer bits of the fixed-point magnitude; from 2^`integer_bits` on the result overflows or
    /// vanishes.
    pub integer_bits: u32,
    /// The number of fraction bits of the fixed-point magnitude; lower bits are dropped.
    pub fixed_fraction: u32,
    /// The number of high bits of the fraction that form the address.
    pub address_bits: u32,
    /// The arithmetic; the sum is in half last places.
    pub polynomial: PolynomialWidths,
    /// A datapath for a shorter format that the same coefficients serve.
    pub shorter_format: Option<&'static Ex2Datapath>,
}

/// The datapath for f16.
pub const DATAPATH_F16: Ex2Datapath = Ex2Datapath {
    format: F16,
    flush: false,
    integer_bits: 5,
    fixed_fraction: 20,
    address_bits: 8,
    polynomial: PolynomialWidths {
        offset_bits: 15,
        sum_bits: 20,
        sum_fraction: 9,
        base_fraction: 8,
        slope_bits: 13,
        slope_fraction: 21,
        curvature: Some(CurvatureWidths {
            bits: 3,
            ignored_bits: 9,
            extra_fraction: 3,
            falling: false,
        }),
        directed: false,
        exponent_bits: 0,
    },
    shorter_format: Some(&DATAPATH_BF16),
};

/// The datapath for bf16.
pub const DATAPATH_BF16: Ex2Datapath = Ex2Datapath {
    format: BF16,
    flush: true,
    integer_bits: 7,
    fixed_fraction: 14,
    address_bits: 7,
    polynomial: PolynomialWidths {
        offset_bits: 10,
        sum_bits: 15,
        sum_fraction: 7,
        base_fraction: 5,
        slope_bits: 8,
        slope_fraction: 13,
        curvature: None,
        directed: false,
        exponent_bits: 0,
    },
    shorter_format: None,
};

/// A fitted 2^x datapath.
#[derive(Clone, Debug)]
pub struct FittedEx2 {
    /// The widths.
    pub datapath: Ex2Datapath,
    /// The greatest magnitudes of a positive and of a negative operand whose result rounds to one.
    pub one_through: [u16; 2],
    /// The coefficients.
    pub table: FittedTable,
}

/// A fixed-point operand in two's complement: `integer + fraction`.
struct Fixed {
    integer: i32,
    fraction: u32,
}

impl FittedEx2 {
    /// Fits the table.
    pub fn fit(datapath: Ex2Datapath) -> Result<Self, NoSolution> {
        let mut ex2 = Self::without_coefficients(datapath);
        let mut bounds = BTreeMap::new();
        ex2.require(&mut bounds);
        if let Some(shorter) = ex2.with_shorter_format() {
            shorter.require(&mut bounds);
        }
        let inputs: Vec<_> = bounds
            .into_iter()
            .map(|(fraction, (low, high))| Input {
                address: ex2.address(fraction),
                requirement: Requirement {
                    offset: ex2.offset(fraction),
                    low,
                    high,
                },
            })
            .collect();
        let shared_bits = datapath.polynomial.offset_bits + datapath.address_bits - datapath.fixed_fraction;
        ex2.table = FittedTable::fit(datapath.polynomial, shared_bits, &inputs)?;
        Ok(ex2)
    }

    fn without_coefficients(datapath: Ex2Datapath) -> Self {
        let format = datapath.format;
        let one_through = [false, true].map(|negative| {
            let next = (0..format.infinity())
                .find(|&magnitude| exact::ex2(format, datapath.flush, negative, magnitude) != format.one());
            next.unwrap_or(1) - 1
        });
        Self {
            datapath,
            one_through,
            table: FittedTable {
                polynomial: datapath.polynomial,
                segments: Vec::new(),
            },
        }
    }

    /// Returns the datapath with the same coefficients in the shorter format that they serve, if there is one.
    pub fn with_shorter_format(&self) -> Option<Self> {
        let shorter = Ex2Datapath {
            fixed_fraction: self.datapath.fixed_fraction,
            address_bits: self.datapath.address_bits,
            polynomial: self.datapath.polynomial,
            ..*self.datapath.shorter_format?
        };
        Some(Self {
            table: self.table.clone(),
            ..Self::without_coefficients(shorter)
        })
    }

    /// Adds the requirement of every operand: for a fraction, the least and the greatest sum.
    fn require(&self, bounds: &mut BTreeMap<u32, (i64, i64)>) {
        let Ex2Datapath { format, flush, .. } = self.datapath;
        for operand in 0..=u16::MAX {
            let (negative, magnitude) = (operand >> 15 != 0, operand & 0x7FFF);
            if self.special(negative, magnitude).is_some() {
                continue;
            }
            let Fixed { integer, fraction } = self.to_fixed(negative, magnitude);
            let result = i64::from(exact::ex2(format, flush, negative, magnitude));
            let (low, high) = format.half_places(integer, result, flush);
            let (low, high) = (low << self.below(), ((high + 1) << self.below()) - 1);
            let entry = bounds.entry(fraction).or_insert((low, high));
            *entry = (entry.0.max(low), entry.1.min(high));
        }
    }

    /// Returns the number of bits of the sum below half a last place of the result.
    fn below(&self) -> u32 {
        self.datapath.polynomial.sum_bits - (self.datapath.format.fraction_bits + 1)
    }

    /// Computes the hardware's result.
    pub fn evaluate(&self, operand: u16) -> u16 {
        let (negative, magnitude) = (operand >> 15 != 0, operand & 0x7FFF);
        if let Some(result) = self.special(negative, magnitude) {
            return result;
        }
        let format = self.datapath.format;
        let Fixed { integer, fraction } = self.to_fixed(negative, magnitude);
        let sum = self.table.evaluate(self.address(fraction), self.offset(fraction));
        let half_places = sum >> self.below();
        let exponent = integer + format.bias();
        let unrounded = if self.datapath.flush || exponent >= 1 {
            i64::from(exponent) << (format.fraction_bits + 1) | half_places
        } else {
            (half_places | 2 << format.fraction_bits) >> (1 - exponent)
        };
        ((unrounded + 1) >> 1) as u16
    }

    /// Returns the result of an operand that needs no arithmetic.
    fn special(&self, negative: bool, magnitude: u16) -> Option<u16> {
        let format = self.datapath.format;
        let (_, exponent) = format.significand(magnitude);
        let binade = exponent + format.fraction_bits as i32;
        let vanishes = || {
            let least_normal = (format.bias() - 1) as u32;
            self.datapath.flush && magnitude > format.round(&least_normal.into(), 0)
        };
        if magnitude > format.infinity() {
            Some(format.nan())
        } else if magnitude <= self.one_through[usize::from(negative)] {
            Some(format.one())
        } else if negative {
            let result = binade >= self.datapath.integer_bits as i32 || vanishes();
            result.then_some(0)
        } else {
            let least_overflow = 1 << (format.exponent_bits - 1);
            (magnitude >= format.round(&(least_overflow as u32).into(), 0)).then_some(format.infinity())
        }
    }

    fn to_fixed(&self, negative: bool, magnitude: u16) -> Fixed {
        let (significand, exponent) = self.datapath.format.significand(magnitude);
        let significand = i64::from(significand);
        let least = self.datapath.integer_bits as i32 - 1 - GREATEST_SHIFT - self.datapath.format.fraction_bits as i32;
        let shift = exponent.max(least) + self.datapath.fixed_fraction as i32;
        let fixed = if shift >= 0 {
            significand << shift
        } else {
            significand >> -shift
        };
        let fixed = if negative { !fixed } else { fixed };
        Fixed {
            integer: (fixed >> self.datapath.fixed_fraction) as i32,
            fraction: (fixed & ((1 << self.datapath.fixed_fraction) - 1)) as u32,
        }
    }

    fn address(&self, fraction: u32) -> u32 {
        fraction >> (self.datapath.fixed_fraction - self.datapath.address_bits)
    }

    fn offset(&self, fraction: u32) -> u32 {
        fraction & ((1 << self.datapath.polynomial.offset_bits) - 1)
    }
}
