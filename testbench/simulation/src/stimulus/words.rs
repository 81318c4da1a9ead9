//! Vectors from a signature alone.

use halfpipe_isa::{Operand, Signature};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::edges::edge_values;
use super::lanes::permuted_index;
use super::random::Draw;
use super::source::{FunctionVectors, VectorStream};
use crate::{vector, Vector};

/// The maximum number of edge combinations that are enumerated. If operands have more, this many are drawn among them.
const MOST_COMBINATIONS: u64 = 1 << 17;

/// The number of operands from which fewer values of each are combined.
const MANY_OPERANDS: usize = 3;

/// An endless deterministic source of vectors for operands of any width, of which only the bits are known.
///
/// It begins with every combination of edge values. Floating-point operands have the edge values of their format. Other
/// operands have all zeros, all ones, single ones and runs of ones. Random values of many lengths follow, with equal
/// and nearly equal operands among them.
pub type WordVectors = VectorStream<SignatureVectors>;

/// The vectors of a signature.
#[derive(Clone, Debug)]
pub struct SignatureVectors {
    operands: Vec<OperandEdges>,
    count: u64,
    /// True if the combinations are drawn, because there are too many to enumerate.
    is_drawn: bool,
}

/// An operand and the generator for its lanes.
#[derive(Clone, Debug)]
struct OperandEdges {
    operand: Operand,
    edges: Vec<u64>,
    draw: Option<Draw>,
}

impl OperandEdges {
    fn new(operand: Operand, operands: usize) -> OperandEdges {
        let format = operand.element_type.format();
        let edges = match format {
            Some(format) => edge_values(format, operands).into_iter().map(u64::from).collect(),
            None => edges_of_bits(operand.element_type.bits(), operands < MANY_OPERANDS),
        };
        OperandEdges {
            operand,
            edges,
            draw: format.map(Draw::from_format),
        }
    }

    /// Returns the register whose lanes `lane` makes.
    fn join(&self, lane: impl FnMut(u32) -> u64) -> u64 {
        let bits = self.operand.element_type.bits();
        let place = |(value, lane): (u64, u32)| value << (lane * bits);
        (0..self.operand.lanes)
            .map(lane)
            .zip(0..)
            .map(place)
            .fold(0, |all, lane| all | lane)
    }

    /// Returns a value of one lane, sometimes near that of another operand.
    fn draw(&self, other: u64, random: &mut impl Rng) -> u64 {
        let ones = u64::MAX >> (u64::BITS - self.operand.element_type.bits());
        let value = match random.random_range(0..8) {
            0 => self.edges[random.random_range(0..self.edges.len())],
            1 => other,
            2 => other.wrapping_add_signed(random.random_range(-2..=2)),
            // All lengths are equally likely; case 5 is the complement.
            3 | 4 => random.random::<u64>() >> random.random_range(0..u64::BITS),
            5 => !(random.random::<u64>() >> random.random_range(0..u64::BITS)),
            _ => match &self.draw {
                Some(draw) => draw.finite(random).into(),
                None => random.random(),
            },
        };
        value & ones
    }
}

/// Returns all zeros, all ones, single bits and runs of them. Without `is_thorough` there are few of the latter two, to
/// limit the number of combinations.
pub(super) fn edges_of_bits(bits: u32, is_thorough: bool) -> Vec<u64> {
    let ones = u64::MAX >> (u64::BITS - bits);
    let top = 1 << (bits - 1);
    let mut values = vec![0, 1, 2, 3, ones, ones - 1, top, top - 1, top | 1];
    values.extend([0x5555_5555_5555_5555, 0xAAAA_AAAA_AAAA_AAAA]);
    if is_thorough {
        let powers = (0..bits).map(|place| 1_u64 << place);
        values.extend(powers.flat_map(|power| [power, power - 1, !power, !(power - 1)]));
    }
    values.iter_mut().for_each(|value| *value &= ones);
    values.sort_unstable();
    values.dedup();
    values
}

impl WordVectors {
    /// Returns the vectors of this signature and seed. The combinations of edge values do not depend on the seed.
    pub fn new(signature: &Signature, seed: u64) -> WordVectors {
        VectorStream::start(Box::new(SignatureVectors::new(signature)), seed)
    }
}

impl SignatureVectors {
    pub(super) fn new(signature: &Signature) -> SignatureVectors {
        let operands = signature.operands();
        let operands: Vec<OperandEdges> = operands
            .iter()
            .map(|operand| OperandEdges::new(*operand, operands.len()))
            .collect();
        let lengths = operands.iter().map(|register| register.edges.len() as u64);
        let combinations = lengths.fold(1, u64::saturating_mul);
        SignatureVectors {
            count: combinations.min(MOST_COMBINATIONS),
            is_drawn: combinations > MOST_COMBINATIONS,
            operands,
        }
    }
}

/// The combinations of edge values are the fixed vectors.
impl FunctionVectors for SignatureVectors {
    fn fixed_count(&self) -> u64 {
        self.count
    }

    fn fixed_vector(&self, index: u64) -> Vector {
        let mut drawn = self.is_drawn.then(|| ChaCha8Rng::seed_from_u64(index));
        let mut below = 1;
        vector(self.operands.iter().map(|register| {
            let length = register.edges.len() as u64;
            let word = register.join(|lane| {
                let place = match &mut drawn {
                    Some(random) => random.random_range(0..length),
                    None => permuted_index(index, lane, self.count) / below % length,
                };
                register.edges[place as usize]
            });
            below = below.saturating_mul(length);
            word
        }))
    }

    fn draw(&self, random: &mut ChaCha8Rng) -> Vector {
        let mut before = 0;
        vector(self.operands.iter().map(|register| {
            let bits = register.operand.element_type.bits();
            before = register.join(|lane| register.draw(before >> (lane * bits), random));
            before
        }))
    }

    /// Edge combinations and random vectors are equally likely.
    fn draw_any(&self, random: &mut ChaCha8Rng) -> Vector {
        if random.random() {
            self.fixed_vector(random.random_range(0..self.count))
        } else {
            self.draw(random)
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/stimulus/words.rs"]
mod tests;
