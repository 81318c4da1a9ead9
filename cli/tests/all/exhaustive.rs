//! `prove --method exhaustive`: runs over every input, in one process or in several.

use std::path::Path;

use crate::common::{check_arguments, files_in, halfpipe, printed};
use expect_test::expect;
use halfpipe_testbench::exhaustive::{Blocks, Digest, Record};

#[test]
fn every_operand_of_small_instructions() {
    check_arguments(
        "prove tanh.approx.f16 neg.ftz.f16x2 --method exhaustive",
        expect![[r#"
            engine gates, generic, every vector
            tanh.approx.f16 at latency 2: 65536 vectors, no mismatch, digest 000080006a0c1c55
            neg.ftz.f16x2 at latency 1: 65536 vectors, no mismatch, digest 00010046adc43d2e
            status 0
        "#]],
    );
    check_arguments(
        "prove abs.bf16 --method exhaustive --target ecp5 --latency 0",
        expect![[r#"
        engine gates, ecp5, every vector
        abs.bf16 at latency 0: 65536 vectors, no mismatch, digest 0000802afa2cd421
        status 0
    "#]],
    );
}

#[test]
fn all_stands_for_all_that_can_be_exhausted() {
    let folder = tempfile::tempdir().unwrap();
    let command = format!(
        "prove all --method exhaustive --check --ledger {} --latency 0",
        folder.path().display()
    );
    let output = halfpipe(&command).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let lines = String::from_utf8(output.stdout).unwrap();
    // 30 of add, sub and mul, 48 of min and max, 12 of neg and abs, 8 of tanh and ex2.
    assert_eq!(lines.lines().skip(1).count(), 30 + 48 + 12 + 8);
    assert!(lines.lines().skip(1).all(|line| line.ends_with(": missing")), "{lines}");
}

#[test]
fn what_cannot_be_done_is_refused() {
    check_arguments(
        "prove fma.rn.f16 --method exhaustive",
        expect![[r#"
            ! error: --method exhaustive is for one or two operands of 16 bits a lane, and fma.rn.f16 has a of 16 bits, b of 16 bits, c of 16 bits; --method solver proves it
            status 2
        "#]],
    );
    check_arguments(
        "prove neg.f16 --method exhaustive --shard 3/2",
        expect![[r#"
        ! error: invalid value '3/2' for '--shard <K/N>': '3/2' is no shard: a shard is K/N with N from 1 to 65536 and K from 1 to N
        status 2
    "#]],
    );
    check_arguments(
        "prove fpu --method exhaustive",
        expect![[r#"
            ! error: --method exhaustive is for instructions with one or two operands of 16 bits a lane; a core is proven by the solver
            status 2
        "#]],
    );
    check_arguments(
        "prove neg.f16 --method exhaustive --certificates made",
        expect![[r#"
            ! error: --certificates goes with --method solver
            status 2
        "#]],
    );
    check_arguments(
        "prove neg.f16 --seed 3",
        expect![[r#"
            ! error: --seed goes with --method exhaustive
            status 2
        "#]],
    );
    check_arguments(
        "prove neg.f16 --method exhaustive --engine simulator --shard 1/2",
        expect![[r#"
        ! error: --shard is for --engine gates; --engine simulator runs every vector in one process
        status 2
    "#]],
    );
    check_arguments(
        "prove neg.f16 --method exhaustive --engine verilator --target ice40",
        expect![[r#"
            ! error: the argument '--engine <ENGINE>' cannot be used with '--target <TARGET>'; `halfpipe prove --help` says what is allowed
            status 2
        "#]],
    );
    check_arguments(
        "prove merge missing.json",
        expect![[r#"
        ! error: missing.json: No such file or directory (os error 2)
        status 1
    "#]],
    );
}

fn run_shard(folder: &Path, shard: &str, more: &str) -> String {
    printed(&format!(
        "prove ex2.approx.f16 --method exhaustive --shard {shard} --ledger {} {more}",
        folder.display()
    ))
}

#[test]
fn shards_are_merged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for shard in ["1/3", "2/3"] {
        run_shard(path, shard, "");
    }
    let merge = |more: &str| {
        let files = files_in(path)
            .into_iter()
            .map(|name| path.join(name).display().to_string());
        halfpipe(&format!("prove merge {} {more}", files.collect::<Vec<_>>().join(" ")))
            .output()
            .unwrap()
    };
    let incomplete = merge("");
    assert_eq!(incomplete.status.code(), Some(1));
    let complaint = String::from_utf8(incomplete.stderr).unwrap();
    assert_eq!(complaint, "error: no record has rows 43690 to 65535\n");

    run_shard(path, "3/3", "");
    assert_eq!(
        files_in(path),
        [
            "ex2_approx_f16.1of3.json",
            "ex2_approx_f16.2of3.json",
            "ex2_approx_f16.3of3.json"
        ]
    );
    let whole = merge("");
    assert!(whole.status.success());
    let merged = String::from_utf8(whole.stdout).unwrap();
    let at_once = printed("prove ex2.approx.f16 --method exhaustive");
    // The digest of the parts is that of the whole.
    assert_eq!(at_once.lines().last(), merged.lines().last());
}

#[test]
fn an_interrupted_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let whole = run_shard(folder.path(), "1/1", "");
    let file = folder.path().join("ex2_approx_f16.json");
    let text = std::fs::read_to_string(&file).unwrap();

    // As if it had been stopped after the first rows.
    let mut record = Record::read(&file).unwrap();
    let all = std::mem::take(&mut record.blocks);
    record.next_row = 4096;
    record.vectors = 4096;
    for (row, digest) in all.iter().take_while(|(row, _)| *row < 4096) {
        record.blocks.add(row, digest);
    }
    std::fs::write(&file, record.to_json()).unwrap();
    assert!(look(folder.path(), "").1.ends_with("ex2.approx.f16: incomplete\n"));
    assert_eq!(run_shard(folder.path(), "1/1", "--stale"), whole);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);

    // What is complete is not run again.
    assert_eq!(run_shard(folder.path(), "1/1", "--stale"), whole);
}

/// What --check says of the record, and its exit status.
fn look(folder: &Path, more: &str) -> (Option<i32>, String) {
    let command = format!(
        "prove ex2.approx.f16 --method exhaustive --check --seed 5 --ledger {} {more}",
        folder.display()
    );
    let output = halfpipe(&command).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

const HEADING: &str = "1 % of the rows of each record, seed 5\n";

/// A record whose text was edited, by somebody who forgot its checksum.
fn edited(text: &str) -> Vec<String> {
    let record: serde_json::Value = serde_json::from_str(text).unwrap();
    let with = |key: &str, value: serde_json::Value| {
        let mut record = record.clone();
        record[key] = value;
        serde_json::to_string_pretty(&record).unwrap()
    };
    let line = record["blocks"]["512"].as_str().unwrap();
    let (first, rest) = line.split_once(' ').unwrap();
    let (second, others) = rest.split_once(' ').unwrap();
    let line_with = |new: String| text.replace(line, &new);
    let edits = vec![
        with("digest", "0123456789abcdef".into()),
        with("next_row", 65535.into()),
        with("next_row", 0.into()),
        with("vectors", 5.into()),
        with("mismatches", 1.into()),
        with("first_mismatch", "halfpipe eval".into()),
        with("first_row", 1.into()),
        with("end_row", 65535.into()),
        with("end_row", 65537.into()),
        with("mnemonic", "tanh.approx.f16".into()),
        with("latency", 1.into()),
        with("mapping", "ice40".into()),
        with("netlist", "5e".into()),
        with("yosys", "0.71".into()),
        with("model", "3a".into()),
        with("checksum", "5e".into()),
        with("seen", true.into()),
        line_with(format!("0000000000000000 {rest}")),
        line_with(format!("{second} {first} {others}")),
        line_with(rest.to_owned()),
        text.replace("\"512\": ", "\"576\": "),
        text.replace("  \"mismatches\": 0,\n", ""),
        text[..text.len() / 2].to_owned(),
        String::new(),
        "[]".to_owned(),
    ];
    assert!(edits.iter().all(|edited| edited != text));
    edits
}

#[test]
fn edits_of_a_record_are_seen_and_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let whole = run_shard(folder.path(), "1/1", "");
    let file = folder.path().join("ex2_approx_f16.json");
    let text = std::fs::read_to_string(&file).unwrap();
    for edited in edited(&text) {
        std::fs::write(&file, &edited).unwrap();
        let (status, said) = look(folder.path(), "");
        assert_eq!(status, Some(1), "{edited}");
        assert!(
            said.starts_with(&format!("{HEADING}ex2.approx.f16: damaged: ")),
            "{said}"
        );
        let again = run_shard(folder.path(), "1/1", "--stale");
        assert!(again.contains("\nex2.approx.f16: its record is wrong: "), "{again}");
        assert_eq!(again.lines().last(), whole.lines().last());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    }
}

/// A record of results that the netlist does not give, whose checksum and sums are right.
#[test]
fn a_forged_record_is_seen_and_run_again() {
    let folder = tempfile::tempdir().unwrap();
    run_shard(folder.path(), "1/1", "");
    let file = folder.path().join("ex2_approx_f16.json");
    let text = std::fs::read_to_string(&file).unwrap();
    let mut record = Record::read(&file).unwrap();
    let found = record.blocks.of(640).unwrap();
    record.blocks.add(640, Digest(1));
    std::fs::write(&file, record.to_json()).unwrap();
    let recorded = Digest(found.0 + 1);
    let doubt = format!("rows 640 to 703 have digest {found}, and it says {recorded}");
    let said = look(folder.path(), "");
    assert_eq!(said, (Some(1), format!("{HEADING}ex2.approx.f16: damaged: {doubt}\n")));
    let again = run_shard(folder.path(), "1/1", "--stale --seed 5");
    let complaint = format!("ex2.approx.f16: its record is wrong: {doubt} (seed 5); running again");
    assert!(again.lines().any(|line| line == complaint), "{again}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);

    let (_, said) = look(folder.path(), "--json");
    let judged: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(
        judged,
        serde_json::json!([{ "mnemonic": "ex2.approx.f16", "standing": "current", "seed": 5 }])
    );
}

/// Without --seed the rows that are run again are others each time.
#[test]
fn the_seed_is_another_one_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let command = format!(
        "prove ex2.approx.f16 --method exhaustive --check --ledger {}",
        folder.path().display()
    );
    let heading = || {
        let said = halfpipe(&command).output().unwrap().stdout;
        String::from_utf8(said).unwrap().lines().next().unwrap().to_owned()
    };
    let one = heading();
    assert!(one.starts_with("1 % of the rows of each record, seed "), "{one}");
    // Two may be the same by chance, and many may not.
    assert!((1..100).any(|_| heading() != one), "{one}");
}

#[test]
fn a_shard_that_contradicts_itself_is_not_merged() {
    let folder = tempfile::tempdir().unwrap();
    run_shard(folder.path(), "1/1", "");
    let file = folder.path().join("ex2_approx_f16.json");
    let merge = || halfpipe(&format!("prove merge {}", file.display())).output().unwrap();
    assert!(merge().status.success());
    let text = std::fs::read_to_string(&file).unwrap();
    let mut record = Record::read(&file).unwrap();
    record.blocks = Blocks::default();
    for (spoilt, what) in [
        (
            text.replace("\"latency\": ", "\"latency\": 1"),
            "its checksum is not that of its contents",
        ),
        (record.to_json(), "its blocks are not those of the rows 0 to 65536"),
    ] {
        std::fs::write(&file, spoilt).unwrap();
        let refused = merge();
        assert_eq!(refused.status.code(), Some(1));
        let complaint = String::from_utf8(refused.stderr).unwrap();
        assert!(
            complaint.contains("is no record of an exhaustive run") && complaint.contains(what),
            "{complaint}"
        );
    }
}

/// Who comes second waits, and finds the work done.
#[test]
fn several_runs_of_the_same_leave_one_record() {
    let folder = tempfile::tempdir().unwrap();
    let command = format!(
        "prove ex2.approx.f16 --method exhaustive --stale --ledger {}",
        folder.path().display()
    );
    let outputs: Vec<_> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| printed(&command))).collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    assert!(outputs.iter().all(|output| *output == outputs[0]));
    assert_eq!(files_in(folder.path()), ["ex2_approx_f16.json"]);
    assert_eq!(look(folder.path(), "").0, Some(0));
}

#[test]
fn records_of_other_netlists_are_stale() {
    let folder = tempfile::tempdir().unwrap();
    run_shard(folder.path(), "1/1", "");
    let look = |more: &str| look(folder.path(), more);
    assert_eq!(look(""), (Some(0), format!("{HEADING}ex2.approx.f16: current\n")));
    assert_eq!(
        look("--latency 1"),
        (Some(1), format!("{HEADING}ex2.approx.f16: stale\n"))
    );
    let again = run_shard(folder.path(), "1/1", "--stale --latency 1");
    assert!(
        again.contains("its record is of another netlist or model; running again"),
        "{again}"
    );
    assert_eq!(look("--latency 1").0, Some(0));
}
