//! Dot products against the model, in simulation.

use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;
use halfpipe_simulation::stimulus::make_module_source;
use halfpipe_test_support::share;
use halfpipe_testbench::engine::{self, EngineKind};
use halfpipe_testbench::scoreboard::verify;
use rayon::prelude::*;

/// Dot products with more products are built like those with 8, and take several times as long. One in so many is tried,
/// or all with `HALFPIPE_TEST_ALL`.
const LONG: usize = 16;

fn assert_right(instruction: Instruction, latency: u32, kind: EngineKind, vectors: u64) {
    let design = Design::unit(instruction, latency).unwrap();
    let mut engine = engine::open(kind, &design).unwrap_or_else(|error| panic!("{error}"));
    let mut source = make_module_source(design.interface(), 1);
    let report = verify(&design, engine.as_mut(), source.as_mut(), vectors, &mut |_| {}).unwrap();
    if let Some(finding) = report.first {
        panic!("{kind}: {finding}");
    }
}

#[test]
fn every_dot_product_is_right() {
    let products = |instruction: &Instruction| instruction.operation().products().expect("a dot product");
    let all = Instruction::dots().iter().enumerate();
    let tried = all.filter(|(place, instruction)| products(instruction) <= 8 || share::is_tried(*place, LONG));
    let tried: Vec<Instruction> = tried.map(|(_, instruction)| *instruction).collect();
    tried.par_iter().with_max_len(1).for_each(|instruction| {
        let latency = max_latency(*instruction) / 2;
        assert_right(*instruction, latency, EngineKind::Simulator, share::count(1_000, 3_000));
    });
}

#[test]
fn a_sample_is_right_at_several_latencies() {
    Instruction::dot_sample()
        .par_iter()
        .with_max_len(1)
        .for_each(|instruction| {
            let longest = max_latency(*instruction);
            let latencies = [0, longest / 3, 1, longest];
            for latency in &latencies[..share::count(2, latencies.len())] {
                assert_right(*instruction, *latency, EngineKind::Simulator, 300);
            }
        });
}
