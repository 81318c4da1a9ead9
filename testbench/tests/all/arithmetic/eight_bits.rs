//! Exhaustive tests of arithmetic in e4m3 and e5m2: all pairs of operands, and all triples of fma.

use std::collections::BTreeMap;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::verilog;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::{FloatFormat, Instruction, Modifier, Operation};
use halfpipe_model::value::evaluate;
use halfpipe_simulation::stimulus::make_module_source;
use halfpipe_simulation::{vector, Vector};
use halfpipe_test_support::share;
use halfpipe_testbench::engine::verilator::Batch;
use halfpipe_testbench::engine::{self, Engine, EngineKind};
use halfpipe_testbench::scoreboard::{verify, Finding};
use halfpipe_yosys::Mapping;
use rayon::prelude::*;

use halfpipe_test_support::lint::{assert_clean_for_yosys, by_latency, file, lint};

/// The number of values of an operand.
const VALUES: u32 = 1 << 8;

fn instruction(name: &str) -> Instruction {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn unit(instruction: Instruction, latency: u32) -> Design {
    Design::unit(instruction, latency).unwrap()
}

/// Returns the instructions with one lane.
fn scalar() -> Vec<Instruction> {
    let all = Instruction::eight_bit().iter().copied();
    all.filter(|instruction| instruction.ty().lanes() == 1).collect()
}

fn evaluated(engine: &mut dyn Engine, vectors: &[Vector]) -> Vec<u32> {
    let mut results = Vec::new();
    engine
        .evaluate(vectors, &mut results)
        .unwrap_or_else(|error| panic!("{error}"));
    results.iter().map(|result| result.word(0) as u32).collect()
}

/// Returns all triples of operands with this last operand.
fn pairs(last: u32) -> Vec<[u32; 3]> {
    (0..VALUES)
        .flat_map(|a| (0..VALUES).map(move |b| [a, b, last]))
        .collect()
}

fn assert_all_right(instruction: Instruction, engine: &mut dyn Engine, operands: &[[u32; 3]]) {
    let vectors: Vec<Vector> = operands
        .iter()
        .map(|words| vector(words.iter().map(|word| (*word).into())))
        .collect();
    for (operands, found) in operands.iter().zip(evaluated(engine, &vectors)) {
        assert_eq!(
            found,
            evaluate(instruction, operands),
            "{instruction} of {operands:02x?}"
        );
    }
}

#[test]
fn there_are_84_of_which_each_lane_count_has_a_third() {
    let mut counts: BTreeMap<(FloatFormat, u32), u32> = BTreeMap::new();
    for instruction in Instruction::eight_bit() {
        *counts
            .entry((instruction.ty().operand_format(), instruction.ty().lanes()))
            .or_default() += 1;
    }
    assert_eq!(counts.len(), 6);
    assert!(counts.values().all(|count| *count == 14), "{counts:?}");
}

#[test]
fn all_pairs_of_operands_are_right() {
    let of_two = |instruction: &Instruction| instruction.signature().operands().len() == 2;
    scalar().into_par_iter().filter(of_two).for_each(|instruction| {
        let latency = max_latency(instruction) / 2;
        let mut simulator = engine::open(EngineKind::Simulator, &unit(instruction, latency)).unwrap();
        assert_all_right(instruction, simulator.as_mut(), &pairs(0));
    });
}

/// Checks the results of all triples of fma without `.relu`, which comes last: all pairs of factors for each addend.
fn triples_are_right(mnemonic: &str) {
    let plain = instruction(mnemonic);
    let relu = instruction(&mnemonic.replace("fma.rn", "fma.rn.relu"));
    let designs = [plain, relu].map(|instruction| unit(instruction, 0));
    let batch = Batch::build(&designs.iter().collect::<Vec<_>>()).unwrap_or_else(|error| panic!("{error}"));
    (0..VALUES)
        .into_par_iter()
        .filter(|addend| share::is_tried(*addend as usize, ADDENDS))
        .for_each(|addend| {
            let operands = pairs(addend);
            let vectors: Vec<Vector> = operands
                .iter()
                .map(|words| vector(words.iter().map(|word| (*word).into())))
                .collect();
            let [of_plain, of_relu] = [0, 1].map(|place| evaluated(&mut batch.engine(place).unwrap(), &vectors));
            for ((operands, found), clamped) in operands.iter().zip(of_plain).zip(of_relu) {
                let expected = evaluate(plain, operands);
                assert_eq!(found, expected, "{plain} of {operands:02x?}");
                let expected = if expected >> 7 == 1 { 0 } else { expected };
                assert_eq!(clamped, expected, "{relu} of {operands:02x?}");
            }
        });
}

/// One addend in so many is tried, or all with `HALFPIPE_TEST_ALL`. Each is tried with all pairs of factors.
const ADDENDS: usize = 32;

#[test]
fn all_triples_of_fma_are_right() {
    for mnemonic in [
        "fma.rn.e4m3",
        "fma.rn.satfinite.e4m3",
        "fma.rn.e5m2",
        "fma.rn.satfinite.e5m2",
    ] {
        triples_are_right(mnemonic);
    }
}

#[test]
fn every_latency_and_every_number_of_lanes_is_right() {
    Instruction::eight_bit()
        .par_iter()
        .with_max_len(1)
        .for_each(|instruction| {
            for latency in 0..=max_latency(*instruction) + 1 {
                let design = unit(*instruction, latency);
                let mut simulator = engine::open(EngineKind::Simulator, &design).unwrap();
                let mut source = make_module_source(design.interface(), 1);
                let report = verify(&design, simulator.as_mut(), source.as_mut(), 2_000, &mut |_| {}).unwrap();
                if let Some(finding) = report.first {
                    panic!("{finding}");
                }
            }
        });
}

#[test]
fn other_engines_agree() {
    let names = [
        "fma.rn.satfinite.relu.e4m3x4",
        "add.rn.e5m2x2",
        "mul.rn.e4m3x2",
        "max.NaN.e5m2x4",
    ];
    for kind in [EngineKind::RustHdl, EngineKind::Gates(Mapping::Generic)] {
        for name in names {
            let design = unit(instruction(name), 2.min(max_latency(instruction(name))));
            let mut engine = engine::open(kind, &design).unwrap_or_else(|error| panic!("{error}"));
            let mut source = make_module_source(design.interface(), 1);
            let report = verify(&design, engine.as_mut(), source.as_mut(), 2_000, &mut |_| {}).unwrap();
            assert!(report.first.is_none(), "{kind} {name}");
        }
    }
}

#[test]
fn verilator_and_yosys_have_nothing_to_say() {
    let units: Vec<Design> = Instruction::eight_bit()
        .iter()
        .filter(|instruction| !instruction.has(Modifier::Relu) && instruction.operation() != Operation::Sub)
        .enumerate()
        .filter(|(place, _)| share::is_tried(*place, 3))
        .flat_map(|(_, instruction)| [0, max_latency(*instruction)].map(|latency| unit(*instruction, latency)))
        .collect();
    for (latency, sources) in by_latency(units.iter(), |unit| [file(unit)]) {
        assert_eq!(lint(&sources), "", "latency {latency}");
        assert_clean_for_yosys(&format!("latency {latency}"), &sources);
    }
}

#[test]
fn what_stands_for_another_is_found() {
    for (name, wrong) in [
        ("add.rn.e4m3", "add.rn.satfinite.e4m3"),
        ("mul.rn.satfinite.e5m2", "mul.rn.e5m2"),
        ("mul.rn.e4m3", "mul.rn.e5m2"),
        ("fma.rn.e4m3", "fma.rn.relu.e4m3"),
        ("fma.rn.satfinite.e4m3", "fma.rn.e4m3"),
        ("min.e4m3", "min.NaN.e4m3"),
        ("sub.rn.e5m2", "add.rn.e5m2"),
    ] {
        let other = unit(instruction(wrong), 0).lane().clone();
        let hardware = Design::from_lane(instruction(name), 0, other);
        assert_ne!(verilog(&hardware), verilog(&unit(instruction(name), 0)));
        let mut simulator = engine::open(EngineKind::Simulator, &hardware).unwrap();
        let mut source = make_module_source(hardware.interface(), 1);
        let report = verify(&hardware, simulator.as_mut(), source.as_mut(), 100_000, &mut |_| {}).unwrap();
        assert!(matches!(report.first, Some(Finding::Mismatch(_))), "{wrong} for {name}");
    }
}
