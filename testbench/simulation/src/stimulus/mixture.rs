//! Vectors for a core.

use halfpipe_hdl::design::{Function, Interface, Port, Role};
use halfpipe_isa::{Instruction, Operation};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::function::open;
use super::source::{FunctionVectors, VectorSource, VectorStream};
use crate::{vector, Vector};

/// The share of vectors whose operation the core lacks.
const UNKNOWN: f64 = 1.0 / 32.0;

/// The number of systematic vectors of all operations together, without those that cover lookup tables.
const SYSTEMATIC: u64 = 400_000;

/// The maximum number of these vectors per operation.
const OF_AN_OPERATION: u64 = 20_000;

/// An endless program of a core: its operations interleaved, now and then one that the core lacks. Equal seeds give
/// equal programs.
///
/// It begins with the first vectors of the operations' [stimuli](Stimulus). An operation with a lookup table gets every
/// value, in each lane. The other operations get an evenly spread share of theirs. After these, every operation comes
/// once before any comes again, with vectors from anywhere in its stimulus. Port bits that an operation must ignore are
/// random.
pub struct Mixture {
    interface: Interface,
    sources: Vec<Fixed>,
    /// The operations that may have systematic vectors left.
    open: Vec<u32>,
    /// The remaining operations of this round.
    round: Vec<u32>,
    /// The number of vectors made.
    number: u64,
    seed: u64,
    random: ChaCha8Rng,
}

/// An operation's stimulus and its remaining systematic vectors.
struct Fixed {
    stimulus: VectorStream<dyn FunctionVectors>,
    next: u64,
    step: u64,
}

impl Fixed {
    /// Returns the next systematic vector.
    fn next(&mut self) -> Option<Vector> {
        let index = self.next;
        self.next += self.step;
        (index < self.stimulus.fixed_count()).then(|| self.stimulus.fixed_vector(index))
    }
}

impl Mixture {
    /// Returns the programs of a core.
    pub fn new(interface: &Interface, seed: u64) -> Mixture {
        let operations: Vec<Instruction> = interface.instructions().collect();
        let share = SYSTEMATIC.div_ceil(operations.len() as u64).min(OF_AN_OPERATION);
        let source = |(op, instruction): (u64, &Instruction)| {
            let stimulus = open(&Function::from(*instruction), seed);
            let step = if goes_over_a_table(*instruction, &operations) {
                1
            } else {
                stimulus.fixed_count().div_ceil(share).max(1)
            };
            Fixed {
                stimulus,
                // Each operation takes different vectors, because many operations share their arithmetic.
                next: op % step,
                step,
            }
        };
        Mixture {
            sources: (0..).zip(&operations).map(source).collect(),
            open: (0..operations.len() as u32).collect(),
            interface: interface.clone(),
            round: Vec::new(),
            number: 0,
            seed,
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Returns the random programs alone.
    pub fn random(interface: &Interface, seed: u64) -> Mixture {
        Mixture {
            open: Vec::new(),
            ..Mixture::new(interface, seed)
        }
    }

    /// Returns the number of vectors before the endless random ones, without operations that the core lacks.
    pub fn fixed_count(&self) -> u64 {
        let count = |source: &Fixed| source.stimulus.fixed_count().div_ceil(source.step);
        self.sources.iter().map(count).sum()
    }

    fn next(&mut self) -> Vector {
        // An odd factor, so no two operations within the tag's range have the same tag.
        let tag = self.number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.number += 1;
        let known = self.sources.len() as u64;
        let values = self.interface.port(Role::Op).map_or(1, |port| port.ones() + 1);
        if known < values && self.random.random_bool(UNKNOWN) {
            let op = self.random.random_range(known..values);
            return self.any_inputs(op, tag);
        }
        let (op, operands) = self.next_of_round();
        let mut inputs = self.any_inputs(op.into(), tag);
        let operation = &self.interface.operations()[op as usize];
        let operands = operation.signature().operands().iter().zip(operands.iter());
        for (position, (operand, value)) in self.interface.operand_positions(operation).zip(operands) {
            let ignored = !(u64::MAX >> (u64::BITS - operand.width()));
            inputs[position] = inputs[position] & ignored | value;
        }
        inputs
    }

    /// Returns inputs with random operands.
    fn any_inputs(&mut self, op: u64, tag: u64) -> Vector {
        let random = &mut self.random;
        let word = |port: &Port| match port.role {
            Role::Op => op,
            Role::TagIn => tag & port.ones(),
            _ => random.random::<u64>() & port.ones(),
        };
        vector(self.interface.inputs().map(word))
    }

    /// Returns the next operation of the round and its vector: a systematic one while any operation has some left.
    fn next_of_round(&mut self) -> (u32, Vector) {
        loop {
            if self.round.is_empty() {
                self.round = if self.open.is_empty() {
                    (0..self.sources.len() as u32).collect()
                } else {
                    self.open.clone()
                };
                self.round.shuffle(&mut self.random);
            }
            let op = self.round.pop().expect("a core has at least one operation");
            let source = &mut self.sources[op as usize];
            if self.open.is_empty() {
                return (op, source.stimulus.any());
            }
            match source.next() {
                Some(vector) => return (op, vector),
                None => self.open.retain(|other| *other != op),
            }
        }
    }
}

impl VectorSource for Mixture {
    fn fill(&mut self, count: usize) -> Vec<Vector> {
        (0..count).map(|_| self.next()).collect()
    }

    fn seed(&self) -> u64 {
        self.seed
    }
}

/// True if an operation has a lookup table, and no operation of the core with its function and format has more lanes.
/// An entry of the table affects the results of only a few values. Both formats cover a table that they share, because
/// each rounds the sum differently.
fn goes_over_a_table(instruction: Instruction, operations: &[Instruction]) -> bool {
    let function = |instruction: &Instruction| (instruction.operation(), instruction.ty().operand_format());
    let alike = operations
        .iter()
        .filter(|other| function(other) == function(&instruction));
    let most = alike.map(|other| other.ty().lanes()).max();
    let operation = instruction.operation();
    let has_table = matches!(operation, Operation::Tanh | Operation::Ex2) || operation.is_elementary();
    has_table && most == Some(instruction.ty().lanes())
}

#[cfg(test)]
#[path = "../../tests/unit/stimulus/mixture.rs"]
mod tests;
