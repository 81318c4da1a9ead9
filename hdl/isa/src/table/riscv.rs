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
    ($($operation:ident($($operand:expr),*) -> $results:expr, $summary:expr, $slots:expr;)*) => {
        sections! {$(
            Riscv("Zfh"): $operation($($operand),*) -> $results, $summary, { $slots, &[H]; };
            Riscv("bf16 as in Zfh"): $operation($($operand),*) -> $results, $summary, { $slots, &[RiscvBf16]; };
        )*}
    };
}

/// Operations that both half-precision formats have.
pub(super) static ARITHMETIC: &[Section] = zfh! {
    Add(A, B) -> D, "Adds two values.", ROUNDINGS;
    Sub(A, B) -> D, "Subtracts one value from another.", ROUNDINGS;
    Mul(A, B) -> D, "Multiplies two values.", ROUNDINGS;
    Div(A, B) -> D, "Divides one value by another.", ROUNDINGS;
    Sqrt(A) -> D, "Takes the square root.", ROUNDINGS;
    Fma(A, B, C) -> D, "Multiplies two values and adds a third, rounding once.", ROUNDINGS;
    Fmsub(A, B, C) -> D, "Multiplies two values and subtracts a third, rounding once.", ROUNDINGS;
    Fnmsub(A, B, C) -> D, "Multiplies two values and subtracts the product from a third, rounding once.", ROUNDINGS;
    Fnmadd(A, B, C) -> D, "Multiplies two values, adds a third and negates the sum, rounding once.", ROUNDINGS;
    Fsgnj(A, B) -> D, "Takes the sign of b.", &[];
    Fsgnjn(A, B) -> D, "Takes the opposite of the sign of b.", &[];
    Fsgnjx(A, B) -> D, "Takes the exclusive or of both signs.", &[];
    Min(A, B) -> D, "Finds the minimum of two values.", &[];
    Max(A, B) -> D, "Finds the maximum of two values.", &[];
    Feq(A, B) -> INTEGER_D, "Compares two values for equality.", &[];
    Flt(A, B) -> INTEGER_D, "Finds out if one value is less than another.", &[];
    Fle(A, B) -> INTEGER_D, "Finds out if one value is less than another or equal.", &[];
    Fclass(A) -> INTEGER_D, "Finds the class of a value.", &[];
};

/// The function of a conversion.
const CONVERTS: &str = "Converts a value to another format, or rounds it to an integer.";

/// Moves and conversions.
pub(super) static TRANSFERS: &[Section] = sections! {
    Riscv("Zfh"): Fmv(A) -> D, "Copies bits between an integer register and a floating-point register.", {
        &[], &[XH, HX];
    };
    Riscv("Zfh"): Cvt(A) -> D, CONVERTS, {
        INTEGER_ROUNDINGS, &[WH, WuH, LH, LuH];
        ROUNDINGS, &[HW, HWu, HL, HLu, HS];
        &[], &[SH];
    };
    Riscv("Zfbfmin"): Cvt(A) -> D, CONVERTS, {
        ROUNDINGS, &[Bf16S];
        &[], &[SBf16];
    };
    Riscv("bf16 as in Zfh"): Cvt(A) -> D, CONVERTS, {
        INTEGER_ROUNDINGS, &[WBf16, WuBf16, LBf16, LuBf16];
        ROUNDINGS, &[Bf16W, Bf16Wu, Bf16L, Bf16Lu, HBf16, Bf16H];
    };
};
