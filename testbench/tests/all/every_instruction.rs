//! No instruction is left out: each one has a module at every latency, and the documentation names it.

use std::path::Path;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::verilog;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;
use rayon::prelude::*;

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
    let missing: Vec<String> = Instruction::arithmetic().par_iter().filter_map(missing).collect();
    assert!(missing.is_empty(), "no module of {missing:#?}");
}

#[test]
fn the_documentation_names_every_instruction() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/instructions.md");
    let page = std::fs::read_to_string(page).expect("docs/instructions.md is there");
    let named = |instruction: &Instruction| page.contains(&format!("| `{instruction}` |"));
    let missing: Vec<&Instruction> = Instruction::arithmetic()
        .iter()
        .filter(|instruction| !named(instruction))
        .collect();
    assert!(missing.is_empty(), "docs/instructions.md does not name {missing:#?}");
}
