//! The operations of a program.

use halfpipe_hdl::fpu::Core;
use halfpipe_isa::{Instruction, Operation};
use rand::seq::SliceRandom;
use rand::{Rng, RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::program::ports;
use super::CoreIn;
use crate::stimulus::Stimulus;
use crate::Vector;

/// How often an operation is one that the core does not have.
const UNKNOWN: f64 = 1.0 / 32.0;

/// Operations, in rounds: each of the core once, in any order, as long as it has vectors left. It ends when none has.
pub(super) struct Issue {
    operations: Vec<Instruction>,
    /// What each is still to be issued with.
    vectors: Vec<Box<dyn Iterator<Item = Vector>>>,
    /// The operations that may have vectors left.
    open: Vec<u32>,
    /// Those of them that are still to come in this round.
    round: Vec<u32>,
    op_values: u32,
    tag_mask: u64,
    /// How many operations were issued.
    count: u64,
    random: ChaCha8Rng,
}

impl Issue {
    /// Operations without end, with vectors from anywhere in their stimuli.
    pub fn random(core: &Core, seed: u64) -> Issue {
        Issue::new(core, seed, |_, instruction| {
            let mut stimulus = Stimulus::new(instruction, seed);
            Box::new(std::iter::repeat_with(move || stimulus.any()))
        })
    }

    /// All vectors that come before the random ones, of operations that go over a table; of the others `count` together at most,
    /// evenly spread, and others of each, as many operations share their arithmetic.
    pub fn systematic(core: &Core, count: usize, seed: u64) -> Issue {
        let operations = core.operations();
        let share = count.div_ceil(operations.len()).max(1) as u64;
        Issue::new(core, seed, |op, instruction| {
            let stimulus = Stimulus::new(instruction, seed);
            let step = match goes_over_a_table(instruction, operations) {
                true => 1,
                false => stimulus.fixed_count().div_ceil(share),
            };
            Box::new(stimulus.into_fixed().skip(op % step as usize).step_by(step as usize))
        })
    }

    fn new(core: &Core, seed: u64, vectors: impl Fn(usize, Instruction) -> Box<dyn Iterator<Item = Vector>>) -> Issue {
        let operations = core.operations();
        Issue {
            operations: operations.to_vec(),
            vectors: operations
                .iter()
                .enumerate()
                .map(|(op, instruction)| vectors(op, *instruction))
                .collect(),
            open: (0..operations.len() as u32).collect(),
            round: Vec::new(),
            op_values: 1 << core.op_bits(),
            tag_mask: u64::MAX >> (64 - core.tag_bits()),
            count: 0,
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// A cycle without a valid operation; its ports have any values.
    pub fn nothing(&mut self) -> CoreIn {
        let random = &mut self.random;
        CoreIn {
            reset: false,
            enable: true,
            in_valid: false,
            op: random.random_range(0..self.op_values),
            tag: random.random::<u64>() & self.tag_mask,
            operands: [random.random(), random.random(), random.random()],
        }
    }

    /// The next operation of the round that has a vector left, and the vector.
    fn next_of_round(&mut self) -> Option<(u32, Vector)> {
        while !self.open.is_empty() {
            if self.round.is_empty() {
                self.round.clone_from(&self.open);
                self.round.shuffle(&mut self.random);
            }
            let op = self.round.pop()?;
            match self.vectors[op as usize].next() {
                Some(vector) => return Some((op, vector)),
                None => self.open.retain(|other| *other != op),
            }
        }
        None
    }
}

impl Iterator for Issue {
    type Item = CoreIn;

    fn next(&mut self) -> Option<CoreIn> {
        let mut cycle = CoreIn {
            in_valid: true,
            // An odd factor: no two operations within the tag's range have the same tag.
            tag: self.count.wrapping_mul(0x9E37_79B9_7F4A_7C15) & self.tag_mask,
            ..self.nothing()
        };
        self.count += 1;
        let known = self.operations.len() as u32;
        if known < self.op_values && self.random.random_bool(UNKNOWN) {
            cycle.op = self.random.random_range(known..self.op_values);
            return Some(cycle);
        }
        let (op, vector) = self.next_of_round()?;
        cycle.op = op;
        for (register, (port, width)) in vector.into_iter().zip(ports(self.operations[op as usize])) {
            let ignored = u32::MAX.checked_shl(width).unwrap_or(0);
            cycle.operands[port] = self.random.next_u32() & ignored | register;
        }
        Some(cycle)
    }
}

/// Whether an operation looks its result up, and no other one of the core that shares its tables has more lanes. An entry of
/// a table shows in the results of a few values only.
fn goes_over_a_table(instruction: Instruction, operations: &[Instruction]) -> bool {
    let table = |instruction: &Instruction| (instruction.operation(), instruction.ty().element());
    let shares = operations.iter().filter(|other| table(other) == table(&instruction));
    let most = shares.map(|other| other.ty().lanes()).max();
    matches!(instruction.operation(), Operation::Tanh | Operation::Ex2) && most == Some(instruction.ty().lanes())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn systematic_operations_have_every_value_of_a_table_in_each_lane_and_a_share_of_the_others() {
        let names = [
            "tanh.approx.f16",
            "tanh.approx.f16x2",
            "ex2.approx.ftz.bf16",
            "fma.rn.f16",
        ];
        let core = Core::new(&names.map(|name| name.parse().unwrap()), 0, 8).unwrap();
        let issued: Vec<CoreIn> = Issue::systematic(&core, 4000, 1).collect();
        let of = |name: &str| {
            let is_it = |operation: &Instruction| operation.mnemonic() == name;
            let op = core.operations().iter().position(is_it).unwrap() as u32;
            issued.iter().filter(move |cycle| cycle.op == op)
        };
        for (name, lanes) in [("tanh.approx.f16x2", 2), ("ex2.approx.ftz.bf16", 1)] {
            for lane in 0..lanes {
                let values: HashSet<u32> = of(name)
                    .map(|cycle| cycle.operands[0] >> (16 * lane) & 0xFFFF)
                    .collect();
                assert_eq!(values.len(), 1 << 16, "{name}, lane {lane}");
            }
        }
        for name in ["tanh.approx.f16", "fma.rn.f16"] {
            let count = of(name).count();
            assert!((500..=1000).contains(&count), "{name}: {count}");
        }
    }
}
