//! Dot products.

use super::register::{elements_of_a, elements_of_b, C, D};
use super::section::Slot::Mandatory;
use super::section::{rows, sections, InstructionSource, Row, Section, NEVER};
use super::types::ROUNDINGS;
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
};
