//! Patterns of simulated values, by which nodes are found.

use std::collections::HashMap;

use halfpipe_aig::sweep::{drawn, FIRST_RANDOM};
use halfpipe_spec::Format;

use halfpipe_lemmas::graph::{Graph, Literal};

/// The number of 64-bit words of simulated values of each node.
const WORDS: usize = 64;

/// The simulated values of a node.
pub type Values = [u64; WORDS];

/// Simulates random operands. In some of the words a factor is subnormal, and fractions are sparse or dense.
pub fn simulate(graph: &Graph, operands: &[Vec<Literal>], format: Format) -> Vec<Values> {
    let mut state = FIRST_RANDOM;
    let mut inputs: HashMap<usize, Values> = HashMap::new();
    for (number, operand) in operands.iter().enumerate() {
        for (place, bit) in operand.iter().enumerate() {
            let is_fraction = place < format.fraction_bits;
            let is_exponent = !is_fraction && place < format.fraction_bits + format.exponent_bits;
            let words = std::array::from_fn(|word| {
                let is_subnormal = if number == 0 { word % 4 == 1 } else { word % 8 >= 6 };
                let random = drawn(&mut state);
                match word % 5 {
                    _ if is_exponent && is_subnormal => 0,
                    3 if is_fraction => random & drawn(&mut state) & drawn(&mut state),
                    4 if is_fraction => random | drawn(&mut state),
                    _ => random,
                }
            });
            inputs.insert(bit.node(), words);
        }
    }
    graph.simulate(|node| {
        inputs
            .get(&node)
            .copied()
            .unwrap_or_else(|| std::array::from_fn(|_| drawn(&mut state)))
    })
}
