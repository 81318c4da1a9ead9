//! Dot products against the model, in simulation.

use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;
use halfpipe_simulation::stimulus::make_module_source;
use halfpipe_test_support::share;
use halfpipe_testbench::engine::{self, EngineKind};
use halfpipe_testbench::scoreboard::verify;
use rayon::prelude::*;

/// Of the dot products with so many products, one in how many is tried. They are built like those with two and take longer;
/// most are proven. All are tried with `HALFPIPE_TEST_ALL`.
fn one_in(products: u32) -> usize {
    match products {
        2 => 1,
        4 | 8 => 5,
        _ => 19,
    }
}

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
    let tried = all.filter(|(place, instruction)| share::is_tried(*place, one_in(products(instruction))));
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
