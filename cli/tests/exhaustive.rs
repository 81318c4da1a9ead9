//! `verify --exhaustive`: runs over every input, in one process or in several.

mod common;

use std::path::Path;

use common::{check_arguments, files_in, halfpipe, printed};
use expect_test::expect;

#[test]
fn every_operand_of_small_instructions() {
    check_arguments(
        "verify tanh.approx.f16 neg.ftz.f16x2 --exhaustive",
        expect![[r#"
            engine gates, generic, every vector
            tanh.approx.f16 at latency 2: 65536 vectors, no mismatch, digest 000080006a0c1c55
            neg.ftz.f16x2 at latency 1: 65536 vectors, no mismatch, digest 00010046adc43d2e
            status 0
        "#]],
    );
    check_arguments(
        "verify abs.bf16 --exhaustive --mapped ecp5 --latency 0",
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
        "verify all --exhaustive --stale --out {} --latency 0",
        folder.path().display()
    );
    let output = halfpipe(&command).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let lines = String::from_utf8(output.stdout).unwrap();
    // 30 of add, sub and mul, 48 of min and max, 12 of neg and abs, 8 of tanh and ex2.
    assert_eq!(lines.lines().count(), 30 + 48 + 12 + 8);
    assert!(lines.lines().all(|line| line.ends_with(": missing")), "{lines}");
}

#[test]
fn what_cannot_be_done_is_refused() {
    check_arguments(
        "verify fma.rn.f16 --exhaustive",
        expect![[r#"
        ! error: --exhaustive is for one or two operands of 16 bits a lane, and fma.rn.f16 has a of 16 bits, b of 16 bits, c of 16 bits; choose a number with --vectors
        status 2
    "#]],
    );
    check_arguments(
        "verify neg.f16 --shard 1/2",
        expect![[r#"
        ! error: the following required arguments were not provided: --exhaustive; `halfpipe verify --help` says what is allowed
        status 2
    "#]],
    );
    check_arguments(
        "verify neg.f16 --exhaustive --shard 3/2",
        expect![[r#"
        ! error: invalid value '3/2' for '--shard <K/N>': '3/2' is no shard: a shard is K/N with N from 1 to 65536 and K from 1 to N
        status 2
    "#]],
    );
    check_arguments(
        "verify neg.f16 --exhaustive --resume",
        expect![[r#"
        ! error: the following required arguments were not provided: --out <DIR>; `halfpipe verify --help` says what is allowed
        status 2
    "#]],
    );
    check_arguments(
        "verify neg.f16 --exhaustive --engine rust-hdl --shard 1/2",
        expect![[r#"
        ! error: --shard is for --engine gates; --engine rust-hdl runs every vector in one process
        status 2
    "#]],
    );
    check_arguments(
        "verify neg.f16 --exhaustive --engine verilator --mapped ice40",
        expect![[r#"
            ! error: --mapped chooses a netlist, which --engine verilator has not; it goes with --engine gates
            status 2
        "#]],
    );
    check_arguments(
        "verify neg.f16 --exhaustive --vcd x.vcd",
        expect![[r#"
        ! error: --vcd does not go with --exhaustive --engine gates; run the command that a mismatch prints
        status 2
    "#]],
    );
    check_arguments(
        "verify merge missing.json",
        expect![[r#"
        ! error: missing.json: No such file or directory (os error 2)
        status 1
    "#]],
    );
}

fn run_shard(folder: &Path, shard: &str, more: &str) -> String {
    printed(&format!(
        "verify ex2.approx.f16 --exhaustive --shard {shard} --out {} {more}",
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
        halfpipe(&format!("verify merge {} {more}", files.collect::<Vec<_>>().join(" ")))
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
    let at_once = printed("verify ex2.approx.f16 --exhaustive");
    // The digest of the parts is that of the whole.
    assert_eq!(at_once.lines().last(), merged.lines().last());
}

#[test]
fn an_interrupted_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let whole = run_shard(folder.path(), "1/1", "");
    let file = folder.path().join("ex2_approx_f16.json");
    let text = std::fs::read_to_string(&file).unwrap();

    // As if it had been stopped before the first row was done.
    let mut record: serde_json::Value = serde_json::from_str(&text).unwrap();
    record["next_row"] = 0.into();
    record["vectors"] = 0.into();
    record["digest"] = "0000000000000000".into();
    std::fs::write(&file, record.to_string()).unwrap();
    assert_eq!(run_shard(folder.path(), "1/1", "--resume"), whole);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);

    // What is complete is taken as it is, and only that.
    record = serde_json::from_str(&text).unwrap();
    record["digest"] = "0123456789abcdef".into();
    std::fs::write(&file, record.to_string()).unwrap();
    assert!(run_shard(folder.path(), "1/1", "--resume").contains("digest 0123456789abcdef"));
    assert_eq!(run_shard(folder.path(), "1/1", ""), whole);
}

#[test]
fn records_of_other_netlists_are_stale() {
    let folder = tempfile::tempdir().unwrap();
    run_shard(folder.path(), "1/1", "");
    let look = |more: &str| {
        let command = format!(
            "verify ex2.approx.f16 --exhaustive --stale --out {} {more}",
            folder.path().display()
        );
        let output = halfpipe(&command).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(look(""), (Some(0), "ex2.approx.f16: current\n".to_owned()));
    assert_eq!(look("--latency 1"), (Some(1), "ex2.approx.f16: stale\n".to_owned()));
    let again = run_shard(folder.path(), "1/1", "--resume --latency 1");
    assert!(
        again.contains("its record is of another netlist or model; running again"),
        "{again}"
    );
    assert_eq!(look("--latency 1").0, Some(0));
}
