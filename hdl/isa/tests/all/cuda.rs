//! Instructions on halves that CUDA's own headers emit.

use std::collections::BTreeSet;

use halfpipe_isa::Instruction;

/// All names in the spelling of the headers. This is the test's own list; the instruction set is read from another.
const NAMES: &str = include_str!("cuda.txt");

/// True if an operand of the name is in double precision, which no instruction here has.
fn is_double(name: &&str) -> bool {
    name.ends_with(".f64")
}

/// Returns the names of instructions that exist here.
fn names() -> impl Iterator<Item = &'static str> {
    NAMES.lines().filter(|name| !is_double(name))
}

#[test]
fn every_name_is_an_instruction() {
    assert_eq!(NAMES.lines().collect::<BTreeSet<_>>().len(), 332);
    let found: BTreeSet<Instruction> = names().map(|name| name.parse().unwrap()).collect();
    assert_eq!(names().count(), 330);
    assert_eq!(found, Instruction::cuda().iter().copied().collect());
    assert_eq!(Instruction::cuda().len(), found.len());
}

#[test]
fn double_precision_is_refused() {
    let doubles: Vec<&str> = NAMES.lines().filter(is_double).collect();
    assert_eq!(doubles, ["cvt.rn.bf16.f64", "cvt.rn.f16.f64"]);
    for name in doubles {
        let refusal = name.parse::<Instruction>().unwrap_err().to_string();
        let types = name.replace(".rn", "");
        let due = format!("unsupported conversion {types}: double precision is out of scope;");
        assert!(refusal.starts_with(&due), "{refusal}");
    }
}

#[test]
fn only_the_rounding_of_add_sub_and_mul_is_left_out_in_some() {
    let short: Vec<&str> = names()
        .filter(|name| name.parse::<Instruction>().unwrap().mnemonic() != **name)
        .collect();
    assert_eq!(short.len(), 18);
    let is_default = |name: &&str| {
        ["add.", "sub.", "mul."]
            .iter()
            .any(|operation| name.starts_with(operation))
    };
    assert!(short.iter().all(is_default), "{short:?}");
}

#[test]
fn comparisons_and_conversions_are_most_of_them() {
    let count = |is_it: fn(&&Instruction) -> bool| Instruction::cuda().iter().filter(is_it).count();
    assert_eq!(count(|one| one.operation().is_comparison()), 77);
    assert_eq!(count(|one| one.operation().is_conversion()), 185);
    assert_eq!(count(|one| one.operation().is_arithmetic()), 56);
}
