//! No instruction is left out: each one has modules, their tests go over all of them, and the documentation names it.

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use common::{instructions, UNITS};
use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::verilog;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;
use rayon::prelude::*;

/// The tests of generated modules that must go over all of [`UNITS`].
const TESTS: [(&str, &str); 2] = [
    ("lint.rs", include_str!("lint.rs")),
    ("engines_agree.rs", include_str!("engines_agree.rs")),
];

#[test]
fn every_instruction_has_a_module_at_every_latency() {
    let missing = |instruction: &Instruction| {
        let is_missing = |latency: &u32| match Design::unit(*instruction, *latency) {
            Ok(unit) => !verilog(&unit).contains(&format!("module {} (", instruction.module_name())),
            Err(_) => true,
        };
        let latencies: Vec<u32> = (0..=max_latency(*instruction)).filter(is_missing).collect();
        (!latencies.is_empty()).then(|| format!("{instruction} at {latencies:?}"))
    };
    let missing: Vec<String> = Instruction::all().par_iter().filter_map(missing).collect();
    assert!(missing.is_empty(), "no module of {missing:#?}");
}

#[test]
fn lint_and_verification_go_over_every_module() {
    let tested: BTreeSet<(Instruction, u32)> = UNITS.iter().map(|unit| (unit.instruction(), unit.latency())).collect();
    let listed: BTreeSet<Instruction> = instructions().collect();
    for &instruction in Instruction::all() {
        assert!(
            listed.contains(&instruction),
            "{instruction} is not in the list of the tests"
        );
        for latency in 0..=max_latency(instruction) {
            assert!(
                tested.contains(&(instruction, latency)),
                "{instruction} at latency {latency} is not tested"
            );
        }
    }
    for (name, text) in TESTS {
        assert!(text.contains("UNITS"), "{name} does not go over the units");
        assert!(!text.contains(".filter("), "{name} leaves units out");
    }
}

#[test]
fn the_documentation_names_every_instruction() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/instructions.md");
    let page = std::fs::read_to_string(page).expect("docs/instructions.md is there");
    let named = |instruction: &Instruction| page.contains(&format!("| `{instruction}` |"));
    let missing: Vec<&Instruction> = Instruction::all()
        .iter()
        .filter(|instruction| !named(instruction))
        .collect();
    assert!(missing.is_empty(), "docs/instructions.md does not name {missing:#?}");
}
