//! The ledger of this project: what is on file of every module.

use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;

use crate::common::halfpipe;

const LEDGER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../testbench/proofs");

#[test]
fn every_instruction_has_its_theorem_at_every_latency() {
    let arguments = format!("prove all --latency all --check --ledger {LEDGER}");
    let output = halfpipe(&arguments).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let wrong: Vec<&str> = told.lines().filter(|line| !line.ends_with(": holds")).collect();
    assert!(
        wrong.is_empty(),
        "`halfpipe prove all --latency all --stale` proves what has changed:\n{}",
        wrong.join("\n")
    );
    assert_eq!(output.status.code(), Some(0));
    let modules: u32 = Instruction::arithmetic()
        .iter()
        .map(|instruction| max_latency(*instruction) + 1)
        .sum();
    assert_eq!(told.lines().count(), modules as usize);
}

#[test]
fn no_file_is_of_anything_else() {
    let mut names: Vec<String> = Instruction::arithmetic()
        .iter()
        .map(|instruction| format!("{}.jsonl", instruction.module_name()))
        .collect();
    names.push("README.md".to_owned());
    names.sort();
    assert_eq!(crate::common::files_in(LEDGER.as_ref()), names);
}
