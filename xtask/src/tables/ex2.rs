//! 2^x: the operand in fixed point. Its integer part becomes the exponent, its fraction a piecewise polynomial.
//!
//! A negative operand is the fixed-point magnitude with every bit inverted, one last place less than the exact
//! negative. The fraction of the result is computed in half last places, without rounding. A result below the normal
//! numbers is shifted right. Adding one and dropping the last bit then rounds the result.

use std::collections::BTreeMap;

use crate::tables::exact;
use crate::tables::fit::Requirement;
use crate::tables::format::{Format, BF16, F16};
use crate::tables::polynomial::{Curvature, Polynomial};
use crate::tables::table::{Input, NoSolution, Table};

/// The most places by which the significand moves right from its position for 2^(`integer_bits` - 1). A smaller operand
/// is treated as a larger one, which is harmless: its result is one or next to it.
pub const GREATEST_SHIFT: i32 = 15;

/// The widths of a 2^x datapath.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The format of operand and result.
    pub format: Format,
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
    pub polynomial: Polynomial,
    /// A datapath for a shorter format that the same coefficients serve.
    pub also: Option<&'static Shape>,
}

/// The datapath for f16.
pub const SHAPE_F16: Shape = Shape {
    format: F16,
    flush: false,
    integer_bits: 5,
    fixed_fraction: 20,
    address_bits: 8,
    polynomial: Polynomial {
        offset_bits: 15,
        sum_bits: 20,
        sum_fraction: 9,
        base_fraction: 8,
        slope_bits: 13,
        slope_fraction: 21,
        curvature: Some(Curvature {
            bits: 3,
            ignored_bits: 9,
            extra_fraction: 3,
            falling: false,
        }),
    },
    also: Some(&SHAPE_BF16),
};

/// The datapath for bf16.
pub const SHAPE_BF16: Shape = Shape {
    format: BF16,
    flush: true,
    integer_bits: 7,
    fixed_fraction: 14,
    address_bits: 7,
    polynomial: Polynomial {
        offset_bits: 10,
        sum_bits: 15,
        sum_fraction: 7,
        base_fraction: 5,
        slope_bits: 8,
        slope_fraction: 13,
        curvature: None,
    },
    also: None,
};

/// A fitted 2^x datapath.
#[derive(Clone, Debug)]
pub struct Ex2 {
    /// The widths.
    pub shape: Shape,
    /// The greatest magnitudes of a positive and of a negative operand whose result rounds to one.
    pub one_through: [u16; 2],
    /// The coefficients.
    pub table: Table,
}

/// A fixed-point operand in two's complement: `integer + fraction`.
struct Fixed {
    integer: i32,
    fraction: u32,
}

impl Ex2 {
    /// Fits the table.
    pub fn fit(shape: Shape) -> Result<Self, NoSolution> {
        let mut ex2 = Self::without_coefficients(shape);
        let mut bounds = BTreeMap::new();
        ex2.require(&mut bounds);
        if let Some(also) = ex2.also() {
            also.require(&mut bounds);
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
        let shared_bits = shape.polynomial.offset_bits + shape.address_bits - shape.fixed_fraction;
        ex2.table = Table::fit(shape.polynomial, shared_bits, &inputs)?;
        Ok(ex2)
    }

    fn without_coefficients(shape: Shape) -> Self {
        let format = shape.format;
        let one_through = [false, true].map(|negative| {
            let next = (0..format.infinity())
                .find(|&magnitude| exact::ex2(format, shape.flush, negative, magnitude) != format.one());
            next.unwrap_or(1) - 1
        });
        Self {
            shape,
            one_through,
            table: Table {
                polynomial: shape.polynomial,
                segments: Vec::new(),
            },
        }
    }

    /// Returns the datapath with the same coefficients in the shorter format that they serve, if there is one.
    pub fn also(&self) -> Option<Self> {
        let also = Shape {
            fixed_fraction: self.shape.fixed_fraction,
            address_bits: self.shape.address_bits,
            polynomial: self.shape.polynomial,
            ..*self.shape.also?
        };
        Some(Self {
            table: self.table.clone(),
            ..Self::without_coefficients(also)
        })
    }

    /// Adds the requirement of every operand: for a fraction, the least and the greatest sum.
    fn require(&self, bounds: &mut BTreeMap<u32, (i64, i64)>) {
        let Shape { format, flush, .. } = self.shape;
        for operand in 0..=u16::MAX {
            let (negative, magnitude) = (operand >> 15 != 0, operand & 0x7FFF);
            if self.special(negative, magnitude).is_some() {
                continue;
            }
            let Fixed { integer, fraction } = self.fixed(negative, magnitude);
            let result = i64::from(exact::ex2(format, flush, negative, magnitude));
            let (low, high) = self.bounds(integer, result);
            let (low, high) = (low << self.below(), ((high + 1) << self.below()) - 1);
            let entry = bounds.entry(fraction).or_insert((low, high));
            *entry = (entry.0.max(low), entry.1.min(high));
        }
    }

    /// Returns the number of bits of the sum below half a last place of the result.
    fn below(&self) -> u32 {
        self.shape.polynomial.sum_bits - (self.shape.format.fraction_bits + 1)
    }

    /// Computes the hardware's result.
    pub fn evaluate(&self, operand: u16) -> u16 {
        let (negative, magnitude) = (operand >> 15 != 0, operand & 0x7FFF);
        if let Some(result) = self.special(negative, magnitude) {
            return result;
        }
        let format = self.shape.format;
        let Fixed { integer, fraction } = self.fixed(negative, magnitude);
        let sum = self.table.evaluate(self.address(fraction), self.offset(fraction));
        let half_places = sum >> self.below();
        let exponent = integer + format.bias();
        let unrounded = if self.shape.flush || exponent >= 1 {
            i64::from(exponent) << (format.fraction_bits + 1) | half_places
        } else {
            (half_places | 2 << format.fraction_bits) >> (1 - exponent)
        };
        ((unrounded + 1) >> 1) as u16
    }

    /// Returns the result of an operand that needs no arithmetic.
    fn special(&self, negative: bool, magnitude: u16) -> Option<u16> {
        let format = self.shape.format;
        let (_, exponent) = format.significand(magnitude);
        let binade = exponent + format.fraction_bits as i32;
        let vanishes = || {
            let least_normal = (format.bias() - 1) as u32;
            self.shape.flush && magnitude > format.round(&least_normal.into(), 0)
        };
        if magnitude > format.infinity() {
            Some(format.nan())
        } else if magnitude <= self.one_through[usize::from(negative)] {
            Some(format.one())
        } else if negative {
            let result = binade >= self.shape.integer_bits as i32 || vanishes();
            result.then_some(0)
        } else {
            let least_overflow = 1 << (format.exponent_bits - 1);
            (magnitude >= format.round(&(least_overflow as u32).into(), 0)).then_some(format.infinity())
        }
    }

    fn fixed(&self, negative: bool, magnitude: u16) -> Fixed {
        let (significand, exponent) = self.shape.format.significand(magnitude);
        let significand = i64::from(significand);
        let least = self.shape.integer_bits as i32 - 1 - GREATEST_SHIFT - self.shape.format.fraction_bits as i32;
        let shift = exponent.max(least) + self.shape.fixed_fraction as i32;
        let fixed = if shift >= 0 {
            significand << shift
        } else {
            significand >> -shift
        };
        let fixed = if negative { !fixed } else { fixed };
        Fixed {
            integer: (fixed >> self.shape.fixed_fraction) as i32,
            fraction: (fixed & ((1 << self.shape.fixed_fraction) - 1)) as u32,
        }
    }

    /// Returns the least and the greatest fraction in half last places that round to the result.
    fn bounds(&self, integer: i32, result: i64) -> (i64, i64) {
        let format = self.shape.format;
        let exponent = integer + format.bias();
        let hidden = 2 << format.fraction_bits;
        let (low, high) = if self.shape.flush || exponent >= 1 {
            let fraction = result - (i64::from(exponent) << format.fraction_bits);
            (2 * fraction - 1, 2 * fraction)
        } else {
            let shift = 1 - exponent;
            (
                ((2 * result - 1) << shift) - hidden,
                ((2 * result + 1) << shift) - 1 - hidden,
            )
        };
        (low.max(0), high.min(hidden - 1))
    }

    fn address(&self, fraction: u32) -> u32 {
        fraction >> (self.shape.fixed_fraction - self.shape.address_bits)
    }

    fn offset(&self, fraction: u32) -> u32 {
        fraction & ((1 << self.shape.polynomial.offset_bits) - 1)
    }
}
