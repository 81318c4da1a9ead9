//! The ledger of this project: what is on file of every module, and of the core.

use std::collections::BTreeSet;
use std::path::Path;

use halfpipe_hdl::design::{Design, Options};
use halfpipe_hdl::fpu;
use halfpipe_hdl::unit::{max_latency, Multiplier};
use halfpipe_isa::Instruction;
use halfpipe_prove::ledger::{Ledger, TheoremLine};
use halfpipe_prove::lemma::Lemma;
use halfpipe_prove::theorem::{self, digest_of, Key, Subject};
use halfpipe_test_support::{seed, share};
use rand::Rng;

use crate::common::halfpipe;

const LEDGER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../testbench/proofs");

/// Of the core's lemmas the formula of one in so many is made anew: all of them take a minute.
const ONE_IN: usize = 24;

/// Holds the theorems of instructions, at every latency, against the modules of today.
fn assert_on_file(words: &str, instructions: &[Instruction]) {
    let arguments = format!("prove {words} --latency all --check --ledger {LEDGER}");
    let output = halfpipe(&arguments).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let wrong: Vec<&str> = told.lines().filter(|line| !line.ends_with(": holds")).collect();
    assert!(
        wrong.is_empty(),
        "`halfpipe prove all cuda --latency all --stale` proves what has changed:\n{}",
        wrong.join("\n")
    );
    assert_eq!(output.status.code(), Some(0));
    let latencies = instructions.iter().map(|instruction| max_latency(*instruction) + 1);
    assert_eq!(told.lines().count(), latencies.sum::<u32>() as usize);
}

#[test]
fn every_instruction_has_its_theorem_at_every_latency() {
    assert_on_file("all", Instruction::arithmetic());
}

/// The comparisons and conversions that are on file.
fn others() -> Vec<Instruction> {
    let all = Instruction::cuda().iter().copied();
    all.filter(|instruction| !instruction.operation().is_arithmetic())
        .collect()
}

#[test]
fn the_comparisons_and_conversions_of_cuda_have_their_theorems_at_every_latency() {
    let others = others();
    let names: Vec<String> = others.iter().map(Instruction::to_string).collect();
    assert_on_file(&names.join(" "), &others);
}

fn core(latency: u32) -> Design {
    Design::core(Instruction::arithmetic(), &Options::of_latency(latency)).unwrap()
}

#[test]
fn the_core_of_all_has_its_theorem_at_every_latency_at_any_seed() {
    let combinational = core(0);
    let subject = Subject::of(&combinational);
    let netlist = subject.netlist().unwrap();
    let lemmas = subject.lemmas().unwrap();
    let on_file = Ledger::new(Path::new(LEDGER))
        .read(&theorem::name(&combinational))
        .unwrap();
    let again = "`halfpipe prove fpu --latency all --stale` proves what has changed";

    let names: BTreeSet<&str> = lemmas.iter().map(|lemma| lemma.name.as_str()).collect();
    let known: BTreeSet<&str> = on_file.lemmas.keys().map(String::as_str).collect();
    assert!(names == known, "{again}: {:?}", names.symmetric_difference(&known));
    let first = seed::random().random_range(0..ONE_IN);
    let is_stale = |(place, lemma): &(usize, &Lemma)| {
        let line = &on_file.lemmas[&lemma.name];
        let is_made = share::is_tried(place + first, ONE_IN);
        let formula = if is_made { lemma.digest() } else { line.formula.clone() };
        !line.holds(lemma, &formula, &netlist)
    };
    let stale: Vec<&str> = lemmas
        .iter()
        .enumerate()
        .filter(is_stale)
        .map(|(_, lemma)| lemma.name.as_str())
        .collect();
    assert!(stale.is_empty(), "{again}: {stale:?}");

    let digests = on_file.lemmas.values();
    let digest = digest_of(digests.flat_map(|line| [line.lemma.as_str(), &line.formula]));
    let longest = fpu::max_latency(Instruction::arithmetic(), Multiplier::Rows).unwrap();
    let latencies: Vec<u32> = (0..=longest).collect();
    let stale: Vec<u32> = latencies
        .into_iter()
        .filter(|latency| {
            let design = core(*latency);
            let line = &on_file.theorems.get(&Key::of(&design, None));
            let own = theorem::module(&design).unwrap();
            let is_on = |lemma: &Lemma, line: &TheoremLine| line.lemmas.get(&lemma.name) == Some(&lemma.digest());
            !line.is_some_and(|line| {
                line.function_lemmas == digest
                    && line.lemmas.len() == own.len()
                    && own.iter().all(|lemma| is_on(lemma, line))
            })
        })
        .collect();
    assert!(stale.is_empty(), "{again}: latencies {stale:?}");
}

#[test]
fn no_file_is_of_anything_else() {
    let mut names: Vec<String> = Instruction::arithmetic()
        .iter()
        .map(|instruction| format!("{}.jsonl", instruction.module_name()))
        .collect();
    let shared = ["cvt.jsonl", "set.jsonl", "setp.jsonl"];
    names.extend(["README.md", "fpu.jsonl"].into_iter().chain(shared).map(str::to_owned));
    names.sort();
    assert_eq!(crate::common::files_in(LEDGER.as_ref()), names);
    let others: BTreeSet<String> = others().iter().map(Instruction::to_string).collect();
    let mut found = BTreeSet::new();
    for file in shared {
        let text = std::fs::read_to_string(Path::new(LEDGER).join(file)).unwrap();
        for line in text.lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let function = line["function"]
                .as_str()
                .expect("each line names its function")
                .to_owned();
            assert_eq!(function.split('.').next(), file.strip_suffix(".jsonl"));
            found.insert(function);
        }
    }
    assert_eq!(found, others);
}
