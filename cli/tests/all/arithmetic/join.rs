//! `prove --shard` of one instruction, `prove --join`, and JUnit reports.

use std::path::Path;

use halfpipe_faults::text::edit;
use serde_json::Value;

use crate::common::{files_in, halfpipe};

/// Returns the output of a run in a folder, its messages, and its exit status.
fn run(folder: &Path, arguments: &str) -> (String, String, i32) {
    let output = halfpipe(arguments).current_dir(folder).output().unwrap();
    let [printed, complaint] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (printed, complaint, output.status.code().unwrap())
}

/// Writes the parts of a theorem as `NAME1.json` and so on.
fn write_parts(folder: &Path, name: &str, arguments: &str, count: usize) {
    for number in 1..=count {
        let (printed, complaint, _) = run(folder, &format!("prove {arguments} --shard {number}/{count} --json"));
        assert_eq!(complaint, "");
        std::fs::write(folder.join(format!("{name}{number}.json")), printed).unwrap();
    }
}

/// Returns the first theorem of a JSON output without its time.
fn theorem(json: &str) -> Value {
    let mut all: Value = serde_json::from_str(json).unwrap();
    all[0].as_object_mut().unwrap().remove("seconds");
    all[0].take()
}

/// Returns the lines of a ledger without their times.
fn ledger_lines(folder: &Path) -> Vec<Value> {
    let mut lines = Vec::new();
    for file in files_in(folder) {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        lines.extend(text.lines().map(|line| {
            let mut line: Value = serde_json::from_str(line).unwrap();
            line.as_object_mut().unwrap().remove("milliseconds");
            line
        }));
    }
    lines
}

#[test]
fn parts_join_to_the_verdict_of_a_single_run() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_parts(folder, "part", "mul.rn.f16", 3);
    let mut names = Vec::new();
    for (number, lemmas) in [(1, 3), (2, 3), (3, 3)] {
        let text = std::fs::read_to_string(folder.join(format!("part{number}.json"))).unwrap();
        let part = theorem(&text);
        assert_eq!((&part["lemmas"], &part["all_lemmas"]), (&lemmas.into(), &9.into()));
        let decided = part["decided"].as_array().unwrap().iter();
        names.extend(decided.map(|lemma| lemma["name"].as_str().unwrap().to_owned()));
    }
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 9, "{names:?}");
    let (printed, _, status) = run(folder, "prove mul.rn.f16 --shard 2/3");
    assert!(
        printed.starts_with("mul.rn.f16 at latency 3, shard 2/3: 3 of 9 lemmas hold, "),
        "{printed}"
    );
    assert_eq!(status, 0);

    let (single, _, _) = run(folder, "prove mul.rn.f16 --json --ledger single");
    let (joined, _, status) = run(
        folder,
        "prove --join part2.json part1.json part3.json --json --ledger joined",
    );
    assert_eq!((theorem(&joined), status), (theorem(&single), 0));
    let [one, other] = ["single", "joined"].map(|name| ledger_lines(&folder.join(name)));
    assert_eq!((one.len(), &one), (2, &other));
    assert_eq!(run(folder, "prove mul.rn.f16 --check --ledger joined").2, 0);
}

#[test]
fn wrong_parts_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_parts(folder, "part", "mul.rn.f16", 3);
    write_parts(folder, "half", "mul.rn.f16", 2);
    write_parts(folder, "neg", "neg.f16", 3);
    let text = std::fs::read_to_string(folder.join("part3.json")).unwrap();
    let edits = [("edited", "\"verdict\": \"holds\"", "\"verdict\": \"fails\"")];
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    for (name, old, new) in edits.into_iter().chain([("old", &*version, "\"version\": \"0.0.1\"")]) {
        assert!(text.contains(old));
        std::fs::write(folder.join(format!("{name}.json")), text.replacen(old, new, 1)).unwrap();
    }
    std::fs::write(folder.join("text.json"), "holds").unwrap();
    let again = "type halfpipe prove mul.rn.f16 --shard 3/3 --json > FILE";
    for (arguments, expected) in [
        ("--join part1.json part2.json", format!("shard 3/3 is missing; {again}, and give FILE too")),
        (
            "--join part1.json part1.json part3.json",
            "part1.json and part1.json are both shard 1/3; give each part once".to_owned(),
        ),
        (
            "--join part1.json half2.json",
            "part1.json is shard 1/3, and half2.json is shard 2/2; give the parts of one division".to_owned(),
        ),
        (
            "--join part1.json part2.json neg3.json",
            "part1.json is about mul.rn.f16 at latency 3, and neg3.json about neg.f16 at latency 1; give the parts of one theorem"
                .to_owned(),
        ),
        (
            "--join part1.json part2.json edited.json",
            format!("edited.json is not as it was written: its checksum differs; {again}"),
        ),
        (
            "--join part1.json part2.json old.json",
            format!("old.json comes from halfpipe 0.0.1, and this is halfpipe {}; {again}", env!("CARGO_PKG_VERSION")),
        ),
        (
            "--join part1.json text.json",
            "text.json is no part: expected value at line 1 column 1; give the output of halfpipe prove MNEMONIC --shard K/N --json"
                .to_owned(),
        ),
        (
            "--join part1.json --latency 2",
            "--latency does not go with --join, which takes the theorem from the parts; leave it out".to_owned(),
        ),
        (
            "mul.rn.f16 --shard 1/3 --ledger proofs",
            "--shard 1/3 takes a part of the lemmas of mul.rn.f16, and the ledger has whole theorems; leave out --ledger, \
             and write the line with halfpipe prove --join FILE… --ledger DIR"
                .to_owned(),
        ),
    ] {
        let expected = (String::new(), format!("error: {expected}\n"), 2);
        assert_eq!(run(folder, &format!("prove {arguments}")), expected, "{arguments}");
    }
}

/// Writes a module and copies of it with faults.
fn write_modules(folder: &Path) {
    let (_, complaint, status) = run(folder, "generate mul.rn.f16 --latency 0 --no-check --out .");
    assert_eq!(status, 0, "{complaint}");
    for (name, fault) in [
        ("wrong.v", "assign d = pack_result ^ (a == 16'h3c00);"),
        ("refused.v", "assign d = $random;"),
    ] {
        std::fs::copy(folder.join("mul_rn_f16.v"), folder.join(name)).unwrap();
        edit(&folder.join(name), "assign d = pack_result;", fault);
    }
}

#[test]
fn parts_of_files_join() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_modules(folder);
    for (name, file) in [("right", "mul_rn_f16.v"), ("wrong", "wrong.v")] {
        write_parts(folder, name, &format!("mul.rn.f16 --latency 0 --verilog {file}"), 2);
    }
    let (printed, complaint, status) = run(folder, "prove --join right1.json right2.json");
    assert!(
        printed.starts_with("mul.rn.f16 at latency 0, generic netlist: holds, 9 lemmas, "),
        "{printed}{complaint}"
    );
    assert_eq!(status, 0);
    let (printed, complaint, status) = run(folder, "prove --join wrong1.json wrong2.json");
    assert!(
        printed.starts_with("mul.rn.f16 at latency 0, generic netlist: fails, "),
        "{printed}{complaint}"
    );
    assert!(printed.contains("\n  again: halfpipe eval mul.rn.f16 "), "{printed}");
    assert_eq!(status, 1);
    for (arguments, expected) in [
        (
            "right1.json wrong2.json",
            "right1.json and wrong2.json are about different Verilog files; give the parts of one file",
        ),
        (
            "right1.json right2.json --ledger proofs",
            "--ledger records generated modules, and these parts are about a Verilog file; leave it out",
        ),
    ] {
        let expected = (String::new(), format!("error: {expected}\n"), 2);
        assert_eq!(run(folder, &format!("prove --join {arguments}")), expected);
    }
    assert!(!folder.join("proofs").exists());
}

#[test]
fn junit_tells_failures_from_errors() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_modules(folder);
    let case = |name: &str| format!("<testcase classname=\"halfpipe.COMMAND\" name=\"{name}\"");
    let unit = "mul.rn.f16 at latency 0";
    let file = "mul.rn.f16 at latency 0, generic netlist";
    for (arguments, status, counts, expected) in [
        (
            "prove neg.f16 abs.f16 --latency 0",
            0,
            (2, 0, 0),
            vec![case("neg.f16 at latency 0"), case("abs.f16 at latency 0")],
        ),
        (
            "prove mul.rn.f16 --latency 0 --verilog wrong.v --json",
            1,
            (1, 1, 0),
            vec![case(file), "<failure message=\"".to_owned()],
        ),
        (
            "prove mul.rn.f16 --latency 0 --verilog refused.v",
            2,
            (1, 0, 1),
            vec![case("mul.rn.f16"), "<error message=\"refused.v".to_owned()],
        ),
        (
            "prove neg.f16 --method exhaustive --latency 0",
            0,
            (1, 0, 0),
            vec![case("neg.f16 at latency 0")],
        ),
        (
            "verify neg.f16 abs.f16 --vectors 100",
            0,
            (2, 0, 0),
            vec![case("neg.f16 at latency 1")],
        ),
        (
            "verify mul.rn.f16 --latency 0 --engine gates --verilog wrong.v",
            1,
            (1, 1, 0),
            vec![
                case(unit),
                " mismatches, the first:".to_owned(),
                "again: halfpipe eval".to_owned(),
            ],
        ),
        ("verify zfh --isa zfhmin --vectors 20", 0, (1, 0, 0), vec![case("zfh")]),
    ] {
        let (printed, complaint, found) = run(folder, &format!("{arguments} --junit results/made.xml"));
        assert_eq!(found, status, "{arguments}: {printed}{complaint}");
        let xml = std::fs::read_to_string(folder.join("results/made.xml")).unwrap();
        let (tests, failures, errors) = counts;
        let counts = format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" time=\"");
        assert_eq!(xml.matches(&counts).count(), 2, "{arguments}: {xml}");
        let command = arguments.split(' ').next().unwrap();
        for part in expected {
            let part = part.replace("COMMAND", command);
            assert!(xml.contains(&part), "{arguments}: no {part} in {xml}");
        }
    }
}
