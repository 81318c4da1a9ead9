//! Every instruction in its own formats, on hard operands.

use halfpipe_test_support::{seed, share};
use rayon::prelude::*;

use crate::common::draw::Draw;
use crate::common::lanes::instructions;
use crate::common::trial::Trial;

/// Number of hard operands of each instruction.
const HARD: usize = 1 << 11;

/// Number of operands of each instruction and distance.
const OF_A_DISTANCE: usize = 32;

/// Factor by which these numbers grow when everything is tried.
const MORE: usize = 32;

#[test]
fn hard_operands_and_every_distance_at_any_seed() {
    let seed = seed::seed();
    let times = if share::all() { MORE } else { 1 };
    instructions().into_par_iter().with_max_len(1).for_each(|instruction| {
        let mut draw = Draw::new(instruction, seed);
        let mut operands = draw.hard(HARD * times);
        operands.extend(draw.of_every_distance(OF_A_DISTANCE * times));
        assert_eq!(Trial::new(instruction).difference(operands), None, "seed {seed}");
    });
}
