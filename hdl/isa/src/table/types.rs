//! Lists of types that several rows have.

use crate::modifier::Modifier::{self, *};
use crate::types::Type::{self, *};

pub(super) const F16_TYPES: &[Type] = &[F16, F16x2];
pub(super) const BF16_TYPES: &[Type] = &[Bf16, Bf16x2];
pub(super) const HALF_TYPES: &[Type] = &[F16, F16x2, Bf16, Bf16x2];
pub(super) const MIXED_TYPES: &[Type] = &[F32F16, F32Bf16];
pub(super) const EIGHT_BIT_TYPES: &[Type] = &[E4m3, E4m3x2, E4m3x4, E5m2, E5m2x2, E5m2x4];
pub(super) const INTEGERS_OF_F16: &[Type] = &[U8F16, S8F16, U16F16, S16F16, U32F16, S32F16, U64F16, S64F16];
pub(super) const INTEGERS_OF_BF16: &[Type] = &[U8Bf16, S8Bf16, U16Bf16, S16Bf16, U32Bf16, S32Bf16, U64Bf16, S64Bf16];
pub(super) const F16_OF_INTEGERS: &[Type] = &[F16U8, F16S8, F16U16, F16S16, F16U32, F16S32, F16U64, F16S64];
pub(super) const BF16_OF_INTEGERS: &[Type] = &[Bf16U8, Bf16S8, Bf16U16, Bf16S16, Bf16U32, Bf16S32, Bf16U64, Bf16S64];

/// The roundings of PTX.
pub(super) const ROUNDINGS: &[Modifier] = &[Rn, Rz, Rm, Rp];
