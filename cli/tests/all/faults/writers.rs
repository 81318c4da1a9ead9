//! Concurrent runs of `prove` with the same ledger. No line is lost.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use halfpipe_faults::text::edit;
use halfpipe_prove::ledger::Ledger;

use crate::common::{files_in, halfpipe, process};

/// Returns a run that proves an instruction at one latency and records it in the ledger `proofs` of a folder.
fn prove(folder: &Path, name: &str, latency: u32) -> Command {
    let mut process = process(&format!("prove {name} --latency {latency} --ledger proofs"));
    process
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::inherit());
    process
}

/// Returns the latencies of an instruction that are in the ledger.
fn on_file(folder: &Path, name: &str) -> BTreeSet<u32> {
    let records = Ledger::new(&folder.join("proofs")).read(name).unwrap();
    records.theorems.into_keys().map(|key| key.latency).collect()
}

#[test]
fn no_line_of_32_writers_is_lost() {
    // Both comparisons share one file.
    let names = [("neg.f16", 16), ("setp.lt.f16", 8), ("setp.gt.f16", 8)];
    let folder = tempfile::tempdir().unwrap();
    let latencies = |count: u32| (0..count).collect::<BTreeSet<u32>>();
    let all = names
        .iter()
        .flat_map(|(name, count)| latencies(*count).into_iter().map(move |latency| (name, latency)));
    let writers: Vec<Child> = all
        .map(|(name, latency)| prove(folder.path(), name, latency).spawn().unwrap())
        .collect();
    assert_eq!(writers.len(), 32);
    for mut writer in writers {
        assert!(writer.wait().unwrap().success());
    }
    for (name, count) in names {
        assert_eq!(on_file(folder.path(), name), latencies(count), "{name}");
        let last = format!("prove {name} --latency {} --ledger proofs --check", count - 1);
        halfpipe(&last).current_dir(folder.path()).assert().success();
    }
    assert_eq!(files_in(&folder.path().join("proofs")), ["neg_f16.jsonl", "setp.jsonl"]);
}

/// Waits until a condition is true or a run has ended.
fn wait_until(run: &mut Child, is_so: impl Fn() -> bool) {
    while run.try_wait().unwrap().is_none() && !is_so() {
        std::thread::yield_now();
    }
}

#[test]
fn killed_writers_lose_no_line_and_stop_no_other_writer() {
    let folder = tempfile::tempdir().unwrap();
    let proofs = folder.path().join("proofs");
    std::fs::create_dir(&proofs).unwrap();
    let has_file = |beginning: &str| {
        let entries = std::fs::read_dir(&proofs).unwrap();
        let mut names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.any(|name| name.starts_with(beginning))
    };
    let mut known = BTreeSet::new();
    for round in 0..12 {
        let (killed, whole) = (2 * round, 2 * round + 1);
        let mut beside = prove(folder.path(), "neg.f16", whole).spawn().unwrap();
        let mut run = prove(folder.path(), "neg.f16", killed).spawn().unwrap();
        // A run is killed at work, with the lock, with an unfinished file, or after its line.
        match round % 4 {
            0 => {}
            1 => wait_until(&mut run, || has_file(".neg_f16.jsonl.lock")),
            2 => wait_until(&mut run, || has_file(".halfpipe-unfinished-")),
            _ => wait_until(&mut run, || on_file(folder.path(), "neg.f16").contains(&killed)),
        }
        run.kill().unwrap();
        run.wait().unwrap();
        assert!(beside.wait().unwrap().success());
        known.insert(whole);
        let now = on_file(folder.path(), "neg.f16");
        assert!(
            now.is_superset(&known),
            "round {round}: {known:?} were on file, then {now:?}"
        );
        known = now;
    }
}

#[test]
fn every_latency_takes_the_lines_of_longer_ones_away() {
    let folder = tempfile::tempdir().unwrap();
    for latency in [1, 5] {
        assert!(prove(folder.path(), "neg.f16", latency).status().unwrap().success());
    }
    assert_eq!(on_file(folder.path(), "neg.f16"), [1, 5].into());
    let all = "prove neg.f16 --latency all --ledger proofs";
    halfpipe(all).current_dir(folder.path()).assert().success();
    assert_eq!(on_file(folder.path(), "neg.f16"), [0, 1].into());
}

#[test]
fn a_wrong_file_of_the_user_takes_no_line_away() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| halfpipe(arguments).current_dir(folder.path()).assert();
    run("prove abs.bf16 --latency 1 --target plain --ledger proofs").success();
    run("generate abs.bf16 --latency 1").success();
    let file = folder.path().join("abs_bf16.v");
    edit(&file, "assign d = ", "assign d = 16'd1 ^ ");
    run("prove abs.bf16 --latency 1 --verilog abs_bf16.v --ledger proofs").code(2);
    run("prove abs.bf16 --latency 1 --verilog abs_bf16.v").code(1);
    assert_eq!(on_file(folder.path(), "abs.bf16"), [1].into());
}
