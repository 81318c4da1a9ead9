//! Operands worth trying.
//!
//! [`Stimulus`] begins with every combination of the edge values of the operands' formats, goes on with ones that walk
//! through the operands' fractions and results that a single digit decides, or with every value of a single operand, and then with
//! an endless random mix aimed at what is hard in floating point. [`Words`] makes vectors from a signature alone. [`exhaustive`] has every combination of all
//! values, where that is possible. All are deterministic. In x2 instructions each lane goes its own way. A [`Stream`] has stalls, gaps and resets between vectors.

mod aimed;
mod conversion;
pub(crate) mod edges;
mod exhaustive;
mod mixture;
pub(crate) mod number;
mod random;
mod schedule;
mod stream;
mod systematic;
mod words;

use halfpipe_hdl::design::{Function, Interface};
use halfpipe_isa::{Instruction, Operation, Signature};
use halfpipe_model::value::Format;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::{Operands, Vector};
use aimed::Aim;
use systematic::Systematic;

pub use conversion::Conversions;
pub use edges::edge_values;
pub use exhaustive::{exhaustive, Exhaustive};
pub use mixture::Mixture;
pub use schedule::{Control, Schedule};
pub use stream::{Cycle, Due, Stream};
pub use words::Words;

/// Something that vectors come from.
pub trait Source: Send {
    /// The next `count` vectors, or as many as are left.
    fn fill(&mut self, count: usize) -> Vec<Vector>;

    /// The seed of what is drawn beside the vectors: when they come. 0 where the vectors come from no seed.
    fn seed(&self) -> u64 {
        0
    }
}

/// The vectors of a module: those of what it computes, or a mixture of those of a core's operations.
pub fn of_device(interface: &Interface, seed: u64) -> Box<dyn Source> {
    match interface.function() {
        Some(function) => of_function(function, seed),
        None => Box::new(Mixture::new(interface, seed)),
    }
}

/// The vectors of a function: aimed at what is hard where it is an instruction, by its signature where it is none.
pub fn of_function(function: &Function, seed: u64) -> Box<dyn Source> {
    match function.instruction() {
        Some(instruction) if instruction.operation().is_conversion() => Box::new(Conversions::new(instruction, seed)),
        Some(instruction) => Box::new(Stimulus::new(instruction, seed)),
        None => Box::new(Words::new(function.signature(), seed)),
    }
}

/// So many vectors from anywhere in the stream of a function.
pub fn sample(function: &Function, seed: u64, count: usize) -> Vec<Vector> {
    match function.instruction() {
        Some(instruction) if instruction.operation().is_conversion() => {
            let mut source = Conversions::new(instruction, seed);
            (0..count).map(|_| source.any()).collect()
        }
        Some(instruction) => {
            let mut source = Stimulus::new(instruction, seed);
            (0..count).map(|_| source.any()).collect()
        }
        None => {
            let mut source = Words::new(function.signature(), seed);
            (0..count).map(|_| source.any()).collect()
        }
    }
}

/// Operands of one lane that have so many bits together, or fewer, take every value.
const MOST_BITS_OF_EVERY_VALUE: u32 = 16;

/// Whether the vectors of a signature go over every value of its operands in each lane.
pub fn has_every_value(signature: &Signature) -> bool {
    signature.lane_operand_width() <= MOST_BITS_OF_EVERY_VALUE
}

/// Vectors of an ordinary verification of an instruction.
pub const USUAL_COUNT: u64 = 100_000;

/// The same, of operands that take every value: each twice, as [`Stream`] tells why, and some once more.
const USUAL_COUNT_OF_ONE: u64 = 150_000;

/// How many vectors an ordinary verification of a module has: those of a core's systematic ones too.
pub fn usual_count(interface: &Interface) -> u64 {
    match (interface.is_core(), interface.instruction()) {
        (true, _) => Mixture::new(interface, 0).fixed_count() + USUAL_COUNT,
        (_, Some(instruction)) if has_every_value(instruction.signature()) => USUAL_COUNT_OF_ONE,
        _ => USUAL_COUNT,
    }
}

/// A list of vectors, taken from its front.
impl Source for std::vec::IntoIter<Vector> {
    fn fill(&mut self, count: usize) -> Vec<Vector> {
        self.take(count).collect()
    }
}

/// An endless deterministic source of vectors for one instruction.
#[derive(Clone, Debug)]
pub struct Stimulus {
    instruction: Instruction,
    lanes: Lanes,
    edges: Combinations,
    systematic: Systematic,
    /// The next vector that is not random.
    next: u64,
    aim: Aim,
    seed: u64,
    random: ChaCha8Rng,
}

impl Stimulus {
    /// The vectors of this instruction and seed. The first ones, up to [`Stimulus::fixed_count`], are the same for every seed; of
    /// one operand they begin at another value.
    pub fn new(instruction: Instruction, seed: u64) -> Stimulus {
        let operands = instruction.signature().operands();
        let numbers = numbers(instruction);
        let values = operands.iter().map(|operand| match operand.content.element() {
            Some(element) => edge_values(element.into(), numbers),
            None => vec![0, 1],
        });
        Stimulus {
            instruction,
            lanes: Lanes::of(instruction),
            edges: Combinations::new(values.collect()),
            systematic: Systematic::of(instruction),
            next: 0,
            aim: Aim::at(instruction),
            seed,
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// The instruction.
    pub fn instruction(&self) -> Instruction {
        self.instruction
    }

    /// How many vectors the combinations of edge values are, which come first.
    pub fn edge_count(&self) -> u64 {
        self.edges.count
    }

    /// The combinations of edge values.
    pub fn edges(&self) -> impl Iterator<Item = Vector> + '_ {
        (0..self.edges.count).map(|index| self.vector(self.edge(index)))
    }

    /// How many vectors come before the random ones: the combinations of edge values, and what is gone through beside them. Of
    /// one operand they are all values, and instead of random ones all of them come again.
    pub fn fixed_count(&self) -> u64 {
        self.edges_in_front() + self.systematic.count()
    }

    /// How many combinations of edge values come before everything else: none where all values come.
    fn edges_in_front(&self) -> u64 {
        match has_every_value(self.instruction.signature()) {
            true => 0,
            false => self.edges.count,
        }
    }

    /// One of the vectors before the random ones, by its index.
    pub fn fixed_vector(&self, index: u64) -> Vector {
        self.vector(self.fixed(index))
    }

    /// The next `count` vectors.
    pub fn fill(&mut self, count: usize) -> Vec<Vector> {
        let mut one = || {
            let operands = self.next_operands();
            self.vector(operands)
        };
        (0..count).map(|_| one()).collect()
    }

    /// The next `count` random vectors, whatever is left of those before them.
    pub fn random(&mut self, count: usize) -> Vec<Vector> {
        let mut one = || {
            let operands = self.random_operands();
            self.vector(operands)
        };
        (0..count).map(|_| one()).collect()
    }

    /// A vector from anywhere in the stream: as likely a combination of edge values as one that is gone through beside them
    /// or a random one.
    pub fn any(&mut self) -> Vector {
        let systematic = self.systematic.count();
        let operands = match self.random.random_range(0..3) {
            0 => {
                let index = self.random.random_range(0..self.edges.count);
                self.edge(index)
            }
            1 if systematic > 0 => {
                let index = self.random.random_range(0..systematic);
                self.systematic(index, 0)
            }
            _ => self.random_operands(),
        };
        self.vector(operands)
    }

    /// Operands as data inputs.
    fn vector(&self, operands: Operands) -> Vector {
        Vector::of_operands(self.instruction, operands)
    }

    fn next_operands(&mut self) -> Operands {
        let index = self.next;
        self.next += 1;
        match self.fixed_count() {
            fixed if has_every_value(self.instruction.signature()) => {
                // An odd number, so that every value is met, one that is like another long after it.
                let place = (index.wrapping_mul(48_271)).wrapping_add(self.seed) % fixed;
                self.systematic(place, index / fixed)
            }
            fixed if index < fixed => self.fixed(index),
            _ => self.random_operands(),
        }
    }

    /// One of the vectors before the random ones.
    fn fixed(&self, index: u64) -> Operands {
        match index.checked_sub(self.edges_in_front()) {
            None => self.edge(index),
            Some(index) => self.systematic(index, 0),
        }
    }

    fn edge(&self, index: u64) -> Operands {
        let edges = &self.edges;
        self.lanes.join(|lane| edges.get(scattered(index, lane, edges.count)))
    }

    /// What is gone through beside edge values; in another round the lanes meet in other combinations.
    fn systematic(&self, index: u64, round: u64) -> Operands {
        let count = self.systematic.count();
        let place = |lane| (scattered(index, lane, count) + u64::from(lane) * round) % count;
        self.lanes.join(|lane| self.of_sum(self.systematic.get(place(lane))))
    }

    fn random_operands(&mut self) -> Operands {
        let mut random = self.random.clone();
        let vector = self.lanes.join(|_| self.of_sum(self.aim.draw(&mut random)));
        self.random = random;
        vector
    }

    /// A lane's operands, made for a sum, for this instruction: a difference has the second one's sign turned, so that the
    /// terms that are to cancel do.
    fn of_sum(&self, [a, b, c]: Operands) -> Operands {
        match self.instruction.operation() {
            Operation::Sub => [
                a,
                b ^ Format::from(self.instruction.ty().result_element()).sign_mask(),
                c,
            ],
            _ => [a, b, c],
        }
    }
}

impl Source for Stimulus {
    fn fill(&mut self, count: usize) -> Vec<Vector> {
        Stimulus::fill(self, count)
    }

    fn seed(&self) -> u64 {
        self.seed
    }
}

/// How the lanes of the operands lie in their registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes {
    count: u32,
    width: u32,
    /// How many operands have a value in each lane. All lanes share a predicate.
    operands: usize,
}

impl Lanes {
    pub(crate) fn of(instruction: Instruction) -> Lanes {
        let ty = instruction.ty();
        Lanes {
            count: ty.lanes(),
            width: ty.element().bits(),
            operands: numbers(instruction),
        }
    }

    /// The registers whose lanes `lane` makes.
    pub(crate) fn join(self, mut lane: impl FnMut(u32) -> Operands) -> Operands {
        let mut registers = lane(0);
        for index in 1..self.count {
            for (register, value) in registers.iter_mut().zip(lane(index)).take(self.operands) {
                *register |= value << (index * self.width);
            }
        }
        registers
    }
}

/// How many operands of an instruction are numbers. The predicate of a comparison is none.
pub(crate) fn numbers(instruction: Instruction) -> usize {
    let operands = instruction.signature().operands().iter();
    operands.filter(|operand| operand.content.element().is_some()).count()
}

/// A place among `count` ones: in lane 0 the index itself, in lane 1 another for each index, so that the lanes meet
/// in other combinations than with themselves.
fn scattered(index: u64, lane: u32, count: u64) -> u64 {
    // A prime, so no number of places below it has a factor in common with it.
    const STRIDE: u64 = 4_294_967_311;
    match lane {
        0 => index,
        _ => ((u128::from(index) * u128::from(STRIDE) + u128::from(count / 3)) % u128::from(count)) as u64,
    }
}

/// Every combination of one value of each list.
#[derive(Clone, Debug)]
struct Combinations {
    lists: Vec<Vec<u32>>,
    count: u64,
}

impl Combinations {
    fn new(lists: Vec<Vec<u32>>) -> Combinations {
        let count = lists.iter().map(|list| list.len() as u64).product();
        Combinations { lists, count }
    }

    fn get(&self, mut index: u64) -> Operands {
        let mut vector = [0; 3];
        for (operand, list) in vector.iter_mut().zip(&self.lists) {
            let length = list.len() as u64;
            *operand = list[(index % length) as usize];
            index /= length;
        }
        vector
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::vector;

    fn stimulus(mnemonic: &str, seed: u64) -> Stimulus {
        Stimulus::new(mnemonic.parse().expect("a legal mnemonic"), seed)
    }

    #[test]
    fn a_seed_gives_the_same_vectors_each_time_and_whatever_the_steps() {
        let whole = stimulus("fma.rn.f16x2", 5).fill(80_000);
        let mut source = stimulus("fma.rn.f16x2", 5);
        let parts: Vec<Vector> = [1, 999, 79_000]
            .into_iter()
            .flat_map(|count| source.fill(count))
            .collect();
        assert_eq!(whole, parts);
        let other = stimulus("fma.rn.f16x2", 6).fill(80_000);
        let fixed = source.fixed_count() as usize;
        assert_eq!(whole[..fixed], other[..fixed]);
        assert_ne!(whole[fixed..], other[fixed..]);
    }

    #[test]
    fn a_difference_cancels_as_often_as_a_sum() {
        for mnemonics in [["add.f16x2", "sub.f16x2"], ["add.f32.bf16", "sub.f32.bf16"]] {
            let zeros = mnemonics.map(|mnemonic| {
                let vectors = stimulus(mnemonic, 1).random(20_000);
                let instruction = mnemonic.parse().unwrap();
                let results = vectors
                    .iter()
                    .map(|vector| halfpipe_model::value::evaluate(instruction, &[vector[0] as u32, vector[1] as u32]));
                let low = halfpipe_model::value::Format::from(Instruction::ty(instruction).result_element());
                results.filter(|result| result & low.magnitude_mask() == 0).count()
            });
            let [of_sum, of_difference] = zeros;
            assert!(
                of_sum > 100 && of_difference * 10 > of_sum * 9,
                "{mnemonics:?}: {zeros:?}"
            );
        }
    }

    #[test]
    fn each_lane_meets_every_combination_of_edge_values() {
        let mut source = stimulus("fma.rn.bf16x2", 1);
        let edges = source.edge_count();
        let vectors = source.fill(edges as usize);
        for lane in 0..2 {
            let of_lane = |operands: &Vector| vector(operands.iter().map(|register| register >> (16 * lane) & 0xFFFF));
            let different: HashSet<Vector> = vectors.iter().map(of_lane).collect();
            assert_eq!(different.len() as u64, edges, "lane {lane}");
        }
    }

    #[test]
    fn an_ordinary_verification_has_every_value_of_a_single_operand_in_each_lane() {
        let mut equal = Vec::new();
        for mnemonic in ["neg.f16", "abs.bf16x2", "tanh.approx.f16x2", "ex2.approx.ftz.bf16"] {
            let mut source = stimulus(mnemonic, 1);
            let lanes = source.instruction.ty().lanes();
            for time in 1..=3 {
                let vectors = source.fill(1 << 16);
                for lane in 0..lanes {
                    let values: HashSet<u64> = vectors.iter().map(|vector| vector[0] >> (16 * lane) & 0xFFFF).collect();
                    assert_eq!(values.len(), 1 << 16, "{mnemonic}, lane {lane}, time {time}");
                }
                let are_equal = |vector: &&Vector| lanes == 2 && vector[0] >> 16 == vector[0] & 0xFFFF;
                equal.push(vectors.iter().filter(are_equal).count());
            }
        }
        // Of so many the lanes are alike.
        assert_eq!(equal, [0, 0, 0, 0, 2, 0, 0, 2, 0, 0, 0, 0]);
    }

    #[test]
    fn vectors_keep_to_the_operands_of_every_instruction() {
        for instruction in Instruction::arithmetic() {
            let mut source = Stimulus::new(*instruction, 3);
            let count = source.fixed_count() as usize + 1000;
            let vectors = source.fill(count);
            for vector in vectors {
                let operands = instruction.signature().operands();
                assert_eq!(vector.len(), operands.len(), "{instruction} {vector:X?}");
                for (register, operand) in vector.iter().zip(operands) {
                    assert_eq!(register >> operand.width(), 0, "{instruction} {vector:X?}");
                }
            }
        }
    }

    #[test]
    fn edge_combinations_stay_few() {
        for instruction in Instruction::arithmetic() {
            let count = Stimulus::new(*instruction, 0).edge_count();
            assert!((200..=45_000).contains(&count), "{instruction}: {count}");
            // What is left of the vectors of an ordinary verification is random.
            let fixed = Stimulus::new(*instruction, 0).fixed_count();
            assert!(fixed <= 75_000, "{instruction}: {fixed}");
        }
    }
}
