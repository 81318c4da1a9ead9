//! Operands in formats of a few bits.

use halfpipe_isa::{Instruction, Modifier, Operation};
use halfpipe_test_support::share;
use rayon::prelude::*;

use crate::common::lanes::instructions;
use crate::common::trial::{Operands, Trial};

/// Returns the exponent and fraction bits of an instruction's operands and of its result.
///
/// With f16's modifiers, a product of the smallest numbers is subnormal or vanishes. f32 with f16 has more exponents
/// than its operands, f32 with bf16 as many. The fourth bit of the fraction marks the NaN that `.oob` looks for. With
/// bf16 the addend, which `.oob` ignores, is shorter.
fn formats(instruction: Instruction) -> [(u32, u32); 2] {
    let ty = instruction.ty();
    let is_f16 = ty.operand_format().ptx_format() == halfpipe_isa::FloatFormat::F16;
    let operation = match instruction.operation() {
        operation if operation.is_fused_otherwise() => Operation::Fma,
        operation => operation,
    };
    match (ty.is_mixed(), operation) {
        (false, Operation::Fma) if instruction.has(Modifier::Oob) && is_f16 => [(2, 4); 2],
        (false, Operation::Fma) if instruction.has(Modifier::Oob) => [(2, 4), (2, 2)],
        (false, Operation::Fma) if is_f16 => [(3, 2); 2],
        (false, Operation::Fma) => [(2, 3); 2],
        (false, _) if is_f16 => [(4, 3); 2],
        (false, _) => [(3, 4); 2],
        (true, Operation::Fma) if is_f16 => [(2, 2), (4, 3)],
        (true, Operation::Fma) => [(3, 2), (3, 3)],
        (true, _) if is_f16 => [(3, 2), (5, 3)],
        (true, _) => [(4, 2), (4, 4)],
    }
}

/// The number of operands of a lane up to which all are tried on commits.
const FEW: u32 = 1 << 16;

/// Returns the operands of a lane. If they are many, they are one in so many of them on commits. That number is odd, so
/// each value of each operand is among them.
fn operands(trial: &Trial, one_in: usize) -> impl Iterator<Item = Operands> {
    let widths = trial.lane.operand_widths();
    let bits: usize = widths.iter().sum();
    let count = 1_u32 << bits;
    let step = if count <= FEW { 1 } else { share::count(one_in, 1) };
    (0..count).step_by(step).map(move |mut index| {
        let mut operands = [0; 3];
        for (operand, width) in operands.iter_mut().zip(&widths) {
            *operand = index & ((1 << width) - 1);
            index >>= width;
        }
        operands
    })
}

/// True for fmv.h.x, whose operand is a register and not a number.
fn takes_register(instruction: &Instruction) -> bool {
    instruction.ty().operand().format().is_none()
}

#[test]
fn operands_of_every_instruction() {
    let all: Vec<Instruction> = instructions()
        .into_iter()
        .filter(|instruction| !takes_register(instruction))
        .collect();
    all.into_par_iter().with_max_len(1).for_each(|instruction| {
        let trial = Trial::in_formats(instruction, formats(instruction));
        assert_eq!(trial.difference(operands(&trial, 5)), None);
    });
}

#[test]
fn operands_are_of_one_case() {
    // Apart from flushing, modifiers change nothing here.
    let is_plain = |instruction: &Instruction| {
        let modifiers: Vec<Modifier> = instruction.modifiers().collect();
        [&[Modifier::Rn][..], &[Modifier::Rn, Modifier::Ftz], &[]].contains(&&modifiers[..])
    };
    let is_tried = |instruction: &Instruction| is_plain(instruction) && !takes_register(instruction);
    let plain = instructions().into_iter().filter(is_tried).enumerate();
    let plain: Vec<Instruction> = plain
        .filter(|(place, _)| share::is_tried(*place, 3))
        .map(|(_, instruction)| instruction)
        .collect();
    plain.into_par_iter().with_max_len(1).for_each(|instruction| {
        let trial = Trial::in_formats(instruction, formats(instruction));
        assert_eq!(trial.misplaced(operands(&trial, 3)), None);
    });
}

#[test]
fn operands_of_every_instruction_in_eight_bits() {
    let is_lane = |instruction: &Instruction| {
        let is_other = matches!(instruction.operation(), Operation::Min | Operation::Max);
        instruction.has_eight_bits() && instruction.ty().lanes() == 1 && !is_other
    };
    let all = Instruction::eight_bit().iter().chain(Instruction::other_roundings());
    let lanes: Vec<Instruction> = all.copied().filter(is_lane).collect();
    lanes.into_par_iter().with_max_len(1).for_each(|instruction| {
        let trial = Trial::new(instruction);
        assert_eq!(trial.difference(operands(&trial, 509)), None);
    });
}
