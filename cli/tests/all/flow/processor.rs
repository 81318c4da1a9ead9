//! A core behind a processor's bus: the options, and the example with programs on two processors.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use expect_test::expect;
use halfpipe_faults::text::{edit, replaced};
use halfpipe_tools::Tool;

use crate::common::{check_arguments, files_in, halfpipe, path_with, printed};

#[test]
fn a_bus_is_for_a_core_that_it_has_room_for() {
    check_arguments(
        "generate fma.rn.f16 --cfu",
        expect![[r#"
            ! error: --cfu does not apply to fma.rn.f16: it is for fpu
            status 2
        "#]],
    );
    check_arguments(
        "generate fpu --instructions fma.rn.f16 --pcpi --tag-width 4",
        expect![[r#"
            ! error: a core behind a processor bus needs a tag of 1 bit, not 4; leave out --tag-width
            status 2
        "#]],
    );
    check_arguments(
        "generate fpu --instructions fma.rn.f16 --cfu --flags",
        expect![[r#"
            ! error: a processor bus carries no flags; leave out --flags
            status 2
        "#]],
    );
    check_arguments(
        "generate fpu --instructions set.* --cfu --latency 1",
        expect![[r#"
            ! error: the core has 1344 instructions, but an instruction of the processor can select only 256; shorten the list of instructions
            status 2
        "#]],
    );
}

#[test]
fn both_buses_come_with_one_pair_of_headers_and_the_same_each_time() {
    let write = || {
        let folder = tempfile::tempdir().unwrap();
        printed(&format!(
            "generate fpu --instructions neg.f16,fma.rn.f16 --latency 1 --cfu --pcpi --out {}",
            folder.path().display()
        ));
        let names = files_in(folder.path());
        let texts: Vec<String> = names
            .iter()
            .map(|name| std::fs::read_to_string(folder.path().join(name)).unwrap())
            .collect();
        (names, texts)
    };
    let (names, texts) = write();
    assert_eq!(
        names.join(" "),
        "halfpipe_fpu.h halfpipe_fpu.json halfpipe_fpu.rs halfpipe_fpu.v halfpipe_fpu.vh halfpipe_fpu_cfu.v halfpipe_fpu_pcpi.v \
         halfpipe_fpu_twins.h"
    );
    assert_eq!(write().1, texts);
    let around = &texts[5];
    assert!(
        around.contains("//   halfpipe generate fpu --instructions fma.rn.f16,neg.f16 --latency 1 --cfu\n"),
        "{around}"
    );
}

#[test]
fn a_project_asks_for_buses_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("halfpipe.toml");
    std::fs::write(&file, "[fpu]\ninstructions = [\"neg.f16\"]\nlatency = 0\ncfu = true\n").unwrap();
    printed(&format!("build {}", file.display()));
    let list = std::fs::read_to_string(folder.path().join("halfpipe.f")).unwrap();
    assert_eq!(list, "halfpipe_fpu.v\nhalfpipe_fpu_cfu.v\n");
    std::fs::write(&file, "[fpu]\ninstructions = [\"set.*\"]\nlatency = 0\npcpi = true\n").unwrap();
    let refused = halfpipe(&format!("build {}", file.display())).output().unwrap();
    let complaint = String::from_utf8(refused.stderr).unwrap();
    assert!(
        complaint.contains("halfpipe.toml:1: the core has 1344 instructions, but"),
        "{complaint}"
    );
    assert_eq!(refused.status.code(), Some(2));
}

/// Returns the root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Lets one test at a time build the example, because the tests share its build folder.
pub fn alone() -> MutexGuard<'static, ()> {
    static BUILDING: Mutex<()> = Mutex::new(());
    BUILDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs the example's makefile with these words. Returns its output, and true on success.
pub fn make(words: &[&str]) -> (String, bool) {
    make_in("examples/processor", words)
}

/// Runs a folder's makefile with these words. Returns its output, and true on success.
pub fn make_in(folder: &str, words: &[&str]) -> (String, bool) {
    let binaries = Path::new(env!("CARGO_BIN_EXE_halfpipe")).parent().unwrap();
    let tools = Tool::Verilator.find().unwrap_or_else(|error| panic!("{error}"));
    let path = std::env::split_paths(&path_with(binaries))
        .chain([tools.parent().unwrap().to_owned()])
        .collect::<Vec<_>>();
    let output = Command::new("make")
        .args(["-s", "-C", folder])
        .args(words)
        .current_dir(root())
        .env("PATH", std::env::join_paths(path).unwrap())
        .output()
        .expect("there is a make");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (said, output.status.success())
}

/// Returns a program's speed-up by the core, in clock cycles, from the table.
fn times(table: &str, program: &str) -> f64 {
    let row = table.lines().find(|line| line.starts_with(&format!("| {program} |")));
    let row = row.unwrap_or_else(|| panic!("no {program} in {table}"));
    row.split('|').nth(4).unwrap().trim().parse().unwrap()
}

#[test]
#[ignore = "of processors: make test-processor"]
fn the_core_is_as_many_times_faster_as_it_must_be() {
    let _alone = alone();
    let (said, is_right) = make(&["run"]);
    assert!(is_right, "{said}");
    assert!(times(&said, "matrix-f16") >= 20.0, "{said}");
    assert!(times(&said, "matrix-f16x2") >= 40.0, "{said}");
}

/// Copies the output of a run, replaces a text in it, and runs the checker on it.
fn check_with(right: &str, wrong: &str) -> (String, bool) {
    let folder = tempfile::tempdir().unwrap();
    let printed = std::fs::read_to_string(root().join("target/processor/vexriscv/convert.out")).unwrap();
    let file = folder.path().join("convert.out");
    std::fs::write(&file, replaced(&printed, right, wrong)).unwrap();
    let output = Command::new("python3")
        .args(["examples/processor/check.py", env!("CARGO_BIN_EXE_halfpipe")])
        .arg(&file)
        .current_dir(root())
        .output()
        .unwrap();
    (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        output.status.success(),
    )
}

#[test]
#[ignore = "of processors: make test-processor"]
fn a_wrong_or_a_missing_word_is_found() {
    let _alone = alone();
    let (said, is_right) = make(&["run"]);
    assert!(is_right, "{said}");
    for (right, wrong) in [("core 1", "core 2"), ("core 1484", "core 1484 0000")] {
        let (said, is_right) = check_with(right, wrong);
        assert!(!is_right, "{said}");
    }
    assert!(check_with("core 1", "core 1").1);
}

/// Runs the self-test on a processor, with a fault in the core's Verilog. Returns true if the fault is found.
fn self_test_with(processor: &str, file: &str, right: &str, wrong: &str) -> bool {
    let build = tempfile::tempdir().unwrap();
    let build_word = format!("BUILD={}", build.path().display());
    let packages = root().canonicalize().unwrap().join("target/processor/packages");
    let words = [
        build_word,
        format!("PACKAGES={}", packages.display()),
        "VECTORS=200".to_owned(),
        "LIST=fma.rn.f16,neg.f16".to_owned(),
    ];
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    let rtl = build.path().join("rtl");
    let made = format!("{}/rtl/made", build.path().display());
    let (said, is_made) = make(&[&words[..], &[&made]].concat());
    assert!(is_made, "{said}");
    edit(&rtl.join(file), right, wrong);
    let output = format!("{}/{processor}/selftest.out", build.path().display());
    words.push(&output);
    let (said, is_run) = make(&words);
    assert!(is_run, "{said}");
    let said = std::fs::read_to_string(&output).unwrap();
    assert!(said.contains("selftest 2 instructions "), "{said}");
    !said.ends_with(" 0 wrong\n")
}

#[test]
#[ignore = "of processors: make test-processor"]
fn the_self_test_finds_faults_on_both_processors() {
    let _alone = alone();
    let (said, is_right) = make(&["selftest"]);
    assert!(is_right, "{said}");
    let stays = "else if (taken && writes) accumulator <= cmd_payload_inputs_0;";
    assert!(self_test_with("vexriscv", "halfpipe_fpu_cfu.v", stays, ""));
    assert!(self_test_with(
        "picorv32",
        "halfpipe_fpu_pcpi.v",
        "(unit_valid && stores)",
        "(unit_valid)"
    ));
}

#[test]
#[ignore = "of processors: make test-processor"]
fn the_view_names_what_the_wave_has() {
    let _alone = alone();
    let (said, is_right) = make(&["waves"]);
    assert!(is_right, "{said}");
    let folder = root().join("target/processor/waves");
    let view = std::fs::read_to_string(folder.join("processor.gtkw")).unwrap();
    let wave = std::fs::read_to_string(folder.join("processor.vcd")).unwrap();
    let widths = variables(&wave);
    let names: Vec<&str> = view.lines().filter(|line| line.starts_with("TOP.processor.")).collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        let (path, range) = name
            .split_once('[')
            .map_or((name, None), |(path, range)| (path, Some(range)));
        let width = range.map_or(1, |range| range.split(':').next().unwrap().parse::<u32>().unwrap() + 1);
        assert_eq!(widths.get(path), Some(&width), "{name}");
    }
}

/// Returns the variables of a VCD waveform, with their scopes, and their widths.
fn variables(wave: &str) -> BTreeMap<String, u32> {
    let mut scopes: Vec<&str> = Vec::new();
    let mut variables = BTreeMap::new();
    for line in wave.lines().take_while(|line| !line.contains("$enddefinitions")) {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["$scope", _, name, ..] => scopes.push(name),
            ["$upscope", ..] => drop(scopes.pop()),
            ["$var", _, width, _, name, ..] => {
                let path = scopes.iter().copied().chain([name]).collect::<Vec<_>>().join(".");
                variables.insert(path, width.parse().unwrap());
            }
            _ => {}
        }
    }
    variables
}
