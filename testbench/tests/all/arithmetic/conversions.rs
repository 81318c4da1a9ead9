//! Tests of cvt. Every conversion runs in the embedded simulator. An f16 operand takes every value; a wider one takes
//! edge values and constrained random ones. A share of the conversions runs in every other engine.

use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;
use halfpipe_simulation::stimulus::{make_module_source, usual_count};
use halfpipe_test_support::lint::{assert_clean_for_yosys, by_latency, file, lint};
use halfpipe_test_support::share;
use halfpipe_testbench::engine::verilator::Batch;
use halfpipe_testbench::engine::{self, Engine, EngineKind};
use halfpipe_testbench::scoreboard::{verify, Finding, VerifyReport};
use halfpipe_yosys::Mapping;
use rayon::prelude::*;

fn verified(design: &Design, engine: &mut dyn Engine, count: u64) -> VerifyReport {
    let mut source = make_module_source(design.interface(), 1);
    verify(design, engine, source.as_mut(), count, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"))
}

fn assert_right(design: &Design, engine: &mut dyn Engine, count: u64) {
    let report = verified(design, engine, count);
    if let Some(finding) = report.first {
        panic!("{finding}");
    }
    assert_eq!(report.vectors, count);
}

fn unit(mnemonic: &str, latency: u32) -> Design {
    Design::unit(mnemonic.parse().unwrap(), latency).unwrap()
}

/// Returns the number of vectors for a conversion: one for each value of its operand, or a fixed number.
fn count(instruction: Instruction) -> u64 {
    match instruction.signature().lane_operand_width() {
        bits @ ..=16 => 1 << bits,
        _ => 30_000,
    }
}

#[test]
fn every_conversion_is_right_on_every_value_or_on_aimed_ones() {
    // On a commit one conversion in four has all its values or many.
    Instruction::conversions()
        .par_iter()
        .with_max_len(1)
        .enumerate()
        .for_each(|(place, instruction)| {
            let design = Design::unit(*instruction, max_latency(*instruction) / 2).unwrap();
            let mut simulator = engine::open(EngineKind::Simulator, &design).unwrap();
            let all = count(*instruction);
            let vectors = if share::is_tried(place, 4) { all } else { all.min(4_000) };
            assert_right(&design, simulator.as_mut(), vectors);
        });
}

#[test]
fn every_latency_is_right() {
    Instruction::conversions()
        .par_iter()
        .with_max_len(1)
        .for_each(|instruction| {
            for latency in 0..=max_latency(*instruction) + 1 {
                let design = Design::unit(*instruction, latency).unwrap();
                let mut simulator = engine::open(EngineKind::Simulator, &design).unwrap();
                assert_right(&design, simulator.as_mut(), 200);
            }
        });
}

/// One conversion of each kind of hardware.
const KINDS: [&str; 28] = [
    "cvt.f32.f16",
    "cvt.ftz.f32.bf16",
    "cvt.rn.f16.f32",
    "cvt.rp.ftz.sat.f16.f32",
    "cvt.rz.relu.satfinite.bf16.f32",
    "cvt.rm.bf16.f16",
    "cvt.rn.f16.bf16",
    "cvt.rzi.s32.f16",
    "cvt.rni.u8.f16",
    "cvt.rmi.s64.bf16",
    "cvt.rn.f16.s32",
    "cvt.rp.bf16.u64",
    "cvt.rni.sat.f16.f16",
    "cvt.rs.satfinite.bf16x2.f32",
    "cvt.rn.satfinite.e4m3x2.f16x2",
    "cvt.rn.satfinite.relu.e5m2x2.f32",
    "cvt.rn.satfinite.e2m3x2.f32",
    "cvt.rn.satfinite.e2m1x2.f32",
    "cvt.rn.f16x2.e4m3x2",
    "cvt.rn.relu.f16x2.e3m2x2",
    "cvt.rp.satfinite.ue8m0x2.f32",
    "cvt.rz.ue8m0x2.bf16x2",
    "cvt.rn.bf16x2.ue8m0x2",
    "cvt.rn.ue5m3x2.f32",
    "cvt.rz.satfinite.relu.e2m3x2.bf16x2",
    "cvt.rp.ue5m3x2.bf16x2",
    "cvt.rn.f16x2.ue5m3x2",
    "cvt.rn.satfinite.bf16x2.e5m2x2",
];

fn kinds() -> Vec<Design> {
    let of = |(place, name): (usize, &&str)| {
        let instruction: Instruction = name.parse().unwrap();
        unit(name, place as u32 % (max_latency(instruction) + 2))
    };
    KINDS.iter().enumerate().map(of).collect()
}

#[test]
fn each_kind_is_right_in_every_engine() {
    let designs = kinds();
    let all: Vec<&Design> = designs.iter().collect();
    let batch = Batch::build(&all).unwrap_or_else(|error| panic!("{error}"));
    for (place, design) in designs.iter().enumerate() {
        assert_right(
            design,
            &mut batch.engine(place).unwrap(),
            usual_count(design.interface()) / 4,
        );
    }
    for (kind, step) in [(EngineKind::RustHdl, 5), (EngineKind::Gates(Mapping::Generic), 5)] {
        for design in designs.iter().step_by(step) {
            let mut engine =
                engine::open(kind, design).unwrap_or_else(|error| panic!("{kind} {}: {error}", design.name()));
            assert_right(design, engine.as_mut(), 2_000);
        }
    }
}

#[test]
fn verilator_and_yosys_have_nothing_to_say() {
    let units: Vec<Design> = (KINDS.iter())
        .flat_map(|name| [0, max_latency(name.parse().unwrap())].map(|latency| unit(name, latency)))
        .collect();
    for (latency, sources) in by_latency(units.iter(), |unit| [file(unit)]) {
        assert_eq!(lint(&sources), "", "latency {latency}");
        assert_clean_for_yosys(&format!("latency {latency}"), &sources);
    }
}

/// Conversions whose hardware replaces that of others, as a fault would.
const FAULTS: [(&str, &str); 26] = [
    ("cvt.rn.f16.f32", "cvt.rz.f16.f32"),
    ("cvt.rm.f16.f32", "cvt.rp.f16.f32"),
    ("cvt.rp.ftz.f16.f32", "cvt.rp.f16.f32"),
    ("cvt.rn.f16.f32", "cvt.rn.sat.f16.f32"),
    ("cvt.rn.satfinite.bf16.f32", "cvt.rn.bf16.f32"),
    ("cvt.rn.relu.bf16.f32", "cvt.rn.bf16.f32"),
    ("cvt.f32.bf16", "cvt.ftz.f32.bf16"),
    ("cvt.rni.s32.f16", "cvt.rzi.s32.f16"),
    ("cvt.rni.s32.f16", "cvt.rpi.s32.f16"),
    ("cvt.rni.s16.f16", "cvt.rni.u16.f16"),
    ("cvt.rn.f16.s32", "cvt.rn.f16.u32"),
    ("cvt.rn.bf16.s64", "cvt.rz.bf16.s64"),
    ("cvt.rni.f16.f16", "cvt.rmi.f16.f16"),
    ("cvt.rs.f16x2.f32", "cvt.rs.satfinite.f16x2.f32"),
    ("cvt.rn.satfinite.e4m3x2.f32", "cvt.rn.satfinite.e5m2x2.f32"),
    ("cvt.rn.satfinite.e4m3x2.f16x2", "cvt.rn.satfinite.relu.e4m3x2.f16x2"),
    ("cvt.rn.f16x2.e2m3x2", "cvt.rn.f16x2.e3m2x2"),
    ("cvt.rz.ue8m0x2.f32", "cvt.rp.ue8m0x2.f32"),
    ("cvt.rp.satfinite.ue8m0x2.f32", "cvt.rp.ue8m0x2.f32"),
    ("cvt.rp.satfinite.ue8m0x2.bf16x2", "cvt.rz.satfinite.ue8m0x2.bf16x2"),
    ("cvt.rn.ue5m3x2.f32", "cvt.rz.ue5m3x2.f32"),
    ("cvt.rp.ue5m3x2.f32", "cvt.rp.satfinite.ue5m3x2.f32"),
    ("cvt.rp.ue5m3x2.bf16x2", "cvt.rn.ue5m3x2.bf16x2"),
    ("cvt.rz.satfinite.e4m3x2.bf16x2", "cvt.rn.satfinite.e4m3x2.bf16x2"),
    ("cvt.rn.satfinite.bf16x2.e5m2x2", "cvt.rn.bf16x2.e5m2x2"),
    ("cvt.rn.f16x2.ue5m3x2", "cvt.rn.f16x2.e5m2x2"),
];

#[test]
fn faults_are_found() {
    for (mnemonic, wrong) in FAULTS {
        let right = unit(mnemonic, 0);
        let hardware = Design::from_lane(right.instruction(), 0, unit(wrong, 0).lane().clone());
        let mut simulator = engine::open(EngineKind::Simulator, &hardware).unwrap();
        let report = verified(&hardware, simulator.as_mut(), 100_000);
        assert!(
            matches!(report.first, Some(Finding::Mismatch(_))),
            "{wrong} for {mnemonic}"
        );
    }
}

#[test]
fn a_core_has_conversions_beside_arithmetic_and_comparisons() {
    let others = [
        "fma.rn.f16x2",
        "min.bf16",
        "add.rn.f32.f16",
        "setp.lt.f16x2",
        "tanh.approx.f16",
    ];
    let fitting = KINDS.iter().filter(|name| !name.contains("64"));
    let instructions: Vec<Instruction> = fitting.chain(&others).map(|name| name.parse().unwrap()).collect();
    for latency in [0, 3] {
        let core = Design::core(&instructions, latency).unwrap();
        let mut simulator = engine::open(EngineKind::Simulator, &core).unwrap();
        assert_right(&core, simulator.as_mut(), share::count(25_000, 100_000));
    }
    // Alone, there is nothing else in the lanes.
    let core = Design::core(&instructions[..1], 0).unwrap();
    let mut simulator = engine::open(EngineKind::Simulator, &core).unwrap();
    assert_right(&core, simulator.as_mut(), 20_000);
}

#[test]
fn a_core_refuses_conversions_of_64_bits() {
    let instructions = ["add.rn.f16", "cvt.rn.f16.s64"].map(|name| name.parse().unwrap());
    let refused = Design::core(&instructions, 0).unwrap_err().to_string();
    assert_eq!(
        refused,
        "cvt.rn.f16.s64 does not fit the core, whose registers have 32 bits; request it as a module of its own"
    );
}
