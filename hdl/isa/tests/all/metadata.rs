//! Metadata of an instruction.

use expect_test::expect;
use halfpipe_isa::{syntax_lines, FloatFormat, Instruction, Modifier, Operation, Rounding, Type, OOB_NAN_MAGNITUDE};

fn instruction(mnemonic: &str) -> Instruction {
    mnemonic.parse().unwrap()
}

/// Returns the operands as `a:f16x1:16`: name, format, lanes, width.
fn operands(mnemonic: &str) -> String {
    let operands = instruction(mnemonic).signature().operands().iter();
    let written = operands.map(|o| format!("{}:{}x{}:{}", o.name, o.element_type, o.lanes, o.width()));
    written.collect::<Vec<_>>().join(" ")
}

#[test]
fn operands_have_names_formats_and_widths() {
    assert_eq!(operands("neg.f16"), "a:f16x1:16");
    assert_eq!(operands("tanh.approx.bf16x2"), "a:bf16x2:32");
    assert_eq!(operands("add.rn.f16"), "a:f16x1:16 b:f16x1:16");
    assert_eq!(operands("min.bf16x2"), "a:bf16x2:32 b:bf16x2:32");
    assert_eq!(operands("fma.rn.f16x2"), "a:f16x2:32 b:f16x2:32 c:f16x2:32");
}

#[test]
fn mixed_addends_are_wider() {
    assert_eq!(operands("add.rn.f32.f16"), "a:f16x1:16 c:f32x1:32");
    assert_eq!(operands("sub.rm.f32.bf16"), "a:bf16x1:16 c:f32x1:32");
    assert_eq!(operands("fma.rz.f32.bf16"), "a:bf16x1:16 b:bf16x1:16 c:f32x1:32");
}

#[test]
fn widths_and_lanes_agree() {
    for instruction in Instruction::arithmetic() {
        let ty = instruction.ty();
        let width = if matches!(ty, Type::F16 | Type::Bf16) { 16 } else { 32 };
        let signature = instruction.signature();
        assert_eq!(signature.results().len(), 1, "{instruction}");
        assert_eq!(signature.result_width(), width, "{instruction}");
        assert_eq!(signature.lanes(), ty.lanes(), "{instruction}");
        for operand in signature.operands() {
            let is_narrow = ty.is_mixed() && operand.name != "c";
            let expected = if is_narrow { 16 } else { width };
            assert_eq!(operand.width(), expected, "{instruction} {}", operand.name);
        }
    }
}

#[test]
fn operand_names_follow_the_operation() {
    for instruction in Instruction::arithmetic() {
        let names: String = instruction.signature().operands().iter().map(|o| o.name).collect();
        let expected = match instruction.operation() {
            Operation::Add | Operation::Sub if instruction.ty().is_mixed() => "ac",
            Operation::Add | Operation::Sub | Operation::Mul => "ab",
            Operation::Min | Operation::Max => "ab",
            Operation::Fma => "abc",
            Operation::Neg | Operation::Abs | Operation::Tanh | Operation::Ex2 => "a",
            other => panic!("{other} is no arithmetic"),
        };
        assert_eq!(names, expected, "{instruction}");
    }
}

#[test]
fn types_have_elements() {
    assert_eq!(Type::F32Bf16.operand_format(), FloatFormat::BF16);
    assert_eq!(Type::F32Bf16.result_format(), FloatFormat::F32);
    assert_eq!(Type::Bf16x2.result_format(), FloatFormat::BF16);
    assert_eq!(Type::F16x2.lanes(), 2);
    assert_eq!(Type::F32F16.lanes(), 1);
}

#[test]
fn rounding_is_what_the_name_says() {
    assert_eq!(instruction("add.f16").rounding(), Rounding::NearestEven);
    assert_eq!(instruction("min.f16").rounding(), Rounding::NearestEven);
    assert_eq!(instruction("add.rz.f32.f16").rounding(), Rounding::TowardZero);
    assert_eq!(instruction("sub.rm.f32.f16").rounding(), Rounding::TowardNegative);
    assert_eq!(instruction("fma.rp.f32.f16").rounding(), Rounding::TowardPositive);
}

#[test]
fn modifiers_are_those_of_the_canonical_name() {
    let fma = instruction("fma.oob.relu.f16");
    assert!(fma.has(Modifier::Rn));
    assert!(fma.has(Modifier::Oob));
    assert!(!fma.has(Modifier::Ftz));
    let modifiers: Vec<_> = fma.modifiers().collect();
    assert_eq!(modifiers, [Modifier::Rn, Modifier::Oob, Modifier::Relu]);
}

#[test]
fn names() {
    let fma = instruction("fma.oob.relu.bf16x2");
    assert_eq!(fma.module_name(), "fma_rn_oob_relu_bf16x2");
    assert_eq!(format!("{fma:?}"), "Instruction(fma.rn.oob.relu.bf16x2)");
    assert_eq!(format!("{:>12}|", instruction("neg.f16")), "     neg.f16|");
    assert_eq!(OOB_NAN_MAGNITUDE, 0x7FF7);
}

#[test]
fn operations_are_documented() {
    for operation in Operation::ALL {
        assert!(operation.summary().ends_with('.'), "{operation}");
        let part = match operation {
            Operation::Set | Operation::Setp => "9.7.7.",
            Operation::Cvt => "9.7.9.",
            operation if operation.is_function() || operation.is_dot() => "not PTX",
            operation if operation.is_in_zfa() => "Zfa",
            operation if operation.is_riscv_only() => "Zfh",
            _ => "9.7.4.",
        };
        assert!(operation.section().starts_with(part), "{operation}");
    }
    assert_eq!(Operation::Ex2.section(), "9.7.4.10");
    assert_eq!(instruction("fma.rn.f32.f16").section(), "9.7.5.3");
}

#[test]
fn newer_modifiers_need_newer_targets() {
    let introduced = |mnemonic| {
        let introduced = instruction(mnemonic).introduced();
        (introduced.version, introduced.target)
    };
    assert_eq!(introduced("min.NaN.f16"), ("7.0", "sm_80"));
    assert_eq!(introduced("min.NaN.xorsign.abs.f16"), ("7.2", "sm_86"));
    assert_eq!(introduced("fma.relu.f16"), ("7.0", "sm_80"));
    assert_eq!(introduced("fma.oob.f16"), ("8.1", "sm_90"));
}

#[test]
fn syntax_lines_read_like_the_text() {
    let lines: String = syntax_lines()
        .map(|form| {
            let introduced = form.introduced();
            let operands: Vec<&str> = form.operands().collect();
            format!(
                "{:8}  PTX {}  {:6}  {form} {}, {}\n",
                form.section(),
                introduced.version,
                introduced.target,
                form.results().collect::<Vec<_>>().join("|"),
                operands.join(", ")
            )
        })
        .collect();
    expect![[r#"
        9.7.4.1   PTX 4.2  sm_53   add{.rn}{.ftz}{.sat}.{f16,f16x2} d, a, b
        9.7.4.1   PTX 7.8  sm_90   add{.rn}.{bf16,bf16x2} d, a, b
        9.7.4.2   PTX 4.2  sm_53   sub{.rn}{.ftz}{.sat}.{f16,f16x2} d, a, b
        9.7.4.2   PTX 7.8  sm_90   sub{.rn}.{bf16,bf16x2} d, a, b
        9.7.4.3   PTX 4.2  sm_53   mul{.rn}{.ftz}{.sat}.{f16,f16x2} d, a, b
        9.7.4.3   PTX 7.8  sm_90   mul{.rn}.{bf16,bf16x2} d, a, b
        9.7.4.4   PTX 4.2  sm_53   fma.rn{.ftz}{.sat}.{f16,f16x2} d, a, b, c
        9.7.4.4   PTX 7.0  sm_80   fma.rn{.ftz}.relu.{f16,f16x2} d, a, b, c
        9.7.4.4   PTX 7.0  sm_80   fma.rn{.relu}.{bf16,bf16x2} d, a, b, c
        9.7.4.4   PTX 8.1  sm_90   fma.rn.oob{.relu}.{f16,f16x2,bf16,bf16x2} d, a, b, c
        9.7.4.5   PTX 6.0  sm_53   neg{.ftz}.{f16,f16x2} d, a
        9.7.4.5   PTX 7.0  sm_80   neg.{bf16,bf16x2} d, a
        9.7.4.6   PTX 6.5  sm_53   abs{.ftz}.{f16,f16x2} d, a
        9.7.4.6   PTX 7.0  sm_80   abs.{bf16,bf16x2} d, a
        9.7.4.7   PTX 7.0  sm_80   min{.ftz}{.NaN}{.xorsign.abs}.{f16,f16x2} d, a, b
        9.7.4.7   PTX 7.0  sm_80   min{.NaN}{.xorsign.abs}.{bf16,bf16x2} d, a, b
        9.7.4.8   PTX 7.0  sm_80   max{.ftz}{.NaN}{.xorsign.abs}.{f16,f16x2} d, a, b
        9.7.4.8   PTX 7.0  sm_80   max{.NaN}{.xorsign.abs}.{bf16,bf16x2} d, a, b
        9.7.4.9   PTX 7.0  sm_75   tanh.approx.{f16,f16x2} d, a
        9.7.4.9   PTX 7.8  sm_90   tanh.approx.{bf16,bf16x2} d, a
        9.7.4.10  PTX 7.0  sm_75   ex2.approx.{f16,f16x2} d, a
        9.7.4.10  PTX 7.8  sm_90   ex2.approx.ftz.{bf16,bf16x2} d, a
        9.7.5.1   PTX 8.6  sm_100  add{.rn,.rz,.rm,.rp}{.sat}.f32.{f16,bf16} d, a, c
        9.7.5.2   PTX 8.6  sm_100  sub{.rn,.rz,.rm,.rp}{.sat}.f32.{f16,bf16} d, a, c
        9.7.5.3   PTX 8.6  sm_100  fma.{rn,rz,rm,rp}{.sat}.f32.{f16,bf16} d, a, b, c
        9.7.7.1   PTX 4.2  sm_53   set.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}{.ftz}.{f16.f16,f16x2.f16x2} d, a, b
        9.7.7.1   PTX 6.5  sm_53   set.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}{.ftz}.{u16.f16,s16.f16,u32.f16,s32.f16,u32.f16x2,s32.f16x2} d, a, b
        9.7.7.1   PTX 7.8  sm_90   set.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{bf16.bf16,u16.bf16,s16.bf16,u32.bf16,s32.bf16,bf16x2.bf16x2,u32.bf16x2,s32.bf16x2} d, a, b
        9.7.7.1   PTX 4.2  sm_53   set.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{and,or,xor}{.ftz}.{f16.f16,f16x2.f16x2} d, a, b, c
        9.7.7.1   PTX 6.5  sm_53   set.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{and,or,xor}{.ftz}.{u16.f16,s16.f16,u32.f16,s32.f16,u32.f16x2,s32.f16x2} d, a, b, c
        9.7.7.1   PTX 7.8  sm_90   set.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{and,or,xor}.{bf16.bf16,u16.bf16,s16.bf16,u32.bf16,s32.bf16,bf16x2.bf16x2,u32.bf16x2,s32.bf16x2} d, a, b, c
        9.7.7.2   PTX 4.2  sm_53   setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}{.ftz}.f16 p, a, b
        9.7.7.2   PTX 7.8  sm_90   setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.bf16 p, a, b
        9.7.7.2   PTX 4.2  sm_53   setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}{.ftz}.f16x2 p|q, a, b
        9.7.7.2   PTX 7.8  sm_90   setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.bf16x2 p|q, a, b
        9.7.7.2   PTX 4.2  sm_53   setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{and,or,xor}{.ftz}.f16 p, a, b, c
        9.7.7.2   PTX 7.8  sm_90   setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{and,or,xor}.bf16 p, a, b, c
        9.7.7.2   PTX 4.2  sm_53   setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{and,or,xor}{.ftz}.f16x2 p|q, a, b, c
        9.7.7.2   PTX 7.8  sm_90   setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{and,or,xor}.bf16x2 p|q, a, b, c
        9.7.9.21  PTX 1.0  sm_10   cvt.{rni,rzi,rmi,rpi}{.sat}.{u8.f16,s8.f16,u16.f16,s16.f16,u32.f16,s32.f16,u64.f16,s64.f16} d, a
        9.7.9.21  PTX 7.8  sm_90   cvt.{rni,rzi,rmi,rpi}.{u8.bf16,s8.bf16,u16.bf16,s16.bf16,u32.bf16,s32.bf16,u64.bf16,s64.bf16} d, a
        9.7.9.21  PTX 1.0  sm_10   cvt{.sat}.f16.f16 d, a
        9.7.9.21  PTX 1.0  sm_10   cvt.{rni,rzi,rmi,rpi}{.sat}.f16.f16 d, a
        9.7.9.21  PTX 7.8  sm_90   cvt.{rni,rzi,rmi,rpi}.bf16.bf16 d, a
        9.7.9.21  PTX 1.0  sm_10   cvt.{rn,rz,rm,rp}{.sat}.{f16.u8,f16.s8,f16.u16,f16.s16,f16.u32,f16.s32,f16.u64,f16.s64} d, a
        9.7.9.21  PTX 7.8  sm_90   cvt.{rn,rz,rm,rp}.{bf16.u8,bf16.s8,bf16.u16,bf16.s16,bf16.u32,bf16.s32,bf16.u64,bf16.s64} d, a
        9.7.9.21  PTX 1.0  sm_10   cvt{.ftz}{.sat}.f32.f16 d, a
        9.7.9.21  PTX 7.1  sm_80   cvt{.ftz}.f32.bf16 d, a
        9.7.9.21  PTX 1.0  sm_10   cvt.{rn,rz,rm,rp}{.ftz}{.sat}.f16.f32 d, a
        9.7.9.21  PTX 7.0  sm_80   cvt.{rn,rz,rm,rp}{.ftz}.bf16.f32 d, a
        9.7.9.21  PTX 7.0  sm_80   cvt.{rn,rz}.relu{.satfinite}.{f16.f32,bf16.f32} d, a
        9.7.9.21  PTX 8.1  sm_80   cvt.{rn,rz}.satfinite.{f16.f32,bf16.f32} d, a
        9.7.9.21  PTX 7.8  sm_90   cvt.{rn,rz,rm,rp}.{f16.bf16,bf16.f16} d, a
        9.7.9.21  PTX 7.8  sm_90   cvt.rn.satfinite{.relu}.{e4m3x2.f16x2,e5m2x2.f16x2} d, a
        9.7.9.21  PTX 7.8  sm_90   cvt.rn{.relu}.{f16x2.e4m3x2,f16x2.e5m2x2} d, a
        9.7.9.21  PTX 8.6  sm_100a  cvt.rn{.relu}.{f16x2.e2m3x2,f16x2.e3m2x2,f16x2.e2m1x2} d, a
        9.7.9.21  PTX 8.6  sm_100a  cvt.{rz,rp}{.satfinite}.ue8m0x2.bf16x2 d, a
        9.7.9.21  PTX 8.6  sm_100a  cvt.rn.bf16x2.ue8m0x2 d, a
        9.7.9.21  PTX 7.0  sm_80   cvt.{rn,rz}{.relu}{.satfinite}.{f16x2.f32,bf16x2.f32} d, a, b
        9.7.9.21  PTX 7.8  sm_90   cvt.rn.satfinite{.relu}.{e4m3x2.f32,e5m2x2.f32} d, a, b
        9.7.9.21  PTX 8.6  sm_100a  cvt.rn.satfinite{.relu}.{e2m3x2.f32,e3m2x2.f32,e2m1x2.f32} d, a, b
        9.7.9.21  PTX 8.6  sm_100a  cvt.{rz,rp}{.satfinite}.ue8m0x2.f32 d, a, b
        9.7.9.21  PTX 8.7  sm_100a  cvt.rs{.relu}{.satfinite}.{f16x2.f32,bf16x2.f32} d, a, b, rbits
        not PTX   PTX none  none    cvt.rn{.satfinite}{.relu}.{bf16x2.e4m3x2,bf16x2.e5m2x2,bf16x2.e2m3x2,bf16x2.e3m2x2,bf16x2.e2m1x2} d, a
        not PTX   PTX none  none    cvt.rn{.satfinite}.bf16x2.ue5m3x2 d, a
        not PTX   PTX none  none    cvt.rn.f16x2.ue5m3x2 d, a
        not PTX   PTX none  none    cvt.rz.satfinite{.relu}.{e4m3x2.f16x2,e5m2x2.f16x2} d, a
        not PTX   PTX none  none    cvt.{rn,rz}.satfinite{.relu}.{e2m3x2.f16x2,e3m2x2.f16x2,e2m1x2.f16x2} d, a
        not PTX   PTX none  none    cvt.{rn,rz}.satfinite{.relu}.{e4m3x2.bf16x2,e5m2x2.bf16x2,e2m3x2.bf16x2,e3m2x2.bf16x2,e2m1x2.bf16x2} d, a
        not PTX   PTX none  none    cvt.{rn,rz,rp}{.satfinite}.{ue5m3x2.f16x2,ue5m3x2.bf16x2} d, a
        not PTX   PTX none  none    cvt.rz.satfinite{.relu}.{e4m3x2.f32,e5m2x2.f32,e2m3x2.f32,e3m2x2.f32,e2m1x2.f32} d, a, b
        not PTX   PTX none  none    cvt.{rn,rz,rp}{.satfinite}.ue5m3x2.f32 d, a, b
        not PTX   PTX none  none    cvt.rnai{.sat}.{u8.f16,s8.f16,u16.f16,s16.f16,u32.f16,s32.f16,u64.f16,s64.f16} d, a
        not PTX   PTX none  none    cvt.rnai.{u8.bf16,s8.bf16,u16.bf16,s16.bf16,u32.bf16,s32.bf16,u64.bf16,s64.bf16} d, a
        not PTX   PTX none  none    cvt.rnai{.sat}.f16.f16 d, a
        not PTX   PTX none  none    cvt.rnai.bf16.bf16 d, a
        not PTX   PTX none  none    cvt.rna{.sat}.{f16.u8,f16.s8,f16.u16,f16.s16,f16.u32,f16.s32,f16.u64,f16.s64} d, a
        not PTX   PTX none  none    cvt.rna.{bf16.u8,bf16.s8,bf16.u16,bf16.s16,bf16.u32,bf16.s32,bf16.u64,bf16.s64} d, a
        not PTX   PTX none  none    cvt.rna{.ftz}{.sat}.f16.f32 d, a
        not PTX   PTX none  none    cvt.rna{.ftz}.bf16.f32 d, a
        not PTX   PTX none  none    cvt.rna.relu{.satfinite}.{f16.f32,bf16.f32} d, a
        not PTX   PTX none  none    cvt.rna.satfinite.{f16.f32,bf16.f32} d, a
        not PTX   PTX none  none    cvt.rna.{f16.bf16,bf16.f16} d, a
        not PTX   PTX none  none    cvt.rna.satfinite{.relu}.{e4m3x2.f16x2,e5m2x2.f16x2} d, a
        not PTX   PTX none  none    cvt.rna{.relu}{.satfinite}.{f16x2.f32,bf16x2.f32} d, a, b
        not PTX   PTX none  none    cvt.rna.satfinite{.relu}.{e4m3x2.f32,e5m2x2.f32,e2m3x2.f32,e3m2x2.f32,e2m1x2.f32} d, a, b
        not PTX   PTX none  none    add.{rz,rm,rp,rna}{.ftz}{.sat}.{f16,f16x2} d, a, b
        not PTX   PTX none  none    add.{rz,rm,rp,rna}.{bf16,bf16x2} d, a, b
        not PTX   PTX none  none    sub.{rz,rm,rp,rna}{.ftz}{.sat}.{f16,f16x2} d, a, b
        not PTX   PTX none  none    sub.{rz,rm,rp,rna}.{bf16,bf16x2} d, a, b
        not PTX   PTX none  none    mul.{rz,rm,rp,rna}{.ftz}{.sat}.{f16,f16x2} d, a, b
        not PTX   PTX none  none    mul.{rz,rm,rp,rna}.{bf16,bf16x2} d, a, b
        not PTX   PTX none  none    fma.{rz,rm,rp,rna}{.ftz}{.sat}.{f16,f16x2} d, a, b, c
        not PTX   PTX none  none    fma.{rz,rm,rp,rna}{.ftz}.relu.{f16,f16x2} d, a, b, c
        not PTX   PTX none  none    fma.rna{.relu}.{bf16,bf16x2} d, a, b, c
        not PTX   PTX none  none    fma.{rz,rm,rp,rna}.oob{.relu}.{f16,f16x2} d, a, b, c
        not PTX   PTX none  none    fma.rna.oob{.relu}.{bf16,bf16x2} d, a, b, c
        not PTX   PTX none  none    fma.{rz,rm,rp}{.relu}.{bf16,bf16x2} d, a, b, c
        not PTX   PTX none  none    fma.{rz,rm,rp}.oob{.relu}.{bf16,bf16x2} d, a, b, c
        not PTX   PTX none  none    add.rna{.sat}.f32.{f16,bf16} d, a, c
        not PTX   PTX none  none    sub.rna{.sat}.f32.{f16,bf16} d, a, c
        not PTX   PTX none  none    fma.rna{.sat}.f32.{f16,bf16} d, a, b, c
        not PTX   PTX none  none    add.{rz,rm,rp,rna}{.satfinite}.{e4m3,e4m3x2,e4m3x4,e5m2,e5m2x2,e5m2x4} d, a, b
        not PTX   PTX none  none    sub.{rz,rm,rp,rna}{.satfinite}.{e4m3,e4m3x2,e4m3x4,e5m2,e5m2x2,e5m2x4} d, a, b
        not PTX   PTX none  none    mul.{rz,rm,rp,rna}{.satfinite}.{e4m3,e4m3x2,e4m3x4,e5m2,e5m2x2,e5m2x4} d, a, b
        not PTX   PTX none  none    fma.{rz,rm,rp,rna}{.satfinite}{.relu}.{e4m3,e4m3x2,e4m3x4,e5m2,e5m2x2,e5m2x4} d, a, b, c
        not PTX   PTX none  none    add{.rn}{.satfinite}.{e4m3,e4m3x2,e4m3x4,e5m2,e5m2x2,e5m2x4} d, a, b
        not PTX   PTX none  none    sub{.rn}{.satfinite}.{e4m3,e4m3x2,e4m3x4,e5m2,e5m2x2,e5m2x4} d, a, b
        not PTX   PTX none  none    mul{.rn}{.satfinite}.{e4m3,e4m3x2,e4m3x4,e5m2,e5m2x2,e5m2x4} d, a, b
        not PTX   PTX none  none    fma.rn{.satfinite}{.relu}.{e4m3,e4m3x2,e4m3x4,e5m2,e5m2x2,e5m2x4} d, a, b, c
        not PTX   PTX none  none    min{.NaN}.{e4m3,e4m3x2,e4m3x4,e5m2,e5m2x2,e5m2x4} d, a, b
        not PTX   PTX none  none    max{.NaN}.{e4m3,e4m3x2,e4m3x4,e5m2,e5m2x2,e5m2x4} d, a, b
        not PTX   PTX none  none    div{.rn,.rz,.rm,.rp,.rna}{.ftz}.{f16,f16x2,bf16,bf16x2} d, a, b
        not PTX   PTX none  none    rcp{.rn,.rz,.rm,.rp,.rna}{.ftz}.{f16,f16x2,bf16,bf16x2} d, a
        not PTX   PTX none  none    sqrt{.rn,.rz,.rm,.rp,.rna}{.ftz}.{f16,f16x2,bf16,bf16x2} d, a
        not PTX   PTX none  none    rsqrt.approx.{f16,f16x2,bf16,bf16x2} d, a
        not PTX   PTX none  none    lg2.approx.{f16,f16x2,bf16,bf16x2} d, a
        not PTX   PTX none  none    exp.approx.{f16,f16x2,bf16,bf16x2} d, a
        not PTX   PTX none  none    log.approx.{f16,f16x2,bf16,bf16x2} d, a
        not PTX   PTX none  none    sigmoid.approx.{f16,f16x2,bf16,bf16x2} d, a
        not PTX   PTX none  none    silu.approx.{f16,f16x2,bf16,bf16x2} d, a
        not PTX   PTX none  none    gelu.approx.{f16,f16x2,bf16,bf16x2} d, a
        not PTX   PTX none  none    erf.approx.{f16,f16x2,bf16,bf16x2} d, a
        not PTX   PTX none  none    sin.approx.{f16,f16x2,bf16,bf16x2} d, a
        not PTX   PTX none  none    cos.approx.{f16,f16x2,bf16,bf16x2} d, a
        Zfh       PTX none  none    fadd.h{.rne,.rtz,.rdn,.rup,.rmm} d, a, b
        bf16 as in Zfh  PTX none  none    fadd.bf16{.rne,.rtz,.rdn,.rup,.rmm} d, a, b
        F         PTX none  none    fadd.s{.rne,.rtz,.rdn,.rup,.rmm} d, a, b
        Zfh       PTX none  none    fsub.h{.rne,.rtz,.rdn,.rup,.rmm} d, a, b
        bf16 as in Zfh  PTX none  none    fsub.bf16{.rne,.rtz,.rdn,.rup,.rmm} d, a, b
        F         PTX none  none    fsub.s{.rne,.rtz,.rdn,.rup,.rmm} d, a, b
        Zfh       PTX none  none    fmul.h{.rne,.rtz,.rdn,.rup,.rmm} d, a, b
        bf16 as in Zfh  PTX none  none    fmul.bf16{.rne,.rtz,.rdn,.rup,.rmm} d, a, b
        F         PTX none  none    fmul.s{.rne,.rtz,.rdn,.rup,.rmm} d, a, b
        Zfh       PTX none  none    fdiv.h{.rne,.rtz,.rdn,.rup,.rmm} d, a, b
        bf16 as in Zfh  PTX none  none    fdiv.bf16{.rne,.rtz,.rdn,.rup,.rmm} d, a, b
        F         PTX none  none    fdiv.s{.rne,.rtz,.rdn,.rup,.rmm} d, a, b
        Zfh       PTX none  none    fsqrt.h{.rne,.rtz,.rdn,.rup,.rmm} d, a
        bf16 as in Zfh  PTX none  none    fsqrt.bf16{.rne,.rtz,.rdn,.rup,.rmm} d, a
        F         PTX none  none    fsqrt.s{.rne,.rtz,.rdn,.rup,.rmm} d, a
        Zfh       PTX none  none    fmadd.h{.rne,.rtz,.rdn,.rup,.rmm} d, a, b, c
        bf16 as in Zfh  PTX none  none    fmadd.bf16{.rne,.rtz,.rdn,.rup,.rmm} d, a, b, c
        F         PTX none  none    fmadd.s{.rne,.rtz,.rdn,.rup,.rmm} d, a, b, c
        Zfh       PTX none  none    fmsub.h{.rne,.rtz,.rdn,.rup,.rmm} d, a, b, c
        bf16 as in Zfh  PTX none  none    fmsub.bf16{.rne,.rtz,.rdn,.rup,.rmm} d, a, b, c
        F         PTX none  none    fmsub.s{.rne,.rtz,.rdn,.rup,.rmm} d, a, b, c
        Zfh       PTX none  none    fnmsub.h{.rne,.rtz,.rdn,.rup,.rmm} d, a, b, c
        bf16 as in Zfh  PTX none  none    fnmsub.bf16{.rne,.rtz,.rdn,.rup,.rmm} d, a, b, c
        F         PTX none  none    fnmsub.s{.rne,.rtz,.rdn,.rup,.rmm} d, a, b, c
        Zfh       PTX none  none    fnmadd.h{.rne,.rtz,.rdn,.rup,.rmm} d, a, b, c
        bf16 as in Zfh  PTX none  none    fnmadd.bf16{.rne,.rtz,.rdn,.rup,.rmm} d, a, b, c
        F         PTX none  none    fnmadd.s{.rne,.rtz,.rdn,.rup,.rmm} d, a, b, c
        Zfh       PTX none  none    fsgnj.h d, a, b
        bf16 as in Zfh  PTX none  none    fsgnj.bf16 d, a, b
        F         PTX none  none    fsgnj.s d, a, b
        Zfh       PTX none  none    fsgnjn.h d, a, b
        bf16 as in Zfh  PTX none  none    fsgnjn.bf16 d, a, b
        F         PTX none  none    fsgnjn.s d, a, b
        Zfh       PTX none  none    fsgnjx.h d, a, b
        bf16 as in Zfh  PTX none  none    fsgnjx.bf16 d, a, b
        F         PTX none  none    fsgnjx.s d, a, b
        Zfh       PTX none  none    fmin.h d, a, b
        bf16 as in Zfh  PTX none  none    fmin.bf16 d, a, b
        F         PTX none  none    fmin.s d, a, b
        Zfh       PTX none  none    fmax.h d, a, b
        bf16 as in Zfh  PTX none  none    fmax.bf16 d, a, b
        F         PTX none  none    fmax.s d, a, b
        Zfh       PTX none  none    feq.h d, a, b
        bf16 as in Zfh  PTX none  none    feq.bf16 d, a, b
        F         PTX none  none    feq.s d, a, b
        Zfh       PTX none  none    flt.h d, a, b
        bf16 as in Zfh  PTX none  none    flt.bf16 d, a, b
        F         PTX none  none    flt.s d, a, b
        Zfh       PTX none  none    fle.h d, a, b
        bf16 as in Zfh  PTX none  none    fle.bf16 d, a, b
        F         PTX none  none    fle.s d, a, b
        Zfh       PTX none  none    fclass.h d, a
        bf16 as in Zfh  PTX none  none    fclass.bf16 d, a
        F         PTX none  none    fclass.s d, a
        Zfh       PTX none  none    fmv.{x.h,h.x} d, a
        F         PTX none  none    fmv.{x.w,w.x} d, a
        Zfh       PTX none  none    fcvt.{w.h,wu.h,l.h,lu.h}{.rne,.rtz,.rdn,.rup,.rmm} d, a
        Zfh       PTX none  none    fcvt.{h.w,h.wu,h.l,h.lu,h.s}{.rne,.rtz,.rdn,.rup,.rmm} d, a
        Zfh       PTX none  none    fcvt.s.h d, a
        F         PTX none  none    fcvt.{w.s,wu.s,l.s,lu.s}{.rne,.rtz,.rdn,.rup,.rmm} d, a
        F         PTX none  none    fcvt.{s.w,s.wu,s.l,s.lu}{.rne,.rtz,.rdn,.rup,.rmm} d, a
        Zfbfmin   PTX none  none    fcvt.bf16.s{.rne,.rtz,.rdn,.rup,.rmm} d, a
        Zfbfmin   PTX none  none    fcvt.s.bf16 d, a
        bf16 as in Zfh  PTX none  none    fcvt.{w.bf16,wu.bf16,l.bf16,lu.bf16}{.rne,.rtz,.rdn,.rup,.rmm} d, a
        bf16 as in Zfh  PTX none  none    fcvt.{bf16.w,bf16.wu,bf16.l,bf16.lu,h.bf16,bf16.h}{.rne,.rtz,.rdn,.rup,.rmm} d, a
        Zfa       PTX none  none    fminm.h d, a, b
        bf16 as in Zfa  PTX none  none    fminm.bf16 d, a, b
        Zfa       PTX none  none    fminm.s d, a, b
        Zfa       PTX none  none    fmaxm.h d, a, b
        bf16 as in Zfa  PTX none  none    fmaxm.bf16 d, a, b
        Zfa       PTX none  none    fmaxm.s d, a, b
        Zfa       PTX none  none    fround.h{.rne,.rtz,.rdn,.rup,.rmm} d, a
        bf16 as in Zfa  PTX none  none    fround.bf16{.rne,.rtz,.rdn,.rup,.rmm} d, a
        Zfa       PTX none  none    fround.s{.rne,.rtz,.rdn,.rup,.rmm} d, a
        Zfa       PTX none  none    froundnx.h{.rne,.rtz,.rdn,.rup,.rmm} d, a
        bf16 as in Zfa  PTX none  none    froundnx.bf16{.rne,.rtz,.rdn,.rup,.rmm} d, a
        Zfa       PTX none  none    froundnx.s{.rne,.rtz,.rdn,.rup,.rmm} d, a
        Zfa       PTX none  none    fleq.h d, a, b
        bf16 as in Zfa  PTX none  none    fleq.bf16 d, a, b
        Zfa       PTX none  none    fleq.s d, a, b
        Zfa       PTX none  none    fltq.h d, a, b
        bf16 as in Zfa  PTX none  none    fltq.bf16 d, a, b
        Zfa       PTX none  none    fltq.s d, a, b
        Zfa       PTX none  none    fli.h d, a
        bf16 as in Zfa  PTX none  none    fli.bf16 d, a
        Zfa       PTX none  none    fli.s d, a
        not PTX   PTX none  none    dot2.{volta,turing}.{f32.f16,f16.f16} d, a, b, c
        not PTX   PTX none  none    dot2.{ampere,ada,hopper,blackwell}.{f32.f16,f16.f16,f32.bf16} d, a, b, c
        not PTX   PTX none  none    dot2.{ada,hopper}.{f32.e4m3,f16.e4m3,f32.e5m2,f16.e5m2} d, a, b, c
        not PTX   PTX none  none    dot2.{rn,rz,rm,rp}.{f32.f16,f16.f16,f32.bf16} d, a, b, c
        not PTX   PTX none  none    dot2.{rn,rz,rm,rp}.{f32.e4m3,f16.e4m3,f32.e5m2,f16.e5m2} d, a, b, c
        not PTX   PTX none  none    dot2.{ada,hopper}.{f32.e4m3.e5m2,f16.e4m3.e5m2,f32.e5m2.e4m3,f16.e5m2.e4m3} d, a, b, c
        not PTX   PTX none  none    dot2.{ampere,ada,hopper,blackwell}.f32.tf32 d, a, b, c
        not PTX   PTX none  none    dot2.blackwell.{f32.e4m3,f32.e4m3.e5m2,f32.e4m3.e3m2,f32.e4m3.e2m3,f32.e4m3.e2m1,f32.e5m2.e4m3,f32.e5m2,f32.e5m2.e3m2,f32.e5m2.e2m3,f32.e5m2.e2m1,f32.e3m2.e4m3,f32.e3m2.e5m2,f32.e3m2,f32.e3m2.e2m3,f32.e3m2.e2m1,f32.e2m3.e4m3,f32.e2m3.e5m2,f32.e2m3.e3m2,f32.e2m3,f32.e2m3.e2m1,f32.e2m1.e4m3,f32.e2m1.e5m2,f32.e2m1.e3m2,f32.e2m1.e2m3,f32.e2m1} d, a, b, c
        not PTX   PTX none  none    dot2.bulk.{f32.e4m3,f32.e4m3.e5m2,f32.e5m2.e4m3,f32.e5m2,f32.bf16} d, a, b, c
        not PTX   PTX none  none    dot4.{volta,turing}.{f32.f16,f16.f16} d, a, b, c
        not PTX   PTX none  none    dot4.{ampere,ada,hopper,blackwell}.{f32.f16,f16.f16,f32.bf16} d, a, b, c
        not PTX   PTX none  none    dot4.{ada,hopper}.{f32.e4m3,f16.e4m3,f32.e5m2,f16.e5m2} d, a, b, c
        not PTX   PTX none  none    dot4.{rn,rz,rm,rp}.{f32.f16,f16.f16,f32.bf16} d, a, b, c
        not PTX   PTX none  none    dot4.{rn,rz,rm,rp}.{f32.e4m3,f16.e4m3,f32.e5m2,f16.e5m2} d, a, b, c
        not PTX   PTX none  none    dot4.{ada,hopper}.{f32.e4m3.e5m2,f16.e4m3.e5m2,f32.e5m2.e4m3,f16.e5m2.e4m3} d, a, b, c
        not PTX   PTX none  none    dot4.{ampere,ada,hopper,blackwell}.f32.tf32 d, a, b, c
        not PTX   PTX none  none    dot4.blackwell.{f32.e4m3,f32.e4m3.e5m2,f32.e4m3.e3m2,f32.e4m3.e2m3,f32.e4m3.e2m1,f32.e5m2.e4m3,f32.e5m2,f32.e5m2.e3m2,f32.e5m2.e2m3,f32.e5m2.e2m1,f32.e3m2.e4m3,f32.e3m2.e5m2,f32.e3m2,f32.e3m2.e2m3,f32.e3m2.e2m1,f32.e2m3.e4m3,f32.e2m3.e5m2,f32.e2m3.e3m2,f32.e2m3,f32.e2m3.e2m1,f32.e2m1.e4m3,f32.e2m1.e5m2,f32.e2m1.e3m2,f32.e2m1.e2m3,f32.e2m1} d, a, b, c
        not PTX   PTX none  none    dot4.bulk.{f32.e4m3,f32.e4m3.e5m2,f32.e5m2.e4m3,f32.e5m2,f32.bf16} d, a, b, c
        not PTX   PTX none  none    dot8.{volta,turing}.{f32.f16,f16.f16} d, a, b, c
        not PTX   PTX none  none    dot8.{ampere,ada,hopper,blackwell}.{f32.f16,f16.f16,f32.bf16} d, a, b, c
        not PTX   PTX none  none    dot8.{ada,hopper}.{f32.e4m3,f16.e4m3,f32.e5m2,f16.e5m2} d, a, b, c
        not PTX   PTX none  none    dot8.{rn,rz,rm,rp}.{f32.f16,f16.f16,f32.bf16} d, a, b, c
        not PTX   PTX none  none    dot8.{rn,rz,rm,rp}.{f32.e4m3,f16.e4m3,f32.e5m2,f16.e5m2} d, a, b, c
        not PTX   PTX none  none    dot8.{ada,hopper}.{f32.e4m3.e5m2,f16.e4m3.e5m2,f32.e5m2.e4m3,f16.e5m2.e4m3} d, a, b, c
        not PTX   PTX none  none    dot8.{ampere,ada,hopper,blackwell}.f32.tf32 d, a, b, c
        not PTX   PTX none  none    dot8.blackwell.{f32.e4m3,f32.e4m3.e5m2,f32.e4m3.e3m2,f32.e4m3.e2m3,f32.e4m3.e2m1,f32.e5m2.e4m3,f32.e5m2,f32.e5m2.e3m2,f32.e5m2.e2m3,f32.e5m2.e2m1,f32.e3m2.e4m3,f32.e3m2.e5m2,f32.e3m2,f32.e3m2.e2m3,f32.e3m2.e2m1,f32.e2m3.e4m3,f32.e2m3.e5m2,f32.e2m3.e3m2,f32.e2m3,f32.e2m3.e2m1,f32.e2m1.e4m3,f32.e2m1.e5m2,f32.e2m1.e3m2,f32.e2m1.e2m3,f32.e2m1} d, a, b, c
        not PTX   PTX none  none    dot8.bulk.{f32.e4m3,f32.e4m3.e5m2,f32.e5m2.e4m3,f32.e5m2,f32.bf16} d, a, b, c
        not PTX   PTX none  none    dot16.{volta,turing}.{f32.f16,f16.f16} d, a, b, c
        not PTX   PTX none  none    dot16.{ampere,ada,hopper,blackwell}.{f32.f16,f16.f16,f32.bf16} d, a, b, c
        not PTX   PTX none  none    dot16.{ada,hopper}.{f32.e4m3,f16.e4m3,f32.e5m2,f16.e5m2} d, a, b, c
        not PTX   PTX none  none    dot16.{rn,rz,rm,rp}.{f32.f16,f16.f16,f32.bf16} d, a, b, c
        not PTX   PTX none  none    dot16.{rn,rz,rm,rp}.{f32.e4m3,f16.e4m3,f32.e5m2,f16.e5m2} d, a, b, c
        not PTX   PTX none  none    dot16.{ada,hopper}.{f32.e4m3.e5m2,f16.e4m3.e5m2,f32.e5m2.e4m3,f16.e5m2.e4m3} d, a, b, c
        not PTX   PTX none  none    dot16.{ampere,ada,hopper,blackwell}.f32.tf32 d, a, b, c
        not PTX   PTX none  none    dot16.blackwell.{f32.e4m3,f32.e4m3.e5m2,f32.e4m3.e3m2,f32.e4m3.e2m3,f32.e4m3.e2m1,f32.e5m2.e4m3,f32.e5m2,f32.e5m2.e3m2,f32.e5m2.e2m3,f32.e5m2.e2m1,f32.e3m2.e4m3,f32.e3m2.e5m2,f32.e3m2,f32.e3m2.e2m3,f32.e3m2.e2m1,f32.e2m3.e4m3,f32.e2m3.e5m2,f32.e2m3.e3m2,f32.e2m3,f32.e2m3.e2m1,f32.e2m1.e4m3,f32.e2m1.e5m2,f32.e2m1.e3m2,f32.e2m1.e2m3,f32.e2m1} d, a, b, c
        not PTX   PTX none  none    dot16.bulk.{f32.e4m3,f32.e4m3.e5m2,f32.e5m2.e4m3,f32.e5m2,f32.bf16} d, a, b, c
        not PTX   PTX none  none    dot32.{volta,turing}.{f32.f16,f16.f16} d, a, b, c
        not PTX   PTX none  none    dot32.{ampere,ada,hopper,blackwell}.{f32.f16,f16.f16,f32.bf16} d, a, b, c
        not PTX   PTX none  none    dot32.{ada,hopper}.{f32.e4m3,f16.e4m3,f32.e5m2,f16.e5m2} d, a, b, c
        not PTX   PTX none  none    dot32.{rn,rz,rm,rp}.{f32.f16,f16.f16,f32.bf16} d, a, b, c
        not PTX   PTX none  none    dot32.{rn,rz,rm,rp}.{f32.e4m3,f16.e4m3,f32.e5m2,f16.e5m2} d, a, b, c
        not PTX   PTX none  none    dot32.{ada,hopper}.{f32.e4m3.e5m2,f16.e4m3.e5m2,f32.e5m2.e4m3,f16.e5m2.e4m3} d, a, b, c
        not PTX   PTX none  none    dot32.{ampere,ada,hopper,blackwell}.f32.tf32 d, a, b, c
        not PTX   PTX none  none    dot32.blackwell.{f32.e4m3,f32.e4m3.e5m2,f32.e4m3.e3m2,f32.e4m3.e2m3,f32.e4m3.e2m1,f32.e5m2.e4m3,f32.e5m2,f32.e5m2.e3m2,f32.e5m2.e2m3,f32.e5m2.e2m1,f32.e3m2.e4m3,f32.e3m2.e5m2,f32.e3m2,f32.e3m2.e2m3,f32.e3m2.e2m1,f32.e2m3.e4m3,f32.e2m3.e5m2,f32.e2m3.e3m2,f32.e2m3,f32.e2m3.e2m1,f32.e2m1.e4m3,f32.e2m1.e5m2,f32.e2m1.e3m2,f32.e2m1.e2m3,f32.e2m1} d, a, b, c
        not PTX   PTX none  none    dot32.bulk.{f32.e4m3,f32.e4m3.e5m2,f32.e5m2.e4m3,f32.e5m2,f32.bf16} d, a, b, c
        not PTX   PTX none  none    dot2.blackwell.{f32.e4m3.e4m3.ue8m0,f32.e4m3.e5m2.ue8m0,f32.e4m3.e3m2.ue8m0,f32.e4m3.e2m3.ue8m0,f32.e4m3.e2m1.ue8m0,f32.e5m2.e4m3.ue8m0,f32.e5m2.e5m2.ue8m0,f32.e5m2.e3m2.ue8m0,f32.e5m2.e2m3.ue8m0,f32.e5m2.e2m1.ue8m0,f32.e3m2.e4m3.ue8m0,f32.e3m2.e5m2.ue8m0,f32.e3m2.e3m2.ue8m0,f32.e3m2.e2m3.ue8m0,f32.e3m2.e2m1.ue8m0,f32.e2m3.e4m3.ue8m0,f32.e2m3.e5m2.ue8m0,f32.e2m3.e3m2.ue8m0,f32.e2m3.e2m3.ue8m0,f32.e2m3.e2m1.ue8m0,f32.e2m1.e4m3.ue8m0,f32.e2m1.e5m2.ue8m0,f32.e2m1.e3m2.ue8m0,f32.e2m1.e2m3.ue8m0,f32.e2m1.e2m1.ue8m0} d, a, b, c, scale_a, scale_b
        not PTX   PTX none  none    dot4.blackwell.{f32.e4m3.e4m3.ue8m0,f32.e4m3.e5m2.ue8m0,f32.e4m3.e3m2.ue8m0,f32.e4m3.e2m3.ue8m0,f32.e4m3.e2m1.ue8m0,f32.e5m2.e4m3.ue8m0,f32.e5m2.e5m2.ue8m0,f32.e5m2.e3m2.ue8m0,f32.e5m2.e2m3.ue8m0,f32.e5m2.e2m1.ue8m0,f32.e3m2.e4m3.ue8m0,f32.e3m2.e5m2.ue8m0,f32.e3m2.e3m2.ue8m0,f32.e3m2.e2m3.ue8m0,f32.e3m2.e2m1.ue8m0,f32.e2m3.e4m3.ue8m0,f32.e2m3.e5m2.ue8m0,f32.e2m3.e3m2.ue8m0,f32.e2m3.e2m3.ue8m0,f32.e2m3.e2m1.ue8m0,f32.e2m1.e4m3.ue8m0,f32.e2m1.e5m2.ue8m0,f32.e2m1.e3m2.ue8m0,f32.e2m1.e2m3.ue8m0,f32.e2m1.e2m1.ue8m0} d, a, b, c, scale_a, scale_b
        not PTX   PTX none  none    dot8.blackwell.{f32.e4m3.e4m3.ue8m0,f32.e4m3.e5m2.ue8m0,f32.e4m3.e3m2.ue8m0,f32.e4m3.e2m3.ue8m0,f32.e4m3.e2m1.ue8m0,f32.e5m2.e4m3.ue8m0,f32.e5m2.e5m2.ue8m0,f32.e5m2.e3m2.ue8m0,f32.e5m2.e2m3.ue8m0,f32.e5m2.e2m1.ue8m0,f32.e3m2.e4m3.ue8m0,f32.e3m2.e5m2.ue8m0,f32.e3m2.e3m2.ue8m0,f32.e3m2.e2m3.ue8m0,f32.e3m2.e2m1.ue8m0,f32.e2m3.e4m3.ue8m0,f32.e2m3.e5m2.ue8m0,f32.e2m3.e3m2.ue8m0,f32.e2m3.e2m3.ue8m0,f32.e2m3.e2m1.ue8m0,f32.e2m1.e4m3.ue8m0,f32.e2m1.e5m2.ue8m0,f32.e2m1.e3m2.ue8m0,f32.e2m1.e2m3.ue8m0,f32.e2m1.e2m1.ue8m0} d, a, b, c, scale_a, scale_b
        not PTX   PTX none  none    dot16.blackwell.{f32.e4m3.e4m3.ue8m0,f32.e4m3.e5m2.ue8m0,f32.e4m3.e3m2.ue8m0,f32.e4m3.e2m3.ue8m0,f32.e4m3.e2m1.ue8m0,f32.e5m2.e4m3.ue8m0,f32.e5m2.e5m2.ue8m0,f32.e5m2.e3m2.ue8m0,f32.e5m2.e2m3.ue8m0,f32.e5m2.e2m1.ue8m0,f32.e3m2.e4m3.ue8m0,f32.e3m2.e5m2.ue8m0,f32.e3m2.e3m2.ue8m0,f32.e3m2.e2m3.ue8m0,f32.e3m2.e2m1.ue8m0,f32.e2m3.e4m3.ue8m0,f32.e2m3.e5m2.ue8m0,f32.e2m3.e3m2.ue8m0,f32.e2m3.e2m3.ue8m0,f32.e2m3.e2m1.ue8m0,f32.e2m1.e4m3.ue8m0,f32.e2m1.e5m2.ue8m0,f32.e2m1.e3m2.ue8m0,f32.e2m1.e2m3.ue8m0,f32.e2m1.e2m1.ue8m0} d, a, b, c, scale_a, scale_b
        not PTX   PTX none  none    dot16.blackwell.f32.e2m1.e2m1.ue4m3 d, a, b, c, scale_a, scale_b
        not PTX   PTX none  none    dot32.blackwell.{f32.e4m3.e4m3.ue8m0,f32.e4m3.e5m2.ue8m0,f32.e4m3.e3m2.ue8m0,f32.e4m3.e2m3.ue8m0,f32.e4m3.e2m1.ue8m0,f32.e5m2.e4m3.ue8m0,f32.e5m2.e5m2.ue8m0,f32.e5m2.e3m2.ue8m0,f32.e5m2.e2m3.ue8m0,f32.e5m2.e2m1.ue8m0,f32.e3m2.e4m3.ue8m0,f32.e3m2.e5m2.ue8m0,f32.e3m2.e3m2.ue8m0,f32.e3m2.e2m3.ue8m0,f32.e3m2.e2m1.ue8m0,f32.e2m3.e4m3.ue8m0,f32.e2m3.e5m2.ue8m0,f32.e2m3.e3m2.ue8m0,f32.e2m3.e2m3.ue8m0,f32.e2m3.e2m1.ue8m0,f32.e2m1.e4m3.ue8m0,f32.e2m1.e5m2.ue8m0,f32.e2m1.e3m2.ue8m0,f32.e2m1.e2m3.ue8m0,f32.e2m1.e2m1.ue8m0} d, a, b, c, scale_a, scale_b
        not PTX   PTX none  none    dot32.blackwell.f32.e2m1.e2m1.ue4m3 d, a, b, c, scale_a, scale_b
        not PTX   PTX none  none    dot64.blackwell.f32.e2m1.e2m1.ue8m0 d, a, b, c, scale_a, scale_b
        not PTX   PTX none  none    dot64.blackwell.f32.e2m1.e2m1.ue4m3 d, a, b, c, scale_a, scale_b
    "#]]
    .assert_eq(&lines);
}
