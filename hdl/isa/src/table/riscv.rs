//! The instructions of RISC-V: arithmetic of F, Zfh and Zfa, the same in bfloat16, moves and conversions.

use super::register::{A, B, C, D, INTEGER_D};
use super::section::Slot::{self, Mandatory};
use super::section::{rows, sections, InstructionSource, Row, Section, NEVER};
use crate::modifier::Modifier::*;
use crate::operation::Operation;
use crate::types::Type::*;

/// The roundings of RISC-V, all of which each instruction has that rounds.
const ROUNDINGS: &[Slot] = &[Mandatory(&[Rn, Rz, Rm, Rp, Rna])];
const INTEGER_ROUNDINGS: &[Slot] = &[Mandatory(&[Rni, Rzi, Rmi, Rpi, Rnai])];

/// Makes a section of each operation for each format: single and half precision, and bfloat16, which no extension has.
macro_rules! all_formats {
    ($single:literal $half:literal $bf16:literal $s:ident $h:ident $b:ident:
        $($operation:ident($($operand:expr),*) -> $results:expr, $summary:expr, $slots:expr;)*) => {
        sections! {$(
            Riscv($half): $operation($($operand),*) -> $results, $summary, { $slots, &[$h]; };
            Riscv($bf16): $operation($($operand),*) -> $results, $summary, { $slots, &[$b]; };
            Riscv($single): $operation($($operand),*) -> $results, $summary, { $slots, &[$s]; };
        )*}
    };
}

/// Operations of F, which the half-precision formats have too.
pub(super) static ARITHMETIC: &[Section] = all_formats! {
    "F" "Zfh" "bf16 as in Zfh" S H RiscvBf16:
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

/// Operations of Zfa.
pub(super) static ADDITIONAL: &[Section] = all_formats! {
    "Zfa" "Zfa" "bf16 as in Zfa" S H RiscvBf16:
    Fminm(A, B) -> D, "Finds the minimum of two values, and NaN if one is NaN.", &[];
    Fmaxm(A, B) -> D, "Finds the maximum of two values, and NaN if one is NaN.", &[];
    Fround(A) -> D, "Rounds a value to an integer without the inexact flag.", INTEGER_ROUNDINGS;
    Froundnx(A) -> D, "Rounds a value to an integer.", INTEGER_ROUNDINGS;
    Fleq(A, B) -> INTEGER_D, "Finds out if one value is less than another or equal, quietly.", &[];
    Fltq(A, B) -> INTEGER_D, "Finds out if one value is less than another, quietly.", &[];
};

/// The constants of Zfa.
pub(super) static CONSTANTS: &[Section] = all_formats! {
    "Zfa" "Zfa" "bf16 as in Zfa" ConstantS ConstantH ConstantBf16:
    Fli(A) -> D, "Loads one of 32 constants.", &[];
};

/// The function of a conversion.
const CONVERTS: &str = "Converts a value to another format, or rounds it to an integer.";

/// Moves and conversions.
pub(super) static TRANSFERS: &[Section] = sections! {
    Riscv("Zfh"): Fmv(A) -> D, "Copies bits between an integer register and a floating-point register.", {
        &[], &[XH, HX];
    };
    Riscv("F"): Fmv(A) -> D, "Copies bits between an integer register and a floating-point register.", {
        &[], &[XW, WX];
    };
    Riscv("Zfh"): Cvt(A) -> D, CONVERTS, {
        INTEGER_ROUNDINGS, &[WH, WuH, LH, LuH];
        ROUNDINGS, &[HW, HWu, HL, HLu, HS];
        &[], &[SH];
    };
    Riscv("F"): Cvt(A) -> D, CONVERTS, {
        INTEGER_ROUNDINGS, &[WS, WuS, LS, LuS];
        ROUNDINGS, &[SW, SWu, SL, SLu];
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
