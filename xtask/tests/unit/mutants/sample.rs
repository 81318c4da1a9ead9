//! Unit tests of `src/mutants/sample.rs`.

use std::collections::HashSet;

use super::*;

#[test]
fn two_rounds_have_every_operation_and_type_and_a_core_as_words_and_as_gates() {
    let sample = Sample::new(3);
    let round = sample.round();
    let names: HashSet<(String, MutationLevel)> = sample
        .take(2 * round)
        .map(|target| {
            let design = target.subject.design();
            let name = match design.interface().instruction() {
                Some(instruction) => format!("{}.{}", instruction.operation(), instruction.ty()),
                None => format!("core of {}", design.instructions().len()),
            };
            (name, target.level)
        })
        .collect();
    assert_eq!(names.len(), 2 * round);
    assert_eq!(round, families().len() + 2);
    assert_eq!(
        families().iter().map(Vec::len).sum::<usize>(),
        Instruction::arithmetic().len()
    );
}

#[test]
fn a_seed_gives_the_same_modules_each_time() {
    let names = |seed| -> Vec<String> {
        Sample::new(seed)
            .take(60)
            .map(|target| target.subject.to_string())
            .collect()
    };
    assert_eq!(names(1), names(1));
    assert_ne!(names(1), names(2));
}
