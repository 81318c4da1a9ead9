//! Exhaustive tests of flags in small formats, against the model of exceptions.

use halfpipe_hdl::datapath::{build, LaneConfig};
use halfpipe_hdl::design::{Design, Role};
use halfpipe_hdl::net::simulate::NetlistSimulator;
use halfpipe_hdl::net::Module;
use halfpipe_isa::{FloatFormat, Instruction, LaneFormats, Operation, Type};
use halfpipe_model::flags::{flags_of_lane, INEXACT, INVALID, OVERFLOW, UNDERFLOW};
use halfpipe_simulation::stimulus;
use halfpipe_test_support::share;
use halfpipe_testbench::engine::{self, EngineKind};
use halfpipe_testbench::scoreboard;
use rayon::prelude::*;

/// The formats of the operands and, in mixed precision, of the addend: eight bits each, or six and nine, or seven and
/// eight.
const SMALL: FloatFormat = FloatFormat::SMALL;
const NARROW: FloatFormat = FloatFormat::new(3, 2);
const WIDE: FloatFormat = FloatFormat::new(4, 4);
/// A format of operands with the exponents of an 8-bit addend, as bf16 has those of single precision.
const SHORT: FloatFormat = FloatFormat::new(4, 2);

/// The flags of a lane without registers.
struct Lane {
    instruction: Instruction,
    formats: LaneFormats,
    simulator: NetlistSimulator,
}

impl Lane {
    fn new(instruction: Instruction, formats: LaneFormats) -> Lane {
        let flagged = instruction.with_flags().expect("it raises exceptions");
        let lane = build(&LaneConfig::with_formats(flagged, formats));
        Lane {
            instruction,
            formats,
            simulator: NetlistSimulator::new(&Module {
                name: instruction.module_name(),
                lane,
                lanes: 1,
                latency: 0,
            }),
        }
    }

    fn flags(&mut self, operands: &[u64]) -> u64 {
        for (position, operand) in operands.iter().enumerate() {
            self.simulator.set_input(position, *operand);
        }
        self.simulator.settle();
        self.simulator.output(1) as u64
    }

    fn due(&self, operands: &[u64]) -> u64 {
        flags_of_lane(self.instruction, self.formats, operands)
    }

    /// Compares the flags of these operands, and records which flags occurred.
    fn check(&mut self, operands: &[u64], seen: &mut u64) {
        let (flags, due) = (self.flags(operands), self.due(operands));
        assert_eq!(
            flags, due,
            "{} {operands:02X?}: {flags:05b} for {due:05b}",
            self.instruction
        );
        *seen |= flags;
    }
}

fn of_f16(operations: &[Operation]) -> Vec<Instruction> {
    let is_one =
        |instruction: &Instruction| instruction.ty() == Type::F16 && operations.contains(&instruction.operation());
    Instruction::arithmetic().iter().copied().filter(is_one).collect()
}

#[test]
fn every_pair_raises_what_it_should() {
    use Operation::{Add, Max, Min, Mul, Sub};
    let sums_and_products = of_f16(&[Add, Sub, Mul, Min, Max]);
    sums_and_products.into_par_iter().for_each(|instruction| {
        let mut lane = Lane::new(instruction, LaneFormats::same(SMALL));
        let mut seen = 0;
        for pair in 0..1 << 16 {
            lane.check(&[pair >> 8, pair & 0xFF], &mut seen);
        }
        let all = match instruction.operation() {
            Mul => INVALID | OVERFLOW | UNDERFLOW | INEXACT,
            Min | Max => INVALID,
            _ => INVALID | OVERFLOW | INEXACT,
        };
        assert_eq!(seen, all, "{instruction}");
    });
}

#[test]
fn triples_raise_what_they_should() {
    // One triple in so many, coprime to the number of values.
    let step = if share::all() { 1 } else { 509 };
    let all: Vec<Instruction> = of_f16(&[Operation::Fma]);
    all.into_par_iter().for_each(|instruction| {
        let mut lane = Lane::new(instruction, LaneFormats::same(SMALL));
        let mut seen = 0;
        for triple in (0..1_u64 << 24).step_by(step) {
            lane.check(&[triple >> 16, triple >> 8 & 0xFF, triple & 0xFF], &mut seen);
        }
        assert_eq!(seen, INVALID | OVERFLOW | UNDERFLOW | INEXACT, "{instruction}");
    });
}

#[test]
fn mixed_precision_raises_what_it_should_in_every_rounding() {
    let is_one = |instruction: &&Instruction| matches!(instruction.ty(), Type::F32F16 | Type::F32Bf16);
    let all: Vec<Instruction> = Instruction::arithmetic().iter().filter(is_one).copied().collect();
    // One triple in so many, coprime to the number of values.
    let step = if share::all() { 1 } else { 13 };
    all.into_par_iter().for_each(|instruction| {
        // The product of two bf16 numbers can be below all single-precision numbers.
        let is_bf16 = instruction.ty() == Type::F32Bf16;
        let (operand, result) = if is_bf16 { (SHORT, SMALL) } else { (NARROW, WIDE) };
        let formats = LaneFormats { operand, result };
        let [a, c] = [operand.width(), result.width()];
        let low = |bits: u64, width: u32| bits & ((1 << width) - 1);
        let mut lane = Lane::new(instruction, formats);
        let mut seen = 0;
        let is_fused = instruction.operation() == Operation::Fma;
        if is_fused {
            for triple in (0..1_u64 << (2 * a + c)).step_by(step) {
                lane.check(&[triple >> (a + c), low(triple >> c, a), low(triple, c)], &mut seen);
            }
        } else {
            for pair in 0..1_u64 << (a + c) {
                lane.check(&[pair >> c, low(pair, c)], &mut seen);
            }
        }
        // A tiny sum is exact, and so is one with a product of f16, but not one with a product of bf16.
        let underflow = if is_fused && is_bf16 { UNDERFLOW } else { 0 };
        assert_eq!(seen, INVALID | OVERFLOW | INEXACT | underflow, "{instruction}");
    });
}

#[test]
fn flags_change_no_result_and_two_lanes_raise_what_either_does() {
    for mnemonic in [
        "add.f16x2",
        "fma.rn.bf16x2",
        "setp.lt.and.f16x2",
        "set.neu.u32.bf16x2",
        "ex2.approx.f16x2",
    ] {
        let instruction: Instruction = mnemonic.parse().unwrap();
        let flagged = instruction.with_flags().unwrap();
        for latency in [0, 3] {
            let design = Design::unit(flagged, latency).unwrap();
            let flags = design.interface().port(Role::Flags).expect("there is a port");
            assert_eq!((flags.name.as_str(), flags.width), ("flags", 5));
            let mut engine = engine::open(EngineKind::Simulator, &design).unwrap();
            let mut source = stimulus::make_module_source(design.interface(), 1);
            let report = scoreboard::verify(&design, engine.as_mut(), source.as_mut(), 4000, &mut |_| {}).unwrap();
            assert!(report.first.is_none(), "{}", report.first.unwrap());
        }
    }
}
