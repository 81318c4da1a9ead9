//! What every mutant goes through: the clock cycles of `verify`'s vectors, or of a core's check, with what the outputs must
//! show in each.

use halfpipe_hdl::fpu::{Core, UNKNOWN_RESULT};
use halfpipe_hdl::unit::Unit;
use halfpipe_reference::evaluate;
use halfpipe_testbench::contract::Contract;
use halfpipe_testbench::core::{expected, CoreIn, Program};
use halfpipe_testbench::scoreboard::CHUNK;
use halfpipe_testbench::stimulus::{Control, Due, Stimulus, Stream};
use rayon::prelude::*;

use crate::subject::Subject;

/// How many vectors `verify` runs where none are asked for.
pub const VECTORS: usize = 100_000;

/// Their seed.
pub const VECTORS_SEED: u64 = 1;

/// How many ports of data a module has at most, in one direction.
const MOST_PORTS: usize = 5;

/// The values of the data ports, in their order.
pub type Words = [u64; MOST_PORTS];

/// One clock cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// The control signals.
    pub control: Control,
    /// The data inputs.
    pub inputs: Words,
    /// What the outputs must show.
    pub expected: Expected,
}

/// What the outputs must show in a clock cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// Anything: no reset has come before.
    Anything,
    /// `out_valid` is 0.
    Nothing,
    /// `out_valid` is 1, and these are the data.
    Data(Words),
}

/// The cycles in which so many vectors of a seed go through a module.
pub fn trial(subject: &Subject, vectors: usize, seed: u64) -> Vec<Cycle> {
    match subject {
        Subject::Unit(unit) => of_unit(unit, vectors, seed),
        Subject::Core(core) => of_core(core, vectors, seed),
    }
}

/// As [`verify`](halfpipe_testbench::scoreboard::verify) has it: a stream of each chunk of vectors.
fn of_unit(unit: &Unit, vectors: usize, seed: u64) -> Vec<Cycle> {
    let vectors = Stimulus::new(unit.instruction(), seed).fill(vectors);
    let streams = vectors.chunks(CHUNK as usize).zip(0..);
    let cycles =
        streams.flat_map(|(vectors, number)| of_stream(unit, Stream::new(unit, vectors.to_vec(), seed, number)));
    cycles.collect()
}

fn of_stream(unit: &Unit, stream: Stream) -> Vec<Cycle> {
    let vectors = stream.vectors().par_iter();
    let results: Vec<u32> = vectors.map(|vector| evaluate(unit.instruction(), vector)).collect();
    let cycle = |cycle: halfpipe_testbench::stimulus::Cycle| Cycle {
        control: Control {
            reset: cycle.input.reset,
            enable: cycle.input.enable,
            in_valid: cycle.input.in_valid,
        },
        inputs: words(cycle.input.operands.map(u64::from)),
        expected: match cycle.due {
            Due::Anything => Expected::Anything,
            Due::Nothing => Expected::Nothing,
            Due::Result(number) => Expected::Data(words([u64::from(results[number])])),
        },
    };
    stream.map(cycle).collect()
}

fn of_core(core: &Core, operations: usize, seed: u64) -> Vec<Cycle> {
    let programs = Program::pair(core, operations, seed);
    programs.iter().flat_map(|program| of_program(core, program)).collect()
}

fn of_program(core: &Core, program: &Program) -> Vec<Cycle> {
    let cycles = program.cycles();
    let results: Vec<Words> = cycles.par_iter().map(|cycle| result(core, cycle)).collect();
    let mut contract = Contract::new(core.latency());
    let mut is_reset = core.latency() == 0;
    let cycle = |(number, cycle): (usize, &CoreIn)| {
        let control = Control {
            reset: cycle.reset,
            enable: cycle.enable,
            in_valid: cycle.in_valid,
        };
        let shown = contract.cycle(control, number);
        let expected = match shown {
            _ if !is_reset => Expected::Anything,
            None => Expected::Nothing,
            Some(number) => Expected::Data(results[number]),
        };
        is_reset |= cycle.reset;
        let [a, b, c] = cycle.operands.map(u64::from);
        Cycle {
            control,
            inputs: [u64::from(cycle.op), cycle.tag, a, b, c],
            expected,
        }
    };
    cycles.iter().enumerate().map(cycle).collect()
}

/// The data outputs of a core for what came in: `tag_out` and `d`.
fn result(core: &Core, cycle: &CoreIn) -> Words {
    let instruction = core.operations().get(cycle.op as usize);
    let d = instruction.map_or(UNKNOWN_RESULT, |instruction| expected(*instruction, cycle.operands));
    words([cycle.tag, u64::from(d)])
}

fn words<const COUNT: usize>(values: [u64; COUNT]) -> Words {
    std::array::from_fn(|port| values.get(port).copied().unwrap_or(0))
}
