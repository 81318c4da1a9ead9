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
    &[Mandatory(OTHER_ROUNDINGS), Optional(Ftz), Optional(Sat)], F16_TYPES;
    &[Mandatory(OTHER_ROUNDINGS)], BF16_TYPES;
};

/// Rows of mixed precision that round to nearest, ties away from zero.
const MIXED_AWAY: &[Row] = rows! {
    &[Mandatory(AWAY), Optional(Sat)], MIXED_TYPES;
};

/// Rows of add, sub and mul in 8-bit formats in the other roundings.
const EIGHT_BIT_ARITHMETIC_OTHERWISE: &[Row] = rows! {
    &[Mandatory(OTHER_ROUNDINGS), Optional(Satfinite)], EIGHT_BIT_TYPES;
};

/// Rows of add, sub and mul in 8-bit formats.
const EIGHT_BIT_ARITHMETIC: &[Row] = rows! {
    &[Default(&[Rn]), Optional(Satfinite)], EIGHT_BIT_TYPES;
};

/// Rows of min and max in 8-bit formats.
const EIGHT_BIT_EXTREMA: &[Row] = rows! {
    &[Optional(Nan)], EIGHT_BIT_TYPES;
};

/// Rows of division, reciprocal and square root, which PTX has on f32 with the same modifiers.
const QUOTIENTS_AND_ROOTS: &[Row] = rows! {
    &[Default(&[Rn, Rz, Rm, Rp, Rna]), Optional(Ftz)], HALF_TYPES;
};

/// Rows of functions of one operand that round to nearest even.
const ELEMENTARY: &[Row] = rows! {
    &[Mandatory(&[Approx])], HALF_TYPES;
};

/// Arithmetic in other roundings and in eight bits, and functions.
pub(super) static ARITHMETIC: &[Section] = sections! {
    Extension: Add(A, B) -> D, "Adds two values.", HALF_ARITHMETIC_OTHERWISE;
    Extension: Sub(A, B) -> D, "Subtracts one value from another.", HALF_ARITHMETIC_OTHERWISE;
    Extension: Mul(A, B) -> D, "Multiplies two values.", HALF_ARITHMETIC_OTHERWISE;
    Extension: Fma(A, B, C) -> D, "Multiplies two values and adds a third, rounding once.", {
        &[Mandatory(OTHER_ROUNDINGS), Optional(Ftz), Optional(Sat)], F16_TYPES;
        &[Mandatory(OTHER_ROUNDINGS), Optional(Ftz), Mandatory(&[Relu])], F16_TYPES;
        &[Mandatory(AWAY), Optional(Relu)], BF16_TYPES;
        &[Mandatory(OTHER_ROUNDINGS), Mandatory(&[Oob]), Optional(Relu)], F16_TYPES;
        &[Mandatory(AWAY), Mandatory(&[Oob]), Optional(Relu)], BF16_TYPES;
    };
    Assembler: Fma(A, B, C) -> D, "Multiplies two values and adds a third, rounding once.", {
        &[Mandatory(DIRECTED), Optional(Relu)], BF16_TYPES;
        &[Mandatory(DIRECTED), Mandatory(&[Oob]), Optional(Relu)], BF16_TYPES;
    };
    Extension: Add(A, C) -> D, "Adds a widened half to a single-precision value.", MIXED_AWAY;
    Extension: Sub(A, C) -> D, "Subtracts a single-precision value from a widened half.", MIXED_AWAY;
    Extension: Fma(A, B, C) -> D,
        "Multiplies two widened halves and adds a single-precision value, rounding once.", MIXED_AWAY;
    Extension: Add(A, B) -> D, "Adds two values of eight bits.", EIGHT_BIT_ARITHMETIC_OTHERWISE;
    Extension: Sub(A, B) -> D, "Subtracts one value of eight bits from another.", EIGHT_BIT_ARITHMETIC_OTHERWISE;
    Extension: Mul(A, B) -> D, "Multiplies two values of eight bits.", EIGHT_BIT_ARITHMETIC_OTHERWISE;
    Extension: Fma(A, B, C) -> D, "Multiplies two values of eight bits and adds a third, rounding once.", {
        &[Mandatory(OTHER_ROUNDINGS), Optional(Satfinite), Optional(Relu)], EIGHT_BIT_TYPES;
    };
    Extension: Add(A, B) -> D, "Adds two values of eight bits.", EIGHT_BIT_ARITHMETIC;
    Extension: Sub(A, B) -> D, "Subtracts one value of eight bits from another.", EIGHT_BIT_ARITHMETIC;
    Extension: Mul(A, B) -> D, "Multiplies two values of eight bits.", EIGHT_BIT_ARITHMETIC;
    Extension: Fma(A, B, C) -> D, "Multiplies two values of eight bits and adds a third, rounding once.", {
        &[Assumed(Rn), Optional(Satfinite), Optional(Relu)], EIGHT_BIT_TYPES;
    };
    Extension: Min(A, B) -> D, "Finds the minimum of two values of eight bits.", EIGHT_BIT_EXTREMA;
    Extension: Max(A, B) -> D, "Finds the maximum of two values of eight bits.", EIGHT_BIT_EXTREMA;
    Extension: Div(A, B) -> D, "Divides one value by another.", QUOTIENTS_AND_ROOTS;
    Extension: Rcp(A) -> D, "Takes the reciprocal.", QUOTIENTS_AND_ROOTS;
    Extension: Sqrt(A) -> D, "Takes the square root.", QUOTIENTS_AND_ROOTS;
    Extension: Rsqrt(A) -> D, "Takes the reciprocal of the square root.", ELEMENTARY;
    Extension: Lg2(A) -> D, "Takes the logarithm to base 2.", ELEMENTARY;
    Extension: Exp(A) -> D, "Raises e to a power.", ELEMENTARY;
    Extension: Log(A) -> D, "Takes the natural logarithm.", ELEMENTARY;
    Extension: Sigmoid(A) -> D, "Takes the logistic function.", ELEMENTARY;
    Extension: Silu(A) -> D, "Multiplies a value by its logistic function.", ELEMENTARY;
    Extension: Gelu(A) -> D, "Multiplies a value by its distribution function of the normal distribution.", ELEMENTARY;
    Extension: Erf(A) -> D, "Takes the error function.", ELEMENTARY;
    Extension: Sin(A) -> D, "Takes the sine of an angle in radians.", ELEMENTARY;
    Extension: Cos(A) -> D, "Takes the cosine of an angle in radians.", ELEMENTARY;
};
