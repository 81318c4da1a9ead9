//! Dot products.

use super::register::{elements_of_a, elements_of_b, scales, C, D};
use super::section::Slot::Mandatory;
use super::section::{rows, sections, InstructionSource, Row, Section, NEVER};
use super::types::ROUNDINGS;
use crate::format::FloatFormat;
use crate::modifier::Modifier::*;
use crate::operation::Operation;
use crate::types::Type::{self, *};

const EIGHT_BIT_DOT_TYPES: &[Type] = &[F32E4m3, F16E4m3, F32E5m2, F16E5m2];
const TWO_EIGHT_BIT_TYPES: &[Type] = &[F32E4m3E5m2, F16E4m3E5m2, F32E5m2E4m3, F16E5m2E4m3];
/// Any two formats of 8, 6 and 4 bits.
const SMALL_TYPES: &[Type] = &[
    F32E4m3,
    F32E4m3E5m2,
    F32E4m3E3m2,
    F32E4m3E2m3,
    F32E4m3E2m1,
    F32E5m2E4m3,
    F32E5m2,
    F32E5m2E3m2,
    F32E5m2E2m3,
    F32E5m2E2m1,
    F32E3m2E4m3,
    F32E3m2E5m2,
    F32E3m2,
    F32E3m2E2m3,
    F32E3m2E2m1,
    F32E2m3E4m3,
    F32E2m3E5m2,
    F32E2m3E3m2,
    F32E2m3,
    F32E2m3E2m1,
    F32E2m1E4m3,
    F32E2m1E5m2,
    F32E2m1E3m2,
    F32E2m1E2m3,
    F32E2m1,
];

/// Any two formats of 8, 6 and 4 bits with a scale for 32 elements.
const SCALED_TYPES: &[Type] = &[
    F32E4m3E4m3Ue8m0,
    F32E4m3E5m2Ue8m0,
    F32E4m3E3m2Ue8m0,
    F32E4m3E2m3Ue8m0,
    F32E4m3E2m1Ue8m0,
    F32E5m2E4m3Ue8m0,
    F32E5m2E5m2Ue8m0,
    F32E5m2E3m2Ue8m0,
    F32E5m2E2m3Ue8m0,
    F32E5m2E2m1Ue8m0,
    F32E3m2E4m3Ue8m0,
    F32E3m2E5m2Ue8m0,
    F32E3m2E3m2Ue8m0,
    F32E3m2E2m3Ue8m0,
    F32E3m2E2m1Ue8m0,
    F32E2m3E4m3Ue8m0,
    F32E2m3E5m2Ue8m0,
    F32E2m3E3m2Ue8m0,
    F32E2m3E2m3Ue8m0,
    F32E2m3E2m1Ue8m0,
    F32E2m1E4m3Ue8m0,
    F32E2m1E5m2Ue8m0,
    F32E2m1E3m2Ue8m0,
    F32E2m1E2m3Ue8m0,
    F32E2m1E2m1Ue8m0,
];
/// Elements of four bits with a scale for 16 elements.
const SCALED_BY_16: &[Type] = &[F32E2m1E2m1Ue4m3];

/// The types of RISC-V's bulk-normalised dot products: those of Zvfqbdot8f, and that of Zvfwbdot16bf.
const BULK_TYPES: &[Type] = &[F32E4m3, F32E4m3E5m2, F32E5m2E4m3, F32E5m2, F32Bf16];

/// Dot products as tensor cores compute them, rounded once, and as RISC-V computes them. Volta and Turing have only f16.
const DOT_PRODUCTS: &[Row] = rows! {
    &[Mandatory(&[Volta, Turing])], &[F32F16, F16F16];
    &[Mandatory(&[Ampere, Ada, Hopper, Blackwell])], &[F32F16, F16F16, F32Bf16];
    &[Mandatory(&[Ada, Hopper])], EIGHT_BIT_DOT_TYPES;
    &[Mandatory(ROUNDINGS)], &[F32F16, F16F16, F32Bf16];
    &[Mandatory(ROUNDINGS)], EIGHT_BIT_DOT_TYPES;
    &[Mandatory(&[Ada, Hopper])], TWO_EIGHT_BIT_TYPES;
    &[Mandatory(&[Ampere, Ada, Hopper, Blackwell])], &[F32Tf32];
    &[Mandatory(&[Blackwell])], SMALL_TYPES;
    &[Mandatory(&[Bulk])], BULK_TYPES;
};

/// Dot products whose elements have scales.
const SCALED: &[Row] = rows! {
    &[Mandatory(&[Blackwell])], SCALED_TYPES;
};
const SCALED_OR_BY_16: &[Row] = rows! {
    &[Mandatory(&[Blackwell])], SCALED_TYPES;
    &[Mandatory(&[Blackwell])], SCALED_BY_16;
};
const SCALED_E2M1: &[Row] = rows! {
    &[Mandatory(&[Blackwell])], &[F32E2m1E2m1Ue8m0];
    &[Mandatory(&[Blackwell])], SCALED_BY_16;
};

/// Returns the number of scales of so many elements: one for 16 or 32 of them.
fn count_scales(ty: Type, elements: u32) -> u32 {
    let sharing = match ty.scale_format() {
        Some(FloatFormat::UE4M3) => 16,
        _ => 32,
    };
    elements.div_ceil(sharing)
}

/// Dot products, in which `a` and `b` have an element for each product.
pub(super) static DOTS: &[Section] = sections! {
    Extension: Dot2(elements_of_a(|_| 2), elements_of_b(|_| 2), C) -> D, "Adds two products and a value.", DOT_PRODUCTS;
    Extension: Dot4(elements_of_a(|_| 4), elements_of_b(|_| 4), C) -> D,
        "Adds four products and a value.", DOT_PRODUCTS;
    Extension: Dot8(elements_of_a(|_| 8), elements_of_b(|_| 8), C) -> D, "Adds 8 products and a value.", DOT_PRODUCTS;
    Extension: Dot16(elements_of_a(|_| 16), elements_of_b(|_| 16), C) -> D,
        "Adds 16 products and a value.", DOT_PRODUCTS;
    Extension: Dot32(elements_of_a(|_| 32), elements_of_b(|_| 32), C) -> D,
        "Adds 32 products and a value.", DOT_PRODUCTS;
    Extension: Dot2(elements_of_a(|_| 2), elements_of_b(|_| 2), C, scales("scale_a", |_| 1), scales("scale_b", |_| 1)) -> D,
        "Adds two scaled products and a value.", SCALED;
    Extension: Dot4(elements_of_a(|_| 4), elements_of_b(|_| 4), C, scales("scale_a", |_| 1), scales("scale_b", |_| 1)) -> D,
        "Adds four scaled products and a value.", SCALED;
    Extension: Dot8(elements_of_a(|_| 8), elements_of_b(|_| 8), C, scales("scale_a", |_| 1), scales("scale_b", |_| 1)) -> D,
        "Adds 8 scaled products and a value.", SCALED;
    Extension: Dot16(elements_of_a(|_| 16), elements_of_b(|_| 16), C, scales("scale_a", |ty| count_scales(ty, 16)), scales("scale_b", |ty| count_scales(ty, 16))) -> D,
        "Adds 16 scaled products and a value.", SCALED_OR_BY_16;
    Extension: Dot32(elements_of_a(|_| 32), elements_of_b(|_| 32), C, scales("scale_a", |ty| count_scales(ty, 32)), scales("scale_b", |ty| count_scales(ty, 32))) -> D,
        "Adds 32 scaled products and a value.", SCALED_OR_BY_16;
    Extension: Dot64(elements_of_a(|_| 64), elements_of_b(|_| 64), C, scales("scale_a", |ty| count_scales(ty, 64)), scales("scale_b", |ty| count_scales(ty, 64))) -> D,
        "Adds 64 scaled products and a value.", SCALED_E2M1;
};
