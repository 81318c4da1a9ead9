//! Instructions add.rn and mul.rn on every pair of f16 numbers.
//!
//! The integer model judges all of them, the model on big integers one in 64.

use halfpipe_isa::Instruction;
use halfpipe_model::value::{evaluate, IntegerModel};
use halfpipe_spec::{Lane, Words};
use halfpipe_test_support::{seed, share};
use rand::Rng;
use rayon::prelude::*;

use crate::common::words::{words_of, SIDE_BY_SIDE};

/// Number of lowest bits in which the second operands of 64 pairs differ. They belong to the fraction, so all 64 pairs
/// are of one case.
const LOW_BITS: u32 = SIDE_BY_SIDE.ilog2();

/// Number of groups of 64 pairs.
const GROUPS: u32 = 1 << (32 - LOW_BITS);

/// Number of groups that are tried unless all are.
const DRAWN: u32 = 1 << 16;

/// Number of leading pairs of a group from which the model on big integers judges one in turn, when all groups are
/// tried. It is prime to the number of groups of one first operand.
const JUDGED: u32 = 61;

/// Checks 64 pairs of one first operand.
fn check(instruction: Instruction, group: u32, judged: usize) {
    let lane = Lane::from_instruction(instruction).expect("it is arithmetic");
    let integers = IntegerModel::from_instruction(instruction).expect("it has two operands of 16 bits");
    let a = group >> (16 - LOW_BITS);
    let b = |place: usize| (group << LOW_BITS & 0xFFFF) | place as u32;
    let second: Vec<u16> = (0..SIDE_BY_SIDE).map(|place| b(place) as u16).collect();
    let mut expected = vec![0; SIDE_BY_SIDE];
    integers.fill(a as u16, &second, &mut expected);
    assert_eq!(
        u32::from(expected[judged]),
        evaluate(instruction, &[a, b(judged)]),
        "the integer model of {instruction} {a:04X} {:04X}",
        b(judged)
    );
    let operands = [words_of(16, |_| a), words_of(16, b)];
    let specified = lane.specify(&mut Words, &operands, None, lane.case_of(&[a, b(0)]));
    assert_eq!(specified.is_case, u64::MAX, "{instruction} {a:04X} {:04X}", b(0));
    let expected = words_of(16, |place| expected[place].into());
    assert_eq!(
        specified.result,
        expected,
        "{instruction} {a:04X} with {:04X} to {:04X}",
        b(0),
        b(SIDE_BY_SIDE - 1)
    );
}

fn check_pairs(mnemonic: &str) {
    let instruction = mnemonic.parse().expect("an instruction");
    if share::all() {
        (0..GROUPS)
            .into_par_iter()
            .for_each(|group| check(instruction, group, (group % JUDGED) as usize));
        return;
    }
    let mut random = seed::random();
    let mut drawn = || (random.random_range(0..GROUPS), random.random_range(0..SIDE_BY_SIDE));
    let groups: Vec<(u32, usize)> = (0..DRAWN).map(|_| drawn()).collect();
    groups
        .into_par_iter()
        .for_each(|(group, judged)| check(instruction, group, judged));
}

#[test]
fn sums_at_any_seed() {
    check_pairs("add.rn.f16");
}

#[test]
fn products_at_any_seed() {
    check_pairs("mul.rn.f16");
}
