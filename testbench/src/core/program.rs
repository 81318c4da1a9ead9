//! Random programs.

use halfpipe_hdl::fpu::{Core, UNKNOWN_RESULT};
use halfpipe_isa::Instruction;
use halfpipe_reference::evaluate;
use rand::seq::SliceRandom;
use rand::{Rng, RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{CoreEngine, CoreIn, CoreOut, Fault, Report};
use crate::engine::EngineError;
use crate::stimulus::{Due, Feed, Stimulus};
use crate::Vector;

/// How often an operation is one that the core does not have.
const UNKNOWN: f64 = 1.0 / 32.0;

/// A random program for a core: all its operations interleaved, now and then one that it does not have, with stalls, gaps
/// and resets between them. Every operation comes out, in order. Equal seeds give equal programs.
#[derive(Clone, Debug)]
pub struct Program {
    operations: Vec<Instruction>,
    /// What the program issues.
    issued: Vec<CoreIn>,
    cycles: Vec<CoreIn>,
    /// What the outputs must show in each cycle.
    due: Vec<Due>,
}

impl Program {
    /// A program that issues `count` operations: every operation of the core once before any comes again. Operands are
    /// those that the operation's [`Stimulus`] aims; the bits of a port that it must ignore are random, and so are all ports
    /// in cycles that take no operation.
    pub fn random(core: &Core, count: usize, seed: u64) -> Program {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut issue = Issue::of(core, seed);
        let issued: Vec<CoreIn> = (0..count as u64)
            .map(|number| issue.next(number, &mut random))
            .collect();
        let feed = Feed::new(count, core.latency(), seed, 0);
        let cycles = feed.map(|(control, next, due)| {
            let operation = match control.takes() {
                true => issued[next],
                false => issue.nothing(&mut random),
            };
            let cycle = CoreIn {
                reset: control.reset,
                enable: control.enable,
                in_valid: control.in_valid,
                ..operation
            };
            (cycle, due)
        });
        let (cycles, due) = cycles.unzip();
        Program {
            operations: core.operations().to_vec(),
            issued,
            cycles,
            due,
        }
    }

    /// Two programs that issue `count` operations together, of a seed and the next: what a core is checked with.
    pub fn pair(core: &Core, count: usize, seed: u64) -> [Program; 2] {
        [seed, seed.wrapping_add(1)].map(|seed| Program::random(core, count.div_ceil(2), seed))
    }

    /// The inputs, cycle by cycle; the first one is a reset.
    pub fn cycles(&self) -> &[CoreIn] {
        &self.cycles
    }

    /// Runs the program and compares every cycle's outputs with what the core's contract and the model say.
    ///
    /// # Errors
    ///
    /// When the engine itself fails, or does not answer every cycle.
    pub fn run(&self, engine: &mut dyn CoreEngine) -> Result<Report, EngineError> {
        let outputs = engine.core_cycles(&self.cycles)?;
        EngineError::check_count(self.cycles.len(), outputs.len())?;
        let mut report = Report::new(self.operations.len());
        let mut agreed = vec![false; self.issued.len()];
        for (cycle, (due, output)) in self.due.iter().zip(&outputs).enumerate() {
            let shown = match due {
                Due::Anything => continue,
                Due::Nothing => None,
                Due::Result(number) => Some(*number),
            };
            // A result that waits is compared in each cycle, and counted in one.
            if let Some(fault) = self.compare(cycle, shown, output) {
                report.fault(fault);
            } else if let Some(number) = shown.filter(|number| !agreed[*number]) {
                agreed[number] = true;
                report.agrees(self.issued[number].op as usize);
            }
        }
        Ok(report)
    }

    /// Compares the outputs of a cycle that has to show the result of the operation of number `shown`.
    fn compare(&self, cycle: usize, shown: Option<usize>, output: &CoreOut) -> Option<Fault> {
        if output.out_valid != shown.is_some() {
            return Some(Fault::Valid {
                cycle,
                expected: shown.is_some(),
            });
        }
        let input = self.issued[shown?];
        if output.tag != input.tag {
            return Some(Fault::Tag {
                cycle,
                expected: input.tag,
                actual: output.tag,
            });
        }
        let instruction = self.operations.get(input.op as usize).copied();
        let expected = instruction.map_or(UNKNOWN_RESULT, |instruction| expected(instruction, input.operands));
        (output.d != expected).then_some(Fault::Result {
            cycle,
            op: input.op,
            instruction,
            operands: input.operands,
            expected,
            actual: output.d,
        })
    }
}

/// The ports that an instruction's operands go to, in their order: operands are named as their ports are.
fn ports(instruction: Instruction) -> impl Iterator<Item = (usize, u32)> {
    let operands = instruction.operands().iter();
    operands.map(|operand| ((operand.name as u8 - b'a') as usize, operand.width()))
}

/// What the model says of the values of the three operand ports.
pub fn expected(instruction: Instruction, operands: Vector) -> u32 {
    let mut vector = [0; 3];
    for (register, (port, width)) in vector.iter_mut().zip(ports(instruction)) {
        *register = operands[port] & (u32::MAX >> (32 - width));
    }
    evaluate(instruction, &vector)
}

/// Makes operations.
struct Issue {
    sources: Vec<Stimulus>,
    /// The operations that are still to come in this round.
    round: Vec<u32>,
    op_values: u32,
    tag_mask: u64,
}

impl Issue {
    fn of(core: &Core, seed: u64) -> Issue {
        let source = |instruction: &Instruction| Stimulus::new(*instruction, seed);
        Issue {
            sources: core.operations().iter().map(source).collect(),
            round: Vec::new(),
            op_values: 1 << core.op_bits(),
            tag_mask: u64::MAX >> (64 - core.tag_bits()),
        }
    }

    /// A cycle without a valid operation; its ports have any values.
    fn nothing(&self, random: &mut ChaCha8Rng) -> CoreIn {
        CoreIn {
            reset: false,
            enable: true,
            in_valid: false,
            op: random.random_range(0..self.op_values),
            tag: random.random::<u64>() & self.tag_mask,
            operands: [random.random(), random.random(), random.random()],
        }
    }

    /// The operation of that number.
    fn next(&mut self, number: u64, random: &mut ChaCha8Rng) -> CoreIn {
        // An odd factor: no two operations within the tag's range have the same tag.
        let tag = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) & self.tag_mask;
        let mut cycle = CoreIn {
            in_valid: true,
            tag,
            ..self.nothing(random)
        };
        let known = self.sources.len() as u32;
        if known < self.op_values && random.random_bool(UNKNOWN) {
            cycle.op = random.random_range(known..self.op_values);
            return cycle;
        }
        cycle.op = self.next_of_round(random);
        let source = &mut self.sources[cycle.op as usize];
        let instruction = source.instruction();
        for (register, (port, width)) in source.any().into_iter().zip(ports(instruction)) {
            let ignored = u32::MAX.checked_shl(width).unwrap_or(0);
            cycle.operands[port] = random.next_u32() & ignored | register;
        }
        cycle
    }

    fn next_of_round(&mut self, random: &mut ChaCha8Rng) -> u32 {
        if self.round.is_empty() {
            self.round = (0..self.sources.len() as u32).collect();
            self.round.shuffle(random);
        }
        self.round.pop().expect("a core has at least one operation")
    }
}
