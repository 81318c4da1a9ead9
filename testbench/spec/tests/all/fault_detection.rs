//! Sensitivity of the other tests: their operands expose a wrong lane.

use halfpipe_isa::{Instruction, Modifier, Operation, Rounding};
use halfpipe_test_support::{seed, share};
use rayon::prelude::*;

use crate::common::draw::Draw;
use crate::common::lanes::instructions;
use crate::common::trial::Trial;

/// Number of hard operands: a share of those in the test of all instructions, which also draws operands of every
/// distance.
const HARD: usize = 1 << 11;

/// Number of instructions with which all others are compared.
const DRAWN: usize = 40;

/// True if two instructions of the same operands are the same function. With `.sat` or `.relu`, a value below 0 becomes
/// +0, and above 0 both roundings go down. Without a tie, both roundings to nearest are one.
fn are_same(one: Instruction, other: Instruction) -> bool {
    let goes_down = |instruction: Instruction| {
        [Modifier::Sat, Modifier::Relu]
            .iter()
            .any(|clamp| instruction.has(*clamp))
            && [Rounding::TowardZero, Rounding::TowardNegative].contains(&instruction.rounding())
    };
    let is_nearest = |instruction: Instruction| {
        !has_ties(instruction) && [Rounding::NearestEven, Rounding::NearestAway].contains(&instruction.rounding())
    };
    let others = |instruction: Instruction| instruction.modifiers().filter(|modifier| modifier.rounding().is_none());
    let round_alike = [goes_down(one) && goes_down(other), is_nearest(one) && is_nearest(other)];
    one.operation() == other.operation() && round_alike.contains(&true) && others(one).eq(others(other))
}

/// True if a result can be halfway between two numbers. A reciprocal is exact or has endless digits. The square of a
/// number with one digit too many has too many digits for an operand, and so has its product with a divisor. Only a
/// subnormal quotient can be halfway, and `.ftz` flushes it.
fn has_ties(instruction: Instruction) -> bool {
    match instruction.operation() {
        Operation::Rcp | Operation::Sqrt => false,
        Operation::Div => !instruction.has(Modifier::Ftz),
        _ => true,
    }
}

/// The operands tell the lane of every instruction from every other one of the same type, which has another rounding,
/// modifier or operation.
#[test]
fn the_lane_of_every_other_instruction_is_found_at_any_seed() {
    let seed = seed::seed();
    let all = instructions();
    let drawn = share::drawn(&all, DRAWN, &mut seed::random());
    drawn.par_iter().for_each(|right| {
        let mut draw = Draw::new(*right, seed);
        let operands = [draw.hard(HARD), draw.halved_subnormals()].concat();
        let difference = |lane: &Instruction| Trial::new(*lane).against(*right).difference(operands.iter().copied());
        assert_eq!(difference(right), None, "seed {seed}");
        let operands_of = |instruction: &Instruction| instruction.signature().operands().len();
        let others = all
            .iter()
            .filter(|other| other.ty() == right.ty() && operands_of(other) == operands_of(right));
        let passing: Vec<&Instruction> = others
            .filter(|other| *other != right && !are_same(**other, *right))
            .filter(|other| difference(other).is_none())
            .collect();
        assert!(
            passing.is_empty(),
            "the lanes of {passing:?} pass for that of {right}, seed {seed}"
        );
    });
}
