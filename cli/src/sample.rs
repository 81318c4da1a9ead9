//! A small number of vectors of all kinds.

use halfpipe_isa::Instruction;
use halfpipe_testbench::stimulus::{Source, Stimulus};
use halfpipe_testbench::Vector;

/// The seed of samples.
const SEED: u64 = 1;

/// A few vectors that stand for the many that verification would try.
pub struct Sample(std::vec::IntoIter<Vector>);

impl Sample {
    /// At most `count` vectors: combinations of edge values from near and far, and as many random ones.
    pub fn new(instruction: Instruction, count: usize) -> Sample {
        let mut stimulus = Stimulus::new(instruction, SEED);
        let edges = stimulus.fill(stimulus.edge_count() as usize);
        let half = count / 2;
        // An odd step meets other values of each operand every time.
        let step = (edges.len() / half.max(1)) | 1;
        let mut vectors: Vec<Vector> = edges.into_iter().step_by(step).take(half).collect();
        vectors.extend(stimulus.random(count - half));
        Sample(vectors.into_iter())
    }
}

impl Source for Sample {
    fn fill(&mut self, count: usize) -> Vec<Vector> {
        self.0.by_ref().take(count).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_sample_has_many_values_of_every_operand() {
        for mnemonic in ["fma.rn.f16", "add.f32.bf16", "neg.bf16x2"] {
            let instruction: Instruction = mnemonic.parse().unwrap();
            let vectors = Sample::new(instruction, 4096).fill(5000);
            assert!(vectors.len() > 2048, "{mnemonic}");
            for position in 0..instruction.operands().len() {
                let edges: HashSet<u32> = vectors[..vectors.len() - 2048]
                    .iter()
                    .map(|vector| vector[position])
                    .collect();
                assert!(edges.len() > 10, "{mnemonic}, operand {position}: {}", edges.len());
            }
        }
    }
}
