//! Playback of vectors to a pipelined unit, with a check of every clock cycle.

use halfpipe_hdl::design::ControlInputs;
use halfpipe_simulation::stimulus::{Cycle, ExpectedOutput, Stream};
use halfpipe_simulation::Vector;
use halfpipe_simulation::{CycleIn, CycleOut};
use halfpipe_yosys::VerilogDut;

use crate::engine::{CycleEngine, EngineError};

/// The minimum number of vectors of one parallel stream. The schedule of a shorter stream would hardly have begun.
const LEAST_VECTORS: usize = 64;

/// The inputs of a copy whose stream has ended, or that has no stream.
const IDLE: CycleIn = CycleIn {
    controls: ControlInputs {
        reset: true,
        enable: true,
        in_valid: false,
    },
    data: Vector::ZERO,
};

/// The streams of a chunk of vectors, one for each of the engine's copies of the unit, and their outputs.
pub(super) struct Playback {
    /// The number of the first stream.
    first_stream: u64,
    /// The number of vectors of each stream; the last may have fewer.
    vectors_each: usize,
    copies: usize,
    /// The inputs of all copies, interleaved.
    inputs: Vec<CycleIn>,
    /// The required outputs for each input.
    expected: Vec<ExpectedOutput>,
    /// The actual outputs for each input.
    outputs: Vec<CycleOut>,
}

/// A cycle with a wrong output.
pub(super) struct CycleMismatch {
    /// The cycle's index among the cycles of all copies.
    pub place: usize,
    pub kind: CycleMismatchKind,
}

pub(super) enum CycleMismatchKind {
    /// `out_valid` is wrong.
    Valid,
    /// The result of the vector of this number is wrong. There is one mismatch for each vector.
    Result { vector: usize, actual: Vector },
}

impl Playback {
    /// Plays a chunk of vectors, in as many streams as the engine runs in parallel. Equal seeds and chunks give equal
    /// streams.
    pub fn run(
        device: &dyn VerilogDut,
        engine: &mut dyn CycleEngine,
        vectors: &[Vector],
        seed: u64,
        chunk: u64,
    ) -> Result<Playback, EngineError> {
        let copies = engine.copies();
        let vectors_each = vectors.len().div_ceil(copies).max(LEAST_VECTORS);
        let first_stream = chunk * copies as u64;
        let streams = vectors.chunks(vectors_each).zip(first_stream..);
        let streams = streams.map(|(vectors, number)| Stream::new(device, vectors.to_vec(), seed, number));
        let (inputs, expected) = side_by_side(streams.collect(), copies);
        let outputs = engine.cycles_of_copies(&inputs)?;
        EngineError::check_count(inputs.len(), outputs.len())?;
        Ok(Playback {
            first_stream,
            vectors_each,
            copies,
            inputs,
            expected,
            outputs,
        })
    }

    /// Returns the cycles with wrong outputs, given the results of the chunk's vectors.
    pub fn mismatches(&self, results: &[Vector]) -> Vec<CycleMismatch> {
        let mut mismatches = Vec::new();
        let mut is_wrong = vec![false; results.len()];
        for (place, output) in self.outputs.iter().enumerate() {
            let vector = match self.expected[place] {
                ExpectedOutput::Anything => continue,
                ExpectedOutput::Nothing => None,
                ExpectedOutput::Result(number) => Some(self.vector(place, number)),
            };
            let kind = match vector {
                _ if output.out_valid != vector.is_some() => CycleMismatchKind::Valid,
                Some(vector) if output.data != results[vector] && !is_wrong[vector] => {
                    is_wrong[vector] = true;
                    CycleMismatchKind::Result {
                        vector,
                        actual: output.data.clone(),
                    }
                }
                _ => continue,
            };
            mismatches.push(CycleMismatch { place, kind });
        }
        mismatches
    }

    /// Converts a vector's number in the stream of a place into its number in the chunk.
    fn vector(&self, place: usize, number: usize) -> usize {
        place % self.copies * self.vectors_each + number
    }

    /// Returns the number of a place's stream.
    pub fn stream(&self, place: usize) -> u64 {
        self.first_stream + (place % self.copies) as u64
    }

    /// Returns a place's cycle, counted from the beginning of its stream.
    pub fn cycle(&self, place: usize) -> usize {
        place / self.copies
    }

    /// Returns the number in the chunk of the vector whose result is expected at a place.
    pub fn expected(&self, place: usize) -> Option<usize> {
        match self.expected[place] {
            ExpectedOutput::Result(number) => Some(self.vector(place, number)),
            ExpectedOutput::Anything | ExpectedOutput::Nothing => None,
        }
    }

    /// Returns the last `count` cycles of a stream up to a place, the oldest first.
    pub fn before(&self, place: usize, count: usize) -> Vec<(Cycle, CycleOut)> {
        let cycle = |place: usize| Cycle {
            input: self.inputs[place].clone(),
            expected: self.expected[place],
        };
        let places = self.places_before(place, count);
        places
            .map(|place| (cycle(place), self.outputs[place].clone()))
            .collect()
    }

    /// Returns the inputs of a stream up to a place. They begin with the last reset at least `count` cycles before it,
    /// or else with the stream.
    pub fn since_reset(&self, place: usize, count: usize) -> Vec<CycleIn> {
        let inputs = self.places_before(place, usize::MAX).map(|place| &self.inputs[place]);
        let inputs: Vec<&CycleIn> = inputs.collect();
        let early = &inputs[..inputs.len().saturating_sub(count)];
        let first = early.iter().rposition(|input| input.controls.reset).unwrap_or(0);
        inputs[first..].iter().copied().cloned().collect()
    }

    /// Returns the places of the last `count` cycles of a stream up to a place, the oldest first.
    fn places_before(&self, place: usize, count: usize) -> impl Iterator<Item = usize> + '_ {
        let last = self.cycle(place);
        let cycles = last.saturating_sub(count - 1)..=last;
        cycles.map(move |cycle| cycle * self.copies + place % self.copies)
    }
}

/// Interleaves the cycles of all streams up to the end of the longest; returns the inputs and the required outputs.
fn side_by_side(mut streams: Vec<Stream>, copies: usize) -> (Vec<CycleIn>, Vec<ExpectedOutput>) {
    let (mut inputs, mut expected) = (Vec::new(), Vec::new());
    let mut is_running = true;
    while is_running {
        is_running = false;
        let first = inputs.len();
        inputs.resize(first + copies, IDLE);
        expected.resize(first + copies, ExpectedOutput::Anything);
        for (place, stream) in (first..).zip(&mut streams) {
            if let Some(cycle) = stream.next() {
                (inputs[place], expected[place]) = (cycle.input, cycle.expected);
                is_running = true;
            }
        }
    }
    inputs.truncate(inputs.len() - copies);
    expected.truncate(inputs.len());
    (inputs, expected)
}
