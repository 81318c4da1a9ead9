//! Stimulus for modules.
//!
//! [`Stimulus`] begins with every combination of the edge values of the operands' formats. Walking ones through the
//! operands' fractions follow, with results that a single digit decides. An instruction with one operand gets every
//! value instead. An endless constrained-random mix of the hard cases of floating point comes last. [`DotProducts`] has
//! those of sums of products. [`WordVectors`] makes vectors from a signature alone. [`exhaustive()`] covers every combination of all values, if there are few.
//! All of them are deterministic. In x2 instructions each lane has its own sequence. A [`Stream`] has stalls, gaps and
//! resets between vectors.

mod aimed;
mod conversion;
mod dot;
pub(crate) mod edges;
mod exhaustive;
mod lanes;
mod mixture;
pub(crate) mod number;
mod random;
mod schedule;
mod source;
mod stream;
mod systematic;
mod words;

use aimed::ConstrainedRandom;
use halfpipe_hdl::design::{Function, Interface};
use halfpipe_isa::{Instruction, Operation, Rounding};
use lanes::{numbers, permuted_index, Lanes};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use systematic::Systematic;

use crate::{Operands, Vector};

pub use conversion::Conversions;
pub use dot::DotProducts;
pub use edges::{class_values, edge_values};
pub use exhaustive::{exhaustive, has_every_value, Exhaustive, InputSpace};
pub use mixture::Mixture;
pub use schedule::Schedule;
pub use source::VectorSource;
pub use stream::{Cycle, ExpectedOutput, Stream};
pub use words::WordVectors;

/// Returns the vectors of a module's function, or a mixture of those of a core's operations.
pub fn of_device(interface: &Interface, seed: u64) -> Box<dyn VectorSource> {
    match interface.function() {
        Some(function) => of_function(function, seed),
        None => Box::new(Mixture::new(interface, seed)),
    }
}

/// Returns the vectors of a function: constrained-random for an instruction, from the signature alone for another
/// function.
pub fn of_function(function: &Function, seed: u64) -> Box<dyn VectorSource> {
    match function.instruction() {
        Some(instruction) if is_conversion(instruction) => Box::new(Conversions::new(instruction, seed)),
        Some(instruction) if instruction.operation().is_dot() => Box::new(DotProducts::new(instruction, seed)),
        Some(instruction) => Box::new(Stimulus::new(instruction, seed)),
        None => Box::new(WordVectors::new(function.signature(), seed)),
    }
}

/// Returns `count` vectors that represent the stream of a function: every combination of classes of values first, then
/// vectors from anywhere in the stream.
pub fn sample(function: &Function, seed: u64, count: usize) -> Vec<Vector> {
    match function.instruction() {
        Some(instruction) if is_conversion(instruction) => {
            let mut source = Conversions::new(instruction, seed);
            (0..count).map(|_| source.any()).collect()
        }
        Some(instruction) if instruction.operation().is_dot() => {
            let mut source = DotProducts::new(instruction, seed);
            (0..count).map(|_| source.any()).collect()
        }
        Some(instruction) => {
            let mut source = Stimulus::new(instruction, seed);
            let mut vectors = source.classes();
            vectors.truncate(count);
            vectors.extend((vectors.len()..count).map(|_| source.any()));
            vectors
        }
        None => {
            let mut source = WordVectors::new(function.signature(), seed);
            (0..count).map(|_| source.any()).collect()
        }
    }
}

/// True if an instruction has the operands of a conversion: for a move they may be those of an integer.
fn is_conversion(instruction: Instruction) -> bool {
    instruction.operation().is_conversion() || instruction.operation() == Operation::Fmv
}

/// Returns the code of a rounding that operands and seed select, each equally often.
fn rounding_code(operands: impl Iterator<Item = u64>, seed: u64) -> u64 {
    let mixed = operands.fold(seed, |mixed, operand| {
        let next = (mixed ^ operand).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        next ^ next >> 32
    });
    mixed % Rounding::ALL.len() as u64
}

/// The number of vectors of an ordinary verification of an instruction.
pub const USUAL_COUNT: u64 = 100_000;

/// The same number for operands that take every value. Each value comes twice, for the reason in [`Stream`], and some
/// come once more.
const USUAL_COUNT_OF_ONE: u64 = 150_000;

/// Returns the number of vectors of an ordinary verification of a module. A core adds its systematic vectors.
pub fn usual_count(interface: &Interface) -> u64 {
    match (interface.is_core(), interface.instruction()) {
        (true, _) => Mixture::new(interface, 0).fixed_count() + USUAL_COUNT,
        (_, Some(instruction)) if has_every_value(instruction.signature()) => USUAL_COUNT_OF_ONE,
        _ => USUAL_COUNT,
    }
}

/// An endless deterministic source of vectors for one instruction.
#[derive(Clone, Debug)]
pub struct Stimulus {
    /// The instruction, without its rounding port.
    instruction: Instruction,
    has_rounding_port: bool,
    lanes: Lanes,
    edges: Combinations,
    systematic: Systematic,
    /// The index of the next vector that is not random.
    next: u64,
    aim: ConstrainedRandom,
    seed: u64,
    random: ChaCha8Rng,
}

impl Stimulus {
    /// Returns the vectors of this instruction and seed. The first ones, up to [`Stimulus::fixed_count`], are the same
    /// for every seed. With one operand the seed selects the first value.
    pub fn new(instruction: Instruction, seed: u64) -> Stimulus {
        let has_rounding_port = instruction.has_rounding_port();
        let instruction = instruction.with_fixed_rounding(Rounding::NearestEven);
        let operands = instruction.signature().operands();
        let numbers = numbers(instruction);
        let values = operands.iter().map(|operand| match operand.element_type.format() {
            Some(element) => edge_values(element, numbers),
            None => vec![0, 1],
        });
        Stimulus {
            instruction,
            has_rounding_port,
            lanes: Lanes::from_instruction(instruction),
            edges: Combinations::new(values.collect()),
            systematic: Systematic::from_instruction(instruction),
            next: 0,
            aim: ConstrainedRandom::at(instruction),
            seed,
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Returns the instruction.
    pub fn instruction(&self) -> Instruction {
        self.instruction
    }

    /// Returns the number of combinations of edge values, which come first.
    pub fn edge_count(&self) -> u64 {
        self.edges.count
    }

    /// Returns the combinations of edge values.
    pub fn edges(&self) -> impl Iterator<Item = Vector> + '_ {
        (0..self.edges.count).map(|index| self.vector(self.edge(index)))
    }

    /// Returns the number of vectors before the random ones: the combinations of edge values and the systematic
    /// vectors. With one operand they are all values, and all of them repeat instead of random ones.
    pub fn fixed_count(&self) -> u64 {
        self.edges_in_front() + self.systematic.count()
    }

    /// Returns the number of edge combinations at the front: none if all values come.
    fn edges_in_front(&self) -> u64 {
        if has_every_value(self.instruction.signature()) {
            0
        } else {
            self.edges.count
        }
    }

    /// Returns one of the vectors before the random ones, by its index.
    pub fn fixed_vector(&self, index: u64) -> Vector {
        self.vector(self.fixed(index))
    }

    /// Returns the next `count` vectors.
    pub fn fill(&mut self, count: usize) -> Vec<Vector> {
        let mut one = || {
            let operands = self.next_operands();
            self.vector(operands)
        };
        (0..count).map(|_| one()).collect()
    }

    /// Returns the next `count` random vectors, even if earlier vectors are left.
    pub fn random(&mut self, count: usize) -> Vec<Vector> {
        let mut one = || {
            let operands = self.random_operands();
            self.vector(operands)
        };
        (0..count).map(|_| one()).collect()
    }

    /// Returns every combination of classes of values.
    fn classes(&self) -> Vec<Vector> {
        let operands = self.instruction.signature().operands();
        let numbers = numbers(self.instruction);
        let values = operands.iter().map(|operand| match operand.element_type.format() {
            Some(element) => class_values(element, numbers),
            None => vec![0, 1],
        });
        let classes = Combinations::new(values.collect());
        let at = |index| {
            let lane = |lane| classes.get(permuted_index(index, lane, classes.count));
            self.vector(self.lanes.join(lane))
        };
        (0..classes.count).map(at).collect()
    }

    /// Returns a vector from anywhere in the stream: one in eight a combination of edge values, five in eight systematic,
    /// the others random.
    pub fn any(&mut self) -> Vector {
        let operands = match self.random.random_range(0..8) {
            0 => {
                let index = self.random.random_range(0..self.edges.count);
                self.edge(index)
            }
            1..=5 if self.systematic.count() > 0 => {
                let mut random = self.random.clone();
                let lane = |_| self.of_sum(self.systematic.get(self.systematic.draw(&mut random)));
                let operands = self.lanes.join(lane);
                self.random = random;
                operands
            }
            _ => self.random_operands(),
        };
        self.vector(operands)
    }

    /// Returns operands as data inputs, with a rounding if that is one of them.
    fn vector(&self, operands: Operands) -> Vector {
        let vector = Vector::of_operands(self.instruction, operands);
        if self.has_rounding_port {
            let count = self.instruction.signature().operands().len();
            let code = rounding_code(operands.iter().map(|operand| u64::from(*operand)), self.seed);
            crate::vector(vector.words(count).chain([code]))
        } else {
            vector
        }
    }

    fn next_operands(&mut self) -> Operands {
        let index = self.next;
        self.next += 1;
        match self.fixed_count() {
            fixed if has_every_value(self.instruction.signature()) => {
                // An odd factor, so that every value comes, and similar values come far apart.
                let place = (index.wrapping_mul(48_271)).wrapping_add(self.seed) % fixed;
                self.systematic(place, index / fixed)
            }
            fixed if index < fixed => self.fixed(index),
            _ => self.random_operands(),
        }
    }

    /// Returns one of the vectors before the random ones.
    fn fixed(&self, index: u64) -> Operands {
        match index.checked_sub(self.edges_in_front()) {
            None => self.edge(index),
            Some(index) => self.systematic(index, 0),
        }
    }

    fn edge(&self, index: u64) -> Operands {
        let edges = &self.edges;
        self.lanes
            .join(|lane| edges.get(permuted_index(index, lane, edges.count)))
    }

    /// Returns a systematic vector; another round combines the lanes differently.
    fn systematic(&self, index: u64, round: u64) -> Operands {
        let count = self.systematic.count();
        let place = |lane| (permuted_index(index, lane, count) + u64::from(lane) * round) % count;
        self.lanes.join(|lane| self.of_sum(self.systematic.get(place(lane))))
    }

    fn random_operands(&mut self) -> Operands {
        let mut random = self.random.clone();
        let vector = self.lanes.join(|_| self.of_sum(self.aim.draw(&mut random)));
        self.random = random;
        vector
    }

    /// Adapts a lane's operands, made for a sum, to this instruction. For a difference it flips the sign of the second
    /// term, so that cancelling terms still cancel.
    fn of_sum(&self, [a, b, c]: Operands) -> Operands {
        let sign = self.instruction.ty().result_format().sign_mask();
        match self.instruction.operation() {
            Operation::Sub => [a, b ^ sign, c],
            Operation::Fmsub | Operation::Fnmsub => [a, b, c ^ sign],
            _ => [a, b, c],
        }
    }
}

impl VectorSource for Stimulus {
    fn fill(&mut self, count: usize) -> Vec<Vector> {
        Stimulus::fill(self, count)
    }

    fn seed(&self) -> u64 {
        self.seed
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
                let low = Instruction::ty(instruction).result_format();
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
    fn a_product_less_a_number_cancels_as_often_as_a_sum() {
        let zeros = ["fmadd.h", "fmsub.h", "fnmsub.h", "fnmadd.h"].map(|mnemonic| {
            let instruction = mnemonic
                .parse::<Instruction>()
                .unwrap()
                .with_fixed_rounding(Rounding::NearestEven);
            let vectors = Stimulus::new(instruction, 1).random(20_000);
            let results = vectors.iter().map(|vector| {
                let operands: Vec<u32> = vector.iter().map(|word| *word as u32).collect();
                halfpipe_model::value::evaluate(instruction, &operands)
            });
            results.filter(|result| result & 0x7FFF == 0).count()
        });
        let least = zeros.iter().min().expect("there are four");
        assert!(*least > 100 && least * 10 > zeros[0] * 9, "{zeros:?}");
    }

    #[test]
    fn vectors_of_a_move_have_the_width_of_a_register() {
        let unit = halfpipe_hdl::design::Design::unit("fmv.h.x".parse().unwrap(), 0).unwrap();
        let vectors = of_device(unit.interface(), 1).fill(1_000);
        assert!(vectors.iter().all(|vector| vector.len() == 1 && vector[0] >> 32 == 0));
        assert!(vectors.iter().any(|vector| vector[0] >> 16 != 0));
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
        // These are the cases in which the lanes are equal.
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
            // The rest of the vectors of an ordinary verification is random.
            let fixed = Stimulus::new(*instruction, 0).fixed_count();
            assert!(fixed <= 75_000, "{instruction}: {fixed}");
        }
    }
}
