//! Every operand there is.

use halfpipe_isa::{Instruction, Operand};

use super::{scattered, Lanes, Source};
use crate::{of_operands, Vector};

/// Every combination of values of one or two 16-bit operands; in x2, every one in each lane.
#[derive(Clone, Debug)]
pub struct Exhaustive {
    lanes: Lanes,
    next: u64,
    count: u64,
}

/// Every vector of an instruction with one or two operands, 16 bits wide in each lane; others have too many.
pub fn exhaustive(instruction: Instruction) -> Option<Exhaustive> {
    let operands = instruction.operands();
    let is_half = |operand: &Operand| operand.element.bits() == 16;
    let few = operands.len() <= 2 && operands.iter().all(is_half);
    few.then(|| Exhaustive {
        lanes: Lanes::of(instruction),
        next: 0,
        count: 1 << (16 * operands.len()),
    })
}

impl Exhaustive {
    /// How many vectors there are: 2^16 or 2^32.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The next `count` vectors, or as many as are left.
    pub fn fill(&mut self, count: usize) -> Vec<Vector> {
        let end = self.count.min(self.next + count as u64);
        let indices = self.next..end;
        self.next = end;
        indices
            .map(|index| {
                of_operands(self.lanes.join(|lane| {
                    let place = scattered(index, lane, self.count) as u32;
                    [place & 0xFFFF, place >> 16, 0]
                }))
            })
            .collect()
    }
}

impl Source for Exhaustive {
    fn fill(&mut self, count: usize) -> Vec<Vector> {
        Exhaustive::fill(self, count)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn one_operand_takes_every_value_in_each_lane() {
        let mut source = exhaustive("neg.f16x2".parse().unwrap()).unwrap();
        let mut vectors = source.fill(60_000);
        vectors.extend(source.fill(60_000));
        assert_eq!(vectors.len(), 1 << 16);
        assert!(source.fill(1).is_empty());
        for lane in 0..2 {
            let values: HashSet<u64> = vectors.iter().map(|vector| vector[0] >> (16 * lane) & 0xFFFF).collect();
            assert_eq!(values.len(), 1 << 16);
        }
    }

    #[test]
    fn only_short_operands_can_be_exhausted() {
        let count = |mnemonic: &str| exhaustive(mnemonic.parse().unwrap()).map(|source| source.count());
        assert_eq!(count("mul.f16"), Some(1 << 32));
        assert_eq!(count("max.bf16x2"), Some(1 << 32));
        assert_eq!(count("fma.rn.f16"), None);
        assert_eq!(count("add.f32.f16"), None);
    }
}
