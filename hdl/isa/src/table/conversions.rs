//! Conversions outside the PTX text.

use super::register::{A, B, D};
use super::section::Slot::{self, Mandatory, Optional};
use super::section::{rows, sections, InstructionSource, Row, Section, NEVER};
use super::types::{BF16_OF_INTEGERS, F16_OF_INTEGERS, INTEGERS_OF_BF16, INTEGERS_OF_F16};
use crate::modifier::Modifier::*;
use crate::operation::Operation;
use crate::types::Type::*;

/// `.frnd` and `.irnd` of ties away from zero.
const TO_NUMBER_AWAY: Slot = Mandatory(&[Rna]);
const TO_INTEGER_AWAY: Slot = Mandatory(&[Rnai]);

/// Modifier places of a conversion to eight bits or fewer that the assembler accepts in `.rz` only, or in `.rn` too.
const SATFINITE_TO_ZERO: &[Slot] = &[Mandatory(&[Rz]), Mandatory(&[Satfinite]), Optional(Relu)];
const SATFINITE_TO_NEAREST_OR_ZERO: &[Slot] = &[Mandatory(&[Rn, Rz]), Mandatory(&[Satfinite]), Optional(Relu)];
/// Modifier places of a conversion to ue5m3, which has no sign.
const TO_UNSIGNED: &[Slot] = &[Mandatory(&[Rn, Rz, Rp]), Optional(Satfinite)];

/// Rows of cvt with one operand that the assembler of CUDA 13.5 accepts.
const CONVERSIONS_OF_ASSEMBLER: &[Row] = rows! {
    &[Mandatory(&[Rn]), Optional(Satfinite), Optional(Relu)],
        &[Bf16x2E4m3x2, Bf16x2E5m2x2, Bf16x2E2m3x2, Bf16x2E3m2x2, Bf16x2E2m1x2], NEVER;
    &[Mandatory(&[Rn]), Optional(Satfinite)], &[Bf16x2Ue5m3x2], NEVER;
    &[Mandatory(&[Rn])], &[F16x2Ue5m3x2], NEVER;
    SATFINITE_TO_ZERO, &[E4m3x2F16x2, E5m2x2F16x2], NEVER;
    SATFINITE_TO_NEAREST_OR_ZERO, &[E2m3x2F16x2, E3m2x2F16x2, E2m1x2F16x2], NEVER;
    SATFINITE_TO_NEAREST_OR_ZERO, &[E4m3x2Bf16x2, E5m2x2Bf16x2, E2m3x2Bf16x2, E3m2x2Bf16x2, E2m1x2Bf16x2], NEVER;
    TO_UNSIGNED, &[Ue5m3x2F16x2, Ue5m3x2Bf16x2], NEVER;
};

/// Rows of cvt with two operands that the assembler of CUDA 13.5 accepts.
const PAIRS_OF_ASSEMBLER: &[Row] = rows! {
    SATFINITE_TO_ZERO, &[E4m3x2F32, E5m2x2F32, E2m3x2F32, E3m2x2F32, E2m1x2F32], NEVER;
    TO_UNSIGNED, &[Ue5m3x2F32], NEVER;
};

/// Rows of cvt with one operand that round to nearest, ties away from zero.
const CONVERSIONS_AWAY: &[Row] = rows! {
    &[TO_INTEGER_AWAY, Optional(Sat)], INTEGERS_OF_F16, NEVER;
    &[TO_INTEGER_AWAY], INTEGERS_OF_BF16, NEVER;
    &[TO_INTEGER_AWAY, Optional(Sat)], &[F16F16], NEVER;
    &[TO_INTEGER_AWAY], &[Bf16Bf16], NEVER;
    &[TO_NUMBER_AWAY, Optional(Sat)], F16_OF_INTEGERS, NEVER;
    &[TO_NUMBER_AWAY], BF16_OF_INTEGERS, NEVER;
    &[TO_NUMBER_AWAY, Optional(Ftz), Optional(Sat)], &[F16F32], NEVER;
    &[TO_NUMBER_AWAY, Optional(Ftz)], &[Bf16F32], NEVER;
    &[TO_NUMBER_AWAY, Mandatory(&[Relu]), Optional(Satfinite)], &[F16F32, Bf16F32], NEVER;
    &[TO_NUMBER_AWAY, Mandatory(&[Satfinite])], &[F16F32, Bf16F32], NEVER;
    &[TO_NUMBER_AWAY], &[F16Bf16, Bf16F16], NEVER;
    &[TO_NUMBER_AWAY, Mandatory(&[Satfinite]), Optional(Relu)], &[E4m3x2F16x2, E5m2x2F16x2], NEVER;
};

/// Rows of cvt with two operands that round to nearest, ties away from zero.
const PAIRS_AWAY: &[Row] = rows! {
    &[TO_NUMBER_AWAY, Optional(Relu), Optional(Satfinite)], &[F16x2F32, Bf16x2F32], NEVER;
    &[TO_NUMBER_AWAY, Mandatory(&[Satfinite]), Optional(Relu)],
        &[E4m3x2F32, E5m2x2F32, E2m3x2F32, E3m2x2F32, E2m1x2F32], NEVER;
};

/// Conversions that the assembler accepts, and those that round ties away from zero.
pub(super) static CONVERSIONS: &[Section] = sections! {
    Assembler: Cvt(A) -> D, CONVERSIONS_OF_ASSEMBLER, "Converts a value to another format.";
    Assembler: Cvt(A, B) -> D, PAIRS_OF_ASSEMBLER,
        "Converts two values, a to the upper half of the result and b to the lower one.";
    Extension: Cvt(A) -> D, CONVERSIONS_AWAY, "Converts a value to another format, or rounds it to an integer.";
    Extension: Cvt(A, B) -> D, PAIRS_AWAY,
        "Converts two values, a to the upper half of the result and b to the lower one.";
};
