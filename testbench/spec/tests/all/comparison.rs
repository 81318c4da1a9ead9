//! Every comparison against the model on big integers, on pairs of edge values and of random ones.

use halfpipe_isa::Instruction;
use halfpipe_model::value::results;
use halfpipe_spec::{Comparison, Words};
use halfpipe_test_support::seed;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::common::words::{number_of, words_of, SIDE_BY_SIDE};

/// Values at which formats change their rules, in f16 and in bf16.
const EDGES: [u32; 12] = [
    0x0000, 0x0001, 0x007F, 0x0080, 0x03FF, 0x0400, 0x3C00, 0x7BFF, 0x7C00, 0x7C01, 0x7F80, 0x7FFF,
];

/// Number of operand groups of each comparison.
const GROUPS: usize = 16;

/// Returns a half: an edge value or a random one, of either sign.
fn half(random: &mut impl Rng) -> u32 {
    let magnitude = if random.random() {
        EDGES[random.random_range(0..EDGES.len())]
    } else {
        random.random_range(0..0x8000)
    };
    magnitude | random.random_range(0..2) << 15
}

/// Returns a pair of halves, which are equal, adjacent or opposite in three of four cases.
fn pair(random: &mut impl Rng) -> [u32; 2] {
    let a = half(random);
    let b = match random.random_range(0..4) {
        0 => a,
        1 => a ^ 1,
        2 => a ^ 0x8000,
        _ => half(random),
    };
    [a, b]
}

#[test]
fn every_comparison_at_any_seed() {
    let seed = seed::seed();
    Instruction::comparisons().par_iter().for_each(|instruction| {
        let comparison = Comparison::from_instruction(*instruction).expect("it is one");
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let signature = instruction.signature();
        for _ in 0..GROUPS {
            let operands: Vec<[u32; 3]> = (0..SIDE_BY_SIDE)
                .map(|_| {
                    let [low, high] = [pair(&mut random), pair(&mut random)];
                    [
                        low[0] | high[0] << 16,
                        low[1] | high[1] << 16,
                        random.random_range(0..2),
                    ]
                })
                .collect();
            let words: Vec<Vec<u64>> = (signature.operands().iter().enumerate())
                .map(|(position, operand)| words_of(operand.width() as usize, |place| operands[place][position]))
                .collect();
            let specified = comparison.specify(&mut Words, &words);
            for (place, operands) in operands.iter().enumerate() {
                let found: Vec<u64> = (specified.iter().map(|words| number_of(words, place).into())).collect();
                let operands = operands.map(u64::from);
                assert_eq!(found, results(*instruction, &operands), "{instruction} {operands:X?}");
            }
        }
    });
}
