//! A completeness check: each instruction has a module at every latency, and the documentation names it.

use std::path::Path;

use halfpipe_hdl::export::verilog;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;
use rayon::prelude::*;

use crate::common::UNITS;

#[test]
fn every_instruction_has_a_module_at_every_latency() {
    let modules = Instruction::arithmetic()
        .iter()
        .map(|instruction| max_latency(*instruction) + 1);
    assert_eq!(UNITS.len(), modules.sum::<u32>() as usize);
    let missing = UNITS.par_iter().filter(|unit| {
        let module = format!("module {} (", unit.instruction().module_name());
        !verilog(unit).contains(&module)
    });
    let missing = missing.map(|unit| format!("{} at latency {}", unit.instruction(), unit.latency()));
    let missing: Vec<String> = missing.collect();
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
