//! The emitted Verilog of dot products against measurements of GPUs.

use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;
use halfpipe_simulation::{vector, Vector};
use halfpipe_test_support::silicon::SETS;
use halfpipe_testbench::engine::verilator::Batch;
use halfpipe_testbench::engine::Engine;

#[test]
fn the_compiled_verilog_gives_every_measured_result() {
    // Each file at latency 0 and at another latency, which differs from file to file; all in one build.
    let units = SETS.iter().enumerate().flat_map(|(index, set)| {
        let instruction: Instruction = set.mnemonic.parse().unwrap();
        let pipelined = 1 + index as u32 % max_latency(instruction);
        [0, pipelined].map(|latency| (set, Design::unit(instruction, latency).unwrap()))
    });
    let units: Vec<_> = units.collect();
    let batch = Batch::build(&units.iter().map(|(_, unit)| unit).collect::<Vec<_>>()).unwrap();
    for (index, (set, unit)) in units.iter().enumerate() {
        let measurements = set.measurements();
        let vectors: Vec<Vector> = measurements
            .iter()
            .map(|measured| vector(set.operands(measured)))
            .collect();
        let mut results = Vec::new();
        batch.engine(index).unwrap().evaluate(&vectors, &mut results).unwrap();
        let wrong = measurements
            .iter()
            .zip(&results)
            .find(|(measured, result)| result[..] != [u64::from(measured.d)]);
        assert_eq!(
            (wrong, results.len()),
            (None, measurements.len()),
            "{} at latency {}",
            set.name,
            unit.latency()
        );
    }
}
