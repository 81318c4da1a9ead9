//! Exhaustive tests in an 8-bit format that goes through the same generator.
//!
//! Mixed precision has its own, equally small formats. All pairs run in the embedded simulator. All 2^24 triples of fma
//! run in the emitted Verilog, for every set of modifiers. For one set at each latency they also run in a Yosys
//! netlist. The simulator takes a share of them. The model computes all triples of fma and fma.ftz. This file computes
//! the effect of each other modifier in a line, which is compared with the model on a share of the triples.

use std::collections::HashSet;
use std::sync::LazyLock;

use halfpipe_hdl::datapath::{build, LaneConfig};
use halfpipe_hdl::design::Design;
use halfpipe_hdl::net::simulate::NetlistSimulator;
use halfpipe_hdl::net::Module;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::{FloatFormat, Instruction, LaneFormats, Modifier, Operation, Type};
use halfpipe_model::value as reference;
use halfpipe_simulation::Vector;
use halfpipe_test_support::share;
use halfpipe_testbench::engine::verilator::Batch;
use halfpipe_testbench::engine::{Engine, Gates};
use halfpipe_yosys::Mapping;
use rayon::prelude::*;

/// The number of values of the format.
const VALUES: u32 = 1 << 8;

/// Returns scalar instructions of f16, which has all modifiers, with these operations.
fn instructions(operations: &[Operation]) -> Vec<Instruction> {
    let wanted =
        |instruction: &Instruction| instruction.ty() == Type::F16 && operations.contains(&instruction.operation());
    Instruction::arithmetic().iter().copied().filter(wanted).collect()
}

fn config(instruction: Instruction) -> LaneConfig {
    LaneConfig::with_formats(instruction, LaneFormats::same(FloatFormat::SMALL))
}

fn simulator(instruction: Instruction) -> NetlistSimulator {
    let lane = build(&config(instruction));
    NetlistSimulator::new(&Module {
        name: instruction.module_name(),
        lane,
        lanes: 1,
        latency: 0,
    })
}

fn simulate(simulator: &mut NetlistSimulator, operands: &[u32]) -> u32 {
    for (position, operand) in operands.iter().enumerate() {
        simulator.set_input(position, u64::from(*operand));
    }
    simulator.settle();
    simulator.output(0) as u32
}

fn model(instruction: Instruction, operands: &[u32]) -> u32 {
    let formats = LaneFormats::same(FloatFormat::SMALL);
    reference::evaluate_lane(instruction, formats, operands)
}

#[test]
fn every_pair() {
    let operations = [
        Operation::Add,
        Operation::Sub,
        Operation::Mul,
        Operation::Min,
        Operation::Max,
    ];
    let all = instructions(&operations);
    assert_eq!(all.len(), 3 * 4 + 2 * 8);
    all.into_par_iter().for_each(|instruction| {
        let mut simulator = simulator(instruction);
        for a in 0..VALUES {
            for b in 0..VALUES {
                let (d, expected) = (simulate(&mut simulator, &[a, b]), model(instruction, &[a, b]));
                assert_eq!(d, expected, "{instruction} {a:02X} {b:02X}: {d:02X} for {expected:02X}");
            }
        }
    });
}

#[test]
fn every_single_operand() {
    for instruction in instructions(&[Operation::Neg, Operation::Abs]) {
        let mut simulator = simulator(instruction);
        for a in 0..VALUES {
            assert_eq!(
                simulate(&mut simulator, &[a]),
                model(instruction, &[a]),
                "{instruction} {a:02X}"
            );
        }
    }
}

/// Returns the triple at a position in the list of all triples.
fn triple(index: usize) -> [u32; 3] {
    let index = index as u32;
    [index >> 16, index >> 8 & 0xFF, index & 0xFF]
}

const TRIPLES: usize = 1 << 24;

/// One triple in so many is computed a second time, by the simulator and by the model. The number is coprime to the
/// number of values, so every value of each operand is among them.
const SHARE: usize = 509;

/// Returns the model's results of all triples.
fn all_results(instruction: Instruction) -> Vec<u8> {
    (0..TRIPLES)
        .into_par_iter()
        .with_min_len(1 << 14)
        .map(|index| model(instruction, &triple(index)) as u8)
        .collect()
}

/// Applies the modifiers other than `.ftz` to a rounded result.
fn modified(instruction: Instruction, operands: [u32; 3], rounded: u8) -> u8 {
    let (sign, one, infinity) = (0x80, 0x38, 0x78);
    let is_nan = rounded & 0x7F > infinity;
    let out_of_bounds = |operand: u32| operand & 0x7F == 0x7B;
    let is_negative = !is_nan && rounded & sign != 0;
    if instruction.has(Modifier::Oob) && (out_of_bounds(operands[0]) || out_of_bounds(operands[1])) {
        0
    } else if instruction.has(Modifier::Sat) {
        if is_nan || is_negative {
            0
        } else {
            rounded.min(one)
        }
    } else if instruction.has(Modifier::Relu) && is_negative {
        0
    } else {
        rounded
    }
}

/// The model's results of fma.rn, without and with `.ftz`, before the other modifiers.
static ROUNDED: [LazyLock<Vec<u8>>; 2] = [
    LazyLock::new(|| all_results("fma.rn.f16".parse().unwrap())),
    LazyLock::new(|| all_results("fma.rn.ftz.f16".parse().unwrap())),
];

/// Returns the expected result of a triple, by its position.
fn expected_of(instruction: Instruction) -> impl Fn(usize) -> u8 {
    let rounded: &[u8] = &ROUNDED[usize::from(instruction.has(Modifier::Ftz))];
    move |index| modified(instruction, triple(index), rounded[index])
}

/// Builds a 16-bit module with two 8-bit lanes: one vector is two triples.
fn small_unit(instruction: Instruction, latency: u32) -> Design {
    Design::from_lane(instruction, latency, build(&config(instruction)))
}

/// All triples run in the emitted Verilog of one set of modifiers in so many, unless of all.
const ONE_IN: usize = 8;

#[test]
fn every_triple() {
    let all = instructions(&[Operation::Fma]);
    assert_eq!(all.len(), 8);
    let units: Vec<Design> = all.iter().map(|instruction| small_unit(*instruction, 0)).collect();
    let batch = Batch::build(&units.iter().collect::<Vec<_>>()).unwrap_or_else(|error| panic!("{error}"));
    all.into_par_iter().enumerate().for_each(|(index, instruction)| {
        let expected = expected_of(instruction);
        check_share(instruction, &expected);
        if !share::is_tried(index, ONE_IN) {
            return;
        }
        check_engine(&mut batch.engine(index).unwrap(), instruction, &expected);
    });
}

/// The fmas differ in their last stage only. Each is tried at one latency in so many, unless at all; together they
/// cover every latency.
const LATENCIES: usize = 8;

#[test]
fn every_triple_at_every_latency_in_the_netlist() {
    let latencies = |(index, instruction): (usize, Instruction)| {
        let all = 0..=max_latency(instruction);
        all.filter(move |latency| share::is_tried(*latency as usize + LATENCIES - index, LATENCIES))
            .map(move |latency| (instruction, latency))
    };
    let tried = instructions(&[Operation::Fma]).into_iter().enumerate();
    let all: Vec<_> = tried.flat_map(latencies).collect();
    let latencies: HashSet<u32> = all.iter().map(|(_, latency)| *latency).collect();
    assert!(latencies.len() > 10 && latencies.len() as u32 == latencies.iter().max().unwrap() + 1);
    all.into_par_iter().with_max_len(1).for_each(|(instruction, latency)| {
        let mut engine = Gates::open(&small_unit(instruction, latency), Mapping::Generic).unwrap();
        check_engine(&mut engine, instruction, &expected_of(instruction));
    });
}

/// Runs all triples in an engine: those with an even c in one lane, those with an odd c in the other.
fn check_engine(engine: &mut dyn Engine, instruction: Instruction, expected: &dyn Fn(usize) -> u8) {
    let mut results = Vec::new();
    let chunk = 1 << 16;
    for first in (0..TRIPLES).step_by(chunk) {
        let pairs = (first..first + chunk).step_by(2);
        let vectors: Vec<Vector> = pairs
            .clone()
            .map(|index| {
                let [even, odd] = [triple(index), triple(index + 1)];
                let operands = std::array::from_fn(|operand| odd[operand] << 8 | even[operand]);
                Vector::from_operands(instruction, operands)
            })
            .collect();
        results.clear();
        engine.evaluate(&vectors, &mut results).unwrap();
        assert_eq!(results.len(), vectors.len(), "{instruction}: a result for each vector");
        for (index, d) in pairs.zip(&results) {
            let wanted = u64::from(expected(index + 1)) << 8 | u64::from(expected(index));
            let d = d[0];
            assert_eq!(
                d,
                wanted,
                "{instruction} {:02X?} and the next: {d:04X} for {wanted:04X}",
                triple(index)
            );
        }
    }
}

/// Runs a share of the triples in the simulator and the model.
fn check_share(instruction: Instruction, expected: &dyn Fn(usize) -> u8) {
    let mut simulator = simulator(instruction);
    for index in (0..TRIPLES).step_by(SHARE) {
        let operands = triple(index);
        let expected = u32::from(expected(index));
        assert_eq!(
            model(instruction, &operands),
            expected,
            "the model of {instruction} {operands:02X?}"
        );
        let d = simulate(&mut simulator, &operands);
        assert_eq!(d, expected, "{instruction} {operands:02X?}: {d:02X} for {expected:02X}");
    }
}

/// Small formats for mixed precision, which stand for f16 and for bf16 with f32.
///
/// In the first pair no product and no sum of one is subnormal, as with f16. In the second some are, as with no element
/// type. The last pair has equal exponent ranges, as with bf16.
const MIXED: [(Type, FloatFormat, FloatFormat); 3] = [
    (Type::F32F16, FloatFormat::new(3, 2), FloatFormat::new(5, 3)),
    (Type::F32F16, FloatFormat::new(3, 2), FloatFormat::new(4, 4)),
    (Type::F32Bf16, FloatFormat::new(4, 2), FloatFormat::new(4, 3)),
];

/// Compares the simulator with the model on every combination of operands, for mixed instructions with one of these
/// operations. One instruction in so many is tried, others in each pair of formats, unless all are.
fn check_mixed(operations: &[Operation], one_in: usize) {
    for (pair, (ty, operand, result)) in MIXED.into_iter().enumerate() {
        let wanted =
            |instruction: &&Instruction| instruction.ty() == ty && operations.contains(&instruction.operation());
        let all: Vec<Instruction> = Instruction::arithmetic().iter().filter(wanted).copied().collect();
        // Four roundings, without and with .sat.
        assert_eq!(all.len(), operations.len() * 4 * 2);
        let tried = all.into_iter().enumerate();
        for (_, instruction) in tried.filter(|(place, _)| share::is_tried(place + pair, one_in)) {
            check_mixed_instruction(instruction, LaneFormats { operand, result });
        }
    }
}

fn check_mixed_instruction(instruction: Instruction, formats: LaneFormats) {
    let module = Module {
        name: instruction.module_name(),
        lane: build(&LaneConfig::with_formats(instruction, formats)),
        lanes: 1,
        latency: 0,
    };
    // a, then b where there is one, and the addend in the format of the result.
    let factors = instruction.signature().operands().len() as u32 - 1;
    let (of_factors, of_addend) = (factors * formats.operand.width(), formats.result.width());
    let mask = (1 << formats.operand.width()) - 1;
    (0..1_u32 << of_factors).into_par_iter().for_each_init(
        || NetlistSimulator::new(&module),
        |simulator, index| {
            let mut operands: Vec<u32> = (0..factors)
                .map(|factor| index >> (factor * formats.operand.width()) & mask)
                .chain([0])
                .collect();
            for addend in 0..1 << of_addend {
                operands[factors as usize] = addend;
                let d = simulate(simulator, &operands);
                let expected = reference::evaluate_lane(instruction, formats, &operands);
                assert_eq!(
                    d, expected,
                    "{instruction} {operands:03X?} in {formats:?}: {d:03X} for {expected:03X}"
                );
            }
        },
    );
}

#[test]
fn every_mixed_pair() {
    check_mixed(&[Operation::Add, Operation::Sub], 1);
}

#[test]
fn every_mixed_triple() {
    // Four of the eight: three roundings, and one of them with .sat.
    check_mixed(&[Operation::Fma], 2 * MIXED.len());
}
