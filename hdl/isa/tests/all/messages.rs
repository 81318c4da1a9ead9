//! Error messages: one line with the fault, its place and the allowed spellings.

use expect_test::{expect, Expect};
use halfpipe_isa::Instruction;

fn check(texts: &[&str], expected: Expect) {
    let refused = |text: &&str| match text.parse::<Instruction>() {
        Ok(instruction) => format!("{text:?} is {instruction}\n"),
        Err(error) => format!("{error}\n"),
    };
    let messages: String = texts.iter().map(refused).collect();
    assert_eq!(messages.lines().count(), texts.len());
    expected.assert_eq(&messages);
}

#[test]
fn nothing_to_parse() {
    check(
        &["", "  \n", "// add.f16", ";"],
        expect![[r#"
        no instruction is given; write a mnemonic such as add.rn.f16
        no instruction is given; write a mnemonic such as add.rn.f16
        no instruction is given; write a mnemonic such as add.rn.f16
        no instruction is given; write a mnemonic such as add.rn.f16
    "#]],
    );
}

#[test]
fn empty_parts() {
    check(
        &[".", ".f16", "add..f16", "add.f16."],
        expect![[r#"
        `.` has an empty part; a mnemonic is operation.modifiers.type, such as add.rn.f16
        `.f16` has an empty part; a mnemonic is operation.modifiers.type, such as add.rn.f16
        `add..f16` has an empty part; a mnemonic is operation.modifiers.type, such as add.rn.f16
        `add.f16.` has an empty part; a mnemonic is operation.modifiers.type, such as add.rn.f16
    "#]],
    );
}

#[test]
fn unknown_operations() {
    check(
        &["rem.rn.f16", "ADD.f16", "famn.f16", "fna.f16", "exp2.f16", "@p", "{}"],
        expect![[r#"
            unknown operation `rem`; the operations are add, sub, mul, fma, neg, abs, min, max, tanh, ex2, set, setp, cvt, div, rcp, sqrt, rsqrt, lg2, exp, log, sigmoid, silu, gelu, erf, sin, cos, dot2, dot4, dot8, dot16, dot32, dot64, fadd, fsub, fmul, fmadd, fmin, fmax, fcvt, fdiv, fsqrt, fmsub, fnmsub, fnmadd, fsgnj, fsgnjn, fsgnjx, feq, flt, fle, fclass, fmv, fli, fminm, fmaxm, fround, froundnx, fleq, fltq
            unknown operation `ADD` (mnemonics are case-sensitive: write `add`); the operations are add, sub, mul, fma, neg, abs, min, max, tanh, ex2, set, setp, cvt, div, rcp, sqrt, rsqrt, lg2, exp, log, sigmoid, silu, gelu, erf, sin, cos, dot2, dot4, dot8, dot16, dot32, dot64, fadd, fsub, fmul, fmadd, fmin, fmax, fcvt, fdiv, fsqrt, fmsub, fnmsub, fnmadd, fsgnj, fsgnjn, fsgnjx, feq, flt, fle, fclass, fmv, fli, fminm, fmaxm, fround, froundnx, fleq, fltq
            unknown operation `famn`; the operations are add, sub, mul, fma, neg, abs, min, max, tanh, ex2, set, setp, cvt, div, rcp, sqrt, rsqrt, lg2, exp, log, sigmoid, silu, gelu, erf, sin, cos, dot2, dot4, dot8, dot16, dot32, dot64, fadd, fsub, fmul, fmadd, fmin, fmax, fcvt, fdiv, fsqrt, fmsub, fnmsub, fnmadd, fsgnj, fsgnjn, fsgnjx, feq, flt, fle, fclass, fmv, fli, fminm, fmaxm, fround, froundnx, fleq, fltq
            unknown operation `fna` (did you mean `fma`?); the operations are add, sub, mul, fma, neg, abs, min, max, tanh, ex2, set, setp, cvt, div, rcp, sqrt, rsqrt, lg2, exp, log, sigmoid, silu, gelu, erf, sin, cos, dot2, dot4, dot8, dot16, dot32, dot64, fadd, fsub, fmul, fmadd, fmin, fmax, fcvt, fdiv, fsqrt, fmsub, fnmsub, fnmadd, fsgnj, fsgnjn, fsgnjx, feq, flt, fle, fclass, fmv, fli, fminm, fmaxm, fround, froundnx, fleq, fltq
            unknown operation `exp2` (did you mean `ex2`?); the operations are add, sub, mul, fma, neg, abs, min, max, tanh, ex2, set, setp, cvt, div, rcp, sqrt, rsqrt, lg2, exp, log, sigmoid, silu, gelu, erf, sin, cos, dot2, dot4, dot8, dot16, dot32, dot64, fadd, fsub, fmul, fmadd, fmin, fmax, fcvt, fdiv, fsqrt, fmsub, fnmsub, fnmadd, fsgnj, fsgnjn, fsgnjx, feq, flt, fle, fclass, fmv, fli, fminm, fmaxm, fround, froundnx, fleq, fltq
            unknown operation `@p`; the operations are add, sub, mul, fma, neg, abs, min, max, tanh, ex2, set, setp, cvt, div, rcp, sqrt, rsqrt, lg2, exp, log, sigmoid, silu, gelu, erf, sin, cos, dot2, dot4, dot8, dot16, dot32, dot64, fadd, fsub, fmul, fmadd, fmin, fmax, fcvt, fdiv, fsqrt, fmsub, fnmsub, fnmadd, fsgnj, fsgnjn, fsgnjx, feq, flt, fle, fclass, fmv, fli, fminm, fmaxm, fround, froundnx, fleq, fltq
            unknown operation `{}`; the operations are add, sub, mul, fma, neg, abs, min, max, tanh, ex2, set, setp, cvt, div, rcp, sqrt, rsqrt, lg2, exp, log, sigmoid, silu, gelu, erf, sin, cos, dot2, dot4, dot8, dot16, dot32, dot64, fadd, fsub, fmul, fmadd, fmin, fmax, fcvt, fdiv, fsqrt, fmsub, fnmsub, fnmadd, fsgnj, fsgnjn, fsgnjx, feq, flt, fle, fclass, fmv, fli, fminm, fmaxm, fround, froundnx, fleq, fltq
        "#]],
    );
}

#[test]
fn unknown_types() {
    check(
        &[
            "add.rn.f64",
            "add.F16",
            "add.b16",
            "add.f32",
            "mul.f32.f16",
            "add.f32.f16x2",
            "add.bf16.f32",
            "mul.f16.f32",
            "neg.f16x4",
        ],
        expect![[r#"
            add has no type `.f64`; add takes .f16, .f16x2, .bf16, .bf16x2, .f32.f16, .f32.bf16, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
            add has no type `.F16` (mnemonics are case-sensitive: write `f16`); add takes .f16, .f16x2, .bf16, .bf16x2, .f32.f16, .f32.bf16, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
            add has no type `.b16`; add takes .f16, .f16x2, .bf16, .bf16x2, .f32.f16, .f32.bf16, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
            "add.f32" is add.rn.f32
            mul has no type `.f32.f16`; mul takes .f16, .f16x2, .bf16, .bf16x2, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
            add has no type `.f32.f16x2`; add takes .f16, .f16x2, .bf16, .bf16x2, .f32.f16, .f32.bf16, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
            add has no type `.bf16.f32` (did you mean `f32.bf16`?); add takes .f16, .f16x2, .bf16, .bf16x2, .f32.f16, .f32.bf16, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
            mul has no type `.f16.f32`; mul takes .f16, .f16x2, .bf16, .bf16x2, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
            neg has no type `.f16x4`; neg takes .f16, .f16x2, .bf16, .bf16x2, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
        "#]],
    );
}

#[test]
fn missing_and_repeated_types() {
    check(
        &["add", "mul.rn", "add.f16.bf16", "add.f16.f16", "add.f32.f16.bf16"],
        expect![[r#"
            `add` has no type; add takes .f16, .f16x2, .bf16, .bf16x2, .f32.f16, .f32.bf16, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
            `mul.rn` has no type; mul takes .f16, .f16x2, .bf16, .bf16x2, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
            `.f16` and `.bf16` are two types; add takes one of .f16, .f16x2, .bf16, .bf16x2, .f32.f16, .f32.bf16, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
            `.f16` and `.f16` are two types; add takes one of .f16, .f16x2, .bf16, .bf16x2, .f32.f16, .f32.bf16, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
            `.f32.f16` and `.bf16` are two types; add takes one of .f16, .f16x2, .bf16, .bf16x2, .f32.f16, .f32.bf16, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
        "#]],
    );
}

#[test]
fn unknown_modifiers() {
    check(
        &[
            "min.nan.f16",
            "fma.rn.rleu.f16",
            "add.full.f16",
            "add.RZ.f32.f16",
            "neg.foo.bf16",
            "max.xor.abs.f16",
        ],
        expect![[r#"
            unknown modifier `.nan` in min.f16 (mnemonics are case-sensitive: write `NaN`); min.f16 takes .ftz, .NaN, .xorsign.abs
            unknown modifier `.rleu` in fma.f16 (did you mean `relu`?); fma.f16 takes .rn, .rz, .rm, .rp, .rna, .ftz, .oob, .sat, .relu
            unknown modifier `.full` in add.f16; add.f16 takes .rn, .rz, .rm, .rp, .rna, .ftz, .sat
            unknown modifier `.RZ` in add.f32.f16 (mnemonics are case-sensitive: write `rz`); add.f32.f16 takes .rn, .rz, .rm, .rp, .rna, .sat
            unknown modifier `.foo` in neg.bf16; neg.bf16 takes no modifiers
            `.xor` is not allowed in max.f16; max.f16 takes .ftz, .NaN, .xorsign.abs
        "#]],
    );
}

#[test]
fn bf16_neither_flushes_nor_saturates() {
    check(
        &[
            "add.ftz.bf16",
            "sub.sat.bf16x2",
            "fma.rn.ftz.bf16",
            "fma.rn.sat.bf16x2",
            "neg.ftz.bf16",
            "abs.ftz.bf16x2",
            "min.ftz.bf16",
        ],
        expect![[r#"
            `.ftz` is not allowed in add.bf16; add.bf16 takes .rn, .rz, .rm, .rp, .rna
            `.sat` is not allowed in sub.bf16x2; sub.bf16x2 takes .rn, .rz, .rm, .rp, .rna
            `.ftz` is not allowed in fma.bf16; fma.bf16 takes .rn, .rz, .rm, .rp, .rna, .oob, .relu
            `.sat` is not allowed in fma.bf16x2; fma.bf16x2 takes .rn, .rz, .rm, .rp, .rna, .oob, .relu
            `.ftz` is not allowed in neg.bf16; neg.bf16 takes no modifiers
            `.ftz` is not allowed in abs.bf16x2; abs.bf16x2 takes no modifiers
            `.ftz` is not allowed in min.bf16; min.bf16 takes .NaN, .xorsign.abs
        "#]],
    );
}

#[test]
fn rounding_of_half_types() {
    check(
        &[
            "add.rz.f16",
            "mul.rm.bf16",
            "fma.rp.f16x2",
            "add.rn.rz.f16",
            "min.rn.f16",
            "tanh.approx.rn.f16",
            "neg.rn.f16",
        ],
        expect![[r#"
            "add.rz.f16" is add.rz.f16
            "mul.rm.bf16" is mul.rm.bf16
            "fma.rp.f16x2" is fma.rp.f16x2
            `.rn` and `.rz` do not go together in add.f16; write add{.rn}{.ftz}{.sat}.f16 or add.{rz,rm,rp,rna}{.ftz}{.sat}.f16
            `.rn` is not allowed in min.f16; min.f16 takes .ftz, .NaN, .xorsign.abs
            `.rn` is not allowed in tanh.f16; tanh.f16 takes .approx
            `.rn` is not allowed in neg.f16; neg.f16 takes .ftz
        "#]],
    );
}

#[test]
fn rounding_of_mixed_types() {
    check(
        &[
            "fma.f32.f16",
            "fma.sat.f32.bf16",
            "add.rn.rz.f32.f16",
            "fma.rm.rp.f32.f16",
        ],
        expect![[r#"
            one of .rn, .rz, .rm, .rp is missing in fma.f32.f16; write fma.{rn,rz,rm,rp}{.sat}.f32.f16
            one of .rn, .rz, .rm, .rp is missing in fma.f32.bf16; write fma.{rn,rz,rm,rp}{.sat}.f32.bf16
            `.rn` and `.rz` exclude each other in add.f32.f16; write one of .rn, .rz, .rm, .rp
            `.rm` and `.rp` exclude each other in fma.f32.f16; write one of .rn, .rz, .rm, .rp
        "#]],
    );
}

#[test]
fn modifiers_of_other_operations() {
    check(
        &[
            "add.relu.f16",
            "add.oob.f16",
            "add.NaN.f16",
            "add.approx.f16",
            "add.xorsign.f16",
            "neg.sat.f16",
            "add.ftz.f32.f16",
            "fma.rn.relu.f32.f16",
            "ex2.approx.sat.f16",
        ],
        expect![[r#"
            `.relu` is not allowed in add.f16; add.f16 takes .rn, .rz, .rm, .rp, .rna, .ftz, .sat
            `.oob` is not allowed in add.f16; add.f16 takes .rn, .rz, .rm, .rp, .rna, .ftz, .sat
            `.NaN` is not allowed in add.f16; add.f16 takes .rn, .rz, .rm, .rp, .rna, .ftz, .sat
            `.approx` is not allowed in add.f16; add.f16 takes .rn, .rz, .rm, .rp, .rna, .ftz, .sat
            `.xorsign` is not allowed in add.f16; add.f16 takes .rn, .rz, .rm, .rp, .rna, .ftz, .sat
            `.sat` is not allowed in neg.f16; neg.f16 takes .ftz
            `.ftz` is not allowed in add.f32.f16; add.f32.f16 takes .rn, .rz, .rm, .rp, .rna, .sat
            `.relu` is not allowed in fma.f32.f16; fma.f32.f16 takes .rn, .rz, .rm, .rp, .rna, .sat
            `.sat` is not allowed in ex2.f16; ex2.f16 takes .approx
        "#]],
    );
}

#[test]
fn modifiers_that_exclude_each_other() {
    check(
        &[
            "fma.rn.sat.relu.f16",
            "fma.rn.oob.ftz.f16",
            "fma.rn.oob.sat.f16x2",
            "fma.rn.ftz.oob.relu.sat.f16",
        ],
        expect![[r#"
            `.sat` and `.relu` do not go together in fma.f16; write fma.rn{.ftz}{.sat}.f16 or fma.rn{.ftz}.relu.f16 or fma.rn.oob{.relu}.f16
            `.ftz` and `.oob` do not go together in fma.f16; write fma.rn{.ftz}{.sat}.f16 or fma.rn{.ftz}.relu.f16 or fma.rn.oob{.relu}.f16
            `.oob` and `.sat` do not go together in fma.f16x2; write fma.rn{.ftz}{.sat}.f16x2 or fma.rn{.ftz}.relu.f16x2 or fma.rn.oob{.relu}.f16x2
            `.ftz` and `.oob` do not go together in fma.f16; write fma.rn{.ftz}{.sat}.f16 or fma.rn{.ftz}.relu.f16 or fma.rn.oob{.relu}.f16
        "#]],
    );
}

#[test]
fn approximations() {
    check(
        &[
            "tanh.f16",
            "ex2.f16",
            "ex2.ftz.bf16",
            "ex2.approx.bf16",
            "ex2.approx.ftz.f16",
            "tanh.approx.ftz.bf16",
        ],
        expect![[r#"
            `.approx` is missing in tanh.f16; write tanh.approx.f16
            `.approx` is missing in ex2.f16; write ex2.approx.f16
            `.approx` is missing in ex2.bf16; write ex2.approx.ftz.bf16
            `.ftz` is missing in ex2.bf16; write ex2.approx.ftz.bf16
            `.ftz` is not allowed in ex2.f16; ex2.f16 takes .approx
            `.ftz` is not allowed in tanh.bf16; tanh.bf16 takes .approx
        "#]],
    );
}

#[test]
fn halves_of_xorsign_abs() {
    check(
        &["min.xorsign.f16", "max.NaN.abs.bf16x2", "abs.abs.f16"],
        expect![[r#"
            `.xorsign` needs `.abs` in min.f16; write .xorsign.abs
            `.abs` needs `.xorsign` in max.bf16x2; write .xorsign.abs
            `.abs` is not allowed in abs.f16; abs.f16 takes .ftz
        "#]],
    );
}

#[test]
fn operands_and_what_follows() {
    check(
        &[
            "add.f16 d, a",
            "add.f16 a b",
            "neg.f16 d, a, b;",
            "add.rz.f32.f16 d, , c",
            "add.f16 d, a, b; sub.f16 d, a, b;",
            "add.f16;;",
        ],
        expect![[r#"
            add.f16 takes the operands d, a, b; found `d, a`
            add.f16 takes the operands d, a, b; found `a b`
            neg.f16 takes the operands d, a; found `d, a, b`
            add.rz.f32.f16 takes the operands d, a, c; found `d, , c`
            `sub.f16 d, a, b;` follows the `;`; give one instruction at a time
            `;` follows the `;`; give one instruction at a time
        "#]],
    );
}

#[test]
fn hostile_input() {
    let long = "ö".repeat(100_000);
    let long_type = format!("add.{}1", "f".repeat(100_000));
    check(
        &[
            &long,
            &long_type,
            "add.f\u{7}16",
            "add.\u{202e}.f16",
            "ａｄｄ.f16",
            "add.f１６",
        ],
        expect![[r#"
            unknown operation `öööööööööööööööööööööööööööööööööööööööö…`; the operations are add, sub, mul, fma, neg, abs, min, max, tanh, ex2, set, setp, cvt, div, rcp, sqrt, rsqrt, lg2, exp, log, sigmoid, silu, gelu, erf, sin, cos, dot2, dot4, dot8, dot16, dot32, dot64, fadd, fsub, fmul, fmadd, fmin, fmax, fcvt, fdiv, fsqrt, fmsub, fnmsub, fnmadd, fsgnj, fsgnjn, fsgnjx, feq, flt, fle, fclass, fmv, fli, fminm, fmaxm, fround, froundnx, fleq, fltq
            add has no type `.ffffffffffffffffffffffffffffffffffffffff…`; add takes .f16, .f16x2, .bf16, .bf16x2, .f32.f16, .f32.bf16, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
            add has no type `.f\u{7}16` (did you mean `f16`?); add takes .f16, .f16x2, .bf16, .bf16x2, .f32.f16, .f32.bf16, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
            unknown modifier `.\u{202e}` in add.f16; add.f16 takes .rn, .rz, .rm, .rp, .rna, .ftz, .sat
            unknown operation `ａｄｄ`; the operations are add, sub, mul, fma, neg, abs, min, max, tanh, ex2, set, setp, cvt, div, rcp, sqrt, rsqrt, lg2, exp, log, sigmoid, silu, gelu, erf, sin, cos, dot2, dot4, dot8, dot16, dot32, dot64, fadd, fsub, fmul, fmadd, fmin, fmax, fcvt, fdiv, fsqrt, fmsub, fnmsub, fnmadd, fsgnj, fsgnjn, fsgnjx, feq, flt, fle, fclass, fmv, fli, fminm, fmaxm, fround, froundnx, fleq, fltq
            `add.f１６` has no type; add takes .f16, .f16x2, .bf16, .bf16x2, .f32.f16, .f32.bf16, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
        "#]],
    );
}
