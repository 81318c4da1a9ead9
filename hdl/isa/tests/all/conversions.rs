//! Conversions (cvt) between halves, single precision, integers and formats of eight bits or fewer.

use std::collections::BTreeSet;

use expect_test::expect;
use halfpipe_isa::{Instruction, InstructionSource, Rounding};

use super::grammar::spelt;

#[test]
fn they_are_the_whole_grammar_and_each_name_parses_to_itself() {
    let grammar = [
        "cvt.{rni,rzi,rmi,rpi}{,.sat}.{u,s}{8,16,32,64}.f16",
        "cvt.{rni,rzi,rmi,rpi}.{u,s}{8,16,32,64}.bf16",
        "cvt{,.rni,.rzi,.rmi,.rpi}{,.sat}.f16.f16",
        "cvt.{rni,rzi,rmi,rpi}.bf16.bf16",
        "cvt.{rn,rz,rm,rp}{,.sat}.f16.{u,s}{8,16,32,64}",
        "cvt.{rn,rz,rm,rp}.bf16.{u,s}{8,16,32,64}",
        "cvt.{rn,rz,rm,rp}{,.ftz}{,.sat}.f16.f32",
        "cvt.{rn,rz,rm,rp}{,.ftz}.bf16.f32",
        "cvt{,.ftz}{,.sat}.f32.f16",
        "cvt{,.ftz}.f32.bf16",
        "cvt.{rn,rz,rm,rp}.{f16.bf16,bf16.f16}",
        "cvt.{rn,rz}{.relu,.satfinite,.relu.satfinite}.{f16,bf16}.f32",
        "cvt.{rn,rz,rs}{,.relu}{,.satfinite}.{f16,bf16}x2.f32",
        "cvt.rn.satfinite{,.relu}.{e4m3x2,e5m2x2}.{f32,f16x2}",
        "cvt.rn.satfinite{,.relu}.{e2m3x2,e3m2x2,e2m1x2}.f32",
        "cvt.rn{,.relu}.f16x2.{e4m3,e5m2,e2m3,e3m2,e2m1}x2",
        "cvt.{rz,rp}{,.satfinite}.ue8m0x2.{f32,bf16x2}",
        "cvt.rn.bf16x2.ue8m0x2",
        "cvt.rn{,.satfinite}{,.relu}.bf16x2.{e4m3,e5m2,e2m3,e3m2,e2m1}x2",
        "cvt.{rn,rz}.satfinite{,.relu}.{e4m3,e5m2,e2m3,e3m2,e2m1}x2.bf16x2",
        "cvt.{rn,rz}.satfinite{,.relu}.{e2m3,e3m2,e2m1}x2.f16x2",
        "cvt.rz.satfinite{,.relu}.{e4m3,e5m2}x2.f16x2",
        "cvt.rz.satfinite{,.relu}.{e4m3,e5m2,e2m3,e3m2,e2m1}x2.f32",
        "cvt.{rn,rz,rp}{,.satfinite}.ue5m3x2.{f32,f16x2,bf16x2}",
        "cvt.rn{,.satfinite}.bf16x2.ue5m3x2",
        "cvt.rn.f16x2.ue5m3x2",
        "cvt.rnai{,.sat}.{u,s}{8,16,32,64}.f16",
        "cvt.rnai.{u,s}{8,16,32,64}.bf16",
        "cvt.rnai{,.sat}.f16.f16",
        "cvt.rnai.bf16.bf16",
        "cvt.rna{,.sat}.f16.{u,s}{8,16,32,64}",
        "cvt.rna.bf16.{u,s}{8,16,32,64}",
        "cvt.rna{,.ftz}{,.sat}.f16.f32",
        "cvt.rna{,.ftz}.bf16.f32",
        "cvt.rna.{f16.bf16,bf16.f16}",
        "cvt.rna{.relu,.satfinite,.relu.satfinite}.{f16,bf16}.f32",
        "cvt.rna{,.relu}{,.satfinite}.{f16,bf16}x2.f32",
        "cvt.rna.satfinite{,.relu}.{e4m3x2,e5m2x2}.{f32,f16x2}",
        "cvt.rna.satfinite{,.relu}.{e2m3x2,e3m2x2,e2m1x2}.f32",
    ];
    let expected: BTreeSet<String> = grammar.into_iter().flat_map(spelt).collect();
    let names: Vec<String> = Instruction::conversions().iter().map(|one| one.mnemonic()).collect();
    assert_eq!(names.len(), expected.len());
    assert_eq!(names.iter().cloned().collect::<BTreeSet<_>>(), expected);
    for (name, instruction) in names.iter().zip(Instruction::conversions()) {
        assert_eq!(name.parse(), Ok(*instruction), "{name}");
    }
}

/// The names that the assembler of CUDA 13.5 accepts. This is the test's own list.
const OF_ASSEMBLER: &str = include_str!("conversions_of_assembler.txt");

#[test]
fn the_assembler_has_87_that_the_text_lacks() {
    let expected: BTreeSet<&str> = OF_ASSEMBLER.lines().collect();
    assert_eq!((expected.len(), OF_ASSEMBLER.lines().count()), (87, 87));
    let is_of_assembler = |instruction: &&Instruction| instruction.source() == InstructionSource::Assembler;
    let all = Instruction::conversions().iter().filter(is_of_assembler);
    let found: BTreeSet<String> = all.map(|one| one.mnemonic()).collect();
    assert_eq!(found, expected.into_iter().map(str::to_owned).collect());
    assert!(OF_ASSEMBLER.lines().all(|name| {
        let instruction: Instruction = name.parse().unwrap();
        !instruction.is_ptx() && instruction.with_flags().is_some()
    }));
}

#[test]
fn conversions_are_those_of_ptx_then_the_assembler_then_ties_away() {
    let sources: Vec<InstructionSource> = Instruction::conversions().iter().map(|one| one.source()).collect();
    let counts = sources.chunk_by(|one, next| one == next).map(|run| (run[0], run.len()));
    assert_eq!(
        counts.collect::<Vec<_>>(),
        [
            (InstructionSource::Ptx("9.7.9.21"), 313),
            (InstructionSource::Assembler, 87),
            (InstructionSource::Extension, 87)
        ]
    );
}

#[test]
fn modifiers_are_taken_in_any_order() {
    let name = |line: &str| line.parse::<Instruction>().unwrap().mnemonic();
    assert_eq!(name("cvt.satfinite.relu.rz.f16.f32"), "cvt.rz.relu.satfinite.f16.f32");
    assert_eq!(name("cvt.sat.f32.f16.ftz d, a;"), "cvt.ftz.sat.f32.f16");
    assert_eq!(
        name("cvt.rn.relu.satfinite.e4m3x2.f32"),
        "cvt.rn.satfinite.relu.e4m3x2.f32"
    );
    assert_eq!(name("cvt.rs.bf16x2.f32 d, a, b, rbits;"), "cvt.rs.bf16x2.f32");
}

#[test]
fn roundings_are_those_of_the_name() {
    let rounding = |name: &str| name.parse::<Instruction>().unwrap().rounding();
    assert_eq!(rounding("cvt.rni.s32.f16"), Rounding::NearestEven);
    assert_eq!(rounding("cvt.rzi.u8.bf16"), Rounding::TowardZero);
    assert_eq!(rounding("cvt.rmi.f16.f16"), Rounding::TowardNegative);
    assert_eq!(rounding("cvt.rp.f16.u64"), Rounding::TowardPositive);
    assert_eq!(rounding("cvt.rnai.s32.f16"), Rounding::NearestAway);
    assert_eq!(rounding("cvt.rna.f16.f32"), Rounding::NearestAway);
}

#[test]
fn their_registers() {
    let registers = |name: &str| name.parse::<Instruction>().unwrap().signature().to_string();
    let told: String = [
        "cvt.rzi.s8.f16",
        "cvt.rni.u64.bf16",
        "cvt.rpi.f16.f16",
        "cvt.rm.bf16.s64",
        "cvt.f32.f16",
        "cvt.rn.bf16.f32",
        "cvt.rn.f16x2.f32",
        "cvt.rs.bf16x2.f32",
        "cvt.rn.satfinite.e4m3x2.f16x2",
        "cvt.rz.satfinite.e2m3x2.bf16x2",
        "cvt.rp.ue5m3x2.f32",
        "cvt.rn.f16x2.ue5m3x2",
        "cvt.rn.satfinite.e2m3x2.f32",
        "cvt.rn.satfinite.e2m1x2.f32",
        "cvt.rn.f16x2.e2m1x2",
        "cvt.rn.bf16x2.ue8m0x2",
    ]
    .map(|name| format!("{name}: {}\n", registers(name)))
    .concat();
    expect![[r#"
        cvt.rzi.s8.f16: d:s8, a:f16
        cvt.rni.u64.bf16: d:u64, a:bf16
        cvt.rpi.f16.f16: d:f16, a:f16
        cvt.rm.bf16.s64: d:bf16, a:s64
        cvt.f32.f16: d:f32, a:f16
        cvt.rn.bf16.f32: d:bf16, a:f32
        cvt.rn.f16x2.f32: d:f16x2, a:f32, b:f32
        cvt.rs.bf16x2.f32: d:bf16x2, a:f32, b:f32, rbits:b32
        cvt.rn.satfinite.e4m3x2.f16x2: d:e4m3x2, a:f16x2
        cvt.rz.satfinite.e2m3x2.bf16x2: d:e2m3x2, a:bf16x2
        cvt.rp.ue5m3x2.f32: d:ue5m3x2, a:f32, b:f32
        cvt.rn.f16x2.ue5m3x2: d:f16x2, a:ue5m3x2
        cvt.rn.satfinite.e2m3x2.f32: d:e2m3x2, a:f32, b:f32
        cvt.rn.satfinite.e2m1x2.f32: d:e2m1x2, a:f32, b:f32
        cvt.rn.f16x2.e2m1x2: d:f16x2, a:e2m1x2
        cvt.rn.bf16x2.ue8m0x2: d:bf16x2, a:ue8m0x2
    "#]]
    .assert_eq(&told);
}

#[test]
fn what_is_refused() {
    let told: String = [
        "cvt.rn.f16.f64",
        "cvt.f64.bf16",
        "cvt.rn.f32.s24",
        "cvt.u32.u8",
        "cvt.rna.tf32.f32",
        "cvt",
        "cvt.rn",
        "cvt.rn.f16",
        "cvt.rn.f16.s31",
        "cvt.rn.f16x2.f16x2",
        "cvt.rn.f16.f32.f32",
        "cvt.f16.f32",
        "cvt.rn.f32.f16",
        "cvt.rn.s32.f16",
        "cvt.s32.f16",
        "cvt.rzi.sat.s32.bf16",
        "cvt.rn.sat.bf16.f32",
        "cvt.rm.relu.f16.f32",
        "cvt.rn.sat.relu.f16.f32",
        "cvt.rn.ftz.satfinite.bf16.f32",
        "cvt.rn.rz.f16.f32",
        "cvt.rn.rs.f16x2.f32",
        "cvt.rs.f16.f32",
        "cvt.rni.bf16.f16",
        "cvt.rzu.s32.f16",
        "add.rni.f16",
        "cvt.rn.e4m3x2.f32",
        "cvt.rp.satfinite.e5m2x2.f16x2",
        "cvt.rn.e2m1x2.f16x2",
        "cvt.rm.ue5m3x2.f32",
        "cvt.rn.relu.ue5m3x2.bf16x2",
        "cvt.rn.satfinite.f16x2.ue5m3x2",
        "cvt.rn.ue8m0x2.f32",
        "cvt.rs.satfinite.e4m3x4.f32",
        "cvt.rs.f16x2.f32 d, a, b;",
        "cvt.rn.f16x2.f32 d, a;",
    ]
    .map(|line| format!("{line}\n    {}\n", line.parse::<Instruction>().unwrap_err()))
    .concat();
    expect![[r#"
        cvt.rn.f16.f64
            unsupported conversion cvt.f16.f64: double precision is out of scope; cvt takes two types, the result's first: .f16, .bf16, .f32 or any format eXmY with each other or .u8 to .s64; or pairs such as .f16x2.f32, .e4m3x2.f32, .e2m1x2.f32, .f16x2.e5m2x2 and .ue8m0x2.bf16x2
        cvt.f64.bf16
            unsupported conversion cvt.f64.bf16: double precision is out of scope; cvt takes two types, the result's first: .f16, .bf16, .f32 or any format eXmY with each other or .u8 to .s64; or pairs such as .f16x2.f32, .e4m3x2.f32, .e2m1x2.f32, .f16x2.e5m2x2 and .ue8m0x2.bf16x2
        cvt.rn.f32.s24
            cvt has no type `.f32.s24`; cvt takes two types, the result's first: .f16, .bf16, .f32 or any format eXmY with each other or .u8 to .s64; or pairs such as .f16x2.f32, .e4m3x2.f32, .e2m1x2.f32, .f16x2.e5m2x2 and .ue8m0x2.bf16x2
        cvt.u32.u8
            unsupported conversion cvt.u32.u8: neither type is a floating-point format; cvt takes two types, the result's first: .f16, .bf16, .f32 or any format eXmY with each other or .u8 to .s64; or pairs such as .f16x2.f32, .e4m3x2.f32, .e2m1x2.f32, .f16x2.e5m2x2 and .ue8m0x2.bf16x2
        cvt.rna.tf32.f32
            unsupported conversion cvt.tf32.f32: tf32 is single precision with a shorter significand; .e8m10 has its numbers in 19 bits; cvt takes two types, the result's first: .f16, .bf16, .f32 or any format eXmY with each other or .u8 to .s64; or pairs such as .f16x2.f32, .e4m3x2.f32, .e2m1x2.f32, .f16x2.e5m2x2 and .ue8m0x2.bf16x2
        cvt
            `cvt` has no type; cvt takes two types, the result's first: .f16, .bf16, .f32 or any format eXmY with each other or .u8 to .s64; or pairs such as .f16x2.f32, .e4m3x2.f32, .e2m1x2.f32, .f16x2.e5m2x2 and .ue8m0x2.bf16x2
        cvt.rn
            `cvt.rn` has no type; cvt takes two types, the result's first: .f16, .bf16, .f32 or any format eXmY with each other or .u8 to .s64; or pairs such as .f16x2.f32, .e4m3x2.f32, .e2m1x2.f32, .f16x2.e5m2x2 and .ue8m0x2.bf16x2
        cvt.rn.f16
            cvt has no type `.f16`; cvt takes two types, the result's first: .f16, .bf16, .f32 or any format eXmY with each other or .u8 to .s64; or pairs such as .f16x2.f32, .e4m3x2.f32, .e2m1x2.f32, .f16x2.e5m2x2 and .ue8m0x2.bf16x2
        cvt.rn.f16.s31
            cvt has no type `.f16.s31` (did you mean `f16.s32`?); cvt takes two types, the result's first: .f16, .bf16, .f32 or any format eXmY with each other or .u8 to .s64; or pairs such as .f16x2.f32, .e4m3x2.f32, .e2m1x2.f32, .f16x2.e5m2x2 and .ue8m0x2.bf16x2
        cvt.rn.f16x2.f16x2
            `.rn` is not allowed in cvt.f16x2.f16x2; cvt.f16x2.f16x2 takes .rni, .rzi, .rmi, .rpi, .rnai, .sat
        cvt.rn.f16.f32.f32
            `.f16.f32` and `.f32` are three types; cvt takes two types, the result's first: .f16, .bf16, .f32 or any format eXmY with each other or .u8 to .s64; or pairs such as .f16x2.f32, .e4m3x2.f32, .e2m1x2.f32, .f16x2.e5m2x2 and .ue8m0x2.bf16x2
        cvt.f16.f32
            one of .rn, .rz, .rm, .rp is missing in cvt.f16.f32; write cvt.{rn,rz,rm,rp}{.ftz}{.sat}.f16.f32
        cvt.rn.f32.f16
            `.rn` is not allowed in cvt.f32.f16; cvt.f32.f16 takes .ftz, .sat
        cvt.rn.s32.f16
            `.rn` is not allowed in cvt.s32.f16; cvt.s32.f16 takes .rni, .rzi, .rmi, .rpi, .rnai, .sat
        cvt.s32.f16
            one of .rni, .rzi, .rmi, .rpi is missing in cvt.s32.f16; write cvt.{rni,rzi,rmi,rpi}{.sat}.s32.f16
        cvt.rzi.sat.s32.bf16
            `.sat` is not allowed in cvt.s32.bf16; cvt.s32.bf16 takes .rni, .rzi, .rmi, .rpi, .rnai
        cvt.rn.sat.bf16.f32
            `.sat` is not allowed in cvt.bf16.f32; cvt.bf16.f32 takes .rn, .rz, .rm, .rp, .rna, .ftz, .relu, .satfinite
        cvt.rm.relu.f16.f32
            `.rm` and `.relu` do not go together in cvt.f16.f32; write cvt.{rn,rz,rm,rp}{.ftz}{.sat}.f16.f32 or cvt.{rn,rz}.relu{.satfinite}.f16.f32 or cvt.{rn,rz}.satfinite.f16.f32
        cvt.rn.sat.relu.f16.f32
            `.sat` and `.relu` do not go together in cvt.f16.f32; write cvt.{rn,rz,rm,rp}{.ftz}{.sat}.f16.f32 or cvt.{rn,rz}.relu{.satfinite}.f16.f32 or cvt.{rn,rz}.satfinite.f16.f32
        cvt.rn.ftz.satfinite.bf16.f32
            `.ftz` and `.satfinite` do not go together in cvt.bf16.f32; write cvt.{rn,rz,rm,rp}{.ftz}.bf16.f32 or cvt.{rn,rz}.relu{.satfinite}.bf16.f32 or cvt.{rn,rz}.satfinite.bf16.f32
        cvt.rn.rz.f16.f32
            `.rn` and `.rz` exclude each other in cvt.f16.f32; write one of .rn, .rz, .rm, .rp
        cvt.rn.rs.f16x2.f32
            `.rn` and `.rs` do not go together in cvt.f16x2.f32; write cvt.{rn,rz}{.relu}{.satfinite}.f16x2.f32 or cvt.rs{.relu}{.satfinite}.f16x2.f32
        cvt.rs.f16.f32
            `.rs` is not allowed in cvt.f16.f32; cvt.f16.f32 takes .rn, .rz, .rm, .rp, .rna, .ftz, .sat, .relu, .satfinite
        cvt.rni.bf16.f16
            `.rni` is not allowed in cvt.bf16.f16; cvt.bf16.f16 takes .rn, .rz, .rm, .rp, .rna
        cvt.rzu.s32.f16
            unknown modifier `.rzu` in cvt.s32.f16; cvt.s32.f16 takes .rni, .rzi, .rmi, .rpi, .rnai, .sat
        add.rni.f16
            `.rni` is not allowed in add.f16; add.f16 takes .rn, .rz, .rm, .rp, .rna, .ftz, .sat
        cvt.rn.e4m3x2.f32
            `.satfinite` is missing in cvt.e4m3x2.f32; write cvt.rn.satfinite{.relu}.e4m3x2.f32
        cvt.rp.satfinite.e5m2x2.f16x2
            `.rp` is not allowed in cvt.e5m2x2.f16x2; cvt.e5m2x2.f16x2 takes .rn, .rz, .rna, .relu, .satfinite
        cvt.rn.e2m1x2.f16x2
            `.satfinite` is missing in cvt.e2m1x2.f16x2; write cvt.{rn,rz}.satfinite{.relu}.e2m1x2.f16x2
        cvt.rm.ue5m3x2.f32
            `.rm` is not allowed in cvt.ue5m3x2.f32; cvt.ue5m3x2.f32 takes .rn, .rz, .rp, .satfinite
        cvt.rn.relu.ue5m3x2.bf16x2
            `.relu` is not allowed in cvt.ue5m3x2.bf16x2; cvt.ue5m3x2.bf16x2 takes .rn, .rz, .rp, .satfinite
        cvt.rn.satfinite.f16x2.ue5m3x2
            `.satfinite` is not allowed in cvt.f16x2.ue5m3x2; cvt.f16x2.ue5m3x2 takes .rn
        cvt.rn.ue8m0x2.f32
            `.rn` is not allowed in cvt.ue8m0x2.f32; cvt.ue8m0x2.f32 takes .rz, .rp, .satfinite
        cvt.rs.satfinite.e4m3x4.f32
            cvt has no type `.e4m3x4.f32`; cvt takes two types, the result's first: .f16, .bf16, .f32 or any format eXmY with each other or .u8 to .s64; or pairs such as .f16x2.f32, .e4m3x2.f32, .e2m1x2.f32, .f16x2.e5m2x2 and .ue8m0x2.bf16x2
        cvt.rs.f16x2.f32 d, a, b;
            cvt.rs.f16x2.f32 takes the operands d, a, b, rbits; found `d, a, b`
        cvt.rn.f16x2.f32 d, a;
            cvt.rn.f16x2.f32 takes the operands d, a, b; found `d, a`
    "#]].assert_eq(&told);
}
