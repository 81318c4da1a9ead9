//! Comparison of an external unit that works on one operation at a time with the model.
//!
//! The result may come in any of some enabled cycles after the operands. Each operation gets all these cycles, and the unit
//! must show exactly one result in them.

use halfpipe_hdl::design::ControlInputs;
use halfpipe_simulation::model::Model;
use halfpipe_simulation::stimulus::VectorSource;
use halfpipe_simulation::CycleIn;
use halfpipe_simulation::Vector;
use halfpipe_yosys::VerilogDut;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{expected_results, Chunk, Finding, VerifyReport, CHUNK};
use crate::engine::{CycleEngine, Engine, EngineError};

/// One in so many waiting cycles is a stall.
const STALL_ONE_IN: u32 = 8;

/// The number of operations of each copy in one call of an engine.
const ROUNDS: usize = 64;

/// Compares `count` vectors of a source, or as many as it has. The unit shows each result at most `most_cycles` enabled
/// cycles after its operands. After each chunk, `on_progress` receives the number of vectors done.
///
/// # Errors
///
/// When the engine fails or has no clock, the unit shows no result or several for an operation, or its function has no
/// model.
pub fn verify_operations(
    device: &dyn VerilogDut,
    engine: &mut dyn Engine,
    source: &mut dyn VectorSource,
    count: u64,
    most_cycles: u32,
    on_progress: &mut dyn FnMut(u64),
) -> Result<VerifyReport, EngineError> {
    let model = Model::from_dut(device)?;
    let kind = engine.kind();
    let Some(clocked) = engine.clocked() else {
        return Err(EngineError::NotGenerated { engine: kind });
    };
    let mut operations = Operations {
        device,
        most_cycles,
        random: ChaCha8Rng::seed_from_u64(source.seed()),
        slowest: 0,
    };
    let resets = vec![CycleIn::RESET; 2 * clocked.copies()];
    clocked.cycles_of_copies(&resets)?;
    let mut report = VerifyReport::default();
    while report.vectors < count {
        let vectors = source.fill((count - report.vectors).min(CHUNK) as usize);
        if vectors.is_empty() {
            break;
        }
        let groups = vectors.chunks(clocked.copies() * ROUNDS);
        let results: Result<Vec<_>, EngineError> = groups.map(|group| operations.run(clocked, group)).collect();
        let compared = Chunk {
            device,
            vectors: &vectors,
            expected: &expected_results(&model, &vectors),
        };
        compared.results(kind, results?.concat(), &mut report);
        report.vectors += vectors.len() as u64;
        on_progress(report.vectors);
    }
    report.slowest = Some(operations.slowest);
    if let Some(Finding::Mismatch(mismatch)) = &mut report.first {
        mismatch.interface = mismatch.interface.at_latency(operations.slowest.max(1));
    }
    Ok(report)
}

/// Operations, one after another in each copy of a unit.
struct Operations<'d> {
    device: &'d dyn VerilogDut,
    most_cycles: u32,
    random: ChaCha8Rng,
    /// The most enabled cycles that a result took so far.
    slowest: u32,
}

impl Operations<'_> {
    /// Returns the results of some vectors.
    fn run(&mut self, engine: &mut dyn CycleEngine, vectors: &[Vector]) -> Result<Vec<Vector>, EngineError> {
        let copies = engine.copies();
        let mut inputs = Vec::new();
        // The first vector of each cycle's operation, and the number of enabled cycles since it was taken. None in a stall.
        let mut ages = Vec::new();
        for first in (0..vectors.len()).step_by(copies) {
            let mut age = 0;
            while age <= self.most_cycles {
                let is_stall = age > 0 && !self.device.is_always_enabled() && self.random.random_ratio(1, STALL_ONE_IN);
                ages.push((!is_stall).then_some((first, age)));
                inputs.extend((first..first + copies).map(|number| CycleIn {
                    controls: ControlInputs {
                        reset: false,
                        enable: !is_stall,
                        in_valid: age == 0 && number < vectors.len(),
                    },
                    // A unit at work ignores the operands of the next operation.
                    data: vectors[(number + usize::from(age > 0)) % vectors.len()].clone(),
                }));
                age += u32::from(!is_stall);
            }
        }
        let outputs = engine.cycles_of_copies(&inputs)?;
        EngineError::check_count(inputs.len(), outputs.len())?;
        let mut shown = vec![Vec::new(); vectors.len()];
        for (outputs, age) in outputs.chunks(copies).zip(ages) {
            let Some((first, age)) = age else { continue };
            for (results, output) in shown[first..].iter_mut().zip(outputs) {
                if output.out_valid {
                    self.slowest = self.slowest.max(age);
                    results.push(output.data.clone());
                }
            }
        }
        let only = |mut results: Vec<Vector>| match results.len() {
            1 => Ok(results.remove(0)),
            count => Err(EngineError::Operation {
                module: self.device.name().to_owned(),
                results: count,
                cycles: self.most_cycles,
            }),
        };
        shown.into_iter().map(only).collect()
    }
}
