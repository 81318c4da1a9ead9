//! Included files: a verdict covers every file that the top file reads.

use std::path::Path;

use halfpipe_tools::Tool;

use super::corpus::{generated, LAST};
use crate::common::halfpipe;

/// Returns the output and status of `prove` for `top.v` in a folder.
fn verdict(folder: &Path) -> (String, i32) {
    let mut command = halfpipe("prove min.f16 --latency 1 --verilog top.v");
    let output = command.current_dir(folder).output().unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (said, output.status.code().unwrap())
}

/// Returns a folder with the generated module. These lines replace its last assignment.
fn folder(last: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text = generated().replacen(LAST, &format!("{last}\n"), 1);
    std::fs::write(folder.path().join("top.v"), text).unwrap();
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

/// Checks that the verdict depends on each file. The files are first right, and then one is wrong.
fn check(last: &str, right: &[(&str, &str)], wrong: (&str, &str)) {
    let folder = folder(last);
    let path = folder.path();
    std::fs::create_dir_all(path.join("deep")).unwrap();
    for (name, text) in right {
        write(path, name, text);
    }
    let (said, status) = verdict(path);
    assert!(status == 0 && said.contains(": holds, "), "{last}: {said}");
    let (name, text) = wrong;
    write(path, name, text);
    let (said, status) = verdict(path);
    assert!(status == 1 && said.contains(": fails, "), "{last}: {said}");
    let (_, as_before) = right.iter().find(|(right, _)| *right == name).expect("it was right");
    write(path, name, as_before);
    assert_eq!(verdict(path).1, 0, "{last}");
}

#[test]
fn a_verdict_is_about_the_included_files_of_now() {
    check(
        "`include \"last.vh\"",
        &[("last.vh", LAST)],
        ("last.vh", "assign d = 16'd0;\n"),
    );
    check(
        "`include \"deep/one.vh\"",
        &[("deep/one.vh", "`include \"two.vh\"\n"), ("deep/two.vh", LAST)],
        ("deep/two.vh", "assign d = {1'b0, a_bits14to0_1};\n"),
    );
    check(
        "`include \"width.vh\"\nassign d = choose_result ^ `MASK;",
        &[(
            "width.vh",
            "`ifndef WIDTH_VH\n`define WIDTH_VH\n`define MASK 16'd0\n`endif\n",
        )],
        ("width.vh", "`define MASK 16'd1\n"),
    );
    check(
        "assign d = choose_result ^\n`include \"value.vh\"\n;",
        &[("value.vh", "16'd0")],
        ("value.vh", "16'd1"),
    );
    check(
        "reg [15:0] zero [0:0];\ninitial $readmemb(\"zero.bin\", zero);\nassign d = choose_result ^ zero[1'b0];",
        &[("zero.bin", "0000_0000_0000_0000 // one word\n")],
        ("zero.bin", "0000_0000_0000_0001\n"),
    );
    check(
        "reg [15:0] zero [0:1];\ninitial $readmemh(\"zero.hex\", zero, 0, 1);\nassign d = choose_result ^ zero[choose_result[0]];",
        &[("zero.hex", "/* two words */ 0000\n@1 0000\n")],
        ("zero.hex", "0000\n"),
    );
}

#[test]
fn files_that_cannot_be_read_are_named_with_the_line_that_reads_them() {
    for (last, files, place, words) in [
        (
            "`include \"none.vh\"",
            vec![],
            "top.v:",
            "`include \"none.vh\": none.vh: No such file",
        ),
        (
            "`include \"self.vh\"",
            vec![("self.vh", "`include \"self.vh\"\n")],
            "self.vh:1: ",
            "include depth",
        ),
        ("`include NAME", vec![], "top.v:", "put the name of the file in quotes"),
        (
            "reg [3:0] m [0:3];\ninitial $readmemh(\"none.hex\", m);",
            vec![],
            "top.v:",
            "\"none.hex\": none.hex: No such file",
        ),
        (
            "reg [3:0] m [0:3];\ninitial $readmemh(\"bad.hex\", m);",
            vec![("bad.hex", "0\n1\nwrong\n")],
            "top.v:",
            "line 3: invalid word wrong; use hexadecimal digits",
        ),
        (
            "reg [3:0] m [0:3];\ninitial $readmemh(\"long.hex\", m, 0, 1);",
            vec![("long.hex", "0 1 2\n")],
            "top.v:",
            "the file has more words than the memory",
        ),
        (
            "`ifdef MINE\nassign d = choose_result;",
            vec![],
            "top.v:",
            "missing `endif directive",
        ),
        (
            "`include \"inner.vh\"",
            vec![("inner.vh", "// a comment\nwand [15:0] w;\n")],
            "inner.vh:2: ",
            "wand: a net must have a single driver",
        ),
    ] {
        let folder = folder(last);
        for (name, text) in files {
            write(folder.path(), name, text);
        }
        let (said, status) = verdict(folder.path());
        assert!(
            said.starts_with(&format!("error: {place}")) && said.contains(words),
            "{last}: {said}"
        );
        assert_eq!(status, 2, "{last}");
    }
}

#[test]
fn the_verdict_names_macros_that_nothing_defines() {
    let folder = folder("`ifdef MINE\nassign d = 16'd0;\n`else\nassign d = choose_result;\n`endif");
    let (said, status) = verdict(folder.path());
    assert!(
        said.contains("\n  the file is read with these macros undefined: MINE\n"),
        "{said}"
    );
    assert_eq!(status, 0);
}

/// Returns the only result that `prove --json` prints for `top.v`.
fn result(folder: &Path, more: &str) -> serde_json::Value {
    let mut command = halfpipe(&format!("prove min.f16 --latency 1 --verilog top.v --json {more}"));
    let output = command.current_dir(folder).output().unwrap();
    let results: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).unwrap();
    let [result] = &results[..] else { panic!("{results:?}") };
    result.clone()
}

#[test]
fn a_verdict_names_its_reading() {
    let folder = folder("`include \"last.vh\"");
    write(folder.path(), "last.vh", LAST);
    let reading = &result(folder.path(), "")["reading"];
    assert_eq!(reading["top"], "min_f16");
    assert_eq!(reading["files"], serde_json::json!(["last.vh", "top.v"]));
    assert_eq!(reading["defines"], serde_json::json!([]));
    let version = |tool: Tool| tool.version().unwrap().unwrap();
    let yosys = version(Tool::Yosys);
    let readers: Vec<&str> = reading["readers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|reader| reader.as_str().unwrap())
        .collect();
    let [pyslang, slang, second] = readers[..] else {
        panic!("{readers:?}")
    };
    assert_eq!(pyslang, format!("pyslang {}", version(Tool::Slang)));
    assert!(
        slang.starts_with("read_slang ") && slang.ends_with(&format!(" of Yosys {yosys}")),
        "{slang}"
    );
    assert_eq!(second, format!("read_verilog of Yosys {yosys}"));
    let (said, _) = verdict(folder.path());
    let line = said.lines().nth(1).unwrap();
    assert_eq!(
        line,
        format!("  top module min_f16 of last.vh, top.v, read by {pyslang}, {slang}, {second}")
    );
}

#[test]
fn a_verdict_names_the_macros_of_its_flow() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = halfpipe("generate mul.rn.bf16 --latency 0 --multiplier block --no-check");
    command.current_dir(folder.path()).assert().success();
    let mut command =
        halfpipe("prove mul.rn.bf16 --latency 0 --verilog mul_rn_bf16.v --target ecp5 --multiplier block");
    let output = command.current_dir(folder.path()).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.contains("  top module mul_rn_bf16 of mul_rn_bf16.v, with HALFPIPE_ECP5 defined, read by pyslang "),
        "{said}"
    );
}

#[test]
fn a_refusal_has_its_line_construct_and_reason_as_json() {
    let folder = folder("initial d = 0;\nassign d = choose_result;");
    let refused = result(folder.path(), "");
    let line = generated().lines().position(|line| line == LAST.trim_end()).unwrap() + 1;
    assert_eq!(refused["result"], "refused");
    assert_eq!(refused["file"], "top.v");
    let text = std::fs::read_to_string(folder.path().join("top.v")).unwrap();
    let named = text
        .lines()
        .nth(refused["line"].as_u64().unwrap() as usize - 1)
        .unwrap();
    assert!(named.contains("initial d = 0;") && refused["line"] == line, "{refused}");
    assert!(refused["reason"].as_str().unwrap().len() > 20, "{refused}");
}
