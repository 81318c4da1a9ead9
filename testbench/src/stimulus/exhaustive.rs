//! Exhaustive operands.

use halfpipe_isa::{Operand, Signature};

use super::lanes::permuted_index;
use super::VectorSource;
use crate::Vector;

/// The maximum total width of one lane's operands, in bits, for which the vectors cover every value.
const MOST_BITS_OF_EVERY_VALUE: u32 = 16;

/// True if the vectors of a signature cover every operand value in each lane.
pub fn has_every_value(signature: &Signature) -> bool {
    signature.lane_operand_width() <= MOST_BITS_OF_EVERY_VALUE
}

/// The maximum total width of one lane's operands in bits.
const MOST_BITS: u32 = 32;

/// Every combination of operand values; with several lanes, every combination in each lane.
#[derive(Clone, Debug)]
pub struct Exhaustive {
    /// The widths of the operands in one lane.
    widths: Vec<u32>,
    lanes: u32,
    next: u64,
    count: u64,
}

/// Returns every vector of a signature with at most 32 operand bits per lane; None for a wider one.
pub fn exhaustive(signature: &Signature) -> Option<Exhaustive> {
    // The lanes share a rounding, so that their values do not combine with it.
    if signature.rounding().is_some() {
        return None;
    }
    let lanes = signature.lanes();
    let width = |operand: &Operand| operand.width() / lanes;
    let widths: Vec<u32> = signature.operands().iter().map(width).collect();
    let bits = signature.lane_operand_width();
    (bits <= MOST_BITS).then(|| Exhaustive {
        widths,
        lanes,
        next: 0,
        count: 1 << bits,
    })
}

impl Exhaustive {
    /// Returns the number of vectors: 2^32 at most.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the next `count` vectors, or as many as are left.
    pub fn fill(&mut self, count: usize) -> Vec<Vector> {
        let end = self.count.min(self.next + count as u64);
        let indices = self.next..end;
        self.next = end;
        indices.map(|index| self.get(index)).collect()
    }

    fn get(&self, index: u64) -> Vector {
        let mut registers = Vector::zeros(self.widths.len());
        for lane in 0..self.lanes {
            let mut place = permuted_index(index, lane, self.count);
            for (register, width) in registers.iter_mut().zip(&self.widths) {
                *register |= (place & ((1 << width) - 1)) << (lane * width);
                place >>= width;
            }
        }
        registers
    }
}

impl VectorSource for Exhaustive {
    fn fill(&mut self, count: usize) -> Vec<Vector> {
        Exhaustive::fill(self, count)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use halfpipe_isa::{ElementType, Instruction};

    use super::*;

    fn signature(mnemonic: &str) -> &'static Signature {
        mnemonic.parse::<Instruction>().unwrap().signature()
    }

    #[test]
    fn operands_of_any_widths_take_every_combination() {
        let [a, b, p] = [
            Operand::new("a", ElementType::Bits(9)),
            Operand::new("b", ElementType::Predicate),
            Operand::new("p", ElementType::Predicate),
        ];
        let mut source = exhaustive(&Signature::new(&[a, b], &[p]).unwrap()).unwrap();
        let vectors: HashSet<Vector> = source.fill(2000).into_iter().collect();
        assert_eq!(vectors.len(), 1 << 10);
        assert!(vectors.iter().all(|vector| vector[0] < 512 && vector[1] < 2));
    }

    #[test]
    fn one_operand_takes_every_value_in_each_lane() {
        let mut source = exhaustive(signature("neg.f16x2")).unwrap();
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
        let count = |mnemonic: &str| exhaustive(signature(mnemonic)).map(|source| source.count());
        assert_eq!(count("mul.f16"), Some(1 << 32));
        assert_eq!(count("max.bf16x2"), Some(1 << 32));
        assert_eq!(count("fma.rn.f16"), None);
        assert_eq!(count("add.f32.f16"), None);
    }
}
