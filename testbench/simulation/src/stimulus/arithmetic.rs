//! Vectors of arithmetic instructions and comparisons.

use halfpipe_isa::{FloatFormat, Instruction, Operation, Rounding};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::aimed::ConstrainedRandom;
use super::combinations::Combinations;
use super::edges::{class_values, edge_values};
use super::exhaustive::has_every_value;
use super::lanes::{numbers, permuted_index, Lanes};
use super::rounding::rounding_code;
use super::source::{FunctionVectors, VectorStream};
use super::systematic::Systematic;
use crate::{Operands, Vector};

/// An endless deterministic source of vectors for one instruction.
///
/// The first ones, up to [`VectorStream::fixed_count`], are the same for every seed. With one operand the fixed vectors
/// are all values, all of them repeat instead of random ones, and the seed selects the first value.
pub type Stimulus = VectorStream<ArithmeticVectors>;

/// The vectors of an arithmetic instruction or a comparison.
#[derive(Clone)]
pub struct ArithmeticVectors {
    /// The instruction, without its rounding port.
    instruction: Instruction,
    has_rounding_port: bool,
    lanes: Lanes,
    edges: Combinations,
    systematic: Systematic,
    aim: ConstrainedRandom,
    seed: u64,
}

impl Stimulus {
    /// Returns the vectors of this instruction and seed.
    pub fn new(instruction: Instruction, seed: u64) -> Stimulus {
        VectorStream::start(Box::new(ArithmeticVectors::new(instruction, seed)), seed)
    }

    /// Returns the instruction.
    pub fn instruction(&self) -> Instruction {
        self.vectors.instruction
    }

    /// Returns the number of combinations of edge values, which come first.
    pub fn edge_count(&self) -> u64 {
        self.vectors.edges.count
    }

    /// Returns the combinations of edge values.
    pub fn edges(&self) -> impl Iterator<Item = Vector> + '_ {
        let vectors = &self.vectors;
        (0..vectors.edges.count).map(|index| vectors.vector(vectors.edge(index)))
    }
}

impl ArithmeticVectors {
    pub(super) fn new(instruction: Instruction, seed: u64) -> ArithmeticVectors {
        let has_rounding_port = instruction.has_rounding_port();
        let instruction = instruction.with_fixed_rounding(Rounding::NearestEven);
        ArithmeticVectors {
            instruction,
            has_rounding_port,
            lanes: Lanes::from_instruction(instruction),
            edges: combine(instruction, edge_values),
            systematic: Systematic::from_instruction(instruction),
            aim: ConstrainedRandom::from_instruction(instruction),
            seed,
        }
    }

    /// Returns the number of edge combinations at the front: none if all values come.
    fn edges_in_front(&self) -> u64 {
        if has_every_value(self.instruction.signature()) {
            0
        } else {
            self.edges.count
        }
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

impl FunctionVectors for ArithmeticVectors {
    fn fixed_count(&self) -> u64 {
        self.edges_in_front() + self.systematic.count()
    }

    fn fixed_vector(&self, index: u64) -> Vector {
        self.vector(match index.checked_sub(self.edges_in_front()) {
            None => self.edge(index),
            Some(index) => self.systematic(index, 0),
        })
    }

    fn find(&self, index: u64) -> Option<Vector> {
        let fixed = self.fixed_count();
        if has_every_value(self.instruction.signature()) {
            // An odd factor, so that every value comes, and similar values come far apart.
            let place = (index.wrapping_mul(48_271)).wrapping_add(self.seed) % fixed;
            return Some(self.vector(self.systematic(place, index / fixed)));
        }
        (index < fixed).then(|| self.fixed_vector(index))
    }

    fn draw(&self, random: &mut ChaCha8Rng) -> Vector {
        self.vector(self.lanes.join(|_| self.adapt_sum(self.aim.draw(random))))
    }

    /// One in eight is a combination of edge values, five in eight are systematic, the others random.
    fn draw_any(&self, random: &mut ChaCha8Rng) -> Vector {
        match random.random_range(0..8) {
            0 => self.vector(self.edge(random.random_range(0..self.edges.count))),
            1..=5 if self.systematic.count() > 0 => {
                let lane = |_| self.adapt_sum(self.systematic.get(self.systematic.draw(random)));
                self.vector(self.lanes.join(lane))
            }
            _ => self.draw(random),
        }
    }

    fn classes(&self) -> Vec<Vector> {
        let classes = combine(self.instruction, class_values);
        let at = |index| {
            let lane = |lane| classes.get(permuted_index(index, lane, classes.count));
            self.vector(self.lanes.join(lane))
        };
        (0..classes.count).map(at).collect()
    }
}

/// Returns every combination of some values of the operands. A predicate has both values.
fn combine(instruction: Instruction, values: fn(FloatFormat, usize) -> Vec<u32>) -> Combinations {
    let operands = instruction.signature().operands().iter();
    let lists = operands.map(|operand| match operand.element_type.format() {
        Some(format) => values(format, numbers(instruction)),
        None => vec![0, 1],
    });
    Combinations::new(lists.collect())
}
