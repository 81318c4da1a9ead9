//! Agreement of the engines with the model, for every instruction at every latency. The embedded simulator runs all;
//! compiled Verilog runs the scalar instructions, and the packed ones at some latencies.

use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::max_latency;
use halfpipe_simulation::stimulus::Stimulus;
use halfpipe_simulation::Vector;
use halfpipe_testbench::engine::{EmbeddedSimulator, Engine};
use halfpipe_testbench::scoreboard::verify;
use rayon::prelude::*;

use crate::common::{compiled, UNITS};

/// The number of random vectors for each latency of an instruction.
const COMPILED_VECTORS: usize = 8_000;
const EMBEDDED_VECTORS: usize = 200;

/// Returns the vectors for one latency of an instruction: random vectors of its own, and its share of those with which
/// verification begins. The latencies together get all of the latter.
fn vectors(unit: &Design, random: usize) -> Vec<Vector> {
    let latency = u64::from(unit.latency());
    let mut stimulus = Stimulus::new(unit.instruction(), latency);
    let count = stimulus.fixed_count();
    let latencies = u64::from(max_latency(unit.instruction())) + 1;
    let share = count * latency / latencies..count * (latency + 1) / latencies;
    let mut vectors: Vec<Vector> = share.map(|index| stimulus.fixed_vector(index)).collect();
    vectors.extend(stimulus.random(random));
    vectors
}

/// Returns the first mismatch with the model, or the engine's failure, as text.
fn fault(unit: &Design, engine: &mut dyn Engine, vectors: Vec<Vector>) -> Option<String> {
    let count = vectors.len() as u64;
    match verify(unit, engine, &mut vectors.into_iter(), count, &mut |_| {}) {
        Ok(report) => {
            assert_eq!(report.vectors, count);
            report.first.map(|finding| {
                format!(
                    "{} of {count} vectors, {} violations:\n{finding}",
                    report.mismatches, report.violations
                )
            })
        }
        Err(error) => Some(error.to_string()),
    }
}

fn assert_none(faults: &[String]) {
    assert!(
        faults.is_empty(),
        "{} units fail, the first:\n{}",
        faults.len(),
        faults[0]
    );
}

#[test]
fn the_compiled_verilog_computes_what_the_model_says() {
    let check = |(index, unit): (usize, &Design)| fault(unit, &mut compiled(index)?, vectors(unit, COMPILED_VECTORS));
    let faults: Vec<String> = UNITS.par_iter().enumerate().filter_map(check).collect();
    assert_none(&faults);
}

#[test]
fn the_embedded_simulator_computes_what_the_model_says() {
    let check = |unit| fault(unit, &mut EmbeddedSimulator::new(unit), vectors(unit, EMBEDDED_VECTORS));
    let faults: Vec<String> = UNITS.par_iter().filter_map(check).collect();
    assert_none(&faults);
}
