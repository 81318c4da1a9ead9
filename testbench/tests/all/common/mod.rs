//! Helpers that several tests share: all units, many of them compiled.

use std::sync::LazyLock;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;
use halfpipe_test_support::share;
use halfpipe_testbench::engine::verilator::{Batch, Verilator};
use rayon::prelude::*;

/// Every instruction at every latency.
pub static UNITS: LazyLock<Vec<Design>> = LazyLock::new(|| {
    let with_latencies = |instruction| (0..=max_latency(instruction)).map(move |latency| (instruction, latency));
    let units: Vec<_> = Instruction::arithmetic()
        .iter()
        .copied()
        .flat_map(with_latencies)
        .collect();
    units
        .into_par_iter()
        .map(|(instruction, latency)| Design::unit(instruction, latency).expect("the latency is one it has"))
        .collect()
});

/// A scalar unit is compiled at one latency in so many. The choice depends on the instruction, so that the units of one
/// datapath together have all latencies.
const SCALAR: usize = 25;

/// The same for packed units, each of which is a scalar one for each lane.
const PACKED: usize = 100;

/// Some of the units at some latencies, or all, compiled by Verilator in one build. Each of [`UNITS`] has its position
/// there.
static COMPILED: LazyLock<(Vec<Option<usize>>, Batch)> = LazyLock::new(|| {
    let mut chosen: Vec<&Design> = Vec::new();
    let mut place = |(index, unit): (usize, &'static Design)| {
        let step = if unit.instruction().ty().lanes() == 1 {
            SCALAR
        } else {
            PACKED
        };
        share::is_tried(index, step).then(|| {
            chosen.push(unit);
            chosen.len() - 1
        })
    };
    let places = UNITS.iter().enumerate().map(&mut place).collect();
    let batch = Batch::build(&chosen).unwrap_or_else(|error| panic!("{error}"));
    (places, batch)
});

/// Returns the compiled unit of that position in [`UNITS`], if it is compiled.
pub fn compiled(index: usize) -> Option<Verilator> {
    let (places, batch) = &*COMPILED;
    let engine = places[index].map(|place| batch.engine(place));
    engine.map(|engine| engine.unwrap_or_else(|error| panic!("{error}")))
}
