//! `prove --method exhaustive`: runs over every input, in one process or in several.

use crate::common::{check_arguments, halfpipe, printed};
use expect_test::expect;

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
fn what_cannot_be_done_is_refused() {
    check_arguments(
        "prove fma.rn.f16 --method exhaustive",
        expect![[r#"
            ! error: --method exhaustive is for one or two operands of at most 16 bits a lane, and fma.rn.f16 has a of 16 bits, b of 16 bits, c of 16 bits; use --method solver
            status 2
        "#]],
    );
    check_arguments(
        "prove neg.f16 --method exhaustive --shard 3/2",
        expect![[r#"
        ! error: invalid value '3/2' for '--shard <K/N>': invalid shard '3/2'; use K/N with N from 1 to 65536 and K from 1 to N
        status 2
    "#]],
    );
    check_arguments(
        "prove fpu --method exhaustive",
        expect![[r#"
            ! error: --method exhaustive is for instructions with one or two operands of at most 16 bits a lane; use --method solver for a core
            status 2
        "#]],
    );
    check_arguments(
        "prove neg.f16 --method exhaustive --certificates made",
        expect![[r#"
            ! error: --certificates needs --method solver
            status 2
        "#]],
    );
    for option in ["--check", "--stale", "--ledger records"] {
        let name = option.split(' ').next().unwrap();
        let output = halfpipe(&format!("prove neg.f16 --method exhaustive {option}"))
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said, format!("error: {name} needs --method solver\n"));
        assert_eq!(output.status.code(), Some(2));
    }
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
}

/// Returns the record that a run prints with `--json`.
fn record(options: &str) -> serde_json::Value {
    let command = format!("prove ex2.approx.f16 --method exhaustive --json {options}");
    let found: serde_json::Value = serde_json::from_str(&printed(&command)).unwrap();
    found["records"][0].clone()
}

/// The digests of the parts combine to the digest of the whole.
#[test]
fn shards_are_the_whole_run_together() {
    let whole = record("");
    let parts = ["1/3", "2/3", "3/3"].map(|shard| record(&format!("--shard {shard}")));
    let sum = |key: &str| -> u64 { parts.iter().map(|part| part[key].as_u64().unwrap()).sum() };
    assert_eq!(sum("vectors"), whole["vectors"].as_u64().unwrap());
    let digest = |record: &serde_json::Value| u64::from_str_radix(record["digest"].as_str().unwrap(), 16).unwrap();
    assert_eq!(parts.iter().map(digest).fold(0, u64::wrapping_add), digest(&whole));
    let rows: Vec<[&serde_json::Value; 2]> = parts
        .iter()
        .map(|part| [&part["first_row"], &part["end_row"]])
        .collect();
    assert_eq!(
        serde_json::json!(rows),
        serde_json::json!([[0, 21845], [21845, 43690], [43690, 65536]])
    );
}
