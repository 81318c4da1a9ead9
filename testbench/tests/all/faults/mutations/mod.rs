//! Typical faults of floating-point hardware, injected into ours: the ordinary verification must find every one.
//!
//! Each fault exchanges a net of a datapath, or connects datapaths wrongly. It is tried on one unit of every datapath
//! that can have it.

mod alignment;
mod every_input;
mod fault;
mod lanes;
mod operands;
mod quotients;
mod rounding;
mod special;
mod twice;

use std::collections::{BTreeMap, BTreeSet};

use fault::{rewired, Fault, Hardware, Rebuild};
use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::verilog;
use halfpipe_hdl::net::instantiate::instantiate;
use halfpipe_isa::Instruction;
use halfpipe_simulation::model::expected;
use halfpipe_simulation::stimulus::{has_every_value, sample, Stimulus};
use halfpipe_testbench::engine::{self, EngineKind};
use halfpipe_testbench::scoreboard::{verify, VerifyReport};

/// The number of faults in the list.
const NUMBERS: u32 = 38;

/// The default number of vectors of `halfpipe verify`.
const VECTORS: u64 = 100_000;
const SEED: u64 = 1;

/// The number of vectors between checks for a mismatch, after which verification stops.
const STEP: u64 = 4096;

fn faults() -> impl Iterator<Item = &'static Fault> {
    let families = [
        alignment::FAULTS,
        rounding::FAULTS,
        operands::FAULTS,
        quotients::FAULTS,
        special::FAULTS,
        twice::FAULTS,
        lanes::FAULTS,
    ];
    families.into_iter().flatten()
}

/// Returns every fault with each instruction that it is tried on.
fn cases() -> Vec<(&'static Fault, Instruction)> {
    let instruction = |mnemonic: &&str| mnemonic.parse().unwrap_or_else(|error| panic!("{error}"));
    let of_fault = |fault: &'static Fault| fault.instructions.iter().map(move |name| (fault, instruction(name)));
    faults().flat_map(of_fault).collect()
}

fn clean_unit(instruction: Instruction) -> Design {
    Design::unit(instruction, 0).expect("every unit can be combinational")
}

/// Builds the unit with the fault inside. It is combinational, because registers would not change its results.
fn broken_unit(fault: &Fault, instruction: Instruction) -> Design {
    Design::from_lane(instruction, 0, (fault.inject)(&Hardware::from_instruction(instruction)))
}

/// Runs the ordinary verification on at most `count` vectors, up to the first mismatch.
fn verified(unit: &Design, count: u64) -> VerifyReport {
    let mut engine = engine::open(EngineKind::Simulator, unit).expect("the embedded engine needs no tool");
    let mut stimulus = Stimulus::new(unit.instruction(), SEED);
    let mut vectors = 0;
    loop {
        let step = STEP.min(count - vectors);
        let report = verify(unit, &mut *engine, &mut stimulus, step, &mut |_| {}).expect("the engine runs");
        vectors += report.vectors;
        if !report.is_clean() || vectors == count {
            return VerifyReport { vectors, ..report };
        }
    }
}

/// The number of vectors in the testbench of a package.
const PACKAGED_VECTORS: usize = 4000;

/// True if the vectors of a package's testbench show that a unit is wrong.
fn is_found_by_package(unit: &Design) -> bool {
    let vectors = sample(&unit.instruction().into(), SEED, PACKAGED_VECTORS);
    let mut engine = engine::open(EngineKind::Simulator, unit).expect("the embedded engine needs no tool");
    let mut results = Vec::new();
    engine.evaluate(&vectors, &mut results).expect("the engine runs");
    let interface = unit.interface();
    vectors
        .iter()
        .zip(&results)
        .any(|(vector, result)| expected(interface, vector) != *result)
}

/// The injection methods applied without a fault. Each leaves a correct unit.
const HARMLESS: &[(&str, Rebuild)] = &[
    ("fma.rn.ftz.f16", |hardware| {
        hardware.with("multiply.product", |at| at.original())
    }),
    ("mul.rn.sat.f16", |hardware| {
        rewired(hardware, |n, operands| instantiate(n, &hardware.lane, operands)[0])
    }),
    ("fma.rn.oob.f16x2", lanes::side_by_side),
    // A subnormal sum is exact, so the second rounding has no effect.
    ("add.rn.f16", twice::with_wider_exponent),
    ("sub.rn.bf16", twice::with_wider_exponent),
];

#[test]
fn no_fault_comes_from_the_way_it_is_put_in() {
    for (mnemonic, rebuild) in HARMLESS {
        let instruction = mnemonic.parse().expect("an instruction");
        let unit = Design::from_lane(instruction, 0, rebuild(&Hardware::from_instruction(instruction)));
        if let Some(mismatch) = verified(&unit, VECTORS / 2).first {
            panic!("{mismatch}");
        }
    }
}

#[test]
fn every_number_of_the_list_is_there() {
    let numbers: BTreeSet<u32> = faults().map(|fault| fault.number).collect();
    assert_eq!(numbers, (1..=NUMBERS).collect());
}

#[test]
fn every_fault_changes_the_hardware() {
    for (fault, instruction) in cases() {
        let clean = verilog(&clean_unit(instruction));
        let broken = verilog(&broken_unit(fault, instruction));
        assert!(clean != broken, "{}: {instruction}", fault.name());
    }
}

#[test]
fn every_fault_is_found_by_the_vectors_of_a_package() {
    // Instructions whose packages have every value are left out.
    let cases = cases().into_iter();
    let cases = cases.filter(|(_, instruction)| !has_every_value(instruction.signature()));
    let missed: Vec<String> = cases
        .filter(|(fault, instruction)| !is_found_by_package(&broken_unit(fault, *instruction)))
        .map(|(fault, instruction)| format!("{}: {instruction}", fault.name()))
        .collect();
    assert!(
        missed.is_empty(),
        "no mismatch in {PACKAGED_VECTORS} vectors: {missed:#?}"
    );
}

#[test]
fn every_fault_is_found_by_vectors_that_pass_without_it() {
    let mut missed = String::new();
    let mut needed: BTreeMap<Instruction, u64> = BTreeMap::new();
    for (fault, instruction) in cases() {
        let report = verified(&broken_unit(fault, instruction), VECTORS);
        if report.mismatches == 0 {
            missed += &format!("\n{}: {instruction}", fault.name());
        }
        let vectors = needed.entry(instruction).or_default();
        *vectors = report.vectors.max(*vectors);
    }
    assert!(missed.is_empty(), "no mismatch in {VECTORS} vectors:{missed}");
    for (instruction, vectors) in needed {
        if let Some(mismatch) = verified(&clean_unit(instruction), vectors).first {
            panic!("a mismatch without a fault: {mismatch}");
        }
    }
}
