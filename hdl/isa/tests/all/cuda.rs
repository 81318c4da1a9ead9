//! What CUDA's own headers emit for halves.

use std::collections::BTreeSet;

use halfpipe_isa::Instruction;

/// Names as the headers write them.
const NAMES: &str = include_str!("../../src/cuda.txt");

#[test]
fn every_name_is_an_instruction() {
    let found: BTreeSet<Instruction> = NAMES.lines().map(|name| name.parse().unwrap()).collect();
    assert_eq!(NAMES.lines().count(), 288);
    assert_eq!(found, Instruction::cuda().iter().copied().collect());
    assert_eq!(Instruction::cuda().len(), found.len());
}

#[test]
fn only_the_rounding_of_add_sub_and_mul_is_left_out_in_some() {
    let short: Vec<&str> = NAMES
        .lines()
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
    assert_eq!(count(|one| one.operation().is_conversion()), 143);
    assert_eq!(count(|one| one.operation().is_arithmetic()), 56);
}
