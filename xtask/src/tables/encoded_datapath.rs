//! The datapaths of functions whose result is a piecewise polynomial on the encoding of the operand.

use crate::tables::format::{TableFormat, BF16, F16};
use crate::tables::polynomial::{CurvatureWidths, PolynomialWidths};

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

/// Makes a datapath whose exponents are relative, of a function that is not odd.
const fn datapath(
    function: &'static str,
    instruction: &'static str,
    format: TableFormat,
    shifts: &'static [(i32, u32)],
    polynomial: PolynomialWidths,
) -> EncodedDatapath {
    EncodedDatapath {
        function,
        instruction,
        format,
        relative: true,
        odd: false,
        shifts,
        polynomial,
    }
}

/// The datapaths with the names of their files.
pub const DATAPATHS: [(&str, EncodedDatapath); 8] = [
    (
        "sigmoid_f16.json",
        EncodedDatapath {
            relative: false,
            ..datapath(
                "1 / (1 + e^-x)",
                "sigmoid.approx.f16",
                F16,
                EXPONENTIAL,
                quadratic(12, 3, 1),
            )
        },
    ),
    (
        "sigmoid_bf16.json",
        EncodedDatapath {
            relative: false,
            ..datapath("1 / (1 + e^-x)", "sigmoid.approx.bf16", BF16, &[], linear(7, 5))
        },
    ),
    (
        "silu_f16.json",
        datapath(
            "x / (1 + e^-x)",
            "silu.approx.f16",
            F16,
            EXPONENTIAL,
            quadratic(10, 4, 2),
        ),
    ),
    (
        "silu_bf16.json",
        datapath("x / (1 + e^-x)", "silu.approx.bf16", BF16, &[], linear(7, 5)),
    ),
    (
        "gelu_f16.json",
        datapath(
            "x / 2 · (1 + erf(x / √2))",
            "gelu.approx.f16",
            F16,
            &[(0, 1), (1, 3), (2, 4)],
            quadratic(10, 4, 2),
        ),
    ),
    (
        "gelu_bf16.json",
        datapath("x / 2 · (1 + erf(x / √2))", "gelu.approx.bf16", BF16, &[], linear(7, 5)),
    ),
    (
        "erf_f16.json",
        EncodedDatapath {
            odd: true,
            ..datapath("erf x", "erf.approx.f16", F16, &[], quadratic(10, 4, 6))
        },
    ),
    (
        "erf_bf16.json",
        EncodedDatapath {
            odd: true,
            ..datapath("erf x", "erf.approx.bf16", BF16, &[], linear(6, 6))
        },
    ),
];

impl EncodedDatapath {
    /// Returns the places by which the offset of a binade is shifted left.
    pub fn shift(&self, exponent_field: u16) -> u32 {
        let exponent = i32::from(exponent_field) - self.format.bias();
        let from = self.shifts.iter().rev().find(|(from, _)| exponent >= *from);
        from.map_or(0, |(_, shift)| *shift)
    }
}
