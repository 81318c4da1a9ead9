//! The trial of every mutant: the clock cycles of `verify`'s vectors, with the expected outputs in each.

use halfpipe_hdl::design::{ControlInputs, Design};
use halfpipe_simulation::model;
use halfpipe_simulation::stimulus::{make_module_source, usual_count, ExpectedOutput, Stream};
use halfpipe_simulation::Vector;
use halfpipe_testbench::scoreboard::CHUNK;

use crate::mutants::subject::MutationSubject;

/// The seed of the vectors.
pub const VECTORS_SEED: u64 = 1;

/// One clock cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrialCycle {
    /// The control signals.
    pub control: ControlInputs,
    /// The data inputs.
    pub inputs: Vector,
    /// The expected outputs.
    pub expected: ExpectedOutputs,
}

/// The expected outputs in a clock cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExpectedOutputs {
    /// Any outputs: no reset has come before.
    Anything,
    /// `out_valid` is 0.
    Nothing,
    /// `out_valid` is 1, and these are the data.
    Data(Vector),
}

/// Returns the cycles in which so many vectors of a seed go through a module, as in
/// [`verify`](halfpipe_testbench::scoreboard::verify): a stream of each chunk of vectors. Without a number there are as
/// many as `verify` runs by default. The cycles are computed lazily: few mutants survive to the last.
pub fn trial(subject: &MutationSubject, vectors: Option<usize>, seed: u64) -> impl Iterator<Item = TrialCycle> + '_ {
    let design = subject.design();
    let interface = design.interface();
    let count = vectors.unwrap_or(usual_count(interface) as usize);
    let vectors = make_module_source(interface, seed).fill(count);
    let chunks: Vec<_> = vectors.chunks(CHUNK as usize).map(<[_]>::to_vec).collect();
    let streams = chunks.into_iter().zip(0..);
    streams.flat_map(move |(vectors, number)| stream_cycles(design, Stream::new(design, vectors, seed, number)))
}

fn stream_cycles(design: &Design, stream: Stream) -> impl Iterator<Item = TrialCycle> + '_ {
    let vectors = stream.vectors().to_vec();
    stream.map(move |cycle| TrialCycle {
        control: cycle.input.controls,
        inputs: cycle.input.data,
        expected: match cycle.expected {
            ExpectedOutput::Anything => ExpectedOutputs::Anything,
            ExpectedOutput::Nothing => ExpectedOutputs::Nothing,
            ExpectedOutput::Result(number) => {
                ExpectedOutputs::Data(model::expected(design.interface(), &vectors[number]))
            }
        },
    })
}
