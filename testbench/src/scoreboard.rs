//! Comparison of an engine's results with the exact model, and of its outputs with the handshake contract.

mod mismatch;
mod operations;
mod playback;
mod violation;
mod words;

use std::fmt;
use std::panic::resume_unwind;
use std::thread;

use halfpipe_simulation::model::Model;
use halfpipe_simulation::stimulus::VectorSource;
use halfpipe_simulation::Vector;
use halfpipe_yosys::VerilogDut;
use playback::{CycleMismatchKind, Playback};
use rayon::prelude::*;

use crate::engine::{Engine, EngineError, EngineKind};

pub use mismatch::Mismatch;
pub use operations::verify_operations;
pub use violation::HandshakeViolation;
pub(crate) use words::fault_in_words;
pub use words::words;

/// The number of vectors in one call of an engine.
pub const CHUNK: u64 = 1 << 16;

/// The result of a comparison.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct VerifyReport {
    /// The number of vectors compared.
    pub vectors: u64,
    /// The number of vectors whose result differs from the model's.
    pub mismatches: u64,
    /// The number of handshake violations: clock cycles with a wrong `out_valid`, and vectors whose result is wrong
    /// only among stalls, gaps and resets.
    pub violations: u64,
    /// The first finding. A mismatch has priority over a violation of the same vectors.
    pub first: Option<Finding>,
    /// The most enabled cycles that a result took, of a unit whose results may take any number.
    pub slowest: Option<u32>,
}

impl VerifyReport {
    /// True if everything was right.
    pub fn is_clean(&self) -> bool {
        self.mismatches == 0 && self.violations == 0
    }
}

/// A fault of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// A wrong result.
    Mismatch(Mismatch),
    /// A handshake violation.
    HandshakeViolation(HandshakeViolation),
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Mismatch(mismatch) => mismatch.fmt(formatter),
            Finding::HandshakeViolation(violation) => violation.fmt(formatter),
        }
    }
}

/// Compares `count` vectors of a source, or as many as it has.
///
/// A pipelined module in a hardware engine receives them as [streams](halfpipe_simulation::stimulus::Stream), with stalls, gaps and
/// resets. The scoreboard compares every clock cycle with the contract, and every vector comes out. Models and
/// combinational modules receive one vector after another.
///
/// While the engine computes a chunk of vectors, the model computes the same chunk on the other cores, and the source
/// makes the next one. After each chunk, `on_progress` receives the number of vectors done.
///
/// # Errors
///
/// When the engine fails or does not give a result for each vector, or the device's function has no model.
pub fn verify(
    device: &dyn VerilogDut,
    engine: &mut dyn Engine,
    source: &mut dyn VectorSource,
    count: u64,
    on_progress: &mut dyn FnMut(u64),
) -> Result<VerifyReport, EngineError> {
    let model = Model::from_dut(device)?;
    let mut report = VerifyReport::default();
    let mut asked = count.min(CHUNK);
    let mut vectors = source.fill(asked as usize);
    let mut chunk = 0;
    while !vectors.is_empty() {
        let next_chunk = (count - asked).min(CHUNK);
        asked += next_chunk;
        let seed = source.seed();
        let (answer, (expected, next)) = thread::scope(|scope| {
            let running = scope.spawn(|| Answer::new(device, engine, &vectors, seed, chunk));
            let rest = rayon::join(
                || expected_results(&model, &vectors),
                || source.fill(next_chunk as usize),
            );
            (running.join().unwrap_or_else(|panic| resume_unwind(panic)), rest)
        });
        let compared = Chunk {
            device,
            vectors: &vectors,
            expected: &expected,
        };
        match answer? {
            Answer::Results(results) => compared.results(engine.kind(), results, &mut report),
            Answer::Playback(playback) => compared.playback(engine, &playback, &mut report)?,
        }
        report.vectors += vectors.len() as u64;
        on_progress(report.vectors);
        vectors = next;
        chunk += 1;
    }
    Ok(report)
}

/// An engine's answer to a chunk of vectors.
enum Answer {
    /// The result of each vector.
    Results(Vec<Vector>),
    /// The outputs, cycle by cycle.
    Playback(Playback),
}

impl Answer {
    fn new(
        device: &dyn VerilogDut,
        engine: &mut dyn Engine,
        vectors: &[Vector],
        seed: u64,
        chunk: u64,
    ) -> Result<Answer, EngineError> {
        if let Some(clocked) = engine.clocked().filter(|_| device.latency() > 0) {
            return Ok(Answer::Playback(Playback::run(device, clocked, vectors, seed, chunk)?));
        }
        let mut results = Vec::new();
        engine.evaluate(vectors, &mut results)?;
        EngineError::check_count(vectors.len(), results.len())?;
        Ok(Answer::Results(results))
    }
}

/// A chunk of vectors and the model's results.
struct Chunk<'c> {
    device: &'c dyn VerilogDut,
    vectors: &'c [Vector],
    expected: &'c [Vector],
}

impl Chunk<'_> {
    /// Compares the results of all vectors.
    fn results(&self, kind: EngineKind, results: Vec<Vector>, report: &mut VerifyReport) {
        for (vector, actual) in results.into_iter().enumerate() {
            if self.expected[vector] != actual {
                self.mismatch(kind, vector, actual, report);
            }
        }
    }

    /// Compares the outputs of a pipelined unit. A wrong result is a handshake violation if the vector has the right
    /// result at full rate.
    fn playback(
        &self,
        engine: &mut dyn Engine,
        playback: &Playback,
        report: &mut VerifyReport,
    ) -> Result<(), EngineError> {
        let mismatches = playback.mismatches(self.expected);
        let kind = engine.kind();
        let wrong = mismatches.iter().filter_map(|mismatch| match mismatch.kind {
            CycleMismatchKind::Result { vector, .. } => Some(vector),
            CycleMismatchKind::Valid => None,
        });
        let wrong: Vec<usize> = wrong.collect();
        let mut in_a_row = self.evaluate_again(engine, &wrong)?.into_iter();
        let mut first_violation = None;
        for mismatch in &mismatches {
            if let CycleMismatchKind::Result { vector, .. } = mismatch.kind {
                if let Some(actual) = in_a_row.next().filter(|actual| *actual != self.expected[vector]) {
                    self.mismatch(kind, vector, actual, report);
                    continue;
                }
            }
            report.violations += 1;
            first_violation.get_or_insert(mismatch);
        }
        if let (None, Some(mismatch)) = (&report.first, first_violation) {
            let results = (self.vectors, self.expected);
            let violation = HandshakeViolation::new(self.device, kind, playback, mismatch, results, report.vectors);
            report.first = Some(Finding::HandshakeViolation(violation));
        }
        Ok(())
    }

    /// Returns the results of some of the vectors, one after another; none if `out_valid` is again wrong.
    fn evaluate_again(&self, engine: &mut dyn Engine, numbers: &[usize]) -> Result<Vec<Vector>, EngineError> {
        if numbers.is_empty() {
            return Ok(Vec::new());
        }
        let vectors: Vec<Vector> = numbers.iter().map(|number| self.vectors[*number].clone()).collect();
        let mut results = Vec::new();
        match engine.evaluate(&vectors, &mut results) {
            Err(EngineError::Valid { .. }) => return Ok(Vec::new()),
            other => other?,
        }
        EngineError::check_count(vectors.len(), results.len())?;
        Ok(results)
    }

    fn mismatch(&self, engine: EngineKind, vector: usize, actual: Vector, report: &mut VerifyReport) {
        report.mismatches += 1;
        report.first.get_or_insert_with(|| {
            Finding::Mismatch(Mismatch {
                interface: self.device.interface().clone(),
                engine,
                file_options: self.device.file_options().to_vec(),
                inputs: self.vectors[vector].clone(),
                expected: self.expected[vector].clone(),
                actual,
            })
        });
    }
}

fn expected_results(model: &Model, vectors: &[Vector]) -> Vec<Vector> {
    vectors
        .par_iter()
        .with_min_len(1024)
        .map(|vector| model.expected(vector))
        .collect()
}

#[cfg(test)]
#[path = "../tests/unit/scoreboard.rs"]
mod tests;
