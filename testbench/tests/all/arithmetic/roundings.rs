//! Arithmetic in the roundings that PTX does not have, and rounding ports, in simulation.

use halfpipe_hdl::design::Design;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::{Instruction, Operand, Rounding};
use halfpipe_simulation::stimulus::make_module_source;
use halfpipe_simulation::vector;
use halfpipe_test_support::{seed, share};
use halfpipe_testbench::engine::{self, Engine, EngineKind};
use halfpipe_testbench::scoreboard::{verify, Finding};
use halfpipe_yosys::Mapping;
use rayon::prelude::*;

fn instruction(name: &str) -> Instruction {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn port(name: &str) -> Instruction {
    instruction(name).with_rounding_port().expect("it rounds")
}

/// Returns all sums, products and conversions with a rounding port, with flags where they have them.
fn ports() -> Vec<Instruction> {
    let others = Instruction::all()
        .iter()
        .filter(|instruction| !instruction.operation().is_function());
    let nearest = others.filter(|instruction| instruction.rounding() == Rounding::NearestEven);
    let ports = nearest.filter_map(|plain| plain.with_rounding_port());
    let mut ports: Vec<Instruction> = ports.map(|port| port.with_flags().unwrap_or(port)).collect();
    ports.dedup();
    ports
}

/// Compares a design with the model, in an engine.
fn first_finding(design: &Design, engine: &mut dyn Engine, vectors: u64) -> Option<Finding> {
    let mut source = make_module_source(design.interface(), 1);
    verify(design, engine, source.as_mut(), vectors, &mut |_| {})
        .unwrap()
        .first
}

fn assert_right(design: &Design, kind: EngineKind, vectors: u64) {
    let mut engine = engine::open(kind, design).unwrap_or_else(|error| panic!("{error}"));
    if let Some(finding) = first_finding(design, engine.as_mut(), vectors) {
        panic!("{kind}: {finding}");
    }
}

#[test]
fn every_instruction_is_right() {
    let all = [Instruction::other_roundings(), &ports()].concat();
    all.par_iter().with_max_len(1).for_each(|instruction| {
        let design = Design::unit(*instruction, max_latency(*instruction) / 2).unwrap();
        assert_right(&design, EngineKind::Simulator, 3_000);
    });
}

/// The number of instructions in Verilator, and in all engines.
const DRAWN: usize = 6;

#[test]
fn emitted_verilog_is_right_at_any_seed() {
    let all = [Instruction::other_roundings(), &ports()].concat();
    for (place, instruction) in share::drawn(&all, DRAWN, &mut seed::random()).into_iter().enumerate() {
        let latency = place as u32 % (max_latency(instruction) + 1);
        let design = Design::unit(instruction, latency).unwrap();
        assert_right(&design, EngineKind::Verilator, 20_000);
    }
}

#[test]
fn other_engines_agree() {
    let units = [
        port("fma.relu.f16x2").with_flags().unwrap(),
        port("add.satfinite.e4m3x4"),
    ];
    for kind in [EngineKind::RustHdl, EngineKind::Gates(Mapping::Generic)] {
        for instruction in units {
            assert_right(&Design::unit(instruction, 2).unwrap(), kind, 4_000);
        }
    }
}

#[test]
fn a_core_takes_the_rounding_of_some_operations_from_its_port() {
    let instructions = [
        port("fma.f16"),
        port("add.f32.bf16"),
        instruction("max.bf16"),
        instruction("cvt.rz.f16.f32"),
    ];
    let core = Design::core(&instructions, 2).unwrap();
    let inputs: Vec<&str> = core.interface().inputs().map(|port| port.name.as_str()).collect();
    assert_eq!(inputs, ["op", "tag_in", "a", "b", "c", Operand::ROUNDING.name]);
    assert_right(&core, EngineKind::Simulator, 40_000);
    assert_right(&core, EngineKind::Verilator, 20_000);
}

#[test]
fn each_code_selects_its_rounding() {
    // 1 + 2^-11 lies in the middle of 1 and the next number, 2^16 beyond the largest one.
    let add = port("add.f16");
    let mul = port("mul.f16").with_flags().unwrap();
    let result = |instruction: Instruction, a: u64, b: u64, code: u64| {
        let design = Design::unit(instruction, 0).unwrap();
        let mut engine = engine::open(EngineKind::Simulator, &design).unwrap();
        let mut results = Vec::new();
        engine.evaluate(&[vector([a, b, code])], &mut results).unwrap();
        results[0].clone()
    };
    let codes = [0, 1, 2, 3, 4];
    let sums = |a, b| codes.map(|code| result(add, a, b, code).word(0));
    assert_eq!(sums(0x3C00, 0x1000), [0x3C00, 0x3C00, 0x3C00, 0x3C01, 0x3C01]);
    assert_eq!(sums(0xBC00, 0x9000), [0xBC00, 0xBC00, 0xBC01, 0xBC00, 0xBC01]);
    assert_eq!(sums(0x3C00, 0xBC00), [0, 0, 0x8000, 0, 0]);
    let products = codes
        .map(|code| result(mul, 0x5C00, 0x5C00, code))
        .map(|all| (all.word(0), all.word(1)));
    assert_eq!(
        products,
        [(0x7C00, 5), (0x7BFF, 5), (0x7BFF, 5), (0x7C00, 5), (0x7C00, 5)]
    );
    let tiny = codes
        .map(|code| result(mul, 0x0001, 0x3800, code))
        .map(|all| (all.word(0), all.word(1)));
    assert_eq!(tiny, [(0, 3), (0, 3), (0, 3), (1, 3), (1, 3)]);
}

#[test]
fn another_rounding_is_found() {
    for (name, wrong) in [
        ("add.rz.f16", "add.rm.f16"),
        ("add.rna.bf16", "add.rn.bf16"),
        ("mul.rp.f16", "mul.rna.f16"),
        ("fma.rm.e5m2", "fma.rz.e5m2"),
        ("fma.rna.f32.f16", "fma.rn.f32.f16"),
    ] {
        let other = Design::unit(instruction(wrong), 0).unwrap().lane().clone();
        let hardware = Design::from_lane(instruction(name), 0, other);
        let mut simulator = engine::open(EngineKind::Simulator, &hardware).unwrap();
        let finding = first_finding(&hardware, simulator.as_mut(), 100_000);
        assert!(matches!(finding, Some(Finding::Mismatch(_))), "{wrong} for {name}");
    }
}
