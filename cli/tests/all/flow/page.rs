//! The core of the page against the command: the same files, sentences and results.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{json, Value};
use tempfile::tempdir;

use crate::common::{halfpipe, process, text};

/// Asks the core of the page.
fn ask(request: &Value) -> Value {
    serde_json::from_str(&halfpipe_page::answer(&request.to_string())).expect("an answer is JSON")
}

/// Splits words at blanks.
fn split(words: &str) -> Vec<&str> {
    words.split(' ').collect()
}

/// Returns the files of a folder with their texts.
fn read(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let read = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().unwrap();
        (name, std::fs::read_to_string(entry.path()).unwrap())
    };
    entries.map(read).collect()
}

/// Returns the sentence with which the command refuses words.
fn refusal(words: &str) -> String {
    let output = process("generate --no-check --out /nonexistent/halfpipe")
        .args(split(words))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{words}");
    let said = text(output.stderr);
    let last = said.lines().last().unwrap_or_default();
    last.strip_prefix("error: ").unwrap_or(last).to_owned()
}

#[test]
fn the_files_of_the_page_are_those_of_the_command() {
    for words in [
        "add.rn.f16",
        "add.f16 --latency 0",
        "sub.rn.bf16x2 --latency 2",
        "mul.ftz.f16x2 --latency 5",
        "fma.rn.relu.f16x2 --latency 3",
        "fma.rn.oob.bf16 --optimise speed",
        "fma.rn.f32.f16 --optimise simulation --latency 1",
        "min.NaN.xorsign.abs.bf16 --register-ports",
        "neg.bf16x2 --latency 1",
        "tanh.approx.f16 --latency 2",
        "ex2.approx.ftz.bf16x2",
        "set.eq.f16.f16 --name mine",
        "setp.lt.f16x2",
        "cvt.rn.relu.f16x2.f32",
        "cvt.rni.s32.f16 --flags --rounding port",
        "div.rn.f16 --iterative",
        "sqrt.rn.bf16 --flags --latency 3 --stream",
        "mul.rn.f16 --multiplier block --package",
        "add.rn.f16 --mhz 60 --target ecp5-25k",
        "fmadd.h --latency 2",
        "fma.rn.e3m4 --latency 1",
        "dot4.ampere.f32.f16 --latency 4",
        "fpu --instructions add.rn.f16,max.f16x2 --cfu",
        "zfh --isa f,zfh --divsqrt small --decoder",
        "riscv --fpnew openhw",
        "mma --m 2 --n 2 --k 4 --mode volta",
        "vortex --n 2 --mode ampere",
        "__hfma",
    ] {
        let folder = tempdir().unwrap();
        let output = process("generate --no-check --out")
            .arg(folder.path())
            .args(split(words))
            .output()
            .unwrap();
        assert!(output.status.success(), "{words}: {}", text(output.stderr));
        let answer = ask(&json!({ "call": "generate", "words": split(words) }));
        let files = answer["value"]["files"]
            .as_array()
            .unwrap_or_else(|| panic!("{words}: {answer}"));
        let own = |file: &Value| {
            let part = |key: &str| file[key].as_str().unwrap().to_owned();
            (part("name"), part("text"))
        };
        let made: BTreeMap<String, String> = files.iter().map(own).collect();
        assert_eq!(made, read(folder.path()), "{words}");
    }
}

#[test]
fn the_page_refuses_with_the_sentences_of_the_command() {
    for words in [
        "fma.rn.f17",
        "hadd3",
        "add.rn.e9m1",
        "add.rn.f16 --latency -1",
        "add.rn.f16 --latency many",
        "add.rn.f16 --latency 4000",
        "add.rn.f16 --multiplier block",
        "add.rn.f16 --multiplier blocks",
        "add.rn.f16 --iterative",
        "neg.f16 --flags",
        "max.f16 --rounding port",
        "add.rn.f16 --isa zfh",
        "add.rn.f16 --mhz 60",
        "add.rn.f16 --mhz 60 --target ice40-hx8k --latency 3",
        "add.rn.f16 --name 3x",
        "add.rn.f16 --name module",
        "add.rn.f16 --stream-user 129 --stream",
        "add.rn.f16 --optimize area",
        "div.rn.f16 --iterative --latency 3",
        "zfh --flags",
        "zfh --isa zfx",
        "zfh --isa zfa --fpnew openhw",
        "zfh --divsqrt fast --latency divsqrt=99",
        "fpu --instructions neg.f16 --flags",
        "mma --m 2",
        "mma --m 2 --n 2 --k 3 --mode volta",
        "vortex --n 2",
    ] {
        let answer = ask(&json!({ "call": "generate", "words": split(words) }));
        assert_eq!(answer["error"], refusal(words), "{words}: {answer}");
    }
}

#[test]
fn each_option_that_the_page_refuses_is_refused_by_the_command() {
    for words in [
        "fma.rn.f16",
        "neg.bf16",
        "div.rn.f16",
        "zfh",
        "fpu",
        "mma --m 2 --n 2 --k 4 --mode volta",
    ] {
        let answer = ask(&json!({ "call": "options", "words": split(words) }));
        let options = answer["value"]
            .as_array()
            .unwrap_or_else(|| panic!("{words}: {answer}"));
        let mut refused = 0;
        for option in options
            .iter()
            .filter(|option| option["kind"] == "flag" && !option["refusal"].is_null())
        {
            refused += 1;
            let line = format!("{words} {}", option["option"].as_str().unwrap());
            assert_eq!(option["refusal"], refusal(&line), "{line}");
        }
        assert!(refused > 0, "{words}");
    }
}

#[test]
fn the_page_explains_and_computes_as_the_command() {
    let explained = text(halfpipe("explain fma.rn.f16 --stages").output().unwrap().stdout);
    let answer = ask(&json!({ "call": "explain", "words": ["fma.rn.f16"] }));
    assert_eq!(answer["value"]["text"], explained);
    for (mnemonic, operands) in [
        ("fma.rn.f16", "0x3c00 1.5 -0x1p-3"),
        ("add.rn.bf16x2", "1.5,-inf 2.0,inf"),
        ("tanh.approx.f16", "0x0001"),
        ("setp.lt.f16x2", "0x3c00bc00 0x00007e00"),
        ("div.rn.f16 --flags", "1.0 3.0"),
        ("div.rn.f16 --iterative", "1.0 3.0"),
        ("fadd.h", "0x3c00 0x0001 rdn"),
        ("cvt.rni.s32.f16", "-2.5"),
    ] {
        let words = split(mnemonic);
        let mut command = process("eval");
        let output = command.args(&words).args(split(operands)).output().unwrap();
        let printed = text(output.stdout);
        let answer = ask(&json!({ "call": "evaluate", "words": words, "operands": split(operands) }));
        let results = answer["value"]["results"]
            .as_array()
            .unwrap_or_else(|| panic!("{mnemonic}: {answer}"));
        let shown: Vec<&str> = results.iter().map(|result| result["hex"].as_str().unwrap()).collect();
        let own: Vec<&str> = printed.split_whitespace().take(shown.len()).collect();
        assert_eq!(shown, own, "{mnemonic}");
        assert_eq!(answer["value"]["agrees"], true, "{mnemonic}");
    }
}

#[test]
fn the_page_proves_a_module_lemma_by_lemma() {
    let words = ["max.f16", "--latency", "1"];
    let outline = ask(&json!({ "call": "outline", "words": words }));
    let lemmas = outline["value"]["lemmas"].as_array().unwrap();
    assert!(lemmas.len() > 2);
    for index in 0..lemmas.len() {
        let decided = ask(&json!({ "call": "decide", "words": words, "index": index }));
        assert_eq!(decided["value"]["verdict"], "holds", "{decided}");
    }
    let beyond = ask(&json!({ "call": "decide", "words": words, "index": lemmas.len() }));
    assert!(
        beyond["error"].as_str().unwrap().contains("there is no lemma"),
        "{beyond}"
    );
}

#[test]
fn a_request_that_is_none_gets_a_sentence() {
    for request in [
        "",
        "{}",
        r#"{"call":"fly"}"#,
        r#"{"call":"generate"}"#,
        r#"{"call":"generate","words":[]}"#,
    ] {
        let answer: Value = serde_json::from_str(&halfpipe_page::answer(request)).unwrap();
        assert!(
            answer["error"].as_str().is_some_and(|sentence| !sentence.is_empty()),
            "{request}: {answer}"
        );
    }
}
