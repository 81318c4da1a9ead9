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

/// Conversions that the assembler accepts, and those that round ties away from zero.
pub(super) static CONVERSIONS: &[Section] = sections! {
    Assembler: Cvt(A) -> D, "Converts a value to another format.", {
        &[Mandatory(&[Rn]), Optional(Satfinite), Optional(Relu)],
            &[Bf16x2E4m3x2, Bf16x2E5m2x2, Bf16x2E2m3x2, Bf16x2E3m2x2, Bf16x2E2m1x2];
        &[Mandatory(&[Rn]), Optional(Satfinite)], &[Bf16x2Ue5m3x2];
        &[Mandatory(&[Rn])], &[F16x2Ue5m3x2];
        SATFINITE_TO_ZERO, &[E4m3x2F16x2, E5m2x2F16x2];
        SATFINITE_TO_NEAREST_OR_ZERO, &[E2m3x2F16x2, E3m2x2F16x2, E2m1x2F16x2];
        SATFINITE_TO_NEAREST_OR_ZERO, &[E4m3x2Bf16x2, E5m2x2Bf16x2, E2m3x2Bf16x2, E3m2x2Bf16x2, E2m1x2Bf16x2];
        TO_UNSIGNED, &[Ue5m3x2F16x2, Ue5m3x2Bf16x2];
    };
    Assembler: Cvt(A, B) -> D, "Converts two values, a to the upper half of the result and b to the lower one.", {
        SATFINITE_TO_ZERO, &[E4m3x2F32, E5m2x2F32, E2m3x2F32, E3m2x2F32, E2m1x2F32];
        TO_UNSIGNED, &[Ue5m3x2F32];
    };
    Extension: Cvt(A) -> D, "Converts a value to another format, or rounds it to an integer.", {
        &[TO_INTEGER_AWAY, Optional(Sat)], INTEGERS_OF_F16;
        &[TO_INTEGER_AWAY], INTEGERS_OF_BF16;
        &[TO_INTEGER_AWAY, Optional(Sat)], &[F16F16];
        &[TO_INTEGER_AWAY], &[Bf16Bf16];
        &[TO_NUMBER_AWAY, Optional(Sat)], F16_OF_INTEGERS;
        &[TO_NUMBER_AWAY], BF16_OF_INTEGERS;
        &[TO_NUMBER_AWAY, Optional(Ftz), Optional(Sat)], &[F16F32];
        &[TO_NUMBER_AWAY, Optional(Ftz)], &[Bf16F32];
        &[TO_NUMBER_AWAY, Mandatory(&[Relu]), Optional(Satfinite)], &[F16F32, Bf16F32];
        &[TO_NUMBER_AWAY, Mandatory(&[Satfinite])], &[F16F32, Bf16F32];
        &[TO_NUMBER_AWAY], &[F16Bf16, Bf16F16];
        &[TO_NUMBER_AWAY, Mandatory(&[Satfinite]), Optional(Relu)], &[E4m3x2F16x2, E5m2x2F16x2];
    };
    Extension: Cvt(A, B) -> D, "Converts two values, a to the upper half of the result and b to the lower one.", {
        &[TO_NUMBER_AWAY, Optional(Relu), Optional(Satfinite)], &[F16x2F32, Bf16x2F32];
        &[TO_NUMBER_AWAY, Mandatory(&[Satfinite]), Optional(Relu)],
            &[E4m3x2F32, E5m2x2F32, E2m3x2F32, E3m2x2F32, E2m1x2F32];
    };
};
