//! The instructions of RISC-V: arithmetic of Zfh, the same in bfloat16, moves and conversions.

use super::register::{A, B, C, D, INTEGER_D};
use super::section::Slot::{self, Mandatory};
use super::section::{rows, sections, InstructionSource, Row, Section, NEVER};
use crate::modifier::Modifier::*;
use crate::operation::Operation;
use crate::types::Type::*;

/// The roundings of RISC-V, all of which each instruction has that rounds.
const ROUNDINGS: &[Slot] = &[Mandatory(&[Rn, Rz, Rm, Rp, Rna])];
const INTEGER_ROUNDINGS: &[Slot] = &[Mandatory(&[Rni, Rzi, Rmi, Rpi, Rnai])];

/// Makes two sections of each operation: that of Zfh, and the same in bfloat16, which no extension has.
macro_rules! zfh {
    ($($operation:ident($($operand:expr),*) -> $results:expr, $slots:expr, $summary:expr;)*) => {
        sections! {$(
            Riscv("Zfh"): $operation($($operand),*) -> $results, rows! { $slots, &[H], NEVER; }, $summary;
            Riscv("bf16 as in Zfh"): $operation($($operand),*) -> $results, rows! { $slots, &[RiscvBf16], NEVER; }, $summary;
        )*}
    };
}

/// Operations that both half-precision formats have.
pub(super) static ARITHMETIC: &[Section] = zfh! {
    Add(A, B) -> D, ROUNDINGS, "Adds two values.";
    Sub(A, B) -> D, ROUNDINGS, "Subtracts one value from another.";
    Mul(A, B) -> D, ROUNDINGS, "Multiplies two values.";
    Div(A, B) -> D, ROUNDINGS, "Divides one value by another.";
    Sqrt(A) -> D, ROUNDINGS, "Takes the square root.";
    Fma(A, B, C) -> D, ROUNDINGS, "Multiplies two values and adds a third, rounding once.";
    Fmsub(A, B, C) -> D, ROUNDINGS, "Multiplies two values and subtracts a third, rounding once.";
    Fnmsub(A, B, C) -> D, ROUNDINGS, "Multiplies two values and subtracts the product from a third, rounding once.";
    Fnmadd(A, B, C) -> D, ROUNDINGS, "Multiplies two values, adds a third and negates the sum, rounding once.";
    Fsgnj(A, B) -> D, &[], "Takes the sign of b.";
    Fsgnjn(A, B) -> D, &[], "Takes the opposite of the sign of b.";
    Fsgnjx(A, B) -> D, &[], "Takes the exclusive or of both signs.";
    Min(A, B) -> D, &[], "Finds the minimum of two values.";
    Max(A, B) -> D, &[], "Finds the maximum of two values.";
    Feq(A, B) -> INTEGER_D, &[], "Compares two values for equality.";
    Flt(A, B) -> INTEGER_D, &[], "Finds out if one value is less than another.";
    Fle(A, B) -> INTEGER_D, &[], "Finds out if one value is less than another or equal.";
    Fclass(A) -> INTEGER_D, &[], "Finds the class of a value.";
};

/// Rows of the conversions of Zfh.
const CONVERSIONS_OF_HALF: &[Row] = rows! {
    INTEGER_ROUNDINGS, &[WH, WuH, LH, LuH], NEVER;
    ROUNDINGS, &[HW, HWu, HL, HLu, HS], NEVER;
    &[], &[SH], NEVER;
};

/// Rows of the conversions of Zfbfmin.
const CONVERSIONS_OF_BFLOAT16: &[Row] = rows! {
    ROUNDINGS, &[Bf16S], NEVER;
    &[], &[SBf16], NEVER;
};

/// Rows of the conversions in bfloat16 that no extension has.
const OTHER_CONVERSIONS_OF_BFLOAT16: &[Row] = rows! {
    INTEGER_ROUNDINGS, &[WBf16, WuBf16, LBf16, LuBf16], NEVER;
    ROUNDINGS, &[Bf16W, Bf16Wu, Bf16L, Bf16Lu, HBf16, Bf16H], NEVER;
};

/// The function of a conversion.
const CONVERTS: &str = "Converts a value to another format, or rounds it to an integer.";

/// Moves and conversions.
pub(super) static TRANSFERS: &[Section] = sections! {
    Riscv("Zfh"): Fmv(A) -> D, rows! { &[], &[XH, HX], NEVER; },
        "Copies bits between an integer register and a floating-point register.";
    Riscv("Zfh"): Cvt(A) -> D, CONVERSIONS_OF_HALF, CONVERTS;
    Riscv("Zfbfmin"): Cvt(A) -> D, CONVERSIONS_OF_BFLOAT16, CONVERTS;
    Riscv("bf16 as in Zfh"): Cvt(A) -> D, OTHER_CONVERSIONS_OF_BFLOAT16, CONVERTS;
};
