//! Arithmetic outside the PTX text: other roundings, formats of eight bits, and functions.

use super::register::{A, B, C, D};
use super::section::Slot::{Assumed, Default, Mandatory, Optional};
use super::section::{rows, sections, InstructionSource, Row, Section, NEVER};
use super::types::{BF16_TYPES, EIGHT_BIT_TYPES, F16_TYPES, HALF_TYPES, MIXED_TYPES};
use crate::modifier::Modifier::{self, *};
use crate::operation::Operation;

/// The roundings that PTX does not have for halves.
const OTHER_ROUNDINGS: &[Modifier] = &[Rz, Rm, Rp, Rna];
const DIRECTED: &[Modifier] = &[Rz, Rm, Rp];
const AWAY: &[Modifier] = &[Rna];

/// Rows of add, sub and mul on halves in the other roundings.
const HALF_ARITHMETIC_OTHERWISE: &[Row] = rows! {
    &[Mandatory(OTHER_ROUNDINGS), Optional(Ftz), Optional(Sat)], F16_TYPES, NEVER;
    &[Mandatory(OTHER_ROUNDINGS)], BF16_TYPES, NEVER;
};

/// Rows of fma on halves in the other roundings.
const FUSED_OTHERWISE: &[Row] = rows! {
    &[Mandatory(OTHER_ROUNDINGS), Optional(Ftz), Optional(Sat)], F16_TYPES, NEVER;
    &[Mandatory(OTHER_ROUNDINGS), Optional(Ftz), Mandatory(&[Relu])], F16_TYPES, NEVER;
    &[Mandatory(AWAY), Optional(Relu)], BF16_TYPES, NEVER;
    &[Mandatory(OTHER_ROUNDINGS), Mandatory(&[Oob]), Optional(Relu)], F16_TYPES, NEVER;
    &[Mandatory(AWAY), Mandatory(&[Oob]), Optional(Relu)], BF16_TYPES, NEVER;
};

/// Rows of fma that the assembler of CUDA 13.5 accepts.
const FUSED_OF_ASSEMBLER: &[Row] = rows! {
    &[Mandatory(DIRECTED), Optional(Relu)], BF16_TYPES, NEVER;
    &[Mandatory(DIRECTED), Mandatory(&[Oob]), Optional(Relu)], BF16_TYPES, NEVER;
};

/// Rows of mixed precision that round to nearest, ties away from zero.
const MIXED_AWAY: &[Row] = rows! {
    &[Mandatory(AWAY), Optional(Sat)], MIXED_TYPES, NEVER;
};

/// Rows of add, sub and mul in 8-bit formats in the other roundings.
const EIGHT_BIT_ARITHMETIC_OTHERWISE: &[Row] = rows! {
    &[Mandatory(OTHER_ROUNDINGS), Optional(Satfinite)], EIGHT_BIT_TYPES, NEVER;
};

/// Rows of fma in 8-bit formats in the other roundings.
const EIGHT_BIT_FUSED_OTHERWISE: &[Row] = rows! {
    &[Mandatory(OTHER_ROUNDINGS), Optional(Satfinite), Optional(Relu)], EIGHT_BIT_TYPES, NEVER;
};

/// Rows of add, sub and mul in 8-bit formats.
const EIGHT_BIT_ARITHMETIC: &[Row] = rows! {
    &[Default(&[Rn]), Optional(Satfinite)], EIGHT_BIT_TYPES, NEVER;
};

/// Rows of fma in 8-bit formats.
const EIGHT_BIT_FUSED: &[Row] = rows! {
    &[Assumed(Rn), Optional(Satfinite), Optional(Relu)], EIGHT_BIT_TYPES, NEVER;
};

/// Rows of min and max in 8-bit formats.
const EIGHT_BIT_EXTREMA: &[Row] = rows! {
    &[Optional(Nan)], EIGHT_BIT_TYPES, NEVER;
};

/// Rows of division, reciprocal and square root, which PTX has on f32 with the same modifiers.
const QUOTIENTS_AND_ROOTS: &[Row] = rows! {
    &[Default(&[Rn, Rz, Rm, Rp, Rna]), Optional(Ftz)], HALF_TYPES, NEVER;
};

/// Rows of functions of one operand that round to nearest even.
const ELEMENTARY: &[Row] = rows! {
    &[Mandatory(&[Approx])], HALF_TYPES, NEVER;
};

/// Arithmetic in other roundings and in eight bits, and functions.
pub(super) static ARITHMETIC: &[Section] = sections! {
    Extension: Add(A, B) -> D, HALF_ARITHMETIC_OTHERWISE, "Adds two values.";
    Extension: Sub(A, B) -> D, HALF_ARITHMETIC_OTHERWISE, "Subtracts one value from another.";
    Extension: Mul(A, B) -> D, HALF_ARITHMETIC_OTHERWISE, "Multiplies two values.";
    Extension: Fma(A, B, C) -> D, FUSED_OTHERWISE, "Multiplies two values and adds a third, rounding once.";
    Assembler: Fma(A, B, C) -> D, FUSED_OF_ASSEMBLER, "Multiplies two values and adds a third, rounding once.";
    Extension: Add(A, C) -> D, MIXED_AWAY, "Adds a widened half to a single-precision value.";
    Extension: Sub(A, C) -> D, MIXED_AWAY, "Subtracts a single-precision value from a widened half.";
    Extension: Fma(A, B, C) -> D, MIXED_AWAY,
        "Multiplies two widened halves and adds a single-precision value, rounding once.";
    Extension: Add(A, B) -> D, EIGHT_BIT_ARITHMETIC_OTHERWISE, "Adds two values of eight bits.";
    Extension: Sub(A, B) -> D, EIGHT_BIT_ARITHMETIC_OTHERWISE, "Subtracts one value of eight bits from another.";
    Extension: Mul(A, B) -> D, EIGHT_BIT_ARITHMETIC_OTHERWISE, "Multiplies two values of eight bits.";
    Extension: Fma(A, B, C) -> D, EIGHT_BIT_FUSED_OTHERWISE,
        "Multiplies two values of eight bits and adds a third, rounding once.";
    Extension: Add(A, B) -> D, EIGHT_BIT_ARITHMETIC, "Adds two values of eight bits.";
    Extension: Sub(A, B) -> D, EIGHT_BIT_ARITHMETIC, "Subtracts one value of eight bits from another.";
    Extension: Mul(A, B) -> D, EIGHT_BIT_ARITHMETIC, "Multiplies two values of eight bits.";
    Extension: Fma(A, B, C) -> D, EIGHT_BIT_FUSED,
        "Multiplies two values of eight bits and adds a third, rounding once.";
    Extension: Min(A, B) -> D, EIGHT_BIT_EXTREMA, "Finds the minimum of two values of eight bits.";
    Extension: Max(A, B) -> D, EIGHT_BIT_EXTREMA, "Finds the maximum of two values of eight bits.";
    Extension: Div(A, B) -> D, QUOTIENTS_AND_ROOTS, "Divides one value by another.";
    Extension: Rcp(A) -> D, QUOTIENTS_AND_ROOTS, "Takes the reciprocal.";
    Extension: Sqrt(A) -> D, QUOTIENTS_AND_ROOTS, "Takes the square root.";
    Extension: Rsqrt(A) -> D, ELEMENTARY, "Takes the reciprocal of the square root.";
    Extension: Lg2(A) -> D, ELEMENTARY, "Takes the logarithm to base 2.";
    Extension: Exp(A) -> D, ELEMENTARY, "Raises e to a power.";
    Extension: Log(A) -> D, ELEMENTARY, "Takes the natural logarithm.";
    Extension: Sigmoid(A) -> D, ELEMENTARY, "Takes the logistic function.";
    Extension: Silu(A) -> D, ELEMENTARY, "Multiplies a value by its logistic function.";
    Extension: Gelu(A) -> D, ELEMENTARY, "Multiplies a value by its distribution function of the normal distribution.";
    Extension: Erf(A) -> D, ELEMENTARY, "Takes the error function.";
    Extension: Sin(A) -> D, ELEMENTARY, "Takes the sine of an angle in radians.";
    Extension: Cos(A) -> D, ELEMENTARY, "Takes the cosine of an angle in radians.";
};
