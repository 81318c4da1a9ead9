//! Small samples of vectors of all kinds.

use halfpipe_hdl::design::{Function, Interface};
use halfpipe_simulation::stimulus::{sample, usual_count, Mixture, VectorSource};
use halfpipe_simulation::Vector;

/// The seed of samples.
const SEED: u64 = 1;

/// The number of vectors in the check of a unit before it is written.
const CHECKED_VECTORS: usize = 4096;

/// Returns the vectors for the check before a design is written, and their number. A core gets as many as `verify`
/// uses.
pub fn draw_check(interface: &Interface) -> (Box<dyn VectorSource>, u64) {
    match interface.function() {
        Some(function) => (
            Box::new(VectorSample::new(function, CHECKED_VECTORS)),
            CHECKED_VECTORS as u64,
        ),
        None => (Box::new(Mixture::new(interface, SEED)), usual_count(interface)),
    }
}

/// Returns a small number of vectors of all kinds for a design.
pub fn draw_few(interface: &Interface, count: usize) -> Vec<Vector> {
    match interface.function() {
        Some(function) => VectorSample::new(function, count).fill(count),
        None => Mixture::random(interface, SEED).fill(count),
    }
}

/// A few vectors that represent the larger set of `verify`.
pub struct VectorSample(std::vec::IntoIter<Vector>);

impl VectorSample {
    /// Draws `count` vectors from the stimulus of a function, in random order. They combine edge values and random
    /// values.
    pub fn new(function: &Function, count: usize) -> VectorSample {
        VectorSample(sample(function, SEED, count).into_iter())
    }
}

impl VectorSource for VectorSample {
    fn fill(&mut self, count: usize) -> Vec<Vector> {
        self.0.by_ref().take(count).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use halfpipe_isa::Instruction;

    use super::*;

    #[test]
    fn a_sample_has_many_values_of_every_operand() {
        for mnemonic in ["fma.rn.f16", "add.f32.bf16", "neg.bf16x2"] {
            let instruction: Instruction = mnemonic.parse().unwrap();
            let vectors = VectorSample::new(&instruction.into(), 4096).fill(5000);
            assert!(vectors.len() > 2048, "{mnemonic}");
            for position in 0..instruction.signature().operands().len() {
                let edges: HashSet<u64> = vectors[..vectors.len() - 2048]
                    .iter()
                    .map(|vector| vector[position])
                    .collect();
                assert!(edges.len() > 10, "{mnemonic}, operand {position}: {}", edges.len());
            }
        }
    }
}
