//! What several tests need: every unit there is, and all of them compiled.

// Each test program uses its part of this.
#![allow(dead_code)]

use std::sync::LazyLock;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;
use halfpipe_testbench::engine::verilator::{Batch, Verilator};

/// Every instruction at every latency.
pub static UNITS: LazyLock<Vec<Design>> = LazyLock::new(|| {
    let with_latencies = |instruction| (0..=max_latency(instruction)).map(move |latency| (instruction, latency));
    let units = Instruction::all().iter().copied().flat_map(with_latencies);
    units
        .map(|(instruction, latency)| Design::unit(instruction, latency).expect("the latency is one it has"))
        .collect()
});

/// All of [`UNITS`], compiled by Verilator in one build.
static COMPILED: LazyLock<Batch> = LazyLock::new(|| {
    let units: Vec<&Design> = UNITS.iter().collect();
    Batch::build(&units).unwrap_or_else(|error| panic!("{error}"))
});

/// The compiled unit of that position in [`UNITS`].
pub fn compiled(index: usize) -> Verilator {
    COMPILED.engine(index).unwrap_or_else(|error| panic!("{error}"))
}
