//! What every mutant goes through: the cycles of `verify`'s default vectors, with what the outputs must show.

use std::collections::VecDeque;

use halfpipe_hdl::unit::Unit;
use halfpipe_reference::evaluate;
use halfpipe_testbench::stimulus::Stimulus;
use rayon::prelude::*;

use crate::subject::Subject;

/// The values of some ports, in their order.
pub type Words = [u64; 5];

/// One clock cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// `reset`
    pub reset: bool,
    /// `enable`
    pub enable: bool,
    /// `in_valid`
    pub in_valid: bool,
    /// The data inputs.
    pub inputs: Words,
    /// The data outputs; none where `out_valid` must be 0.
    pub expected: Option<Words>,
}

/// Temporary.
pub fn cycles(subject: &Subject, vectors: usize, seed: u64) -> Vec<Cycle> {
    match subject {
        Subject::Unit(unit) => of_unit(unit, vectors, seed),
        Subject::Core(_) => Vec::new(),
    }
}

fn of_unit(unit: &Unit, vectors: usize, seed: u64) -> Vec<Cycle> {
    use rand::{Rng, SeedableRng};
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
    let vectors = Stimulus::new(unit.instruction(), seed).fill(vectors);
    let results: Vec<u32> = vectors
        .par_iter()
        .map(|vector| evaluate(unit.instruction(), vector))
        .collect();
    let mut pipeline: VecDeque<Option<u32>> = vec![None; unit.latency() as usize].into();
    let mut cycles = Vec::new();
    let mut next = 0;
    while next < vectors.len() {
        let first = cycles.is_empty() && unit.latency() > 0;
        let steady = unit.latency() == 0;
        let reset = first || !steady && random.random_ratio(1, 200);
        let enable = steady || random.random_ratio(3, 4);
        let in_valid = steady || random.random_ratio(3, 4);
        let entering = in_valid.then_some(results[next]);
        let shown = pipeline.back().copied().unwrap_or(entering);
        if reset {
            pipeline.iter_mut().for_each(|p| *p = None);
        } else if enable && !pipeline.is_empty() {
            pipeline.pop_back();
            pipeline.push_front(entering);
        }
        let mut inputs = [0; 5];
        for (input, operand) in inputs.iter_mut().zip(vectors[next]) {
            *input = u64::from(operand);
        }
        cycles.push(Cycle {
            reset,
            enable,
            in_valid,
            inputs,
            expected: shown.map(|d| [u64::from(d), 0, 0, 0, 0]),
        });
        if enable && in_valid && !reset {
            next += 1;
        }
    }
    cycles
}
