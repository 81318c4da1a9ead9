//! Programs.

use std::panic::resume_unwind;
use std::thread;

use halfpipe_hdl::fpu::{Core, UNKNOWN_RESULT};
use halfpipe_isa::Instruction;
use halfpipe_reference::evaluate;
use rayon::prelude::*;

use super::issue::Issue;
use super::{CoreEngine, CoreIn, CoreOut, Fault, Report};
use crate::engine::EngineError;
use crate::stimulus::{Due, Feed};
use crate::Vector;

/// A program for a core: its operations interleaved, now and then one that it does not have, with stalls, gaps and resets
/// between them. Every operation comes out, in order. Equal seeds give equal programs.
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
    /// A program that issues `count` random operations: every operation of the core once before any comes again. Operands are
    /// those that the operation's [`Stimulus`](crate::stimulus::Stimulus) aims; the bits of a port that it must ignore are
    /// random, and so are all ports in cycles that take no operation.
    pub fn random(core: &Core, count: usize, seed: u64) -> Program {
        Program::new(core, Issue::random(core, seed), count, seed)
    }

    /// A program that issues vectors with which the stimuli of the operations begin: every value of an operation that looks
    /// its result up, in each lane, and of the others as many as make `count` together, or all.
    ///
    /// Of operations that share their tables, the one with the most lanes goes over them.
    pub fn systematic(core: &Core, count: usize, seed: u64) -> Program {
        Program::new(core, Issue::systematic(core, count, seed), usize::MAX, seed)
    }

    /// What a core is checked with: two programs that issue `count` random operations together, of a seed and the next, and a
    /// systematic one.
    pub fn check(core: &Core, count: usize, seed: u64) -> impl Iterator<Item = Program> + '_ {
        let random = [seed, seed.wrapping_add(1)].into_iter();
        let random = random.map(move |seed| Program::random(core, count.div_ceil(2), seed));
        random.chain(std::iter::once_with(move || Program::systematic(core, count, seed)))
    }

    /// A program of the first `most` operations that are issued.
    fn new(core: &Core, mut issue: Issue, most: usize, seed: u64) -> Program {
        let issued: Vec<CoreIn> = issue.by_ref().take(most).collect();
        let feed = Feed::new(issued.len(), core.latency(), seed, 0);
        let cycles = feed.map(|(control, next, due)| {
            let operation = match control.takes() {
                true => issued[next],
                false => issue.nothing(),
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

    /// The operations, in the order in which they go in and come out.
    pub fn issued(&self) -> &[CoreIn] {
        &self.issued
    }

    /// The inputs, cycle by cycle; the first one is a reset.
    pub fn cycles(&self) -> &[CoreIn] {
        &self.cycles
    }

    /// What the outputs must show in each cycle; results are numbered as the [operations](Program::issued) are.
    pub fn due(&self) -> &[Due] {
        &self.due
    }

    /// What the model says of an operation that was issued.
    pub fn result(&self, operation: &CoreIn) -> u32 {
        let instruction = self.operations.get(operation.op as usize);
        instruction.map_or(UNKNOWN_RESULT, |instruction| expected(*instruction, operation.operands))
    }

    /// Runs the program and compares every cycle's outputs with what the core's contract and the model say.
    ///
    /// # Errors
    ///
    /// When the engine itself fails, or does not answer every cycle.
    pub fn run(&self, engine: &mut dyn CoreEngine) -> Result<Report, EngineError> {
        let results = || self.issued.par_iter().map(|operation| self.result(operation)).collect();
        let (outputs, results): (_, Vec<u32>) = thread::scope(|scope| {
            let results = scope.spawn(results);
            let outputs = engine.core_cycles(&self.cycles);
            (outputs, results.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        let outputs = outputs?;
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
            if let Some(fault) = self.compare(cycle, shown, &results, output) {
                report.fault(fault);
            } else if let Some(number) = shown.filter(|number| !agreed[*number]) {
                agreed[number] = true;
                report.agrees(self.issued[number].op as usize);
            }
        }
        Ok(report)
    }

    /// Compares the outputs of a cycle that has to show the result of the operation of number `shown`.
    fn compare(&self, cycle: usize, shown: Option<usize>, results: &[u32], output: &CoreOut) -> Option<Fault> {
        if output.out_valid != shown.is_some() {
            return Some(Fault::Valid {
                cycle,
                expected: shown.is_some(),
            });
        }
        let (input, expected) = (self.issued[shown?], results[shown?]);
        if output.tag != input.tag {
            return Some(Fault::Tag {
                cycle,
                expected: input.tag,
                actual: output.tag,
            });
        }
        (output.d != expected).then_some(Fault::Result {
            cycle,
            op: input.op,
            instruction: self.operations.get(input.op as usize).copied(),
            operands: input.operands,
            expected,
            actual: output.d,
        })
    }
}

/// The ports that an instruction's operands go to, in their order: operands are named as their ports are.
pub(super) fn ports(instruction: Instruction) -> impl Iterator<Item = (usize, u32)> {
    let operands = instruction.operands().iter();
    operands.map(|operand| ((operand.name as u8 - b'a') as usize, operand.width()))
}

/// What the model says of the values of the three operand ports.
fn expected(instruction: Instruction, operands: Vector) -> u32 {
    let mut vector = [0; 3];
    for (register, (port, width)) in vector.iter_mut().zip(ports(instruction)) {
        *register = operands[port] & (u32::MAX >> (32 - width));
    }
    evaluate(instruction, &vector)
}
