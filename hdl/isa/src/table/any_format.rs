//! Instructions in any format: the modifiers of f16, in the five roundings.

use super::register::{elements_of_a, elements_of_b, A, B, C, C_PREDICATE, D, P, Q};
use super::section::Slot::{self, Default, Mandatory, Optional};
use super::section::{any, sections, InstructionSource, Row, Section};
use crate::element_type::ElementType::{Number, Signed, Small, Unsigned};
use crate::format::FloatFormat;
use crate::modifier::Modifier::{self, *};
use crate::operation::Operation;
use crate::types::Type;

const ROUNDINGS: &[Modifier] = &[Rn, Rz, Rm, Rp, Rna];
const ROUNDED: Slot = Default(ROUNDINGS);
const TO_NUMBER: Slot = Mandatory(ROUNDINGS);
const TO_INTEGER: Slot = Mandatory(&[Rni, Rzi, Rmi, Rpi, Rnai]);
const CMP_OPS: Slot = Mandatory(&Modifier::CMP_OPS);
const BOOL_OPS: Slot = Mandatory(&Modifier::BOOL_OPS);

/// True if operands and result are of one format with arithmetic.
fn is_plain(ty: Type) -> bool {
    let is_pair = ty.name().contains('.');
    !is_pair && matches!(ty.operand(), Number(format) if format.has_arithmetic() && !format.is_riscv())
}

fn has_out_of_bounds_nan(ty: Type) -> bool {
    is_plain(ty) && ty.operand_format().has_out_of_bounds_nan()
}

fn is_scalar(ty: Type) -> bool {
    is_plain(ty) && ty.lanes() == 1
}

fn is_pair_of_lanes(ty: Type) -> bool {
    is_plain(ty) && ty.lanes() == 2
}

/// True if the operands are of one format with arithmetic, and the answer is a number of it or an integer.
fn is_answer(ty: Type) -> bool {
    match (ty.operand(), ty.result()) {
        (Number(from), Number(to)) => from == to && from.has_arithmetic() && ty.name().contains('.'),
        (Number(from), Unsigned(bits) | Signed(bits)) => from.has_arithmetic() && (bits == 16 || bits == 32),
        _ => false,
    }
}

/// True if a value is rounded to an integer, in an integer's type or in its own format with infinities.
fn is_to_integer(ty: Type) -> bool {
    match (ty.operand(), ty.result()) {
        (Number(from), Number(to)) => from == to && ty.name().contains('.'),
        (Number(_) | Small(_), Unsigned(_) | Signed(_)) => true,
        _ => false,
    }
}

/// True if a value of another format becomes a value of a format with infinities.
fn is_between_formats(ty: Type) -> bool {
    match (ty.operand(), ty.result()) {
        (Number(from), Number(to)) => from != to,
        (Small(_), Number(_)) => true,
        _ => false,
    }
}

/// True if a value of another format or an integer becomes a value of a format without infinities.
fn is_to_finite(ty: Type) -> bool {
    ty.operand() != ty.result() && matches!(ty.result(), Small(_))
}

/// True for a conversion between formats of which one is single precision, the only one that `.ftz` flushes.
fn has_single(ty: Type) -> bool {
    is_between_formats(ty) && [ty.operand(), ty.result()].contains(&Number(FloatFormat::F32))
}

/// True if an integer becomes a value of a format with infinities.
fn is_from_integer(ty: Type) -> bool {
    matches!((ty.operand(), ty.result()), (Unsigned(_) | Signed(_), Number(_)))
}

/// True if the addend and the result have another format than a and b, which is as precise and has the same exponents or
/// more.
fn is_mixed(ty: Type) -> bool {
    match (ty.operand(), ty.result()) {
        (Number(from), Number(to)) => {
            let is_wider = to.exponent_bits >= from.exponent_bits && to.fraction_bits >= from.fraction_bits;
            from != to && is_wider && from.has_arithmetic() && to.has_arithmetic()
        }
        _ => false,
    }
}

/// True if a and b have one format, and their products are exact in the format of the sum, or in one with more exponents.
fn is_sum_of_products(ty: Type) -> bool {
    match (ty.operand(), ty.result()) {
        (Number(from), Number(to)) => {
            let is_wider = to.exponent_bits >= from.exponent_bits && to.fraction_bits >= from.fraction_bits;
            let is_of_one_format = ty.element_formats() == [from; 2] && ty.scale_format().is_none();
            is_wider && is_of_one_format && to.has_infinity() && ty.name().contains('.')
        }
        _ => false,
    }
}

const SUM_OR_PRODUCT: &[Row] = &[any(&[ROUNDED, Optional(Ftz), Optional(Sat)], is_plain)];
const QUOTIENT_OR_ROOT: &[Row] = &[any(&[ROUNDED, Optional(Ftz)], is_plain)];
const EXTREMUM: &[Row] = &[any(&[Optional(Ftz), Optional(Nan), Optional(XorsignAbs)], is_plain)];
const SIGN: &[Row] = &[any(&[Optional(Ftz)], is_plain)];
const MIXED: &[Row] = &[any(&[ROUNDED, Optional(Sat)], is_mixed)];
const COMPARISON: &[Slot] = &[CMP_OPS, Optional(Ftz)];
const COMPARISON_AND_C: &[Slot] = &[CMP_OPS, BOOL_OPS, Optional(Ftz)];

/// The sections of all formats.
pub(super) static ANY_FORMAT: &[Section] = sections! {
    Extension: Add(A, B) -> D, "Adds two values.", SUM_OR_PRODUCT;
    Extension: Sub(A, B) -> D, "Subtracts one value from another.", SUM_OR_PRODUCT;
    Extension: Mul(A, B) -> D, "Multiplies two values.", SUM_OR_PRODUCT;
    Extension: Fma(A, B, C) -> D, "Multiplies two values and adds a third, rounding once.", FUSED;
    Extension: Add(A, C) -> D, "Adds a widened value to a value of a wider format.", MIXED;
    Extension: Sub(A, C) -> D, "Subtracts a value of a wider format from a widened value.", MIXED;
    Extension: Fma(A, B, C) -> D,
        "Multiplies two widened values and adds a value of the wider format, rounding once.", MIXED;
    Extension: Div(A, B) -> D, "Divides one value by another.", QUOTIENT_OR_ROOT;
    Extension: Rcp(A) -> D, "Takes the reciprocal.", QUOTIENT_OR_ROOT;
    Extension: Sqrt(A) -> D, "Takes the square root.", QUOTIENT_OR_ROOT;
    Extension: Min(A, B) -> D, "Finds the minimum of two values.", EXTREMUM;
    Extension: Max(A, B) -> D, "Finds the maximum of two values.", EXTREMUM;
    Extension: Neg(A) -> D, "Negates a value.", SIGN;
    Extension: Abs(A) -> D, "Takes the absolute value.", SIGN;
    Extension: Set(A, B) -> D, "Compares two values; the answer is a number or an integer.", ANSWER;
    Extension: Set(A, B, C_PREDICATE) -> D,
        "Compares two values and joins the answer with a predicate; the answer is a number or an integer.", ANSWER_AND_C;
    Extension: Setp(A, B) -> &[P], "Compares two values; the answer is a predicate.", PREDICATE;
    Extension: Setp(A, B, C_PREDICATE) -> &[P],
        "Compares two values and joins the answer with a predicate; the answer is a predicate.", PREDICATE_AND_C;
    Extension: Setp(A, B) -> &[P, Q], "Compares two values; the answer is a predicate, one for each lane.", PREDICATES;
    Extension: Setp(A, B, C_PREDICATE) -> &[P, Q],
        "Compares two values and joins the answer with a predicate; the answer is a predicate, one for each lane.",
        PREDICATES_AND_C;
    Extension: Cvt(A) -> D, "Converts a value to another format, or rounds it to an integer.", CONVERSION;
    Extension: Dot2(elements_of_a(|_| 2), elements_of_b(|_| 2), C) -> D, "Adds two products and a value.", DOT_PRODUCT;
    Extension: Dot4(elements_of_a(|_| 4), elements_of_b(|_| 4), C) -> D, "Adds four products and a value.", DOT_PRODUCT;
    Extension: Dot8(elements_of_a(|_| 8), elements_of_b(|_| 8), C) -> D, "Adds 8 products and a value.", DOT_PRODUCT;
    Extension: Dot16(elements_of_a(|_| 16), elements_of_b(|_| 16), C) -> D, "Adds 16 products and a value.", DOT_PRODUCT;
    Extension: Dot32(elements_of_a(|_| 32), elements_of_b(|_| 32), C) -> D, "Adds 32 products and a value.", DOT_PRODUCT;
};

const FUSED: &[Row] = &[
    any(&[ROUNDED, Optional(Ftz), Optional(Sat)], is_plain),
    any(&[ROUNDED, Optional(Ftz), Mandatory(&[Relu])], is_plain),
    any(&[ROUNDED, Mandatory(&[Oob]), Optional(Relu)], has_out_of_bounds_nan),
];
const DOT_PRODUCT: &[Row] = &[any(&[TO_NUMBER], is_sum_of_products)];
const ANSWER: &[Row] = &[any(COMPARISON, is_answer)];
const ANSWER_AND_C: &[Row] = &[any(COMPARISON_AND_C, is_answer)];
const PREDICATE: &[Row] = &[any(COMPARISON, is_scalar)];
const PREDICATE_AND_C: &[Row] = &[any(COMPARISON_AND_C, is_scalar)];
const PREDICATES: &[Row] = &[any(COMPARISON, is_pair_of_lanes)];
const PREDICATES_AND_C: &[Row] = &[any(COMPARISON_AND_C, is_pair_of_lanes)];
const CONVERSION: &[Row] = &[
    any(&[TO_INTEGER, Optional(Sat)], is_to_integer),
    any(&[TO_NUMBER, Optional(Sat)], is_from_integer),
    any(&[TO_NUMBER, Optional(Sat)], is_between_formats),
    any(&[TO_NUMBER, Mandatory(&[Ftz]), Optional(Sat)], has_single),
    any(
        &[TO_NUMBER, Mandatory(&[Relu]), Optional(Satfinite)],
        is_between_formats,
    ),
    any(&[TO_NUMBER, Mandatory(&[Satfinite])], is_between_formats),
    any(&[TO_NUMBER, Mandatory(&[Satfinite]), Optional(Relu)], is_to_finite),
];
