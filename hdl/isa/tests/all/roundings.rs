//! Arithmetic in the roundings that the PTX text does not have.

use std::collections::BTreeSet;

use halfpipe_isa::{Instruction, InstructionSource, Modifier, Rounding};

use super::grammar::spelt;

/// The names that the assembler of CUDA 13.5 accepts, spelt out here to expose a slip in the table.
const OF_ASSEMBLER: [&str; 24] = [
    "fma.rz.bf16",
    "fma.rz.bf16x2",
    "fma.rz.relu.bf16",
    "fma.rz.relu.bf16x2",
    "fma.rz.oob.bf16",
    "fma.rz.oob.bf16x2",
    "fma.rz.oob.relu.bf16",
    "fma.rz.oob.relu.bf16x2",
    "fma.rm.bf16",
    "fma.rm.bf16x2",
    "fma.rm.relu.bf16",
    "fma.rm.relu.bf16x2",
    "fma.rm.oob.bf16",
    "fma.rm.oob.bf16x2",
    "fma.rm.oob.relu.bf16",
    "fma.rm.oob.relu.bf16x2",
    "fma.rp.bf16",
    "fma.rp.bf16x2",
    "fma.rp.relu.bf16",
    "fma.rp.relu.bf16x2",
    "fma.rp.oob.bf16",
    "fma.rp.oob.bf16x2",
    "fma.rp.oob.relu.bf16",
    "fma.rp.oob.relu.bf16x2",
];

#[test]
fn they_are_the_whole_grammar() {
    let grammar = [
        "{add,sub,mul}.{rz,rm,rp,rna}{,.ftz}{,.sat}.f16{,x2}",
        "{add,sub,mul}.{rz,rm,rp,rna}.bf16{,x2}",
        "fma.{rz,rm,rp,rna}{,.ftz}{,.sat,.relu}.f16{,x2}",
        "fma.{rz,rm,rp,rna}{,.relu}.bf16{,x2}",
        "fma.{rz,rm,rp,rna}.oob{,.relu}.{f16,bf16}{,x2}",
        "{add,sub,fma}.rna{,.sat}.f32.{f16,bf16}",
        "{add,sub,mul}.{rz,rm,rp,rna}{,.satfinite}.{e4m3,e5m2}{,x2,x4}",
        "fma.{rz,rm,rp,rna}{,.satfinite}{,.relu}.{e4m3,e5m2}{,x2,x4}",
    ];
    let expected: BTreeSet<String> = grammar.into_iter().flat_map(spelt).collect();
    let found: BTreeSet<String> = Instruction::other_roundings()
        .iter()
        .map(|one| one.mnemonic())
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn each_modifier_of_the_nearest_form_is_there() {
    let other = |instruction: &Instruction, rounding: Modifier| {
        let name = instruction.mnemonic().replacen(".rn", &format!(".{rounding}"), 1);
        name.parse::<Instruction>().map(Instruction::mnemonic) == Ok(name)
    };
    let is_rounded = |instruction: &&Instruction| instruction.has(Modifier::Rn);
    let mut arithmetic = Instruction::arithmetic()
        .iter()
        .chain(Instruction::eight_bit())
        .filter(is_rounded);
    assert!(arithmetic.all(|instruction| {
        let others = [Modifier::Rz, Modifier::Rm, Modifier::Rp, Modifier::Rna];
        others.into_iter().all(|rounding| other(instruction, rounding))
    }));
}

#[test]
fn the_assembler_has_some_and_the_text_none() {
    let is_of_assembler = |instruction: &&Instruction| instruction.source() == InstructionSource::Assembler;
    let found: BTreeSet<String> = Instruction::other_roundings()
        .iter()
        .filter(is_of_assembler)
        .map(|one| one.mnemonic())
        .collect();
    assert_eq!(found, OF_ASSEMBLER.map(str::to_owned).into());
    assert!(Instruction::other_roundings()
        .iter()
        .all(|one| !one.is_ptx() && one.section() == "not PTX"));
}

#[test]
fn all_have_flags() {
    let mut all = Instruction::other_roundings().iter().chain(Instruction::eight_bit());
    assert!(all.all(|one| one.with_flags().is_some()));
}

#[test]
fn the_order_of_roundings_is_that_of_risc_v() {
    let names = [Modifier::Rn, Modifier::Rz, Modifier::Rm, Modifier::Rp, Modifier::Rna];
    assert_eq!(names.map(|name| name.rounding().unwrap()), Rounding::ALL);
}
