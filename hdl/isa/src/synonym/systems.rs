//! Names that need a choice: those of SoftFloat and of RISC-V's vectors, types, and words of several systems.

use super::row::Meaning::{Is, Open};
use super::row::System::{Cuda, Llvm, RiscvVector, Several, SoftFloat, C};
use super::row::{Meaning, Row, System};

const fn row(system: System, name: &'static str, meaning: Meaning) -> Row {
    Row { system, name, meaning }
}

/// SoftFloat's rounding.
const VARIABLE: &str = "takes its rounding from a variable";
/// A rounding in the arguments of a function.
const ARGUMENT: &str = "takes its rounding as an argument";
/// SoftFloat's results for NaN.
const SPECIALISED: &str = "has the NaN of the processor that SoftFloat is built for";
/// The width and the rounding of a vector instruction.
const VECTOR: &str = "takes the width from SEW and the rounding from frm";
/// The width of a vector instruction.
const WIDTH: &str = "takes the width from SEW";
/// A format in place of an instruction.
const F16: &str = "is a format, and `halfpipe list '*.f16'` prints its instructions";
const F16X2: &str = "is a format in two lanes, and `halfpipe list '*.f16x2'` prints its instructions";
const BF16: &str = "is a format, and `halfpipe list '*.bf16'` prints its instructions";
const BF16X2: &str = "is a format in two lanes, and `halfpipe list '*.bf16x2'` prints its instructions";

const fn f16(system: System, name: &'static str) -> Row {
    row(system, name, Open(F16, &["add.rn.f16", "fma.rn.f16", "cvt.rn.f16.f32"]))
}

const fn f16x2(system: System, name: &'static str) -> Row {
    row(
        system,
        name,
        Open(F16X2, &["add.rn.f16x2", "fma.rn.f16x2", "cvt.rn.f16x2.f32"]),
    )
}

const fn bf16(system: System, name: &'static str) -> Row {
    row(
        system,
        name,
        Open(BF16, &["add.rn.bf16", "fma.rn.bf16", "cvt.rn.bf16.f32"]),
    )
}

const fn bf16x2(system: System, name: &'static str) -> Row {
    row(
        system,
        name,
        Open(BF16X2, &["add.rn.bf16x2", "fma.rn.bf16x2", "cvt.rn.bf16x2.f32"]),
    )
}

/// The rows of these names.
pub(super) const TABLE: &[Row] = &[
    row(
        SoftFloat,
        "f16_{arith}",
        Open(VARIABLE, &["{arith}.{any}.f16", "f{arith}.h"]),
    ),
    row(SoftFloat, "f16_mulAdd", Open(VARIABLE, &["fma.{any}.f16", "fmadd.h"])),
    row(SoftFloat, "f16_sqrt", Open(VARIABLE, &["sqrt.{any}.f16", "fsqrt.h"])),
    row(
        SoftFloat,
        "bf16_{arith}",
        Open(VARIABLE, &["{arith}.{any}.bf16", "f{arith}.bf16"]),
    ),
    row(
        SoftFloat,
        "bf16_mulAdd",
        Open(VARIABLE, &["fma.{any}.bf16", "fmadd.bf16"]),
    ),
    row(
        SoftFloat,
        "bf16_sqrt",
        Open(VARIABLE, &["sqrt.{any}.bf16", "fsqrt.bf16"]),
    ),
    row(
        SoftFloat,
        "f16_eq",
        Open("has flags beside its answer", &["setp.eq.f16", "feq.h"]),
    ),
    row(
        SoftFloat,
        "f16_lt",
        Open("has flags beside its answer", &["setp.lt.f16", "flt.h"]),
    ),
    row(
        SoftFloat,
        "f16_le",
        Open("has flags beside its answer", &["setp.le.f16", "fle.h"]),
    ),
    row(SoftFloat, "f16_to_f32", Open(SPECIALISED, &["cvt.f32.f16", "fcvt.s.h"])),
    row(
        SoftFloat,
        "bf16_to_f32",
        Open(SPECIALISED, &["cvt.f32.bf16", "fcvt.s.bf16"]),
    ),
    row(
        SoftFloat,
        "f32_to_f16",
        Open(VARIABLE, &["cvt.{any}.f16.f32", "fcvt.h.s"]),
    ),
    row(
        SoftFloat,
        "f32_to_bf16",
        Open(VARIABLE, &["cvt.{any}.bf16.f32", "fcvt.bf16.s"]),
    ),
    row(SoftFloat, "f16_roundToInt", Open(ARGUMENT, &["cvt.{any_int}.f16.f16"])),
    row(
        SoftFloat,
        "f16_to_i32",
        Open(ARGUMENT, &["cvt.{any_int}.s32.f16", "fcvt.w.h"]),
    ),
    row(
        SoftFloat,
        "f16_to_ui32",
        Open(ARGUMENT, &["cvt.{any_int}.u32.f16", "fcvt.wu.h"]),
    ),
    row(
        SoftFloat,
        "f16_to_i64",
        Open(ARGUMENT, &["cvt.{any_int}.s64.f16", "fcvt.l.h"]),
    ),
    row(
        SoftFloat,
        "f16_to_ui64",
        Open(ARGUMENT, &["cvt.{any_int}.u64.f16", "fcvt.lu.h"]),
    ),
    row(
        SoftFloat,
        "f16_to_i32_r_minMag",
        Open(SPECIALISED, &["cvt.rzi.s32.f16", "fcvt.w.h.rtz"]),
    ),
    row(
        SoftFloat,
        "f16_to_ui32_r_minMag",
        Open(SPECIALISED, &["cvt.rzi.u32.f16", "fcvt.wu.h.rtz"]),
    ),
    row(
        SoftFloat,
        "f16_to_i64_r_minMag",
        Open(SPECIALISED, &["cvt.rzi.s64.f16", "fcvt.l.h.rtz"]),
    ),
    row(
        SoftFloat,
        "f16_to_ui64_r_minMag",
        Open(SPECIALISED, &["cvt.rzi.u64.f16", "fcvt.lu.h.rtz"]),
    ),
    row(
        SoftFloat,
        "i32_to_f16",
        Open(VARIABLE, &["cvt.{any}.f16.s32", "fcvt.h.w"]),
    ),
    row(
        SoftFloat,
        "ui32_to_f16",
        Open(VARIABLE, &["cvt.{any}.f16.u32", "fcvt.h.wu"]),
    ),
    row(
        SoftFloat,
        "i64_to_f16",
        Open(VARIABLE, &["cvt.{any}.f16.s64", "fcvt.h.l"]),
    ),
    row(
        SoftFloat,
        "ui64_to_f16",
        Open(VARIABLE, &["cvt.{any}.f16.u64", "fcvt.h.lu"]),
    ),
    row(
        RiscvVector,
        "vf{arith}.{v}",
        Open(VECTOR, &["f{arith}.h", "f{arith}.h{fixed}", "f{arith}.bf16"]),
    ),
    row(
        RiscvVector,
        "vfsqrt.v",
        Open(VECTOR, &["fsqrt.h", "fsqrt.h{fixed}", "fsqrt.bf16"]),
    ),
    row(
        RiscvVector,
        "{accumulate}.{v}",
        Open(
            VECTOR,
            &["{accumulate}.h", "{accumulate}.h{fixed}", "{accumulate}.bf16"],
        ),
    ),
    row(RiscvVector, "{exact}.{v}", Open(WIDTH, &["{exact}.h", "{exact}.bf16"])),
    row(RiscvVector, "vfclass.v", Open(WIDTH, &["fclass.h", "fclass.bf16"])),
    row(RiscvVector, "vfwmacc.{v}", Open(VECTOR, &["fma.{any}.f32.f16"])),
    row(
        RiscvVector,
        "vfwmaccbf16.{v}",
        Open("takes its rounding from frm", &["fma.{any}.f32.bf16"]),
    ),
    row(RiscvVector, "vfwadd.wv", Open(VECTOR, &["add.{any}.f32.f16"])),
    row(RiscvVector, "vfwadd.wf", Open(VECTOR, &["add.{any}.f32.f16"])),
    row(
        RiscvVector,
        "vfncvt.f.f.w",
        Open(VECTOR, &["fcvt.h.s", "fcvt.h.s{fixed}"]),
    ),
    row(RiscvVector, "vfwcvt.f.f.v", Open(WIDTH, &["fcvt.s.h"])),
    row(
        RiscvVector,
        "vfncvtbf16.f.f.w",
        Open("takes its rounding from frm", &["fcvt.bf16.s", "fcvt.bf16.s{fixed}"]),
    ),
    row(RiscvVector, "vfwcvtbf16.f.f.v", Is("fcvt.s.bf16")),
    f16(Cuda, "__half"),
    f16x2(Cuda, "__half2"),
    f16x2(Cuda, "half2"),
    bf16(Cuda, "__nv_bfloat16"),
    bf16x2(Cuda, "__nv_bfloat162"),
    f16(Llvm, "half"),
    bf16(Llvm, "bfloat"),
    f16(C, "_Float16"),
    f16(C, "__fp16"),
    bf16(C, "__bf16"),
    f16(Several, "f16"),
    f16(Several, "fp16"),
    f16(Several, "float16"),
    f16x2(Several, "f16x2"),
    bf16(Several, "bf16"),
    bf16(Several, "bfloat16"),
    bf16x2(Several, "bf16x2"),
    row(Several, "mad", Open(ONCE_OR_TWICE, MULTIPLY_ADD)),
    row(Several, "mac", Open(ONCE_OR_TWICE, MULTIPLY_ADD)),
    row(Several, "fmac", Open(ONCE_OR_TWICE, MULTIPLY_ADD)),
];

/// A multiplication and addition of unknown rounding and format.
const ONCE_OR_TWICE: &str = "has no format, and rounds once in some systems and twice in others";
const MULTIPLY_ADD: &[&str] = &["fma.rn.f16", "fma.rn.bf16", "fma.{any}.f32.f16", "fmadd.h"];
