//! What every mutant goes through: the clock cycles of `verify`'s vectors, or of a core's check, with what the outputs must
//! show in each.

use halfpipe_hdl::fpu::Core;
use halfpipe_hdl::unit::Unit;
use halfpipe_reference::evaluate;
use halfpipe_testbench::core::Program;
use halfpipe_testbench::scoreboard::CHUNK;
use halfpipe_testbench::stimulus::{Control, Due, Stimulus, Stream};

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

/// The cycles in which so many vectors of a seed go through a module. They are computed as they are taken: few mutants live
/// to see the last.
pub fn trial(subject: &Subject, vectors: usize, seed: u64) -> Box<dyn Iterator<Item = Cycle> + '_> {
    match subject {
        Subject::Unit(unit) => Box::new(of_unit(unit, vectors, seed)),
        Subject::Core(core) => Box::new(of_core(core, vectors, seed)),
    }
}

/// As [`verify`](halfpipe_testbench::scoreboard::verify) has it: a stream of each chunk of vectors.
fn of_unit(unit: &Unit, vectors: usize, seed: u64) -> impl Iterator<Item = Cycle> + '_ {
    let vectors = Stimulus::new(unit.instruction(), seed).fill(vectors);
    let chunks: Vec<_> = vectors.chunks(CHUNK as usize).map(<[_]>::to_vec).collect();
    let streams = chunks.into_iter().zip(0..);
    streams.flat_map(move |(vectors, number)| of_stream(unit, Stream::new(unit, vectors, seed, number)))
}

fn of_stream(unit: &Unit, stream: Stream) -> impl Iterator<Item = Cycle> + '_ {
    let vectors = stream.vectors().to_vec();
    stream.map(move |cycle| Cycle {
        control: Control {
            reset: cycle.input.reset,
            enable: cycle.input.enable,
            in_valid: cycle.input.in_valid,
        },
        inputs: words(cycle.input.operands.map(u64::from)),
        expected: expected(cycle.due, |number| {
            words([evaluate(unit.instruction(), &vectors[number]).into()])
        }),
    })
}

/// As a core is checked before it is written.
fn of_core(core: &Core, operations: usize, seed: u64) -> impl Iterator<Item = Cycle> + '_ {
    Program::check(core, operations, seed).flat_map(of_program)
}

fn of_program(program: Program) -> impl Iterator<Item = Cycle> {
    (0..program.cycles().len()).map(move |number| {
        let input = &program.cycles()[number];
        let [a, b, c] = input.operands.map(u64::from);
        Cycle {
            control: Control {
                reset: input.reset,
                enable: input.enable,
                in_valid: input.in_valid,
            },
            inputs: [input.op.into(), input.tag, a, b, c],
            expected: expected(program.due()[number], |number| {
                let operation = &program.issued()[number];
                words([operation.tag, program.result(operation).into()])
            }),
        }
    })
}

/// What is due, given the outputs for the vector of a number.
fn expected(due: Due, outputs: impl FnOnce(usize) -> Words) -> Expected {
    match due {
        Due::Anything => Expected::Anything,
        Due::Nothing => Expected::Nothing,
        Due::Result(number) => Expected::Data(outputs(number)),
    }
}

fn words<const COUNT: usize>(values: [u64; COUNT]) -> Words {
    std::array::from_fn(|port| values.get(port).copied().unwrap_or(0))
}
