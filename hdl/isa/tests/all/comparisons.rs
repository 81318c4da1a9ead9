//! Comparisons set and setp: a regular product of relation, junction, `.ftz` and types.

use std::collections::BTreeSet;

use expect_test::expect;
use halfpipe_isa::{Instruction, Modifier, Operation, Type};

#[test]
fn they_are_the_whole_product_and_each_name_parses_to_itself() {
    let relations = [
        "eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan",
    ];
    let results = |source: &'static str| match source {
        "f16" | "bf16" => vec![source, "u16", "s16", "u32", "s32"],
        _ => vec![source, "u32", "s32"],
    };
    let mut expected = BTreeSet::new();
    for source in ["f16", "bf16", "f16x2", "bf16x2"] {
        for relation in relations {
            for junction in ["", ".and", ".or", ".xor"] {
                for ftz in ["", ".ftz"] {
                    if source.starts_with("bf16") && !ftz.is_empty() {
                        continue;
                    }
                    let modifiers = format!(".{relation}{junction}{ftz}");
                    expected.insert(format!("setp{modifiers}.{source}"));
                    for result in results(source) {
                        expected.insert(format!("set{modifiers}.{result}.{source}"));
                    }
                }
            }
        }
    }
    assert_eq!(expected.len(), 1680);
    let names: Vec<String> = Instruction::comparisons().iter().map(|one| one.mnemonic()).collect();
    assert_eq!(names.len(), expected.len());
    assert_eq!(names.iter().cloned().collect::<BTreeSet<_>>(), expected);
    for (name, instruction) in names.iter().zip(Instruction::comparisons()) {
        assert_eq!(name.parse(), Ok(*instruction), "{name}");
    }
}

#[test]
fn their_module_names_differ_on_case_insensitive_file_systems() {
    let names = Instruction::all().iter().map(|one| one.module_name().to_lowercase());
    assert_eq!(names.collect::<BTreeSet<_>>().len(), Instruction::all().len());
}

#[test]
fn the_representatives_have_every_modifier_and_every_kind() {
    let representatives = Instruction::comparison_sample();
    assert_eq!(representatives.len(), 60);
    for modifier in Modifier::CMP_OPS.into_iter().chain(Modifier::BOOL_OPS) {
        let has = representatives.iter().filter(|one| one.has(modifier));
        assert!(has.count() > 1, "{modifier}");
    }
    let kind = |one: &Instruction| {
        let ty: Type = one.ty();
        (one.operation(), ty, one.bool_op().is_some(), one.has(Modifier::Ftz))
    };
    let kinds = |list: &[Instruction]| {
        list.iter()
            .map(kind)
            .collect::<BTreeSet<(Operation, Type, bool, bool)>>()
    };
    assert_eq!(kinds(representatives), kinds(Instruction::comparisons()));
}

#[test]
fn their_registers() {
    let registers = |name: &str| name.parse::<Instruction>().unwrap().signature().to_string();
    let told: String = [
        "setp.lt.f16",
        "setp.lt.and.bf16",
        "setp.lt.f16x2",
        "setp.lt.xor.bf16x2",
        "set.lt.f16.f16",
        "set.lt.bf16x2.bf16x2",
        "set.lt.or.u16.f16",
        "set.lt.s16.bf16",
        "set.lt.u32.f16",
        "set.lt.s32.f16x2",
        "set.lt.and.u32.bf16x2",
    ]
    .map(|name| format!("{name}: {}\n", registers(name)))
    .concat();
    expect![[r#"
        setp.lt.f16: p:pred, a:f16, b:f16
        setp.lt.and.bf16: p:pred, a:bf16, b:bf16, c:pred
        setp.lt.f16x2: p:pred, q:pred, a:f16x2, b:f16x2
        setp.lt.xor.bf16x2: p:pred, q:pred, a:bf16x2, b:bf16x2, c:pred
        set.lt.f16.f16: d:f16, a:f16, b:f16
        set.lt.bf16x2.bf16x2: d:bf16x2, a:bf16x2, b:bf16x2
        set.lt.or.u16.f16: d:u16, a:f16, b:f16, c:pred
        set.lt.s16.bf16: d:s16, a:bf16, b:bf16
        set.lt.u32.f16: d:u32, a:f16, b:f16
        set.lt.s32.f16x2: d:s16x2, a:f16x2, b:f16x2
        set.lt.and.u32.bf16x2: d:u16x2, a:bf16x2, b:bf16x2, c:pred
    "#]]
    .assert_eq(&told);
}

#[test]
fn lines_of_ptx() {
    for (line, name) in [
        ("setp.lt.f16x2 p|q, a, b;", "setp.lt.f16x2"),
        (
            "setp.lt.and.ftz.f16x2 %p1 | %p2, %r1, %r2, %p3;",
            "setp.lt.and.ftz.f16x2",
        ),
        ("setp.geu.bf16 p, a, b; // either", "setp.geu.bf16"),
        ("set.ftz.and.eq.f16.f16 d, a, b, c;", "set.eq.and.ftz.f16.f16"),
    ] {
        assert_eq!(line.parse::<Instruction>().unwrap().to_string(), name, "{line}");
    }
}

#[test]
fn what_is_refused() {
    let told: String = [
        "set.eq.f16.s32",
        "set.lt.u32.f64",
        "set.lt.f32.e5m6",
        "setp.eq.s32",
        "setp.lt.f64",
        "setp.lt.b16",
        "set.eq.f16",
        "set.lt.u16.f16x2",
        "set.lt.f32.f16",
        "set.lt.f16.f16.f16",
        "setp.ftz.f16",
        "setp.and.f16",
        "setp.lt.le.f16",
        "setp.lt.and.or.f16",
        "setp.lt.ftz.bf16",
        "set.lo.f16.f16",
        "setp.lt.sat.f16",
        "setp.NaN.f16",
        "min.nan.f16",
        "add.lt.f16",
        "setp.lt.f16 p|q, a, b;",
        "setp.lt.f16x2 p, a, b;",
        "setp.lt.f16 p, a, b, c;",
        "setp.lt.and.f16 p, a, b;",
        "setp.lt.and.f16 p, a, b, !c;",
    ]
    .map(|line| format!("{line}\n    {}\n", line.parse::<Instruction>().unwrap_err()))
    .concat();
    expect![[r#"
        set.eq.f16.s32
            set compares floating-point formats such as .f16, .bf16x2, .f32 and .e5m6 only, not `.s32`, which is an integer or plain bits
        set.lt.u32.f64
            set compares floating-point formats such as .f16, .bf16x2, .f32 and .e5m6 only, not `.f64`, which is double precision and out of scope
        set.lt.f32.e5m6
            set has no type `.f32.e5m6`; set takes .f16.f16, .u16.f16, .s16.f16, .u32.f16, .s32.f16, .f16x2.f16x2, .u32.f16x2, .s32.f16x2, .bf16.bf16, .u16.bf16, .s16.bf16, .u32.bf16, .s32.bf16, .bf16x2.bf16x2, .u32.bf16x2, .s32.bf16x2, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
        setp.eq.s32
            setp compares floating-point formats such as .f16, .bf16x2, .f32 and .e5m6 only, not `.s32`, which is an integer or plain bits
        setp.lt.f64
            setp compares floating-point formats such as .f16, .bf16x2, .f32 and .e5m6 only, not `.f64`, which is double precision and out of scope
        setp.lt.b16
            setp compares floating-point formats such as .f16, .bf16x2, .f32 and .e5m6 only, not `.b16`, which is an integer or plain bits
        set.eq.f16
            set has no type `.f16`; set takes .f16.f16, .u16.f16, .s16.f16, .u32.f16, .s32.f16, .f16x2.f16x2, .u32.f16x2, .s32.f16x2, .bf16.bf16, .u16.bf16, .s16.bf16, .u32.bf16, .s32.bf16, .bf16x2.bf16x2, .u32.bf16x2, .s32.bf16x2, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
        set.lt.u16.f16x2
            set has no type `.u16.f16x2`; set takes .f16.f16, .u16.f16, .s16.f16, .u32.f16, .s32.f16, .f16x2.f16x2, .u32.f16x2, .s32.f16x2, .bf16.bf16, .u16.bf16, .s16.bf16, .u32.bf16, .s32.bf16, .bf16x2.bf16x2, .u32.bf16x2, .s32.bf16x2, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
        set.lt.f32.f16
            set has no type `.f32.f16`; set takes .f16.f16, .u16.f16, .s16.f16, .u32.f16, .s32.f16, .f16x2.f16x2, .u32.f16x2, .s32.f16x2, .bf16.bf16, .u16.bf16, .s16.bf16, .u32.bf16, .s32.bf16, .bf16x2.bf16x2, .u32.bf16x2, .s32.bf16x2, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
        set.lt.f16.f16.f16
            `.f16.f16` and `.f16` are two types; set takes one of .f16.f16, .u16.f16, .s16.f16, .u32.f16, .s32.f16, .f16x2.f16x2, .u32.f16x2, .s32.f16x2, .bf16.bf16, .u16.bf16, .s16.bf16, .u32.bf16, .s32.bf16, .bf16x2.bf16x2, .u32.bf16x2, .s32.bf16x2, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
        setp.ftz.f16
            one of .eq, .ne, .lt, .le, .gt, .ge, .equ, .neu, .ltu, .leu, .gtu, .geu, .num, .nan is missing in setp.f16; write setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}{.ftz}.f16
        setp.and.f16
            one of .eq, .ne, .lt, .le, .gt, .ge, .equ, .neu, .ltu, .leu, .gtu, .geu, .num, .nan is missing in setp.f16; write setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{and,or,xor}{.ftz}.f16
        setp.lt.le.f16
            `.lt` and `.le` exclude each other in setp.f16; write one of .eq, .ne, .lt, .le, .gt, .ge, .equ, .neu, .ltu, .leu, .gtu, .geu, .num, .nan
        setp.lt.and.or.f16
            `.and` and `.or` exclude each other in setp.f16; write one of .and, .or, .xor
        setp.lt.ftz.bf16
            `.ftz` is not allowed in setp.bf16; setp.bf16 takes .eq, .ne, .lt, .le, .gt, .ge, .equ, .neu, .ltu, .leu, .gtu, .geu, .num, .nan, .and, .or, .xor
        set.lo.f16.f16
            unknown modifier `.lo` in set.f16.f16; set.f16.f16 takes .eq, .ne, .lt, .le, .gt, .ge, .equ, .neu, .ltu, .leu, .gtu, .geu, .num, .nan, .and, .or, .xor, .ftz
        setp.lt.sat.f16
            `.sat` is not allowed in setp.f16; setp.f16 takes .eq, .ne, .lt, .le, .gt, .ge, .equ, .neu, .ltu, .leu, .gtu, .geu, .num, .nan, .and, .or, .xor, .ftz
        setp.NaN.f16
            unknown modifier `.NaN` in setp.f16 (mnemonics are case-sensitive: write `nan`); setp.f16 takes .eq, .ne, .lt, .le, .gt, .ge, .equ, .neu, .ltu, .leu, .gtu, .geu, .num, .nan, .and, .or, .xor, .ftz
        min.nan.f16
            unknown modifier `.nan` in min.f16 (mnemonics are case-sensitive: write `NaN`); min.f16 takes .ftz, .NaN, .xorsign.abs
        add.lt.f16
            `.lt` is not allowed in add.f16; add.f16 takes .rn, .rz, .rm, .rp, .rna, .ftz, .sat
        setp.lt.f16 p|q, a, b;
            setp.lt.f16 takes the operands p, a, b; found `p|q, a, b`
        setp.lt.f16x2 p, a, b;
            setp.lt.f16x2 takes the operands p|q, a, b; found `p, a, b`
        setp.lt.f16 p, a, b, c;
            setp.lt.f16 takes the operands p, a, b; found `p, a, b, c`
        setp.lt.and.f16 p, a, b;
            setp.lt.and.f16 takes the operands p, a, b, c; found `p, a, b`
        setp.lt.and.f16 p, a, b, !c;
            `!c` in setp.lt.and.f16: a module has no negated predicate; negate it outside the module, and write it without `!`
    "#]].assert_eq(&told);
}
