//! Types of instructions.

use std::fmt;

use crate::element_type::ElementType;
use crate::format::FloatFormat;

/// Makes [`Type`] from a row for each type. A row has a description, the name, and the element type and number of lanes of
/// the operands' and the result's registers.
macro_rules! types {
    ($($(#[$meaning:meta])* $ty:ident $name:literal: $lanes:literal of $operand:expr => $result_lanes:literal of $result:expr;)*) => {
        /// The type suffix of an instruction.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Type {
            $($(#[$meaning])* $ty,)*
        }

        impl Type {
            /// Every type.
            pub const ALL: [Type; [$($name),*].len()] = [$(Type::$ty),*];

            const fn row(self) -> TypeRow {
                use ElementType::{Bits, Number, Signed, Small, Unsigned};
                match self {
                    $(Type::$ty => TypeRow {
                        name: $name,
                        lanes: $lanes,
                        operand: $operand,
                        result_lanes: $result_lanes,
                        result: $result,
                    },)*
                }
            }
        }
    };
}

types! {
    /// IEEE half precision: 5 exponent bits, 10 fraction bits.
    F16 "f16": 1 of Number(FloatFormat::F16) => 1 of Number(FloatFormat::F16);
    /// Two half-precision lanes in a 32-bit register.
    F16x2 "f16x2": 2 of Number(FloatFormat::F16) => 2 of Number(FloatFormat::F16);
    /// bfloat16: 8 exponent bits, 7 fraction bits.
    Bf16 "bf16": 1 of Number(FloatFormat::BF16) => 1 of Number(FloatFormat::BF16);
    /// Two bfloat16 lanes in a 32-bit register.
    Bf16x2 "bf16x2": 2 of Number(FloatFormat::BF16) => 2 of Number(FloatFormat::BF16);
    /// Single-precision result and `c`; `a` and `b` in half precision.
    F32F16 "f32.f16": 1 of Number(FloatFormat::F16) => 1 of Number(FloatFormat::F32);
    /// Single-precision result and `c`; `a` and `b` in bfloat16.
    F32Bf16 "f32.bf16": 1 of Number(FloatFormat::BF16) => 1 of Number(FloatFormat::F32);
    /// A half-precision value that is made of others: of a comparison of two, or of one rounded to an integer.
    F16F16 "f16.f16": 1 of Number(FloatFormat::F16) => 1 of Number(FloatFormat::F16);
    /// An unsigned integer of 16 bits, made of half-precision values: of a comparison of two, or of one rounded.
    U16F16 "u16.f16": 1 of Number(FloatFormat::F16) => 1 of Unsigned(16);
    /// A signed integer of 16 bits, made of half-precision values: of a comparison of two, or of one rounded.
    S16F16 "s16.f16": 1 of Number(FloatFormat::F16) => 1 of Signed(16);
    /// An unsigned integer of 32 bits, made of half-precision values: of a comparison of two, or of one rounded.
    U32F16 "u32.f16": 1 of Number(FloatFormat::F16) => 1 of Unsigned(32);
    /// A signed integer of 32 bits, made of half-precision values: of a comparison of two, or of one rounded.
    S32F16 "s32.f16": 1 of Number(FloatFormat::F16) => 1 of Signed(32);
    /// A comparison of two half-precision lanes that answers with two such values.
    F16x2F16x2 "f16x2.f16x2": 2 of Number(FloatFormat::F16) => 2 of Number(FloatFormat::F16);
    /// A comparison of two half-precision lanes that answers with two unsigned half-words in 32 bits.
    U32F16x2 "u32.f16x2": 2 of Number(FloatFormat::F16) => 2 of Unsigned(16);
    /// A comparison of two half-precision lanes that answers with two signed half-words in 32 bits.
    S32F16x2 "s32.f16x2": 2 of Number(FloatFormat::F16) => 2 of Signed(16);
    /// A bfloat16 value that is made of others: of a comparison of two, or of one rounded to an integer.
    Bf16Bf16 "bf16.bf16": 1 of Number(FloatFormat::BF16) => 1 of Number(FloatFormat::BF16);
    /// An unsigned integer of 16 bits, made of bfloat16 values: of a comparison of two, or of one rounded.
    U16Bf16 "u16.bf16": 1 of Number(FloatFormat::BF16) => 1 of Unsigned(16);
    /// A signed integer of 16 bits, made of bfloat16 values: of a comparison of two, or of one rounded.
    S16Bf16 "s16.bf16": 1 of Number(FloatFormat::BF16) => 1 of Signed(16);
    /// An unsigned integer of 32 bits, made of bfloat16 values: of a comparison of two, or of one rounded.
    U32Bf16 "u32.bf16": 1 of Number(FloatFormat::BF16) => 1 of Unsigned(32);
    /// A signed integer of 32 bits, made of bfloat16 values: of a comparison of two, or of one rounded.
    S32Bf16 "s32.bf16": 1 of Number(FloatFormat::BF16) => 1 of Signed(32);
    /// A comparison of two bfloat16 lanes that answers with two such values.
    Bf16x2Bf16x2 "bf16x2.bf16x2": 2 of Number(FloatFormat::BF16) => 2 of Number(FloatFormat::BF16);
    /// A comparison of two bfloat16 lanes that answers with two unsigned half-words in 32 bits.
    U32Bf16x2 "u32.bf16x2": 2 of Number(FloatFormat::BF16) => 2 of Unsigned(16);
    /// A comparison of two bfloat16 lanes that answers with two signed half-words in 32 bits.
    S32Bf16x2 "s32.bf16x2": 2 of Number(FloatFormat::BF16) => 2 of Signed(16);
    /// An unsigned integer of 8 bits, made of a half-precision value.
    U8F16 "u8.f16": 1 of Number(FloatFormat::F16) => 1 of Unsigned(8);
    /// An unsigned integer of 64 bits, made of a half-precision value.
    U64F16 "u64.f16": 1 of Number(FloatFormat::F16) => 1 of Unsigned(64);
    /// A signed integer of 8 bits, made of a half-precision value.
    S8F16 "s8.f16": 1 of Number(FloatFormat::F16) => 1 of Signed(8);
    /// A signed integer of 64 bits, made of a half-precision value.
    S64F16 "s64.f16": 1 of Number(FloatFormat::F16) => 1 of Signed(64);
    /// An unsigned integer of 8 bits, made of a bfloat16 value.
    U8Bf16 "u8.bf16": 1 of Number(FloatFormat::BF16) => 1 of Unsigned(8);
    /// An unsigned integer of 64 bits, made of a bfloat16 value.
    U64Bf16 "u64.bf16": 1 of Number(FloatFormat::BF16) => 1 of Unsigned(64);
    /// A signed integer of 8 bits, made of a bfloat16 value.
    S8Bf16 "s8.bf16": 1 of Number(FloatFormat::BF16) => 1 of Signed(8);
    /// A signed integer of 64 bits, made of a bfloat16 value.
    S64Bf16 "s64.bf16": 1 of Number(FloatFormat::BF16) => 1 of Signed(64);
    /// A half-precision value, made of an unsigned integer of 8 bits.
    F16U8 "f16.u8": 1 of Unsigned(8) => 1 of Number(FloatFormat::F16);
    /// A half-precision value, made of an unsigned integer of 16 bits.
    F16U16 "f16.u16": 1 of Unsigned(16) => 1 of Number(FloatFormat::F16);
    /// A half-precision value, made of an unsigned integer of 32 bits.
    F16U32 "f16.u32": 1 of Unsigned(32) => 1 of Number(FloatFormat::F16);
    /// A half-precision value, made of an unsigned integer of 64 bits.
    F16U64 "f16.u64": 1 of Unsigned(64) => 1 of Number(FloatFormat::F16);
    /// A half-precision value, made of a signed integer of 8 bits.
    F16S8 "f16.s8": 1 of Signed(8) => 1 of Number(FloatFormat::F16);
    /// A half-precision value, made of a signed integer of 16 bits.
    F16S16 "f16.s16": 1 of Signed(16) => 1 of Number(FloatFormat::F16);
    /// A half-precision value, made of a signed integer of 32 bits.
    F16S32 "f16.s32": 1 of Signed(32) => 1 of Number(FloatFormat::F16);
    /// A half-precision value, made of a signed integer of 64 bits.
    F16S64 "f16.s64": 1 of Signed(64) => 1 of Number(FloatFormat::F16);
    /// A bfloat16 value, made of an unsigned integer of 8 bits.
    Bf16U8 "bf16.u8": 1 of Unsigned(8) => 1 of Number(FloatFormat::BF16);
    /// A bfloat16 value, made of an unsigned integer of 16 bits.
    Bf16U16 "bf16.u16": 1 of Unsigned(16) => 1 of Number(FloatFormat::BF16);
    /// A bfloat16 value, made of an unsigned integer of 32 bits.
    Bf16U32 "bf16.u32": 1 of Unsigned(32) => 1 of Number(FloatFormat::BF16);
    /// A bfloat16 value, made of an unsigned integer of 64 bits.
    Bf16U64 "bf16.u64": 1 of Unsigned(64) => 1 of Number(FloatFormat::BF16);
    /// A bfloat16 value, made of a signed integer of 8 bits.
    Bf16S8 "bf16.s8": 1 of Signed(8) => 1 of Number(FloatFormat::BF16);
    /// A bfloat16 value, made of a signed integer of 16 bits.
    Bf16S16 "bf16.s16": 1 of Signed(16) => 1 of Number(FloatFormat::BF16);
    /// A bfloat16 value, made of a signed integer of 32 bits.
    Bf16S32 "bf16.s32": 1 of Signed(32) => 1 of Number(FloatFormat::BF16);
    /// A bfloat16 value, made of a signed integer of 64 bits.
    Bf16S64 "bf16.s64": 1 of Signed(64) => 1 of Number(FloatFormat::BF16);
    /// A half-precision value, made of a single-precision one.
    F16F32 "f16.f32": 1 of Number(FloatFormat::F32) => 1 of Number(FloatFormat::F16);
    /// A bfloat16 value, made of a single-precision one.
    Bf16F32 "bf16.f32": 1 of Number(FloatFormat::F32) => 1 of Number(FloatFormat::BF16);
    /// A half-precision value, made of a bfloat16 one.
    F16Bf16 "f16.bf16": 1 of Number(FloatFormat::BF16) => 1 of Number(FloatFormat::F16);
    /// A bfloat16 value, made of a half-precision one.
    Bf16F16 "bf16.f16": 1 of Number(FloatFormat::F16) => 1 of Number(FloatFormat::BF16);
    /// Two half-precision lanes, each made of a single-precision value.
    F16x2F32 "f16x2.f32": 1 of Number(FloatFormat::F32) => 2 of Number(FloatFormat::F16);
    /// Two bfloat16 lanes, each made of a single-precision value.
    Bf16x2F32 "bf16x2.f32": 1 of Number(FloatFormat::F32) => 2 of Number(FloatFormat::BF16);
    /// Two lanes of e4m3, each made of a single-precision value.
    E4m3x2F32 "e4m3x2.f32": 1 of Number(FloatFormat::F32) => 2 of Small(FloatFormat::E4M3);
    /// Two lanes of e5m2, each made of a single-precision value.
    E5m2x2F32 "e5m2x2.f32": 1 of Number(FloatFormat::F32) => 2 of Small(FloatFormat::E5M2);
    /// Two lanes of e2m3, each made of a single-precision value.
    E2m3x2F32 "e2m3x2.f32": 1 of Number(FloatFormat::F32) => 2 of Small(FloatFormat::E2M3);
    /// Two lanes of e3m2, each made of a single-precision value.
    E3m2x2F32 "e3m2x2.f32": 1 of Number(FloatFormat::F32) => 2 of Small(FloatFormat::E3M2);
    /// Two lanes of e2m1, each made of a single-precision value.
    E2m1x2F32 "e2m1x2.f32": 1 of Number(FloatFormat::F32) => 2 of Small(FloatFormat::E2M1);
    /// Two lanes of ue8m0, each made of a single-precision value.
    Ue8m0x2F32 "ue8m0x2.f32": 1 of Number(FloatFormat::F32) => 2 of Small(FloatFormat::UE8M0);
    /// Two lanes of e4m3, made of two half-precision lanes.
    E4m3x2F16x2 "e4m3x2.f16x2": 2 of Number(FloatFormat::F16) => 2 of Small(FloatFormat::E4M3);
    /// Two lanes of e5m2, made of two half-precision lanes.
    E5m2x2F16x2 "e5m2x2.f16x2": 2 of Number(FloatFormat::F16) => 2 of Small(FloatFormat::E5M2);
    /// Two lanes of ue8m0, made of two bfloat16 lanes.
    Ue8m0x2Bf16x2 "ue8m0x2.bf16x2": 2 of Number(FloatFormat::BF16) => 2 of Small(FloatFormat::UE8M0);
    /// Two half-precision lanes, made of two lanes of e4m3.
    F16x2E4m3x2 "f16x2.e4m3x2": 2 of Small(FloatFormat::E4M3) => 2 of Number(FloatFormat::F16);
    /// Two half-precision lanes, made of two lanes of e5m2.
    F16x2E5m2x2 "f16x2.e5m2x2": 2 of Small(FloatFormat::E5M2) => 2 of Number(FloatFormat::F16);
    /// Two half-precision lanes, made of two lanes of e2m3.
    F16x2E2m3x2 "f16x2.e2m3x2": 2 of Small(FloatFormat::E2M3) => 2 of Number(FloatFormat::F16);
    /// Two half-precision lanes, made of two lanes of e3m2.
    F16x2E3m2x2 "f16x2.e3m2x2": 2 of Small(FloatFormat::E3M2) => 2 of Number(FloatFormat::F16);
    /// Two half-precision lanes, made of two lanes of e2m1.
    F16x2E2m1x2 "f16x2.e2m1x2": 2 of Small(FloatFormat::E2M1) => 2 of Number(FloatFormat::F16);
    /// Two bfloat16 lanes, made of two lanes of ue8m0.
    Bf16x2Ue8m0x2 "bf16x2.ue8m0x2": 2 of Small(FloatFormat::UE8M0) => 2 of Number(FloatFormat::BF16);
    /// Arithmetic in e4m3, which PTX does not have: 4 exponent bits, 3 fraction bits.
    E4m3 "e4m3": 1 of Number(FloatFormat::E4M3) => 1 of Number(FloatFormat::E4M3);
    /// The same in two lanes of a 16-bit register.
    E4m3x2 "e4m3x2": 2 of Number(FloatFormat::E4M3) => 2 of Number(FloatFormat::E4M3);
    /// The same in four lanes of a 32-bit register.
    E4m3x4 "e4m3x4": 4 of Number(FloatFormat::E4M3) => 4 of Number(FloatFormat::E4M3);
    /// Arithmetic in e5m2, which PTX does not have: 5 exponent bits, 2 fraction bits.
    E5m2 "e5m2": 1 of Number(FloatFormat::E5M2) => 1 of Number(FloatFormat::E5M2);
    /// The same in two lanes of a 16-bit register.
    E5m2x2 "e5m2x2": 2 of Number(FloatFormat::E5M2) => 2 of Number(FloatFormat::E5M2);
    /// The same in four lanes of a 32-bit register.
    E5m2x4 "e5m2x4": 4 of Number(FloatFormat::E5M2) => 4 of Number(FloatFormat::E5M2);
    /// Two bfloat16 lanes, made of two lanes of e4m3.
    Bf16x2E4m3x2 "bf16x2.e4m3x2": 2 of Small(FloatFormat::E4M3) => 2 of Number(FloatFormat::BF16);
    /// Two bfloat16 lanes, made of two lanes of e5m2.
    Bf16x2E5m2x2 "bf16x2.e5m2x2": 2 of Small(FloatFormat::E5M2) => 2 of Number(FloatFormat::BF16);
    /// Two bfloat16 lanes, made of two lanes of e2m3.
    Bf16x2E2m3x2 "bf16x2.e2m3x2": 2 of Small(FloatFormat::E2M3) => 2 of Number(FloatFormat::BF16);
    /// Two bfloat16 lanes, made of two lanes of e3m2.
    Bf16x2E3m2x2 "bf16x2.e3m2x2": 2 of Small(FloatFormat::E3M2) => 2 of Number(FloatFormat::BF16);
    /// Two bfloat16 lanes, made of two lanes of e2m1.
    Bf16x2E2m1x2 "bf16x2.e2m1x2": 2 of Small(FloatFormat::E2M1) => 2 of Number(FloatFormat::BF16);
    /// Two bfloat16 lanes, made of two lanes of ue5m3.
    Bf16x2Ue5m3x2 "bf16x2.ue5m3x2": 2 of Small(FloatFormat::UE5M3) => 2 of Number(FloatFormat::BF16);
    /// Two half-precision lanes, made of two lanes of ue5m3.
    F16x2Ue5m3x2 "f16x2.ue5m3x2": 2 of Small(FloatFormat::UE5M3) => 2 of Number(FloatFormat::F16);
    /// Two lanes of e4m3, made of two bfloat16 lanes.
    E4m3x2Bf16x2 "e4m3x2.bf16x2": 2 of Number(FloatFormat::BF16) => 2 of Small(FloatFormat::E4M3);
    /// Two lanes of e5m2, made of two bfloat16 lanes.
    E5m2x2Bf16x2 "e5m2x2.bf16x2": 2 of Number(FloatFormat::BF16) => 2 of Small(FloatFormat::E5M2);
    /// Two lanes of e2m3, made of two bfloat16 lanes.
    E2m3x2Bf16x2 "e2m3x2.bf16x2": 2 of Number(FloatFormat::BF16) => 2 of Small(FloatFormat::E2M3);
    /// Two lanes of e3m2, made of two bfloat16 lanes.
    E3m2x2Bf16x2 "e3m2x2.bf16x2": 2 of Number(FloatFormat::BF16) => 2 of Small(FloatFormat::E3M2);
    /// Two lanes of e2m1, made of two bfloat16 lanes.
    E2m1x2Bf16x2 "e2m1x2.bf16x2": 2 of Number(FloatFormat::BF16) => 2 of Small(FloatFormat::E2M1);
    /// Two lanes of ue5m3, made of two bfloat16 lanes.
    Ue5m3x2Bf16x2 "ue5m3x2.bf16x2": 2 of Number(FloatFormat::BF16) => 2 of Small(FloatFormat::UE5M3);
    /// Two lanes of e2m3, made of two half-precision lanes.
    E2m3x2F16x2 "e2m3x2.f16x2": 2 of Number(FloatFormat::F16) => 2 of Small(FloatFormat::E2M3);
    /// Two lanes of e3m2, made of two half-precision lanes.
    E3m2x2F16x2 "e3m2x2.f16x2": 2 of Number(FloatFormat::F16) => 2 of Small(FloatFormat::E3M2);
    /// Two lanes of e2m1, made of two half-precision lanes.
    E2m1x2F16x2 "e2m1x2.f16x2": 2 of Number(FloatFormat::F16) => 2 of Small(FloatFormat::E2M1);
    /// Two lanes of ue5m3, made of two half-precision lanes.
    Ue5m3x2F16x2 "ue5m3x2.f16x2": 2 of Number(FloatFormat::F16) => 2 of Small(FloatFormat::UE5M3);
    /// Two lanes of ue5m3, each made of a single-precision value.
    Ue5m3x2F32 "ue5m3x2.f32": 1 of Number(FloatFormat::F32) => 2 of Small(FloatFormat::UE5M3);
    /// Half precision of RISC-V, whose canonical NaN is 7e00.
    H "h": 1 of Number(FloatFormat::RISCV_H) => 1 of Number(FloatFormat::RISCV_H);
    /// bfloat16 of RISC-V, whose canonical NaN is 7fc0.
    RiscvBf16 "bf16": 1 of Number(FloatFormat::RISCV_BF16) => 1 of Number(FloatFormat::RISCV_BF16);
    /// A signed integer of 32 bits, made of a half-precision value of RISC-V.
    WH "w.h": 1 of Number(FloatFormat::RISCV_H) => 1 of Signed(32);
    /// An unsigned integer of 32 bits, made of a half-precision value of RISC-V.
    WuH "wu.h": 1 of Number(FloatFormat::RISCV_H) => 1 of Unsigned(32);
    /// A signed integer of 64 bits, made of a half-precision value of RISC-V.
    LH "l.h": 1 of Number(FloatFormat::RISCV_H) => 1 of Signed(64);
    /// An unsigned integer of 64 bits, made of a half-precision value of RISC-V.
    LuH "lu.h": 1 of Number(FloatFormat::RISCV_H) => 1 of Unsigned(64);
    /// A half-precision value of RISC-V, made of a signed integer of 32 bits.
    HW "h.w": 1 of Signed(32) => 1 of Number(FloatFormat::RISCV_H);
    /// A half-precision value of RISC-V, made of an unsigned integer of 32 bits.
    HWu "h.wu": 1 of Unsigned(32) => 1 of Number(FloatFormat::RISCV_H);
    /// A half-precision value of RISC-V, made of a signed integer of 64 bits.
    HL "h.l": 1 of Signed(64) => 1 of Number(FloatFormat::RISCV_H);
    /// A half-precision value of RISC-V, made of an unsigned integer of 64 bits.
    HLu "h.lu": 1 of Unsigned(64) => 1 of Number(FloatFormat::RISCV_H);
    /// A single-precision value of RISC-V, made of a half-precision one.
    SH "s.h": 1 of Number(FloatFormat::RISCV_H) => 1 of Number(FloatFormat::RISCV_S);
    /// A half-precision value of RISC-V, made of a single-precision one.
    HS "h.s": 1 of Number(FloatFormat::RISCV_S) => 1 of Number(FloatFormat::RISCV_H);
    /// A signed integer of 32 bits, made of a bfloat16 value of RISC-V.
    WBf16 "w.bf16": 1 of Number(FloatFormat::RISCV_BF16) => 1 of Signed(32);
    /// An unsigned integer of 32 bits, made of a bfloat16 value of RISC-V.
    WuBf16 "wu.bf16": 1 of Number(FloatFormat::RISCV_BF16) => 1 of Unsigned(32);
    /// A signed integer of 64 bits, made of a bfloat16 value of RISC-V.
    LBf16 "l.bf16": 1 of Number(FloatFormat::RISCV_BF16) => 1 of Signed(64);
    /// An unsigned integer of 64 bits, made of a bfloat16 value of RISC-V.
    LuBf16 "lu.bf16": 1 of Number(FloatFormat::RISCV_BF16) => 1 of Unsigned(64);
    /// A bfloat16 value of RISC-V, made of a signed integer of 32 bits.
    Bf16W "bf16.w": 1 of Signed(32) => 1 of Number(FloatFormat::RISCV_BF16);
    /// A bfloat16 value of RISC-V, made of an unsigned integer of 32 bits.
    Bf16Wu "bf16.wu": 1 of Unsigned(32) => 1 of Number(FloatFormat::RISCV_BF16);
    /// A bfloat16 value of RISC-V, made of a signed integer of 64 bits.
    Bf16L "bf16.l": 1 of Signed(64) => 1 of Number(FloatFormat::RISCV_BF16);
    /// A bfloat16 value of RISC-V, made of an unsigned integer of 64 bits.
    Bf16Lu "bf16.lu": 1 of Unsigned(64) => 1 of Number(FloatFormat::RISCV_BF16);
    /// A single-precision value of RISC-V, made of a bfloat16 one.
    SBf16 "s.bf16": 1 of Number(FloatFormat::RISCV_BF16) => 1 of Number(FloatFormat::RISCV_S);
    /// A bfloat16 value of RISC-V, made of a single-precision one.
    Bf16S "bf16.s": 1 of Number(FloatFormat::RISCV_S) => 1 of Number(FloatFormat::RISCV_BF16);
    /// A half-precision value of RISC-V, made of a bfloat16 one.
    HBf16 "h.bf16": 1 of Number(FloatFormat::RISCV_BF16) => 1 of Number(FloatFormat::RISCV_H);
    /// A bfloat16 value of RISC-V, made of a half-precision one.
    Bf16H "bf16.h": 1 of Number(FloatFormat::RISCV_H) => 1 of Number(FloatFormat::RISCV_BF16);
    /// An integer register of RISC-V with the bits of a half-precision value.
    XH "x.h": 1 of Number(FloatFormat::RISCV_H) => 1 of Signed(32);
    /// A half-precision value of RISC-V with bits of an integer register.
    HX "h.x": 1 of Bits(32) => 1 of Number(FloatFormat::RISCV_H);
    /// Single-precision result and `c`; `a` and `b` in e4m3.
    F32E4m3 "f32.e4m3": 1 of Number(FloatFormat::E4M3) => 1 of Number(FloatFormat::F32);
    /// Single-precision result and `c`; `a` and `b` in e5m2.
    F32E5m2 "f32.e5m2": 1 of Number(FloatFormat::E5M2) => 1 of Number(FloatFormat::F32);
    /// Half-precision result and `c`; `a` and `b` in e4m3.
    F16E4m3 "f16.e4m3": 1 of Number(FloatFormat::E4M3) => 1 of Number(FloatFormat::F16);
    /// Half-precision result and `c`; `a` and `b` in e5m2.
    F16E5m2 "f16.e5m2": 1 of Number(FloatFormat::E5M2) => 1 of Number(FloatFormat::F16);
}

/// The registers of a type.
struct TypeRow {
    name: &'static str,
    lanes: u32,
    operand: ElementType,
    result_lanes: u32,
    result: ElementType,
}

impl Type {
    /// Returns the suffix without its leading dot, such as `f16x2`, `f32.bf16` or `u32.f16x2`.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the number of values in a register of operands: 2 in the `x2` types, 4 in the `x4` ones, otherwise 1.
    pub const fn lanes(self) -> u32 {
        self.row().lanes
    }

    /// Returns the type of one lane of the operands `a` and `b`.
    pub const fn operand(self) -> ElementType {
        self.row().operand
    }

    /// Returns the format of one lane of the operands `a` and `b`. If they are integers or small, it is the format of
    /// the result.
    pub const fn operand_format(self) -> FloatFormat {
        match (self.operand(), self.result()) {
            (ElementType::Number(format), _) | (_, ElementType::Number(format)) => format,
            _ => panic!("each type has a number"),
        }
    }

    /// Returns the type of one lane of a result `d`.
    pub const fn result(self) -> ElementType {
        self.row().result
    }

    /// Returns the number of values in the register of a result `d`.
    pub const fn result_lanes(self) -> u32 {
        self.row().result_lanes
    }

    /// Returns the format of one lane of the result and of a numeric operand `c`. If the result is no number, it is the
    /// format of `a` and `b`.
    pub const fn result_format(self) -> FloatFormat {
        match self.result() {
            ElementType::Number(format) => format,
            _ => self.operand_format(),
        }
    }

    /// Returns the type of single values in a format.
    pub fn scalar(format: FloatFormat) -> Option<Type> {
        let number = ElementType::Number(format);
        let is_scalar = |ty: &Type| ty.lanes() == 1 && ty.operand() == number && ty.result() == number;
        Type::ALL.into_iter().find(is_scalar)
    }

    /// True for a type of RISC-V.
    pub const fn is_riscv(self) -> bool {
        self.operand_format().is_riscv()
    }

    /// True if the result is a number in single precision, and `a` and `b` are narrower.
    pub const fn is_mixed(self) -> bool {
        matches!(self, Type::F32F16 | Type::F32Bf16)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}
