//! The 170 arithmetic instructions by name, and common properties of their names.

use std::collections::BTreeSet;

use halfpipe_isa::{Instruction, Modifier};

/// Every canonical name, spelt out here to expose a slip in the table.
const NAMES: [&str; 170] = [
    "add.rn.f16",
    "add.rn.sat.f16",
    "add.rn.ftz.f16",
    "add.rn.ftz.sat.f16",
    "add.rn.f16x2",
    "add.rn.sat.f16x2",
    "add.rn.ftz.f16x2",
    "add.rn.ftz.sat.f16x2",
    "add.rn.bf16",
    "add.rn.bf16x2",
    "sub.rn.f16",
    "sub.rn.sat.f16",
    "sub.rn.ftz.f16",
    "sub.rn.ftz.sat.f16",
    "sub.rn.f16x2",
    "sub.rn.sat.f16x2",
    "sub.rn.ftz.f16x2",
    "sub.rn.ftz.sat.f16x2",
    "sub.rn.bf16",
    "sub.rn.bf16x2",
    "mul.rn.f16",
    "mul.rn.sat.f16",
    "mul.rn.ftz.f16",
    "mul.rn.ftz.sat.f16",
    "mul.rn.f16x2",
    "mul.rn.sat.f16x2",
    "mul.rn.ftz.f16x2",
    "mul.rn.ftz.sat.f16x2",
    "mul.rn.bf16",
    "mul.rn.bf16x2",
    "fma.rn.f16",
    "fma.rn.sat.f16",
    "fma.rn.ftz.f16",
    "fma.rn.ftz.sat.f16",
    "fma.rn.f16x2",
    "fma.rn.sat.f16x2",
    "fma.rn.ftz.f16x2",
    "fma.rn.ftz.sat.f16x2",
    "fma.rn.relu.f16",
    "fma.rn.ftz.relu.f16",
    "fma.rn.relu.f16x2",
    "fma.rn.ftz.relu.f16x2",
    "fma.rn.bf16",
    "fma.rn.relu.bf16",
    "fma.rn.bf16x2",
    "fma.rn.relu.bf16x2",
    "fma.rn.oob.f16",
    "fma.rn.oob.relu.f16",
    "fma.rn.oob.f16x2",
    "fma.rn.oob.relu.f16x2",
    "fma.rn.oob.bf16",
    "fma.rn.oob.relu.bf16",
    "fma.rn.oob.bf16x2",
    "fma.rn.oob.relu.bf16x2",
    "neg.f16",
    "neg.ftz.f16",
    "neg.f16x2",
    "neg.ftz.f16x2",
    "neg.bf16",
    "neg.bf16x2",
    "abs.f16",
    "abs.ftz.f16",
    "abs.f16x2",
    "abs.ftz.f16x2",
    "abs.bf16",
    "abs.bf16x2",
    "min.f16",
    "min.xorsign.abs.f16",
    "min.NaN.f16",
    "min.NaN.xorsign.abs.f16",
    "min.ftz.f16",
    "min.ftz.xorsign.abs.f16",
    "min.ftz.NaN.f16",
    "min.ftz.NaN.xorsign.abs.f16",
    "min.f16x2",
    "min.xorsign.abs.f16x2",
    "min.NaN.f16x2",
    "min.NaN.xorsign.abs.f16x2",
    "min.ftz.f16x2",
    "min.ftz.xorsign.abs.f16x2",
    "min.ftz.NaN.f16x2",
    "min.ftz.NaN.xorsign.abs.f16x2",
    "min.bf16",
    "min.xorsign.abs.bf16",
    "min.NaN.bf16",
    "min.NaN.xorsign.abs.bf16",
    "min.bf16x2",
    "min.xorsign.abs.bf16x2",
    "min.NaN.bf16x2",
    "min.NaN.xorsign.abs.bf16x2",
    "max.f16",
    "max.xorsign.abs.f16",
    "max.NaN.f16",
    "max.NaN.xorsign.abs.f16",
    "max.ftz.f16",
    "max.ftz.xorsign.abs.f16",
    "max.ftz.NaN.f16",
    "max.ftz.NaN.xorsign.abs.f16",
    "max.f16x2",
    "max.xorsign.abs.f16x2",
    "max.NaN.f16x2",
    "max.NaN.xorsign.abs.f16x2",
    "max.ftz.f16x2",
    "max.ftz.xorsign.abs.f16x2",
    "max.ftz.NaN.f16x2",
    "max.ftz.NaN.xorsign.abs.f16x2",
    "max.bf16",
    "max.xorsign.abs.bf16",
    "max.NaN.bf16",
    "max.NaN.xorsign.abs.bf16",
    "max.bf16x2",
    "max.xorsign.abs.bf16x2",
    "max.NaN.bf16x2",
    "max.NaN.xorsign.abs.bf16x2",
    "tanh.approx.f16",
    "tanh.approx.f16x2",
    "tanh.approx.bf16",
    "tanh.approx.bf16x2",
    "ex2.approx.f16",
    "ex2.approx.f16x2",
    "ex2.approx.ftz.bf16",
    "ex2.approx.ftz.bf16x2",
    "add.rn.f32.f16",
    "add.rn.sat.f32.f16",
    "add.rz.f32.f16",
    "add.rz.sat.f32.f16",
    "add.rm.f32.f16",
    "add.rm.sat.f32.f16",
    "add.rp.f32.f16",
    "add.rp.sat.f32.f16",
    "add.rn.f32.bf16",
    "add.rn.sat.f32.bf16",
    "add.rz.f32.bf16",
    "add.rz.sat.f32.bf16",
    "add.rm.f32.bf16",
    "add.rm.sat.f32.bf16",
    "add.rp.f32.bf16",
    "add.rp.sat.f32.bf16",
    "sub.rn.f32.f16",
    "sub.rn.sat.f32.f16",
    "sub.rz.f32.f16",
    "sub.rz.sat.f32.f16",
    "sub.rm.f32.f16",
    "sub.rm.sat.f32.f16",
    "sub.rp.f32.f16",
    "sub.rp.sat.f32.f16",
    "sub.rn.f32.bf16",
    "sub.rn.sat.f32.bf16",
    "sub.rz.f32.bf16",
    "sub.rz.sat.f32.bf16",
    "sub.rm.f32.bf16",
    "sub.rm.sat.f32.bf16",
    "sub.rp.f32.bf16",
    "sub.rp.sat.f32.bf16",
    "fma.rn.f32.f16",
    "fma.rn.sat.f32.f16",
    "fma.rz.f32.f16",
    "fma.rz.sat.f32.f16",
    "fma.rm.f32.f16",
    "fma.rm.sat.f32.f16",
    "fma.rp.f32.f16",
    "fma.rp.sat.f32.f16",
    "fma.rn.f32.bf16",
    "fma.rn.sat.f32.bf16",
    "fma.rz.f32.bf16",
    "fma.rz.sat.f32.bf16",
    "fma.rm.f32.bf16",
    "fma.rm.sat.f32.bf16",
    "fma.rp.f32.bf16",
    "fma.rp.sat.f32.bf16",
];

#[test]
fn the_table_has_exactly_these_of_arithmetic() {
    let printed: Vec<String> = Instruction::arithmetic().iter().map(|i| i.mnemonic()).collect();
    assert_eq!(printed, NAMES);
}

#[test]
fn every_canonical_name_parses_to_itself() {
    for (name, &instruction) in NAMES.iter().zip(Instruction::arithmetic()) {
        assert_eq!(name.parse(), Ok(instruction), "{name}");
        assert_eq!(instruction.to_string(), *name);
    }
}

#[test]
fn module_names_are_identifiers_and_unique() {
    let names: BTreeSet<String> = Instruction::all().iter().map(|i| i.module_name()).collect();
    assert_eq!(names.len(), Instruction::all().len());
    for name in names {
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{name}");
    }
}

#[test]
fn names_write_modifiers_in_canonical_order() {
    for instruction in Instruction::all().iter().filter(|one| !one.is_riscv()) {
        let modifiers: Vec<Modifier> = instruction.modifiers().collect();
        // Syntax lines have `.relu` and `.satfinite` in either order.
        let sorted = modifiers.is_sorted() || instruction.has(Modifier::Satfinite);
        assert!(sorted, "{instruction}");
        let words: String = modifiers.iter().map(|m| format!(".{m}")).collect();
        let expected = format!("{}{words}.{}", instruction.operation(), instruction.ty());
        assert_eq!(instruction.mnemonic(), expected);
    }
}

#[test]
fn instructions_order_as_they_are_listed() {
    assert!(Instruction::all().is_sorted());
}
