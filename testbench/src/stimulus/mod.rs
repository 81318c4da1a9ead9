//! Stimulus for modules.
//!
//! [`Stimulus`] begins with every combination of the edge values of the operands' formats. Walking ones through the
//! operands' fractions follow, with results that a single digit decides. An instruction with one operand gets every
//! value instead. An endless constrained-random mix of the hard cases of floating point comes last. [`DotProducts`] has
//! those of sums of products. [`WordVectors`] makes vectors from a signature alone. [`exhaustive()`] covers every combination of all values, if there are few.
//! All of them are deterministic. In x2 instructions each lane has its own sequence. A [`Stream`] has stalls, gaps and
//! resets between vectors.

mod aimed;
mod combinations;
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
use combinations::Combinations;
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
pub fn make_module_source(interface: &Interface, seed: u64) -> Box<dyn VectorSource> {
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
            aim: ConstrainedRandom::from_instruction(instruction),
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
                let lane = |_| self.adapt_sum(self.systematic.get(self.systematic.draw(&mut random)));
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
        let vector = Vector::from_operands(self.instruction, operands);
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
        self.lanes.join(|lane| self.adapt_sum(self.systematic.get(place(lane))))
    }

    fn random_operands(&mut self) -> Operands {
        let mut random = self.random.clone();
        let vector = self.lanes.join(|_| self.adapt_sum(self.aim.draw(&mut random)));
        self.random = random;
        vector
    }

    /// Adapts a lane's operands, made for a sum, to this instruction. For a difference it flips the sign of the second
    /// term, so that cancelling terms still cancel.
    fn adapt_sum(&self, [a, b, c]: Operands) -> Operands {
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

#[cfg(test)]
mod tests;
