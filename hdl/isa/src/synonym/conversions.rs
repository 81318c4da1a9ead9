//! Names for conversions and for rounding to an integer in CUDA, SASS, LLVM and C.

use super::row::Meaning::{Is, IsWith, Near, Open};
use super::row::System::{Cuda, Llvm, Sass, C};
use super::row::{Meaning, Row, System};

const fn row(system: System, name: &'static str, meaning: Meaning) -> Row {
    Row { system, name, meaning }
}

/// Two values in the other order.
const EXCHANGED: &str = "puts its first operand into the low half, where the instruction puts it into the high half";

/// An operand that the instruction lacks.
const DOUBLE: &str = "converts from f64, which rounds once where f32 on the way rounds twice";

/// The rows of these names.
pub(super) const TABLE: &[Row] = &[
    row(Cuda, "__float2half", Is("cvt.rn.f16.f32")),
    row(Cuda, "__float2half_{round}", Is("cvt.{round}.f16.f32")),
    row(Cuda, "__half2float", Is("cvt.f32.f16")),
    row(Cuda, "__float2bfloat16", Is("cvt.rn.bf16.f32")),
    row(Cuda, "__float2bfloat16_{round}", Is("cvt.{round}.bf16.f32")),
    row(Cuda, "__bfloat162float", Is("cvt.f32.bf16")),
    row(Cuda, "__{int}2half_{round}", Is("cvt.{round}.f16.{int}")),
    row(Cuda, "__{int}2bfloat16_{round}", Is("cvt.{round}.bf16.{int}")),
    row(Cuda, "__half2{int}_{round_int}", Is("cvt.{round_int}.{int}.f16")),
    row(Cuda, "__half2{char}_rz", Is("cvt.rzi.{char}.f16")),
    row(Cuda, "__bfloat162{int}_{round_int}", Is("cvt.{round_int}.{int}.bf16")),
    row(Cuda, "__bfloat162{char}_rz", Is("cvt.rzi.{char}.bf16")),
    row(
        Cuda,
        "h{toward}",
        IsWith("cvt.{toward}.f16.f16", "on bfloat16 it is cvt.{toward}.bf16.bf16"),
    ),
    row(
        Cuda,
        "h2{toward}",
        Near(
            "rounds two lanes, where the instruction has one",
            &["cvt.{toward}.f16.f16"],
        ),
    ),
    row(Cuda, "__floats2half2_rn", Near(EXCHANGED, &["cvt.rn.f16x2.f32"])),
    row(Cuda, "__float22half2_rn", Near(EXCHANGED, &["cvt.rn.f16x2.f32"])),
    row(Cuda, "__floats2bfloat162_rn", Near(EXCHANGED, &["cvt.rn.bf16x2.f32"])),
    row(Cuda, "__float22bfloat162_rn", Near(EXCHANGED, &["cvt.rn.bf16x2.f32"])),
    row(
        Cuda,
        "__float2half2_rn",
        Near("puts one value into both halves", &["cvt.rn.f16.f32"]),
    ),
    row(
        Cuda,
        "__float2bfloat162_rn",
        Near("puts one value into both halves", &["cvt.rn.bf16.f32"]),
    ),
    row(Cuda, "__double2half", Near(DOUBLE, &["cvt.rn.f16.f32"])),
    row(Cuda, "__double2bfloat16", Near(DOUBLE, &["cvt.rn.bf16.f32"])),
    row(Sass, "F2F.F16.F32", Is("cvt.rn.f16.f32")),
    row(Sass, "F2F.F16.F32.{ROUND}", Is("cvt.{ROUND}.f16.f32")),
    row(Sass, "F2F.F32.F16", Is("cvt.f32.f16")),
    row(Sass, "F2FP.PACK_AB", Is("cvt.rn.f16x2.f32")),
    row(Sass, "F2FP.F16.F32.PACK_AB", Is("cvt.rn.f16x2.f32")),
    row(Sass, "F2FP.RELU.F16.F32.PACK_AB", Is("cvt.rn.relu.f16x2.f32")),
    row(Sass, "F2FP.BF16.PACK_AB", Is("cvt.rn.bf16x2.f32")),
    row(Sass, "F2FP.BF16.F32.PACK_AB", Is("cvt.rn.bf16x2.f32")),
    row(Sass, "F2FP.RELU.BF16.F32.PACK_AB", Is("cvt.rn.relu.bf16x2.f32")),
    row(
        Llvm,
        "llvm.{toward_llvm}.{scalar}",
        Is("cvt.{toward_llvm}.{scalar}.{scalar}"),
    ),
    row(Llvm, "llvm.convert.to.fp16.f32", Is("cvt.rn.f16.f32")),
    row(Llvm, "llvm.convert.from.fp16.f32", Is("cvt.f32.f16")),
    row(Llvm, "fptrunc float to {ir_scalar}", Is("cvt.rn.{ir_scalar}.f32")),
    row(Llvm, "fpext {ir_scalar} to float", Is("cvt.f32.{ir_scalar}")),
    row(
        Llvm,
        "{sign}itofp i{bits} to {ir_scalar}",
        Is("cvt.rn.{ir_scalar}.{sign}{bits}"),
    ),
    row(
        Llvm,
        "fpto{sign}i {ir_scalar} to i{bits}",
        IsWith(
            "cvt.rzi.{sign}{bits}.{ir_scalar}",
            "LLVM leaves NaN and values out of range open",
        ),
    ),
    row(
        Llvm,
        "llvm.fpto{sign}i.sat.i{few_bits}.{scalar}",
        Is("cvt.rzi.{sign}{few_bits}.{scalar}"),
    ),
    row(
        Llvm,
        "llvm.fpto{sign}i.sat.i64.{scalar}",
        Near(
            "gives 0 for NaN, where the instruction gives 2^63",
            &["cvt.rzi.{sign}64.{scalar}"],
        ),
    ),
    row(C, "{toward_c}f16", Is("cvt.{toward_c}.f16.f16")),
    row(
        C,
        "rintf16",
        Open("rounds as the environment says", &["cvt.{any_int}.f16.f16"]),
    ),
    row(
        C,
        "nearbyintf16",
        Open("rounds as the environment says", &["cvt.{any_int}.f16.f16"]),
    ),
];
