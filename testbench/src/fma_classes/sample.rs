//! Vectors for every class.

use std::collections::HashMap;

use halfpipe_isa::Instruction;
use rand::seq::SliceRandom;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::class::Class;
use super::draw::Draw;
use super::rules::{NoClasses, Rules};
use crate::stimulus::Lanes;
use crate::{Operands, Vector};

/// How many draws there are for each vector that a class needs. The rarest, factors of a given product, come up about
/// once in a hundred.
const DRAWS: u64 = 2000;

/// Vectors of which every class has at least as many as it needs, in each lane; the same for the same seed.
///
/// # Errors
///
/// When the instruction has no classes: when it is neither an fma nor in mixed precision.
pub fn sample(instruction: Instruction, seed: u64) -> Result<Vec<Vector>, NoClasses> {
    let rules = Rules::try_from(instruction)?;
    let lanes: Vec<Vec<Operands>> = (0..instruction.ty().lanes())
        .map(|lane| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(lane.into());
            sample_lane(rules, random)
        })
        .collect();
    let count = lanes.iter().map(Vec::len).max().unwrap_or(0);
    let registers = Lanes::of(instruction);
    let vector = |index: usize| {
        let operands = registers.join(|lane| {
            let vectors = &lanes[lane as usize];
            vectors[index % vectors.len()]
        });
        Vector::of_operands(instruction, operands)
    };
    Ok((0..count).map(vector).collect())
}

/// Goes over the classes, and for each that the vectors so far leave short draws vectors until it has what it needs.
fn sample_lane(rules: Rules, random: ChaCha8Rng) -> Vec<Operands> {
    let mut draw = Draw::new(rules, random);
    let mut counts: HashMap<Class, u64> = HashMap::new();
    let mut vectors = Vec::new();
    for class in rules.classes() {
        for _ in 0..DRAWS * class.needed() {
            if counts.get(&class).copied().unwrap_or(0) >= class.needed() {
                break;
            }
            let Some(vector) = draw.class(class) else { continue };
            let mut reached = Vec::new();
            rules.classify(vector, &mut |class| reached.push(class));
            if reached.contains(&class) {
                vectors.push(vector);
                for class in reached {
                    *counts.entry(class).or_default() += 1;
                }
            }
        }
    }
    // So that vectors of one class neither follow each other nor meet in the two lanes.
    vectors.shuffle(&mut draw.into_random());
    vectors
}
