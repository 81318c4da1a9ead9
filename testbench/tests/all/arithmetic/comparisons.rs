//! Tests of set and setp: all of them on combinations of edge values in the embedded simulator, representatives in
//! every engine, and in cores.

use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::{Instruction, Modifier};
use halfpipe_simulation::stimulus::{make_module_source, Stimulus};
use halfpipe_test_support::lint::{assert_clean_for_yosys, by_latency, file, lint};
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

#[test]
fn every_comparison_is_right_on_edges() {
    Instruction::comparisons().par_iter().for_each(|instruction| {
        let design = Design::unit(*instruction, max_latency(*instruction)).unwrap();
        let edges = Stimulus::new(*instruction, 1).edge_count();
        let mut simulator = engine::open(EngineKind::Simulator, &design).unwrap();
        assert_right(&design, simulator.as_mut(), edges.min(2_500));
    });
}

#[test]
fn representatives_are_right_in_every_engine() {
    let designs: Vec<Design> = (Instruction::comparison_sample().iter().enumerate())
        .map(|(place, instruction)| {
            let latency = place as u32 % (max_latency(*instruction) + 2);
            Design::unit(*instruction, latency).unwrap()
        })
        .collect();
    let chosen: Vec<&Design> = designs.iter().step_by(4).collect();
    let batch = Batch::build(&chosen).unwrap_or_else(|error| panic!("{error}"));
    for (place, design) in chosen.iter().enumerate() {
        assert_right(design, &mut batch.engine(place).unwrap(), 20_000);
    }
    designs.par_iter().for_each(|design| {
        let mut simulator = engine::open(EngineKind::Simulator, design).unwrap();
        assert_right(design, simulator.as_mut(), 20_000);
    });
    for (kind, step) in [(EngineKind::RustHdl, 12), (EngineKind::Gates(Mapping::Generic), 12)] {
        for design in designs.iter().step_by(step) {
            let mut engine =
                engine::open(kind, design).unwrap_or_else(|error| panic!("{kind} {}: {error}", design.name()));
            assert_right(design, engine.as_mut(), 2_000);
        }
    }
}

#[test]
fn verilator_and_yosys_have_nothing_to_say() {
    let units: Vec<Design> = (Instruction::comparison_sample().iter().step_by(3))
        .flat_map(|instruction| {
            [0, max_latency(*instruction)].map(|latency| Design::unit(*instruction, latency).unwrap())
        })
        .collect();
    for (latency, sources) in by_latency(units.iter(), |unit| [file(unit)]) {
        assert_eq!(lint(&sources), "", "latency {latency}");
        assert_clean_for_yosys(&format!("latency {latency}"), &sources);
    }
}

/// Comparisons whose hardware replaces that of others, as a fault would.
const FAULTS: [(&str, &str); 12] = [
    ("setp.lt.f16", "setp.le.f16"),
    ("setp.lt.f16", "setp.ltu.f16"),
    ("setp.eq.bf16", "setp.equ.bf16"),
    ("setp.ne.f16", "setp.neu.f16"),
    ("setp.lt.ftz.f16", "setp.lt.f16"),
    ("setp.eq.f16x2", "setp.eq.ftz.f16x2"),
    ("setp.gt.and.f16x2", "setp.gt.or.f16x2"),
    ("setp.gt.xor.bf16x2", "setp.gt.or.bf16x2"),
    ("set.lt.f16.f16", "set.lt.u16.f16"),
    ("set.lt.f16x2.f16x2", "set.lt.u32.f16x2"),
    ("set.num.bf16.bf16", "set.ne.bf16.bf16"),
    ("set.ge.u32.bf16", "set.gt.u32.bf16"),
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
fn a_core_has_comparisons_beside_arithmetic() {
    let mut instructions = Instruction::comparison_sample().to_vec();
    instructions
        .extend(["fma.rn.f16x2", "min.bf16", "add.rn.f32.f16"].map(|name| name.parse::<Instruction>().unwrap()));
    for latency in [0, 3] {
        let core = Design::core(&instructions, latency).unwrap();
        let mut simulator = engine::open(EngineKind::Simulator, &core).unwrap();
        assert_right(&core, simulator.as_mut(), 60_000);
    }
    // The list determines the hardware of a lane.
    let core = Design::core(&["setp.lt.f16".parse().unwrap()], 0).unwrap();
    let mut simulator = engine::open(EngineKind::Simulator, &core).unwrap();
    assert_right(&core, simulator.as_mut(), 20_000);
}

#[test]
fn the_stimulus_has_both_values_of_the_predicate_beside_each_pair_of_edges() {
    let instruction: Instruction = "setp.lt.and.f16x2".parse().unwrap();
    assert_eq!(instruction.bool_op(), Some(Modifier::And));
    let with = Stimulus::new(instruction, 1);
    let without = Stimulus::new("setp.lt.f16x2".parse().unwrap(), 1);
    assert_eq!(with.edge_count(), 2 * without.edge_count());
    assert!(with.edges().all(|vector| vector.word(2) < 2));
    let random = Stimulus::new(instruction, 1).random(1_000);
    let set = random.iter().filter(|vector| vector.word(2) == 1).count();
    assert!((400..600).contains(&set), "{set}");
}
