//! Names for arithmetic and comparisons in CUDA, SASS, LLVM and C.

use super::row::Meaning::{Is, IsWith, Near, Open};
use super::row::System::{Cuda, Llvm, Sass, C};
use super::row::{Meaning, Row, System};

const fn row(system: System, name: &'static str, meaning: Meaning) -> Row {
    Row { system, name, meaning }
}

/// Functions that a system computes with an error of its own.
const OWN_ERROR: &str = "has an error of its own, where the instruction rounds the exact value once";

/// An operation on the sign that keeps the other bits of a NaN.
const KEEPS_NAN: &str = "keeps the other bits of a NaN, where the instruction gives the canonical NaN";

/// A function of C, which rounds as the environment says: to nearest even by default.
const BY_DEFAULT: &str = "it rounds as C does by default";

/// The rows of these names.
pub(super) const TABLE: &[Row] = &[
    row(
        Cuda,
        "__h{op}{lanes}",
        IsWith("{op}.rn.{lanes}", "on bfloat16 it is {op}.rn.b{lanes}"),
    ),
    row(
        Cuda,
        "__h{op}{lanes}_rn",
        IsWith("{op}.rn.{lanes}", "on bfloat16 it is {op}.rn.b{lanes}"),
    ),
    row(Cuda, "__h{op}{lanes}_sat", Is("{op}.rn.sat.{lanes}")),
    row(
        Cuda,
        "__hfma{lanes}",
        IsWith("fma.rn.{lanes}", "on bfloat16 it is fma.rn.b{lanes}"),
    ),
    row(Cuda, "__hfma{lanes}_sat", Is("fma.rn.sat.{lanes}")),
    row(
        Cuda,
        "__hfma{lanes}_relu",
        IsWith("fma.rn.relu.{lanes}", "on bfloat16 it is fma.rn.relu.b{lanes}"),
    ),
    row(
        Cuda,
        "__hneg{lanes}",
        IsWith("neg.{lanes}", "on bfloat16 it is neg.b{lanes}"),
    ),
    row(
        Cuda,
        "__habs{lanes}",
        IsWith("abs.{lanes}", "on bfloat16 it is abs.b{lanes}"),
    ),
    row(
        Cuda,
        "__h{minmax}{lanes}",
        IsWith("{minmax}.{lanes}", "on bfloat16 it is {minmax}.b{lanes}"),
    ),
    row(
        Cuda,
        "__h{minmax}{lanes}_nan",
        IsWith("{minmax}.NaN.{lanes}", "on bfloat16 it is {minmax}.NaN.b{lanes}"),
    ),
    row(
        Cuda,
        "__h{relation}",
        IsWith("setp.{relation}.f16", "on bfloat16 it is setp.{relation}.bf16"),
    ),
    row(
        Cuda,
        "__h{relation}2",
        IsWith(
            "set.{relation}.f16x2.f16x2",
            "on bfloat16 it is set.{relation}.bf16x2.bf16x2",
        ),
    ),
    row(
        Cuda,
        "__h{relation}2_mask",
        IsWith(
            "set.{relation}.u32.f16x2",
            "on bfloat16 it is set.{relation}.u32.bf16x2",
        ),
    ),
    row(
        Cuda,
        "__hb{relation}2",
        Near("has one answer for both lanes", &["setp.{relation}.f16x2"]),
    ),
    row(
        Cuda,
        "__hisnan",
        Near("has one operand, which the instruction takes twice", &["setp.nan.f16"]),
    ),
    row(
        Cuda,
        "__hisnan2",
        Near(
            "has one operand, which the instruction takes twice",
            &["set.nan.f16x2.f16x2"],
        ),
    ),
    row(Cuda, "h{lanes}rcp", Is("rcp.rn.{lanes}")),
    row(Cuda, "h{lanes}rsqrt", Is("rsqrt.approx.{lanes}")),
    row(
        Cuda,
        "h{lanes}sqrt",
        Near(
            "takes sqrt.approx.f32, whose error leaves 30 results open",
            &["sqrt.rn.{lanes}"],
        ),
    ),
    row(
        Cuda,
        "__hdiv",
        Near(
            "takes rcp.approx.f32, whose error leaves some results open",
            &["div.rn.f16"],
        ),
    ),
    row(
        Cuda,
        "__h2div",
        Near(
            "takes rcp.approx.f32, whose error leaves some results open",
            &["div.rn.f16x2"],
        ),
    ),
    row(
        Cuda,
        "h{lanes}{exponential}",
        Near(OWN_ERROR, &["{exponential}.approx.{lanes}"]),
    ),
    row(Cuda, "h{lanes}tanh", Near(OWN_ERROR, &["tanh.approx.{lanes}"])),
    row(Cuda, "h{lanes}tanh_approx", Is("tanh.approx.{lanes}")),
    row(Sass, "{OP}", Is("{OP}.rn.f16x2")),
    row(Sass, "{OP}.SAT", Is("{OP}.rn.sat.f16x2")),
    row(Sass, "{OP}.{BF16}", Is("{OP}.rn.{BF16}x2")),
    row(Sass, "HFMA2.RELU", Is("fma.rn.relu.f16x2")),
    row(Sass, "HFMA2.MMA.RELU", Is("fma.rn.relu.f16x2")),
    row(Sass, "HFMA2.{BF16}.RELU", Is("fma.rn.relu.{BF16}x2")),
    row(
        Sass,
        "HADD2.F32",
        Open(
            "adds halves with a result in f32; with the operand -RZ it converts one",
            &["cvt.f32.f16", "add.{any}.f32.f16"],
        ),
    ),
    row(
        Sass,
        "HMNMX2{NAN}",
        Open("is min or max by its predicate", &["min{NAN}.f16x2", "max{NAN}.f16x2"]),
    ),
    row(
        Sass,
        "HMNMX2.{BF16}{NAN}",
        Open(
            "is min or max by its predicate",
            &["min{NAN}.{BF16}x2", "max{NAN}.{BF16}x2"],
        ),
    ),
    row(
        Sass,
        "HSETP2",
        Open("has its relation in a suffix", &["setp.{relation}.f16x2"]),
    ),
    row(
        Sass,
        "HSET2",
        Open("has its relation in a suffix", &["set.{relation}.f16x2.f16x2"]),
    ),
    row(Sass, "MUFU.TANH.F16", Is("tanh.approx.f16")),
    row(Sass, "MUFU.TANH.BF16", Is("tanh.approx.bf16")),
    row(Sass, "MUFU.EX2.F16", Is("ex2.approx.f16")),
    row(Llvm, "llvm.fma.{type}", Is("fma.rn.{type}")),
    row(
        Llvm,
        "llvm.fmuladd.{type}",
        Open(
            "rounds once or twice: mul.rn.{type} and then add.rn.{type} round twice",
            &["fma.rn.{type}"],
        ),
    ),
    row(
        Llvm,
        "llvm.{minmax}num.{type}",
        IsWith("{minmax}.{type}", "LLVM leaves the order of -0 and +0 open"),
    ),
    row(Llvm, "llvm.{minmax}imumnum.{type}", Is("{minmax}.{type}")),
    row(Llvm, "llvm.{minmax}imum.{type}", Is("{minmax}.NaN.{type}")),
    row(Llvm, "llvm.sqrt.{type}", Is("sqrt.rn.{type}")),
    row(Llvm, "llvm.fabs.{type}", Near(KEEPS_NAN, &["abs.{type}"])),
    row(Llvm, "llvm.copysign.f16", Is("fsgnj.h")),
    row(Llvm, "llvm.copysign.bf16", Is("fsgnj.bf16")),
    row(
        Llvm,
        "llvm.{exponential_c}.f16",
        Open("may have any error", &["{exponential_c}.approx.f16"]),
    ),
    row(
        Llvm,
        "llvm.{exponential_c}.v2f16",
        Open("may have any error", &["{exponential_c}.approx.f16x2"]),
    ),
    row(Llvm, "f{arith} {ir}", Is("{arith}.rn.{ir}")),
    row(Llvm, "fneg {ir}", Near(KEEPS_NAN, &["neg.{ir}"])),
    row(Llvm, "fcmp {fcmp} {ir}", Is("setp.{fcmp}.{ir}")),
    row(C, "fmaf16", IsWith("fma.rn.f16", BY_DEFAULT)),
    row(C, "sqrtf16", IsWith("sqrt.rn.f16", BY_DEFAULT)),
    row(
        C,
        "f{minmax}f16",
        IsWith("{minmax}.f16", "C leaves the order of -0 and +0 open"),
    ),
    row(C, "f{minmax}imum_numf16", Is("{minmax}.f16")),
    row(C, "f{minmax}imumf16", Is("{minmax}.NaN.f16")),
    row(C, "fabsf16", Near(KEEPS_NAN, &["abs.f16"])),
    row(C, "copysignf16", Is("fsgnj.h")),
    row(
        C,
        "{exponential_c}f16",
        Open("may have any error", &["{exponential_c}.approx.f16"]),
    ),
];
