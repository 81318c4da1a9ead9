//! The sample of modules to mutate: every family of instructions and cores, at any latency, words and gates in turns.

use halfpipe_hdl::design::Design;
use halfpipe_hdl::fpu;
use halfpipe_hdl::unit::{max_latency, Multiplier};
use halfpipe_isa::{Instruction, Operation, Type};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::mutants::subject::MutationSubject;
use crate::mutants::MutationLevel;

/// The most instructions of a core with some of them.
const SOME: usize = 8;

/// A module to be mutated.
#[derive(Clone, Debug)]
pub struct MutationTarget {
    /// The module.
    pub subject: MutationSubject,
    /// The level of its mutations.
    pub level: MutationLevel,
    /// The seed of its mutations.
    pub seed: u64,
}

/// An endless sequence of modules, in rounds. Each round has an instruction of every operation and type, with random
/// modifiers, at any latency. It also has a core of some instructions, and the core of all. A module mutated in words
/// in one round is mutated in gates in the next. Equal seeds give equal modules.
#[derive(Clone, Debug)]
pub struct Sample {
    families: Vec<Vec<Instruction>>,
    random: ChaCha8Rng,
    next: usize,
}

impl Sample {
    /// Creates the sample of a seed.
    pub fn new(seed: u64) -> Sample {
        Sample {
            families: families(),
            random: ChaCha8Rng::seed_from_u64(seed),
            next: 0,
        }
    }

    /// Returns the number of modules in a round.
    pub fn round(&self) -> usize {
        self.families.len() + 2
    }

    fn unit(&mut self, family: usize) -> MutationSubject {
        let instructions = &self.families[family];
        let instruction = *instructions
            .choose(&mut self.random)
            .expect("a family has instructions");
        let latency = self.random.random_range(0..=max_latency(instruction));
        MutationSubject::new(Design::unit(instruction, latency).expect("it has the latency"))
    }

    fn core(&mut self, instructions: &[Instruction]) -> MutationSubject {
        let multiplier = Multiplier::default();
        let most = fpu::max_latency(instructions, multiplier).expect("a core of some instructions");
        let latency = self.random.random_range(0..=most);
        MutationSubject::new(Design::core(instructions, latency).expect("it has the latency"))
    }
}

impl Iterator for Sample {
    type Item = MutationTarget;

    fn next(&mut self) -> Option<MutationTarget> {
        let (round, place) = (self.next / self.round(), self.next % self.round());
        self.next += 1;
        let families = self.families.len();
        let subject = if place < families {
            self.unit(place)
        } else if place == families {
            let any = |_| {
                *Instruction::arithmetic()
                    .choose(&mut self.random)
                    .expect("there are instructions")
            };
            let some: Vec<Instruction> = (0..SOME).map(any).collect();
            self.core(&some)
        } else {
            self.core(Instruction::arithmetic())
        };
        Some(MutationTarget {
            subject,
            level: MutationLevel::ALL[(round + place) % MutationLevel::ALL.len()],
            seed: self.random.random(),
        })
    }
}

/// Returns the instructions of each operation and type.
fn families() -> Vec<Vec<Instruction>> {
    let mut families: Vec<((Operation, Type), Vec<Instruction>)> = Vec::new();
    for instruction in Instruction::arithmetic() {
        let name = (instruction.operation(), instruction.ty());
        match families.iter_mut().find(|(known, _)| *known == name) {
            Some((_, family)) => family.push(*instruction),
            None => families.push((name, vec![*instruction])),
        }
    }
    families.into_iter().map(|(_, family)| family).collect()
}

#[cfg(test)]
#[path = "../../tests/unit/mutants/sample.rs"]
mod tests;
