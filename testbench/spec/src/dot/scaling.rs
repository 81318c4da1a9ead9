//! Scales of a dot product's elements.

use halfpipe_isa::FloatFormat;

use super::term::{sign_and_magnitude, signed, DotTerm};
use crate::format::{Format, Unpacked};
use crate::logic::Logic;
use crate::words::Arithmetic;

/// Width of a scale in a register in bits.
pub const SCALE_BITS: usize = 8;

/// The number of neighbouring products that mxf4 and mxf4nvf4 of PTX add exactly.
const GROUP: usize = 16;

/// The format of scales.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScaleFormat {
    /// Powers of two from 2^-127 to 2^127, and a NaN.
    Ue8m0,
    /// E4M3 without its sign.
    Ue4m3,
}

/// Scales of a dot product, and the products that are added before they are scaled.
#[derive(Clone, Copy, Debug)]
pub struct DotScaling {
    format: ScaleFormat,
    /// The number of products in a term: 1, or a group that is added exactly.
    group: usize,
    /// The number of products that share a scale.
    sharing: usize,
}

/// A decoded scale: digits · 2^(exponent - fraction bits).
struct DotScale<B> {
    digits: Vec<B>,
    exponent: Vec<B>,
    nonzero: B,
    nan: B,
}

impl DotScaling {
    /// Returns the scales of this format of a dot product with so many products.
    ///
    /// # Panics
    ///
    /// Panics if the format is none of scales.
    pub(super) fn new(format: FloatFormat, products: usize) -> DotScaling {
        match (format, products) {
            // Of the kind mxf8f6f4.
            (FloatFormat::UE8M0, ..=32) => DotScaling {
                format: ScaleFormat::Ue8m0,
                group: 1,
                sharing: 32,
            },
            // Of the kind mxf4.
            (FloatFormat::UE8M0, _) => DotScaling {
                format: ScaleFormat::Ue8m0,
                group: GROUP,
                sharing: 32,
            },
            // Of the kind mxf4nvf4.
            (FloatFormat::UE4M3, _) => DotScaling {
                format: ScaleFormat::Ue4m3,
                group: GROUP,
                sharing: 16,
            },
            (other, _) => panic!("{other} is no format of scales"),
        }
    }

    /// Returns the number of products in a term.
    pub fn group(self) -> usize {
        self.group
    }

    /// Returns the number of scales of so many products.
    pub(super) fn count(self, products: usize) -> usize {
        products.div_ceil(self.sharing)
    }

    /// Returns the number of a term's digits above the point: two of a product below 4. Of a group, 16 products up to 36 are
    /// below 2^10, and both significands together below 4.
    pub(super) fn bits_above_point(self) -> usize {
        match (self.group, self.format) {
            (1, _) => 2,
            (_, ScaleFormat::Ue8m0) => 10,
            (_, ScaleFormat::Ue4m3) => 12,
        }
    }

    /// Returns the least and the greatest exponent of a term, if its products have exponents from the first to the second. A
    /// group has the exponent of its scales.
    pub(super) fn term_exponents(self, of_products: [i64; 2]) -> [i64; 2] {
        let of_both = match self.format {
            ScaleFormat::Ue8m0 => [-254, 254],
            ScaleFormat::Ue4m3 => [-12, 16],
        };
        match self.group {
            1 => [0, 1].map(|bound: usize| of_products[bound] + of_both[bound]),
            _ => of_both,
        }
    }

    /// Returns the exponent of a unit of which the product of both scales is a multiple.
    pub(super) fn unit(self) -> i64 {
        match self.format {
            ScaleFormat::Ue8m0 => -254,
            ScaleFormat::Ue4m3 => -18,
        }
    }

    /// Returns the number of a scale's digits below the point.
    fn fraction_bits(self) -> usize {
        match self.format {
            ScaleFormat::Ue8m0 => 0,
            ScaleFormat::Ue4m3 => 3,
        }
    }

    /// Returns a decoded scale. Exponents have so many bits.
    fn decode<L: Logic>(self, logic: &mut L, exponent_bits: usize, scale: &[L::Bit]) -> DotScale<L::Bit> {
        let bias = |bias: i128| {
            move |logic: &mut L, field: &[L::Bit]| {
                let field = logic.resized(field, exponent_bits);
                let offset = logic.number(-bias, exponent_bits);
                logic.sum(&field, &offset)
            }
        };
        match self.format {
            ScaleFormat::Ue8m0 => DotScale {
                digits: vec![logic.constant(true)],
                exponent: bias(127)(logic, scale),
                nonzero: logic.constant(true),
                nan: logic.all(scale),
            },
            ScaleFormat::Ue4m3 => {
                let mut positive = scale[..SCALE_BITS - 1].to_vec();
                positive.push(logic.constant(false));
                let unpacked = Unpacked::new(logic, Format::from(FloatFormat::E4M3), &positive, false);
                DotScale {
                    exponent: bias(7)(logic, &unpacked.exponent),
                    nonzero: logic.not(unpacked.zero),
                    digits: unpacked.significand,
                    nan: unpacked.nan,
                }
            }
        }
    }

    /// Returns 1 if a scale is NaN.
    pub(super) fn has_nan<L: Logic>(self, logic: &mut L, scales: &[[Vec<L::Bit>; 2]]) -> L::Bit {
        let all: Vec<L::Bit> = scales
            .iter()
            .flatten()
            .map(|scale| self.decode(logic, SCALE_BITS, scale).nan)
            .collect();
        logic.any(&all)
    }

    /// Returns the terms of products: each with its scales, or the exact sum of each group with its scales.
    pub(super) fn scaled<L: Logic>(
        self,
        logic: &mut L,
        exponent_bits: usize,
        products: &[DotTerm<L::Bit>],
        scales: &[[Vec<L::Bit>; 2]],
    ) -> Vec<DotTerm<L::Bit>> {
        let groups = products.chunks(self.group).enumerate();
        let term = |(number, group): (usize, &[DotTerm<L::Bit>])| {
            let scales = self.scales_of_group(scales, number);
            if let [product] = group {
                let [a, b] = scales.each_ref().map(|scale| self.decode(logic, exponent_bits, scale));
                let both = logic.sum(&a.exponent, &b.exponent);
                return DotTerm {
                    exponent: logic.sum(&product.exponent, &both),
                    ..product.clone()
                };
            }
            let sum = sum_of_group(logic, group);
            self.scaled_sum(logic, exponent_bits, &sum, scales)
        };
        groups.map(term).collect()
    }

    /// Returns the term of the sum of a group with its scales. The sum is in units of 1/4, in two's complement.
    pub fn scaled_sum<L: Logic>(
        self,
        logic: &mut L,
        exponent_bits: usize,
        sum: &[L::Bit],
        scales: &[Vec<L::Bit>; 2],
    ) -> DotTerm<L::Bit> {
        let [a, b] = scales.each_ref().map(|scale| self.decode(logic, exponent_bits, scale));
        let (sign, magnitude) = sign_and_magnitude(logic, sum);
        let of_a = logic.multiply(&magnitude[..GROUP_BITS], &a.digits);
        DotTerm {
            sign,
            digits: logic.multiply(&of_a, &b.digits),
            fraction_bits: GROUP_FRACTION_BITS + 2 * self.fraction_bits(),
            exponent: logic.sum(&a.exponent, &b.exponent),
            nonzero: logic.and(a.nonzero, b.nonzero),
        }
    }

    /// Returns the magnitude of a product of a group in units of 1/4.
    pub fn fixed_point<L: Logic>(self, logic: &mut L, product: &DotTerm<L::Bit>) -> Vec<L::Bit> {
        fixed_point(logic, product)
    }

    /// Returns the width of the magnitude of a group's sum in bits.
    pub fn group_bits(self) -> usize {
        GROUP_BITS
    }

    /// Returns the scales of a group.
    pub fn scales_of_group<B>(self, scales: &[[Vec<B>; 2]], group: usize) -> &[Vec<B>; 2] {
        &scales[group * self.group / self.sharing]
    }

    /// Returns the number of digits of a scale's significand.
    pub fn significand_bits(self) -> usize {
        self.fraction_bits() + 1
    }
}

/// The number of digits below the point of a sum of products of e2m1, which are multiples of 1/4.
const GROUP_FRACTION_BITS: usize = 2;

/// Width of the magnitude of a group's sum in bits. 16 products up to 36 are below 2^10.
const GROUP_BITS: usize = 10 + GROUP_FRACTION_BITS;

/// Returns the exact sum of products of e2m1 in units of 1/4, in two's complement.
fn sum_of_group<L: Logic>(logic: &mut L, group: &[DotTerm<L::Bit>]) -> Vec<L::Bit> {
    let mut sum = logic.number(0, GROUP_BITS + 1);
    for product in group {
        let addend = fixed_point(logic, product);
        let addend = signed(logic, product.sign, &addend, GROUP_BITS + 1);
        sum = logic.sum(&sum, &addend);
    }
    sum
}

/// Returns the magnitude of a product of e2m1 in units of 1/4. Its exponent is 0 to 4.
fn fixed_point<L: Logic>(logic: &mut L, product: &DotTerm<L::Bit>) -> Vec<L::Bit> {
    let mut fixed = logic.resized(&product.digits, GROUP_BITS);
    for (step, bit) in product.exponent[..3].iter().enumerate() {
        let raised = logic.raised(&fixed, 1 << step);
        fixed = logic.choose(*bit, &raised[..GROUP_BITS], &fixed);
    }
    fixed
}
