//! The sections of the PTX text, in its order.

use super::register::{A, B, C, C_PREDICATE, D, P, Q, RANDOM_BITS};
use super::section::Slot::{self, Assumed, Default, Mandatory, Optional, OptionalSince};
use super::section::{ptx, rows, sections, InstructionSource, Row, Section};
use super::types::{
    BF16_OF_INTEGERS, BF16_TYPES, F16_OF_INTEGERS, F16_TYPES, HALF_TYPES, INTEGERS_OF_BF16, INTEGERS_OF_F16,
    MIXED_TYPES, ROUNDINGS,
};
use crate::modifier::Modifier::{self, *};
use crate::operation::Operation;
use crate::types::Type::{self, *};

const XORSIGN_ABS: Slot = OptionalSince(XorsignAbs, ptx("7.2", "sm_86"));

/// `.CmpOp`
const CMP_OPS: Slot = Mandatory(&Modifier::CMP_OPS);
/// `.BoolOp`
const BOOL_OPS: Slot = Mandatory(&Modifier::BOOL_OPS);

/// Modifier places of a comparison of f16; bf16 has no `.ftz`.
const OF_F16: &[Slot] = &[CMP_OPS, Optional(Ftz)];
const OF_BF16: &[Slot] = &[CMP_OPS];
/// Modifier places of a comparison of f16 with a predicate.
const OF_F16_AND_C: &[Slot] = &[CMP_OPS, BOOL_OPS, Optional(Ftz)];
const OF_BF16_AND_C: &[Slot] = &[CMP_OPS, BOOL_OPS];

/// The integers that set makes of f16.
const INTEGERS_OF_SET_F16: &[Type] = &[U16F16, S16F16, U32F16, S32F16, U32F16x2, S32F16x2];
/// The results that set makes of bf16.
const RESULTS_OF_SET_BF16: &[Type] = &[
    Bf16Bf16,
    U16Bf16,
    S16Bf16,
    U32Bf16,
    S32Bf16,
    Bf16x2Bf16x2,
    U32Bf16x2,
    S32Bf16x2,
];

/// `.irnd`
const TO_INTEGER: Slot = Mandatory(&[Rni, Rzi, Rmi, Rpi]);
/// `.frnd`
const TO_NUMBER: Slot = Mandatory(ROUNDINGS);
/// `.frnd2`
const TO_NEAREST_OR_ZERO: Slot = Mandatory(&[Rn, Rz]);
/// Modifier places of a conversion to ue8m0.
const TO_POWER_OF_TWO: &[Slot] = &[Mandatory(&[Rz, Rp]), Optional(Satfinite)];
const SATFINITE: Slot = OptionalSince(Satfinite, ptx("8.1", "sm_80"));

/// Rows of add, sub and mul in half precision.
const HALF_ARITHMETIC: &[Row] = rows! {
    &[Default(&[Rn]), Optional(Ftz), Optional(Sat)], F16_TYPES, "4.2" "sm_53";
    &[Default(&[Rn])], BF16_TYPES, "7.8" "sm_90";
};

/// Rows of min and max.
const MINIMUM_MAXIMUM: &[Row] = rows! {
    &[Optional(Ftz), Optional(Nan), XORSIGN_ABS], F16_TYPES, "7.0" "sm_80";
    &[Optional(Nan), XORSIGN_ABS], BF16_TYPES, "7.0" "sm_80";
};

/// Rows of add and sub in mixed precision.
const MIXED_SUM: &[Row] = rows! {
    &[Default(ROUNDINGS), Optional(Sat)], MIXED_TYPES, "8.6" "sm_100";
};

/// The sections of PTX.
pub(super) static PTX: &[Section] = sections! {
    Ptx("9.7.4.1"): Add(A, B) -> D, "Adds two values.", HALF_ARITHMETIC;
    Ptx("9.7.4.2"): Sub(A, B) -> D, "Subtracts one value from another.", HALF_ARITHMETIC;
    Ptx("9.7.4.3"): Mul(A, B) -> D, "Multiplies two values.", HALF_ARITHMETIC;
    Ptx("9.7.4.4"): Fma(A, B, C) -> D, "Multiplies two values and adds a third, rounding once.", {
        &[Assumed(Rn), Optional(Ftz), Optional(Sat)], F16_TYPES, "4.2" "sm_53";
        &[Assumed(Rn), Optional(Ftz), Mandatory(&[Relu])], F16_TYPES, "7.0" "sm_80";
        &[Assumed(Rn), Optional(Relu)], BF16_TYPES, "7.0" "sm_80";
        &[Assumed(Rn), Mandatory(&[Oob]), Optional(Relu)], HALF_TYPES, "8.1" "sm_90";
    };
    Ptx("9.7.4.5"): Neg(A) -> D, "Negates a value.", {
        &[Optional(Ftz)], F16_TYPES, "6.0" "sm_53";
        &[], BF16_TYPES, "7.0" "sm_80";
    };
    Ptx("9.7.4.6"): Abs(A) -> D, "Takes the absolute value.", {
        &[Optional(Ftz)], F16_TYPES, "6.5" "sm_53";
        &[], BF16_TYPES, "7.0" "sm_80";
    };
    Ptx("9.7.4.7"): Min(A, B) -> D, "Finds the minimum of two values.", MINIMUM_MAXIMUM;
    Ptx("9.7.4.8"): Max(A, B) -> D, "Finds the maximum of two values.", MINIMUM_MAXIMUM;
    Ptx("9.7.4.9"): Tanh(A) -> D, "Takes the hyperbolic tangent.", {
        &[Mandatory(&[Approx])], F16_TYPES, "7.0" "sm_75";
        &[Mandatory(&[Approx])], BF16_TYPES, "7.8" "sm_90";
    };
    Ptx("9.7.4.10"): Ex2(A) -> D, "Raises 2 to a power.", {
        &[Mandatory(&[Approx])], F16_TYPES, "7.0" "sm_75";
        &[Mandatory(&[Approx]), Mandatory(&[Ftz])], BF16_TYPES, "7.8" "sm_90";
    };
    Ptx("9.7.5.1"): Add(A, C) -> D, "Adds a widened half to a single-precision value.", MIXED_SUM;
    Ptx("9.7.5.2"): Sub(A, C) -> D, "Subtracts a single-precision value from a widened half.", MIXED_SUM;
    Ptx("9.7.5.3"): Fma(A, B, C) -> D,
        "Multiplies two widened halves and adds a single-precision value, rounding once.", {
        &[Mandatory(ROUNDINGS), Optional(Sat)], MIXED_TYPES, "8.6" "sm_100";
    };
    Ptx("9.7.7.1"): Set(A, B) -> D, "Compares two values; the answer is a number or an integer.", {
        OF_F16, &[F16F16, F16x2F16x2], "4.2" "sm_53";
        OF_F16, INTEGERS_OF_SET_F16, "6.5" "sm_53";
        OF_BF16, RESULTS_OF_SET_BF16, "7.8" "sm_90";
    };
    Ptx("9.7.7.1"): Set(A, B, C_PREDICATE) -> D,
        "Compares two values and joins the answer with a predicate; the answer is a number or an integer.", {
        OF_F16_AND_C, &[F16F16, F16x2F16x2], "4.2" "sm_53";
        OF_F16_AND_C, INTEGERS_OF_SET_F16, "6.5" "sm_53";
        OF_BF16_AND_C, RESULTS_OF_SET_BF16, "7.8" "sm_90";
    };
    Ptx("9.7.7.2"): Setp(A, B) -> &[P], "Compares two values; the answer is a predicate.", {
        OF_F16, &[F16], "4.2" "sm_53";
        OF_BF16, &[Bf16], "7.8" "sm_90";
    };
    Ptx("9.7.7.2"): Setp(A, B) -> &[P, Q], "Compares two values; the answer is a predicate, one for each lane.", {
        OF_F16, &[F16x2], "4.2" "sm_53";
        OF_BF16, &[Bf16x2], "7.8" "sm_90";
    };
    Ptx("9.7.7.2"): Setp(A, B, C_PREDICATE) -> &[P],
        "Compares two values and joins the answer with a predicate; the answer is a predicate.", {
        OF_F16_AND_C, &[F16], "4.2" "sm_53";
        OF_BF16_AND_C, &[Bf16], "7.8" "sm_90";
    };
    Ptx("9.7.7.2"): Setp(A, B, C_PREDICATE) -> &[P, Q],
        "Compares two values and joins the answer with a predicate; the answer is a predicate, one for each lane.", {
        OF_F16_AND_C, &[F16x2], "4.2" "sm_53";
        OF_BF16_AND_C, &[Bf16x2], "7.8" "sm_90";
    };
    Ptx("9.7.9.21"): Cvt(A) -> D, "Converts a value to another format, or rounds it to an integer.", {
        &[TO_INTEGER, Optional(Sat)], INTEGERS_OF_F16, "1.0" "sm_10";
        &[TO_INTEGER], INTEGERS_OF_BF16, "7.8" "sm_90";
        &[Optional(Sat)], &[F16F16], "1.0" "sm_10";
        &[TO_INTEGER, Optional(Sat)], &[F16F16], "1.0" "sm_10";
        &[TO_INTEGER], &[Bf16Bf16], "7.8" "sm_90";
        &[TO_NUMBER, Optional(Sat)], F16_OF_INTEGERS, "1.0" "sm_10";
        &[TO_NUMBER], BF16_OF_INTEGERS, "7.8" "sm_90";
        &[Optional(Ftz), Optional(Sat)], &[F32F16], "1.0" "sm_10";
        &[Optional(Ftz)], &[F32Bf16], "7.1" "sm_80";
        &[TO_NUMBER, Optional(Ftz), Optional(Sat)], &[F16F32], "1.0" "sm_10";
        &[TO_NUMBER, Optional(Ftz)], &[Bf16F32], "7.0" "sm_80";
        &[TO_NEAREST_OR_ZERO, Mandatory(&[Relu]), SATFINITE], &[F16F32, Bf16F32], "7.0" "sm_80";
        &[TO_NEAREST_OR_ZERO, Mandatory(&[Satfinite])], &[F16F32, Bf16F32], "8.1" "sm_80";
        &[TO_NUMBER], &[F16Bf16, Bf16F16], "7.8" "sm_90";
        &[Mandatory(&[Rn]), Mandatory(&[Satfinite]), Optional(Relu)], &[E4m3x2F16x2, E5m2x2F16x2], "7.8" "sm_90";
        &[Mandatory(&[Rn]), Optional(Relu)], &[F16x2E4m3x2, F16x2E5m2x2], "7.8" "sm_90";
        &[Mandatory(&[Rn]), Optional(Relu)], &[F16x2E2m3x2, F16x2E3m2x2, F16x2E2m1x2], "8.6" "sm_100a";
        TO_POWER_OF_TWO, &[Ue8m0x2Bf16x2], "8.6" "sm_100a";
        &[Mandatory(&[Rn])], &[Bf16x2Ue8m0x2], "8.6" "sm_100a";
    };
    Ptx("9.7.9.21"): Cvt(A, B) -> D, "Converts two values, a to the upper half of the result and b to the lower one.", {
        &[TO_NEAREST_OR_ZERO, Optional(Relu), SATFINITE], &[F16x2F32, Bf16x2F32], "7.0" "sm_80";
        &[Mandatory(&[Rn]), Mandatory(&[Satfinite]), Optional(Relu)], &[E4m3x2F32, E5m2x2F32], "7.8" "sm_90";
        &[Mandatory(&[Rn]), Mandatory(&[Satfinite]), Optional(Relu)],
            &[E2m3x2F32, E3m2x2F32, E2m1x2F32], "8.6" "sm_100a";
        TO_POWER_OF_TWO, &[Ue8m0x2F32], "8.6" "sm_100a";
    };
    Ptx("9.7.9.21"): Cvt(A, B, RANDOM_BITS) -> D,
        "Converts two values, a to the upper half of the result and b to the lower one; random bits round them.", {
        &[Mandatory(&[Rs]), Optional(Relu), Optional(Satfinite)], &[F16x2F32, Bf16x2F32], "8.7" "sm_100a";
    };
};
