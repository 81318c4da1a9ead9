//! RISC-V's instructions.

use std::collections::BTreeSet;

use expect_test::{expect, Expect};
use halfpipe_isa::{FloatFormat, Instruction, InstructionSource, Modifier, Rounding};

use super::grammar::spelt;

fn instruction(mnemonic: &str) -> Instruction {
    mnemonic.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The instructions that round, without a rounding.
const ROUNDED: [&str; 9] = [
    "f{add,sub,mul,div,sqrt}.{h,bf16,s}",
    "f{madd,msub,nmsub,nmadd}.{h,bf16,s}",
    "fcvt.{w,wu,l,lu}.{h,bf16,s}",
    "fcvt.{h,bf16,s}.{w,wu,l,lu}",
    "fcvt.{h,bf16}.s",
    "fcvt.h.bf16",
    "fcvt.bf16.h",
    "fround.{h,bf16,s}",
    "froundnx.{h,bf16,s}",
];

/// The others.
const EXACT: [&str; 7] = [
    "fsgnj{,n,x}.{h,bf16,s}",
    "f{min,max}{,m}.{h,bf16,s}",
    "f{eq,lt,le,class}.{h,bf16,s}",
    "f{ltq,leq,li}.{h,bf16,s}",
    "fmv.{x.h,h.x}",
    "fmv.{x.w,w.x}",
    "fcvt.s.{h,bf16}",
];

fn all_spelt(patterns: &[&str], end: &str) -> BTreeSet<String> {
    let patterns = patterns.iter().map(|pattern| format!("{pattern}{end}"));
    patterns.flat_map(|pattern| spelt(&pattern)).collect()
}

#[test]
fn they_are_the_whole_grammar() {
    let fixed = all_spelt(&ROUNDED, ".{rne,rtz,rdn,rup,rmm}");
    let expected: BTreeSet<String> = fixed.union(&all_spelt(&EXACT, "")).cloned().collect();
    let found: BTreeSet<String> = Instruction::riscv().iter().map(|one| one.mnemonic()).collect();
    assert_eq!(found, expected);
    assert_eq!((found.len(), Instruction::riscv().len()), (353, 353));
}

#[test]
fn each_that_rounds_has_a_rounding_port() {
    let all = Instruction::riscv_with_rm();
    let found: BTreeSet<String> = all.iter().map(|one| one.mnemonic()).collect();
    let rounded = all_spelt(&ROUNDED, "");
    assert_eq!(found, rounded.union(&all_spelt(&EXACT, "")).cloned().collect());
    assert_eq!(found.len(), all.len());
    for one in all {
        assert_eq!(one.has_rounding_port(), rounded.contains(&one.mnemonic()), "{one}");
        let last = one.signature().operands().last().unwrap();
        assert_eq!(last.name == "rm", one.has_rounding_port(), "{one}");
        for rounding in Rounding::ALL.into_iter().filter(|_| one.has_rounding_port()) {
            let fixed = one.with_fixed_rounding(rounding);
            assert_eq!(
                fixed.mnemonic(),
                format!("{}.{}", one.mnemonic(), rounding.riscv_name())
            );
            assert_eq!(fixed.with_rounding_port(), Some(one));
        }
    }
}

#[test]
fn every_canonical_name_parses_to_itself() {
    for one in Instruction::riscv().iter().copied().chain(Instruction::riscv_with_rm()) {
        assert_eq!(one.mnemonic().parse(), Ok(one));
        assert_eq!(one.to_string(), one.mnemonic());
    }
}

#[test]
fn they_always_have_flags() {
    for one in Instruction::riscv().iter().copied().chain(Instruction::riscv_with_rm()) {
        assert!(one.has_flags(), "{one}");
        assert_eq!((one.without_flags(), one.with_flags()), (one, Some(one)));
        let results: Vec<&str> = one.signature().results().iter().map(|result| result.name).collect();
        assert_eq!(results, ["d", "flags"], "{one}");
    }
}

#[test]
fn they_have_no_modifier_but_the_rounding() {
    for one in Instruction::riscv() {
        assert!(one.modifiers().all(|modifier| modifier.rounding().is_some()), "{one}");
        assert!(one.is_riscv() && !one.is_ptx(), "{one}");
    }
    assert!(instruction("fcvt.w.h.rmm").modifiers().all(Modifier::rounds_to_integer));
}

/// The formats differ from those of PTX in the canonical NaN, and so do the instructions of the same name but one letter.
#[test]
fn they_are_not_those_of_ptx() {
    assert_ne!(instruction("fadd.h.rne"), instruction("add.rn.f16"));
    assert_ne!(instruction("fcvt.bf16.s.rne"), instruction("cvt.rn.bf16.f32"));
    for one in Instruction::riscv() {
        let all = one.signature().operands().iter().chain(one.signature().results());
        let formats: Vec<FloatFormat> = all.filter_map(|operand| operand.element_type.format()).collect();
        assert!(
            !formats.is_empty() && formats.into_iter().all(FloatFormat::is_riscv),
            "{one}"
        );
    }
}

#[test]
fn they_name_their_extension() {
    let of = |section: &'static str| {
        let all = Instruction::riscv_with_rm().into_iter();
        let own = all.filter(move |one| one.source() == InstructionSource::Riscv(section));
        own.inspect(move |one| assert_eq!(one.section(), section))
            .map(Instruction::mnemonic)
    };
    let zfbfmin: Vec<String> = of("Zfbfmin").collect();
    assert_eq!(zfbfmin, ["fcvt.bf16.s", "fcvt.s.bf16"]);
    assert!(of("Zfh").all(|name| !name.contains("bf16")));
    assert!(of("bf16 as in Zfh").all(|name| name.contains("bf16")));
    assert_eq!((of("Zfh").count(), of("bf16 as in Zfh").count()), (30, 28));
    assert!(of("F").all(|name| !name.contains(".h") && !name.contains("bf16")));
    assert!(of("Zfa").all(|name| name.ends_with(".h") || name.ends_with(".s")));
    assert!(of("bf16 as in Zfa").all(|name| name.ends_with(".bf16")));
    assert_eq!(
        ["F", "Zfa", "bf16 as in Zfa"].map(|section| of(section).count()),
        [28, 14, 7]
    );
}

#[test]
fn operands_and_results() {
    let check = |names: &[&str], expected: Expect| {
        let lines = names
            .iter()
            .map(|name| format!("{name}: {}\n", instruction(name).signature()));
        expected.assert_eq(&lines.collect::<String>());
    };
    check(
        &[
            "fadd.h",
            "fadd.h.rne",
            "fnmadd.bf16",
            "fsqrt.h",
            "fsgnjx.h",
            "fmin.bf16",
            "fle.h",
            "fclass.bf16",
            "fmv.x.h",
            "fmv.h.x",
            "fmv.x.w",
            "fmv.w.x",
            "fli.h",
            "fli.s",
            "fminm.bf16",
            "fround.h",
            "froundnx.s.rup",
            "fltq.s",
            "fnmsub.s",
            "fcvt.l.s",
            "fcvt.s.lu.rmm",
            "fcvt.w.h",
            "fcvt.lu.bf16.rtz",
            "fcvt.h.wu",
            "fcvt.s.h",
            "fcvt.bf16.s",
        ],
        expect![[r#"
            fadd.h: d:h, flags:flags, a:h, b:h, rm:rounding
            fadd.h.rne: d:h, flags:flags, a:h, b:h
            fnmadd.bf16: d:bf16, flags:flags, a:bf16, b:bf16, c:bf16, rm:rounding
            fsqrt.h: d:h, flags:flags, a:h, rm:rounding
            fsgnjx.h: d:h, flags:flags, a:h, b:h
            fmin.bf16: d:bf16, flags:flags, a:bf16, b:bf16
            fle.h: d:u32, flags:flags, a:h, b:h
            fclass.bf16: d:u32, flags:flags, a:bf16
            fmv.x.h: d:s32, flags:flags, a:h
            fmv.h.x: d:h, flags:flags, a:b32
            fmv.x.w: d:s32, flags:flags, a:s
            fmv.w.x: d:s, flags:flags, a:b32
            fli.h: d:h, flags:flags, a:b5
            fli.s: d:s, flags:flags, a:b5
            fminm.bf16: d:bf16, flags:flags, a:bf16, b:bf16
            fround.h: d:h, flags:flags, a:h, rm:rounding
            froundnx.s.rup: d:s, flags:flags, a:s
            fltq.s: d:u32, flags:flags, a:s, b:s
            fnmsub.s: d:s, flags:flags, a:s, b:s, c:s, rm:rounding
            fcvt.l.s: d:s64, flags:flags, a:s, rm:rounding
            fcvt.s.lu.rmm: d:s, flags:flags, a:u64
            fcvt.w.h: d:s32, flags:flags, a:h, rm:rounding
            fcvt.lu.bf16.rtz: d:u64, flags:flags, a:bf16
            fcvt.h.wu: d:h, flags:flags, a:u32, rm:rounding
            fcvt.s.h: d:s, flags:flags, a:h
            fcvt.bf16.s: d:bf16, flags:flags, a:s, rm:rounding
        "#]],
    );
}

#[test]
fn what_is_wrong_is_said() {
    let check = |names: &[&str], expected: Expect| {
        let lines = names.iter().map(|name| match name.parse::<Instruction>() {
            Ok(one) => format!("{name} is {one}\n"),
            Err(error) => format!("{error}\n"),
        });
        let lines: String = lines.collect();
        assert_eq!(lines.lines().count(), names.len());
        expected.assert_eq(&lines);
    };
    check(
        &[
            "fadd",
            "fadd.q",
            "fadd.d.rne",
            "fadd.h.dyn",
            "fadd.rne.h",
            "fadd.h.rne.rne",
            "fadd.H",
            "FADD.h",
            "fad.h",
            "fmin.h.rne",
            "fcvt.s.h.rne",
            "fcvt.h",
            "fcvt.d.h",
            "fcvt.w.d",
            "fmv.x.bf16",
            "fli.d",
            "fround.s.dyn",
            "fleq.h.rne",
            "fmsub.f16",
            "add.h",
            "cvt.rn.h.s",
            "fadd.f16",
            "fadd.h d, a",
            "fadd.h d, a, b",
            "fadd.h d|flags, a, b, rm",
        ],
        expect![[r#"
            `fadd` is no instruction; fadd takes .h, .bf16, .s, and behind it .rne, .rtz, .rdn, .rup or .rmm, or nothing for an input rm
            `fadd.q` is no instruction; fadd takes .h, .bf16, .s, and behind it .rne, .rtz, .rdn, .rup or .rmm, or nothing for an input rm
            `fadd.d.rne` is no instruction; fadd takes .h, .bf16, .s, and behind it .rne, .rtz, .rdn, .rup or .rmm, or nothing for an input rm
            `fadd.h.dyn` is no instruction; fadd takes .h, .bf16, .s, and behind it .rne, .rtz, .rdn, .rup or .rmm, or nothing for an input rm
            `fadd.rne.h` is no instruction; fadd takes .h, .bf16, .s, and behind it .rne, .rtz, .rdn, .rup or .rmm, or nothing for an input rm
            `fadd.h.rne.rne` is no instruction; fadd takes .h, .bf16, .s, and behind it .rne, .rtz, .rdn, .rup or .rmm, or nothing for an input rm
            `fadd.H` is no instruction; fadd takes .h, .bf16, .s, and behind it .rne, .rtz, .rdn, .rup or .rmm, or nothing for an input rm
            unknown operation `FADD` (mnemonics are case-sensitive: write `fadd`); the operations are add, sub, mul, fma, neg, abs, min, max, tanh, ex2, set, setp, cvt, div, rcp, sqrt, rsqrt, lg2, exp, log, sigmoid, silu, gelu, erf, sin, cos, dot2, dot4, dot8, dot16, dot32, dot64, fadd, fsub, fmul, fmadd, fmin, fmax, fcvt, fdiv, fsqrt, fmsub, fnmsub, fnmadd, fsgnj, fsgnjn, fsgnjx, feq, flt, fle, fclass, fmv, fli, fminm, fmaxm, fround, froundnx, fleq, fltq
            unknown operation `fad` (did you mean `fadd`?); the operations are add, sub, mul, fma, neg, abs, min, max, tanh, ex2, set, setp, cvt, div, rcp, sqrt, rsqrt, lg2, exp, log, sigmoid, silu, gelu, erf, sin, cos, dot2, dot4, dot8, dot16, dot32, dot64, fadd, fsub, fmul, fmadd, fmin, fmax, fcvt, fdiv, fsqrt, fmsub, fnmsub, fnmadd, fsgnj, fsgnjn, fsgnjx, feq, flt, fle, fclass, fmv, fli, fminm, fmaxm, fround, froundnx, fleq, fltq
            `fmin.h.rne` has no rounding; write fmin.h
            `fcvt.s.h.rne` has no rounding; write fcvt.s.h
            `fcvt.h` is no instruction; fcvt takes .w.h, .wu.h, .l.h, .lu.h, .h.w, .h.wu, .h.l, .h.lu, .s.h, .h.s, .w.bf16, .wu.bf16, .l.bf16, .lu.bf16, .bf16.w, .bf16.wu, .bf16.l, .bf16.lu, .w.s, .wu.s, .l.s, .lu.s, .s.w, .s.wu, .s.l, .s.lu, .s.bf16, .bf16.s, .h.bf16, .bf16.h, and behind it .rne, .rtz, .rdn, .rup or .rmm, or nothing for an input rm
            `fcvt.d.h` is no instruction; fcvt takes .w.h, .wu.h, .l.h, .lu.h, .h.w, .h.wu, .h.l, .h.lu, .s.h, .h.s, .w.bf16, .wu.bf16, .l.bf16, .lu.bf16, .bf16.w, .bf16.wu, .bf16.l, .bf16.lu, .w.s, .wu.s, .l.s, .lu.s, .s.w, .s.wu, .s.l, .s.lu, .s.bf16, .bf16.s, .h.bf16, .bf16.h, and behind it .rne, .rtz, .rdn, .rup or .rmm, or nothing for an input rm
            `fcvt.w.d` is no instruction; fcvt takes .w.h, .wu.h, .l.h, .lu.h, .h.w, .h.wu, .h.l, .h.lu, .s.h, .h.s, .w.bf16, .wu.bf16, .l.bf16, .lu.bf16, .bf16.w, .bf16.wu, .bf16.l, .bf16.lu, .w.s, .wu.s, .l.s, .lu.s, .s.w, .s.wu, .s.l, .s.lu, .s.bf16, .bf16.s, .h.bf16, .bf16.h, and behind it .rne, .rtz, .rdn, .rup or .rmm, or nothing for an input rm
            `fmv.x.bf16` is no instruction; fmv takes .x.h, .h.x, .x.w, .w.x
            `fli.d` is no instruction; fli takes .h, .bf16, .s
            `fround.s.dyn` is no instruction; fround takes .h, .bf16, .s, and behind it .rne, .rtz, .rdn, .rup or .rmm, or nothing for an input rm
            `fleq.h.rne` has no rounding; write fleq.h
            `fmsub.f16` is no instruction; fmsub takes .h, .bf16, .s, and behind it .rne, .rtz, .rdn, .rup or .rmm, or nothing for an input rm
            `add.h` has no type; add takes .f16, .f16x2, .bf16, .bf16x2, .f32.f16, .f32.bf16, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
            `cvt.rn.h.s` has no type; cvt takes two types, the result's first: .f16, .bf16, .f32 or any format eXmY with each other or .u8 to .s64; or pairs such as .f16x2.f32, .e4m3x2.f32, .e2m1x2.f32, .f16x2.e5m2x2 and .ue8m0x2.bf16x2
            `fadd.f16` is no instruction; fadd takes .h, .bf16, .s, and behind it .rne, .rtz, .rdn, .rup or .rmm, or nothing for an input rm
            fadd.h takes the operands d|flags, a, b, rm; found `d, a`
            fadd.h takes the operands d|flags, a, b, rm; found `d, a, b`
            fadd.h d|flags, a, b, rm is fadd.h
        "#]],
    );
}
