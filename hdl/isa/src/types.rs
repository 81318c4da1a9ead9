//! Types of instructions.

use crate::element_type::ElementType;
use crate::format::FloatFormat;
use crate::interned::Interner;

/// Makes [`Type`] from a row for each type. A row has the name, and the number of lanes and the element type of the
/// operands' and the result's registers. An element type of `b` follows where it differs from that of `a`, and behind the row the
/// format of scales. A row whose registers do not say all has a description too.
macro_rules! types {
    ($(
        $(#[$meaning:meta])* $ty:ident $name:literal:
        $lanes:literal of $kind:ident($of:tt) $(by $second_kind:ident($second_of:tt))? => $result_lanes:literal of $result_kind:ident($result_of:tt)
        $(scaled by $scale:ident)?;
    )*) => {
        /// The type suffix of an instruction.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Type {
            $(
                $(#[$meaning])*
                #[doc = concat!(
                    "Operands of ", $lanes, " × `", stringify!($kind($of)), "`",
                    $(" and `", stringify!($second_kind($second_of)), "`",)? ", and a result of "
                )]
                #[doc = concat!($result_lanes, " × `", stringify!($result_kind($result_of)), "`.")]
                $ty,
            )*
            /// Registers of formats that the table of instructions does not name: see [`Type::compose`].
            Composed(ComposedType),
        }

        impl Type {
            /// Every type of the table.
            pub const ALL: [Type; [$($name),*].len()] = [$(Type::$ty),*];

            pub(crate) const fn row(self) -> TypeRow {
                match self {
                    $(Type::$ty => TypeRow {
                        name: $name,
                        lanes: $lanes,
                        operand: element!($kind $of),
                        second: element!($kind $of $(, $second_kind $second_of)?),
                        result_lanes: $result_lanes,
                        result: element!($result_kind $result_of),
                    },)*
                    Type::Composed(composed) => *composed.0,
                }
            }

            /// Returns the format of the scales of a dot product; None without scales.
            pub const fn scale_format(self) -> Option<FloatFormat> {
                match self {
                    $(Type::$ty => scale!($($scale)?),)*
                    Type::Composed(_) => None,
                }
            }
        }
    };
}

/// Makes an element type from its kind and its format or number of bits; of two, the second.
macro_rules! element {
    ($kind:ident $of:tt, $second_kind:ident $second_of:tt) => {
        element!($second_kind $second_of)
    };
    ($kind:ident $format:ident) => {
        ElementType::$kind(FloatFormat::$format)
    };
    ($kind:ident $bits:literal) => {
        ElementType::$kind($bits)
    };
}

/// Makes the format of scales, if there is one.
macro_rules! scale {
    () => {
        None
    };
    ($format:ident) => {
        Some(FloatFormat::$format)
    };
}

types! {
    /// IEEE half precision: 5 exponent bits, 10 fraction bits.
    F16 "f16": 1 of Number(F16) => 1 of Number(F16);
    /// Two half-precision lanes in a 32-bit register.
    F16x2 "f16x2": 2 of Number(F16) => 2 of Number(F16);
    /// bfloat16: 8 exponent bits, 7 fraction bits.
    Bf16 "bf16": 1 of Number(BF16) => 1 of Number(BF16);
    /// Two bfloat16 lanes in a 32-bit register.
    Bf16x2 "bf16x2": 2 of Number(BF16) => 2 of Number(BF16);
    /// Single-precision result and `c`; `a` and `b` in half precision.
    F32F16 "f32.f16": 1 of Number(F16) => 1 of Number(F32);
    /// Single-precision result and `c`; `a` and `b` in bfloat16.
    F32Bf16 "f32.bf16": 1 of Number(BF16) => 1 of Number(F32);
    // Results of a comparison, or values that are rounded to an integer. Two lanes answer with half-words.
    F16F16 "f16.f16": 1 of Number(F16) => 1 of Number(F16);
    U16F16 "u16.f16": 1 of Number(F16) => 1 of Unsigned(16);
    S16F16 "s16.f16": 1 of Number(F16) => 1 of Signed(16);
    U32F16 "u32.f16": 1 of Number(F16) => 1 of Unsigned(32);
    S32F16 "s32.f16": 1 of Number(F16) => 1 of Signed(32);
    F16x2F16x2 "f16x2.f16x2": 2 of Number(F16) => 2 of Number(F16);
    U32F16x2 "u32.f16x2": 2 of Number(F16) => 2 of Unsigned(16);
    S32F16x2 "s32.f16x2": 2 of Number(F16) => 2 of Signed(16);
    Bf16Bf16 "bf16.bf16": 1 of Number(BF16) => 1 of Number(BF16);
    U16Bf16 "u16.bf16": 1 of Number(BF16) => 1 of Unsigned(16);
    S16Bf16 "s16.bf16": 1 of Number(BF16) => 1 of Signed(16);
    U32Bf16 "u32.bf16": 1 of Number(BF16) => 1 of Unsigned(32);
    S32Bf16 "s32.bf16": 1 of Number(BF16) => 1 of Signed(32);
    Bf16x2Bf16x2 "bf16x2.bf16x2": 2 of Number(BF16) => 2 of Number(BF16);
    U32Bf16x2 "u32.bf16x2": 2 of Number(BF16) => 2 of Unsigned(16);
    S32Bf16x2 "s32.bf16x2": 2 of Number(BF16) => 2 of Signed(16);
    // Conversions of PTX.
    U8F16 "u8.f16": 1 of Number(F16) => 1 of Unsigned(8);
    U64F16 "u64.f16": 1 of Number(F16) => 1 of Unsigned(64);
    S8F16 "s8.f16": 1 of Number(F16) => 1 of Signed(8);
    S64F16 "s64.f16": 1 of Number(F16) => 1 of Signed(64);
    U8Bf16 "u8.bf16": 1 of Number(BF16) => 1 of Unsigned(8);
    U64Bf16 "u64.bf16": 1 of Number(BF16) => 1 of Unsigned(64);
    S8Bf16 "s8.bf16": 1 of Number(BF16) => 1 of Signed(8);
    S64Bf16 "s64.bf16": 1 of Number(BF16) => 1 of Signed(64);
    F16U8 "f16.u8": 1 of Unsigned(8) => 1 of Number(F16);
    F16U16 "f16.u16": 1 of Unsigned(16) => 1 of Number(F16);
    F16U32 "f16.u32": 1 of Unsigned(32) => 1 of Number(F16);
    F16U64 "f16.u64": 1 of Unsigned(64) => 1 of Number(F16);
    F16S8 "f16.s8": 1 of Signed(8) => 1 of Number(F16);
    F16S16 "f16.s16": 1 of Signed(16) => 1 of Number(F16);
    F16S32 "f16.s32": 1 of Signed(32) => 1 of Number(F16);
    F16S64 "f16.s64": 1 of Signed(64) => 1 of Number(F16);
    Bf16U8 "bf16.u8": 1 of Unsigned(8) => 1 of Number(BF16);
    Bf16U16 "bf16.u16": 1 of Unsigned(16) => 1 of Number(BF16);
    Bf16U32 "bf16.u32": 1 of Unsigned(32) => 1 of Number(BF16);
    Bf16U64 "bf16.u64": 1 of Unsigned(64) => 1 of Number(BF16);
    Bf16S8 "bf16.s8": 1 of Signed(8) => 1 of Number(BF16);
    Bf16S16 "bf16.s16": 1 of Signed(16) => 1 of Number(BF16);
    Bf16S32 "bf16.s32": 1 of Signed(32) => 1 of Number(BF16);
    Bf16S64 "bf16.s64": 1 of Signed(64) => 1 of Number(BF16);
    F16F32 "f16.f32": 1 of Number(F32) => 1 of Number(F16);
    Bf16F32 "bf16.f32": 1 of Number(F32) => 1 of Number(BF16);
    F16Bf16 "f16.bf16": 1 of Number(BF16) => 1 of Number(F16);
    Bf16F16 "bf16.f16": 1 of Number(F16) => 1 of Number(BF16);
    F16x2F32 "f16x2.f32": 1 of Number(F32) => 2 of Number(F16);
    Bf16x2F32 "bf16x2.f32": 1 of Number(F32) => 2 of Number(BF16);
    E4m3x2F32 "e4m3x2.f32": 1 of Number(F32) => 2 of Small(E4M3);
    E5m2x2F32 "e5m2x2.f32": 1 of Number(F32) => 2 of Small(E5M2);
    E2m3x2F32 "e2m3x2.f32": 1 of Number(F32) => 2 of Small(E2M3);
    E3m2x2F32 "e3m2x2.f32": 1 of Number(F32) => 2 of Small(E3M2);
    E2m1x2F32 "e2m1x2.f32": 1 of Number(F32) => 2 of Small(E2M1);
    Ue8m0x2F32 "ue8m0x2.f32": 1 of Number(F32) => 2 of Small(UE8M0);
    E4m3x2F16x2 "e4m3x2.f16x2": 2 of Number(F16) => 2 of Small(E4M3);
    E5m2x2F16x2 "e5m2x2.f16x2": 2 of Number(F16) => 2 of Small(E5M2);
    Ue8m0x2Bf16x2 "ue8m0x2.bf16x2": 2 of Number(BF16) => 2 of Small(UE8M0);
    F16x2E4m3x2 "f16x2.e4m3x2": 2 of Small(E4M3) => 2 of Number(F16);
    F16x2E5m2x2 "f16x2.e5m2x2": 2 of Small(E5M2) => 2 of Number(F16);
    F16x2E2m3x2 "f16x2.e2m3x2": 2 of Small(E2M3) => 2 of Number(F16);
    F16x2E3m2x2 "f16x2.e3m2x2": 2 of Small(E3M2) => 2 of Number(F16);
    F16x2E2m1x2 "f16x2.e2m1x2": 2 of Small(E2M1) => 2 of Number(F16);
    Bf16x2Ue8m0x2 "bf16x2.ue8m0x2": 2 of Small(UE8M0) => 2 of Number(BF16);
    /// Arithmetic in e4m3, which PTX does not have: 4 exponent bits, 3 fraction bits.
    E4m3 "e4m3": 1 of Number(E4M3) => 1 of Number(E4M3);
    E4m3x2 "e4m3x2": 2 of Number(E4M3) => 2 of Number(E4M3);
    E4m3x4 "e4m3x4": 4 of Number(E4M3) => 4 of Number(E4M3);
    /// Arithmetic in e5m2, which PTX does not have: 5 exponent bits, 2 fraction bits.
    E5m2 "e5m2": 1 of Number(E5M2) => 1 of Number(E5M2);
    E5m2x2 "e5m2x2": 2 of Number(E5M2) => 2 of Number(E5M2);
    E5m2x4 "e5m2x4": 4 of Number(E5M2) => 4 of Number(E5M2);
    // Conversions that the assembler accepts.
    Bf16x2E4m3x2 "bf16x2.e4m3x2": 2 of Small(E4M3) => 2 of Number(BF16);
    Bf16x2E5m2x2 "bf16x2.e5m2x2": 2 of Small(E5M2) => 2 of Number(BF16);
    Bf16x2E2m3x2 "bf16x2.e2m3x2": 2 of Small(E2M3) => 2 of Number(BF16);
    Bf16x2E3m2x2 "bf16x2.e3m2x2": 2 of Small(E3M2) => 2 of Number(BF16);
    Bf16x2E2m1x2 "bf16x2.e2m1x2": 2 of Small(E2M1) => 2 of Number(BF16);
    Bf16x2Ue5m3x2 "bf16x2.ue5m3x2": 2 of Small(UE5M3) => 2 of Number(BF16);
    F16x2Ue5m3x2 "f16x2.ue5m3x2": 2 of Small(UE5M3) => 2 of Number(F16);
    E4m3x2Bf16x2 "e4m3x2.bf16x2": 2 of Number(BF16) => 2 of Small(E4M3);
    E5m2x2Bf16x2 "e5m2x2.bf16x2": 2 of Number(BF16) => 2 of Small(E5M2);
    E2m3x2Bf16x2 "e2m3x2.bf16x2": 2 of Number(BF16) => 2 of Small(E2M3);
    E3m2x2Bf16x2 "e3m2x2.bf16x2": 2 of Number(BF16) => 2 of Small(E3M2);
    E2m1x2Bf16x2 "e2m1x2.bf16x2": 2 of Number(BF16) => 2 of Small(E2M1);
    Ue5m3x2Bf16x2 "ue5m3x2.bf16x2": 2 of Number(BF16) => 2 of Small(UE5M3);
    E2m3x2F16x2 "e2m3x2.f16x2": 2 of Number(F16) => 2 of Small(E2M3);
    E3m2x2F16x2 "e3m2x2.f16x2": 2 of Number(F16) => 2 of Small(E3M2);
    E2m1x2F16x2 "e2m1x2.f16x2": 2 of Number(F16) => 2 of Small(E2M1);
    Ue5m3x2F16x2 "ue5m3x2.f16x2": 2 of Number(F16) => 2 of Small(UE5M3);
    Ue5m3x2F32 "ue5m3x2.f32": 1 of Number(F32) => 2 of Small(UE5M3);
    /// Half precision of RISC-V, whose canonical NaN is 7e00.
    H "h": 1 of Number(RISCV_H) => 1 of Number(RISCV_H);
    /// bfloat16 of RISC-V, whose canonical NaN is 7fc0.
    RiscvBf16 "bf16": 1 of Number(RISCV_BF16) => 1 of Number(RISCV_BF16);
    /// Single precision of RISC-V, whose canonical NaN is 7fc00000.
    S "s": 1 of Number(RISCV_S) => 1 of Number(RISCV_S);
    // Conversions of RISC-V.
    WH "w.h": 1 of Number(RISCV_H) => 1 of Signed(32);
    WuH "wu.h": 1 of Number(RISCV_H) => 1 of Unsigned(32);
    LH "l.h": 1 of Number(RISCV_H) => 1 of Signed(64);
    LuH "lu.h": 1 of Number(RISCV_H) => 1 of Unsigned(64);
    HW "h.w": 1 of Signed(32) => 1 of Number(RISCV_H);
    HWu "h.wu": 1 of Unsigned(32) => 1 of Number(RISCV_H);
    HL "h.l": 1 of Signed(64) => 1 of Number(RISCV_H);
    HLu "h.lu": 1 of Unsigned(64) => 1 of Number(RISCV_H);
    SH "s.h": 1 of Number(RISCV_H) => 1 of Number(RISCV_S);
    HS "h.s": 1 of Number(RISCV_S) => 1 of Number(RISCV_H);
    WBf16 "w.bf16": 1 of Number(RISCV_BF16) => 1 of Signed(32);
    WuBf16 "wu.bf16": 1 of Number(RISCV_BF16) => 1 of Unsigned(32);
    LBf16 "l.bf16": 1 of Number(RISCV_BF16) => 1 of Signed(64);
    LuBf16 "lu.bf16": 1 of Number(RISCV_BF16) => 1 of Unsigned(64);
    Bf16W "bf16.w": 1 of Signed(32) => 1 of Number(RISCV_BF16);
    Bf16Wu "bf16.wu": 1 of Unsigned(32) => 1 of Number(RISCV_BF16);
    Bf16L "bf16.l": 1 of Signed(64) => 1 of Number(RISCV_BF16);
    Bf16Lu "bf16.lu": 1 of Unsigned(64) => 1 of Number(RISCV_BF16);
    WS "w.s": 1 of Number(RISCV_S) => 1 of Signed(32);
    WuS "wu.s": 1 of Number(RISCV_S) => 1 of Unsigned(32);
    LS "l.s": 1 of Number(RISCV_S) => 1 of Signed(64);
    LuS "lu.s": 1 of Number(RISCV_S) => 1 of Unsigned(64);
    SW "s.w": 1 of Signed(32) => 1 of Number(RISCV_S);
    SWu "s.wu": 1 of Unsigned(32) => 1 of Number(RISCV_S);
    SL "s.l": 1 of Signed(64) => 1 of Number(RISCV_S);
    SLu "s.lu": 1 of Unsigned(64) => 1 of Number(RISCV_S);
    SBf16 "s.bf16": 1 of Number(RISCV_BF16) => 1 of Number(RISCV_S);
    Bf16S "bf16.s": 1 of Number(RISCV_S) => 1 of Number(RISCV_BF16);
    HBf16 "h.bf16": 1 of Number(RISCV_BF16) => 1 of Number(RISCV_H);
    Bf16H "bf16.h": 1 of Number(RISCV_H) => 1 of Number(RISCV_BF16);
    /// An integer register of RISC-V with the bits of a half-precision value.
    XH "x.h": 1 of Number(RISCV_H) => 1 of Signed(32);
    /// A half-precision value of RISC-V with bits of an integer register.
    HX "h.x": 1 of Bits(32) => 1 of Number(RISCV_H);
    /// An integer register of RISC-V with the bits of a single-precision value.
    XW "x.w": 1 of Number(RISCV_S) => 1 of Signed(32);
    /// A single-precision value of RISC-V with bits of an integer register.
    WX "w.x": 1 of Bits(32) => 1 of Number(RISCV_S);
    /// A half-precision constant of RISC-V, chosen by its number.
    ConstantH "h": 1 of Bits(5) => 1 of Number(RISCV_H);
    /// A bfloat16 constant with a number of RISC-V.
    ConstantBf16 "bf16": 1 of Bits(5) => 1 of Number(RISCV_BF16);
    /// A single-precision constant of RISC-V, chosen by its number.
    ConstantS "s": 1 of Bits(5) => 1 of Number(RISCV_S);
    /// Single-precision result and `c`; `a` and `b` in e4m3.
    F32E4m3 "f32.e4m3": 1 of Number(E4M3) => 1 of Number(F32);
    /// Single-precision result and `c`; `a` and `b` in e5m2.
    F32E5m2 "f32.e5m2": 1 of Number(E5M2) => 1 of Number(F32);
    /// Half-precision result and `c`; `a` and `b` in e4m3.
    F16E4m3 "f16.e4m3": 1 of Number(E4M3) => 1 of Number(F16);
    /// Half-precision result and `c`; `a` and `b` in e5m2.
    F16E5m2 "f16.e5m2": 1 of Number(E5M2) => 1 of Number(F16);
    /// Single-precision result and `c`; `a` and `b` in single precision, of which tf32 is the upper part.
    F32Tf32 "f32.tf32": 1 of Number(TF32) => 1 of Number(F32);
    // Dot products of elements in two formats: the result, `a`, `b`.
    F32E4m3E5m2 "f32.e4m3.e5m2": 1 of Number(E4M3) by Number(E5M2) => 1 of Number(F32);
    F32E5m2E4m3 "f32.e5m2.e4m3": 1 of Number(E5M2) by Number(E4M3) => 1 of Number(F32);
    F16E4m3E5m2 "f16.e4m3.e5m2": 1 of Number(E4M3) by Number(E5M2) => 1 of Number(F16);
    F16E5m2E4m3 "f16.e5m2.e4m3": 1 of Number(E5M2) by Number(E4M3) => 1 of Number(F16);
    F32E3m2 "f32.e3m2": 1 of Number(E3M2) => 1 of Number(F32);
    F32E2m3 "f32.e2m3": 1 of Number(E2M3) => 1 of Number(F32);
    F32E2m1 "f32.e2m1": 1 of Number(E2M1) => 1 of Number(F32);
    F32E4m3E3m2 "f32.e4m3.e3m2": 1 of Number(E4M3) by Number(E3M2) => 1 of Number(F32);
    F32E4m3E2m3 "f32.e4m3.e2m3": 1 of Number(E4M3) by Number(E2M3) => 1 of Number(F32);
    F32E4m3E2m1 "f32.e4m3.e2m1": 1 of Number(E4M3) by Number(E2M1) => 1 of Number(F32);
    F32E5m2E3m2 "f32.e5m2.e3m2": 1 of Number(E5M2) by Number(E3M2) => 1 of Number(F32);
    F32E5m2E2m3 "f32.e5m2.e2m3": 1 of Number(E5M2) by Number(E2M3) => 1 of Number(F32);
    F32E5m2E2m1 "f32.e5m2.e2m1": 1 of Number(E5M2) by Number(E2M1) => 1 of Number(F32);
    F32E3m2E4m3 "f32.e3m2.e4m3": 1 of Number(E3M2) by Number(E4M3) => 1 of Number(F32);
    F32E3m2E5m2 "f32.e3m2.e5m2": 1 of Number(E3M2) by Number(E5M2) => 1 of Number(F32);
    F32E3m2E2m3 "f32.e3m2.e2m3": 1 of Number(E3M2) by Number(E2M3) => 1 of Number(F32);
    F32E3m2E2m1 "f32.e3m2.e2m1": 1 of Number(E3M2) by Number(E2M1) => 1 of Number(F32);
    F32E2m3E4m3 "f32.e2m3.e4m3": 1 of Number(E2M3) by Number(E4M3) => 1 of Number(F32);
    F32E2m3E5m2 "f32.e2m3.e5m2": 1 of Number(E2M3) by Number(E5M2) => 1 of Number(F32);
    F32E2m3E3m2 "f32.e2m3.e3m2": 1 of Number(E2M3) by Number(E3M2) => 1 of Number(F32);
    F32E2m3E2m1 "f32.e2m3.e2m1": 1 of Number(E2M3) by Number(E2M1) => 1 of Number(F32);
    F32E2m1E4m3 "f32.e2m1.e4m3": 1 of Number(E2M1) by Number(E4M3) => 1 of Number(F32);
    F32E2m1E5m2 "f32.e2m1.e5m2": 1 of Number(E2M1) by Number(E5M2) => 1 of Number(F32);
    F32E2m1E3m2 "f32.e2m1.e3m2": 1 of Number(E2M1) by Number(E3M2) => 1 of Number(F32);
    F32E2m1E2m3 "f32.e2m1.e2m3": 1 of Number(E2M1) by Number(E2M3) => 1 of Number(F32);
    // Dot products of elements with scales: the result, `a`, `b` and the scales.
    F32E4m3E4m3Ue8m0 "f32.e4m3.e4m3.ue8m0": 1 of Number(E4M3) => 1 of Number(F32) scaled by UE8M0;
    F32E4m3E5m2Ue8m0 "f32.e4m3.e5m2.ue8m0": 1 of Number(E4M3) by Number(E5M2) => 1 of Number(F32) scaled by UE8M0;
    F32E4m3E3m2Ue8m0 "f32.e4m3.e3m2.ue8m0": 1 of Number(E4M3) by Number(E3M2) => 1 of Number(F32) scaled by UE8M0;
    F32E4m3E2m3Ue8m0 "f32.e4m3.e2m3.ue8m0": 1 of Number(E4M3) by Number(E2M3) => 1 of Number(F32) scaled by UE8M0;
    F32E4m3E2m1Ue8m0 "f32.e4m3.e2m1.ue8m0": 1 of Number(E4M3) by Number(E2M1) => 1 of Number(F32) scaled by UE8M0;
    F32E5m2E4m3Ue8m0 "f32.e5m2.e4m3.ue8m0": 1 of Number(E5M2) by Number(E4M3) => 1 of Number(F32) scaled by UE8M0;
    F32E5m2E5m2Ue8m0 "f32.e5m2.e5m2.ue8m0": 1 of Number(E5M2) => 1 of Number(F32) scaled by UE8M0;
    F32E5m2E3m2Ue8m0 "f32.e5m2.e3m2.ue8m0": 1 of Number(E5M2) by Number(E3M2) => 1 of Number(F32) scaled by UE8M0;
    F32E5m2E2m3Ue8m0 "f32.e5m2.e2m3.ue8m0": 1 of Number(E5M2) by Number(E2M3) => 1 of Number(F32) scaled by UE8M0;
    F32E5m2E2m1Ue8m0 "f32.e5m2.e2m1.ue8m0": 1 of Number(E5M2) by Number(E2M1) => 1 of Number(F32) scaled by UE8M0;
    F32E3m2E4m3Ue8m0 "f32.e3m2.e4m3.ue8m0": 1 of Number(E3M2) by Number(E4M3) => 1 of Number(F32) scaled by UE8M0;
    F32E3m2E5m2Ue8m0 "f32.e3m2.e5m2.ue8m0": 1 of Number(E3M2) by Number(E5M2) => 1 of Number(F32) scaled by UE8M0;
    F32E3m2E3m2Ue8m0 "f32.e3m2.e3m2.ue8m0": 1 of Number(E3M2) => 1 of Number(F32) scaled by UE8M0;
    F32E3m2E2m3Ue8m0 "f32.e3m2.e2m3.ue8m0": 1 of Number(E3M2) by Number(E2M3) => 1 of Number(F32) scaled by UE8M0;
    F32E3m2E2m1Ue8m0 "f32.e3m2.e2m1.ue8m0": 1 of Number(E3M2) by Number(E2M1) => 1 of Number(F32) scaled by UE8M0;
    F32E2m3E4m3Ue8m0 "f32.e2m3.e4m3.ue8m0": 1 of Number(E2M3) by Number(E4M3) => 1 of Number(F32) scaled by UE8M0;
    F32E2m3E5m2Ue8m0 "f32.e2m3.e5m2.ue8m0": 1 of Number(E2M3) by Number(E5M2) => 1 of Number(F32) scaled by UE8M0;
    F32E2m3E3m2Ue8m0 "f32.e2m3.e3m2.ue8m0": 1 of Number(E2M3) by Number(E3M2) => 1 of Number(F32) scaled by UE8M0;
    F32E2m3E2m3Ue8m0 "f32.e2m3.e2m3.ue8m0": 1 of Number(E2M3) => 1 of Number(F32) scaled by UE8M0;
    F32E2m3E2m1Ue8m0 "f32.e2m3.e2m1.ue8m0": 1 of Number(E2M3) by Number(E2M1) => 1 of Number(F32) scaled by UE8M0;
    F32E2m1E4m3Ue8m0 "f32.e2m1.e4m3.ue8m0": 1 of Number(E2M1) by Number(E4M3) => 1 of Number(F32) scaled by UE8M0;
    F32E2m1E5m2Ue8m0 "f32.e2m1.e5m2.ue8m0": 1 of Number(E2M1) by Number(E5M2) => 1 of Number(F32) scaled by UE8M0;
    F32E2m1E3m2Ue8m0 "f32.e2m1.e3m2.ue8m0": 1 of Number(E2M1) by Number(E3M2) => 1 of Number(F32) scaled by UE8M0;
    F32E2m1E2m3Ue8m0 "f32.e2m1.e2m3.ue8m0": 1 of Number(E2M1) by Number(E2M3) => 1 of Number(F32) scaled by UE8M0;
    F32E2m1E2m1Ue8m0 "f32.e2m1.e2m1.ue8m0": 1 of Number(E2M1) => 1 of Number(F32) scaled by UE8M0;
    F32E2m1E2m1Ue4m3 "f32.e2m1.e2m1.ue4m3": 1 of Number(E2M1) => 1 of Number(F32) scaled by UE4M3;
}

/// A type that the table does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComposedType(pub(crate) &'static TypeRow);

impl ComposedType {
    /// Returns the type of a row. Equal rows have one place in memory, so that a type is small.
    pub(crate) fn intern(row: TypeRow) -> ComposedType {
        static ROWS: Interner<TypeRow> = Interner::new();
        ComposedType(ROWS.intern(row))
    }
}

/// The registers of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TypeRow {
    pub(crate) name: &'static str,
    pub(crate) lanes: u32,
    pub(crate) operand: ElementType,
    pub(crate) second: ElementType,
    pub(crate) result_lanes: u32,
    pub(crate) result: ElementType,
}
