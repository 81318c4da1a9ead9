//! The instructions that have a lane.

use std::collections::HashSet;

use halfpipe_isa::{Instruction, Modifier, Operation};
use halfpipe_spec::Lane;

/// Returns the arithmetic instructions on halves, one of those each whose lanes are the same.
pub fn instructions() -> Vec<Instruction> {
    let mut known = HashSet::new();
    let others = Instruction::other_roundings();
    let others = others.iter().filter(|instruction| !instruction.has_eight_bits());
    let all = Instruction::arithmetic()
        .iter()
        .chain(others)
        .chain(Instruction::functions())
        .chain(Instruction::riscv());
    all.copied()
        .filter(|instruction| Lane::from_instruction(*instruction).is_some())
        .filter(|instruction| {
            let modifiers: Vec<Modifier> = instruction.modifiers().collect();
            let ty = instruction.ty();
            known.insert((
                without_quiet(instruction.operation()),
                ty.operand(),
                ty.result(),
                modifiers,
            ))
        })
        .collect()
}

/// Returns the comparison with the answers of a quiet one, which differs in its flags.
fn without_quiet(operation: Operation) -> Operation {
    match operation {
        Operation::Fleq => Operation::Fle,
        Operation::Fltq => Operation::Flt,
        other => other,
    }
}

#[test]
fn every_lane_is_there_once() {
    // Of 170 instructions, 8 are tables; 114 work on one element type, half of them on two lanes; 48 are mixed.
    assert_eq!(Instruction::arithmetic().len(), 8 + 114 + 48);
    // Of the other roundings, 216 instructions work on halves, 12 are mixed, and 240 have eight bits in 1, 2 or 4 lanes.
    assert_eq!(Instruction::other_roundings().len(), 216 + 12 + 240);
    // Of the functions, only the 40 of div have a lane.
    // Of RISC-V, 8 operations have five roundings and 12 have none, in three formats; quiet comparisons have the answers of others.
    // There are the root in single precision and four moves.
    let of_riscv = 3 * (8 * 5 + 12) + 5 + 4;
    assert_eq!(instructions().len(), 114 / 2 + 48 + 216 / 2 + 12 + 40 / 2 + of_riscv);
    assert!(instructions().iter().all(|instruction| instruction.ty().lanes() == 1));
}
