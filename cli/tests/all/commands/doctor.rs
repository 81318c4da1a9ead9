//! `doctor`, and commands that lack a tool.
#![cfg(unix)]

use std::path::Path;

use crate::common::{check, halfpipe, path_with, program};
use assert_cmd::Command;
use expect_test::expect;
use halfpipe_tools::Tool;

/// Returns a command that finds tools only in `folder`.
fn with_tools_in(folder: &Path, arguments: &str) -> Command {
    let mut command = halfpipe(arguments);
    command.env("PATH", folder).env("HALFPIPE_TOOLS", folder);
    command
}

/// Writes a tool that prints its version.
fn install(folder: &Path, name: &str) {
    program(folder, name, "echo \"$0 version 1.2\"");
}

const NEEDED: [&str; 10] = [
    "yosys",
    "halfpipe-slang",
    "nextpnr-ice40",
    "nextpnr-ecp5",
    "icepack",
    "ecppack",
    "verilator",
    "g++",
    "make",
    "perl",
];

#[test]
fn without_tools_each_is_missed() {
    let empty = tempfile::tempdir().unwrap();
    let output = with_tools_in(empty.path(), "doctor").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    for tool in NEEDED {
        let line = text.lines().find(|line| line.starts_with(tool)).unwrap();
        assert!(line.contains("missing; "), "{line}");
    }
    let end = "10 required tools cannot be used\n\
        to install what is missing: halfpipe tools install && sudo apt-get install g++ make perl gtkwave\n";
    assert!(text.ends_with(end), "{text}");
}

/// Returns the engines that a diagnosis reports as failing.
fn failing(diagnosis: &serde_json::Value) -> Vec<&str> {
    let engines = diagnosis["engines"].as_array().unwrap().iter();
    let failing = engines.filter(|row| !row["problem"].is_null());
    failing.map(|row| row["engine"].as_str().unwrap()).collect()
}

#[test]
fn tools_that_say_their_version_and_do_nothing_are_found_by_the_engines() {
    let folder = tempfile::tempdir().unwrap();
    NEEDED.iter().for_each(|tool| install(folder.path(), tool));
    let output = with_tools_in(folder.path(), "doctor --json").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let diagnosis: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for tool in diagnosis["tools"].as_array().unwrap() {
        let name = tool["tool"].as_str().unwrap();
        let is_needed = NEEDED.contains(&name);
        assert_eq!(tool["path"].is_null(), !is_needed, "{tool}");
        assert_eq!(tool["required"], is_needed, "{tool}");
    }
    let mut tools = diagnosis["tools"].as_array().unwrap().iter();
    let verilator = tools.find(|row| row["tool"] == "verilator").unwrap();
    assert_eq!(verilator["version"], "1.2", "{verilator}");
    assert_eq!(failing(&diagnosis), ["verilator", "gates"], "{diagnosis:#}");
}

#[test]
fn with_the_installed_tools_every_engine_works_and_nothing_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache");
    let output = halfpipe("doctor --json")
        .env("HALFPIPE_CACHE", &cache)
        .output()
        .unwrap();
    let diagnosis: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(diagnosis["engines"].as_array().unwrap().len(), 6, "{diagnosis:#}");
    assert_eq!(failing(&diagnosis), [""; 0], "{diagnosis:#}");
    assert_eq!(output.status.code(), Some(0), "{diagnosis:#}");
    // The lock file is empty.
    let kept = cache.read_dir().unwrap().map(|entry| entry.unwrap());
    let kept: Vec<_> = kept.filter(|entry| entry.metadata().unwrap().len() > 0).collect();
    assert!(kept.is_empty(), "{kept:?}");
}

#[test]
fn a_verilator_that_starts_and_cannot_compile_is_told_with_its_words() {
    let folder = tempfile::tempdir().unwrap();
    let real = Tool::Verilator.find().unwrap_or_else(|error| panic!("{error}"));
    let lines = format!(
        "case \"$1\" in\n--version) exec {} --version;;\n--getenv) echo {};;\n\
         *) echo '%Error: Command Failed'\necho 'exec: not found' >&2\nexit 127;;\nesac",
        real.display(),
        folder.path().display()
    );
    program(folder.path(), "verilator", &lines);
    let mut doctor = halfpipe("doctor");
    let output = doctor.env("PATH", path_with(folder.path())).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let table = text.lines().skip_while(|line| !line.starts_with("engine"));
    let table: Vec<&str> = table.take_while(|line| !line.is_empty()).collect();
    expect![[r#"
        engine     works
        reference  yes
        integer    yes
        simulator  yes
        rust-hdl   yes
        verilator  verilator failed on add_rn_f16.v: %Error: Command Failed
                       exec: not found
        gates      yes"#]]
    .assert_eq(&table.join("\n"));
    assert!(
        text.contains("\n1 engine does not work\nall required tools are installed\n"),
        "{text}"
    );
}

#[test]
fn a_tool_that_does_not_start_is_told_apart_from_one_that_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    NEEDED.iter().for_each(|tool| install(folder.path(), tool));
    std::fs::write(folder.path().join("yosys"), "#!/nowhere/sh\n").unwrap();
    let output = with_tools_in(folder.path(), "doctor").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find(|line| line.starts_with("yosys")).unwrap();
    assert!(line.contains("does not start"), "{line}");
}

#[test]
fn a_tool_that_starts_and_fails_cannot_be_used() {
    let folder = tempfile::tempdir().unwrap();
    NEEDED.iter().for_each(|tool| install(folder.path(), tool));
    let script = |name: &str, lines: &str| program(folder.path(), name, lines);
    script("yosys", "exit 1");
    script(
        "nextpnr-ice40",
        "echo Traceback >&2\necho 'no module named x' >&2\nexit 1",
    );
    // icepack has no option for its version. It prints its usage and fails.
    script("icepack", "echo 'Usage: icepack [options]' >&2\nexit 1");
    script("ecppack", "echo 'version 1.4'\nexit 1");
    let output = with_tools_in(folder.path(), "doctor").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let line = |tool: &str| text.lines().find(|line| line.starts_with(tool)).unwrap();
    assert!(line("yosys").ends_with("fails: exit status: 1"), "{text}");
    assert!(line("nextpnr-ice40").ends_with("fails: no module named x"), "{text}");
    for healthy in ["icepack", "ecppack"] {
        assert!(!line(healthy).contains("fails"), "{text}");
    }
    assert!(text.contains("\n2 required tools cannot be used\n"), "{text}");

    script("icepack", "echo 'no module named x' >&2\nexit 1");
    let output = with_tools_in(folder.path(), "doctor").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\n3 required tools cannot be used\n"), "{text}");
}

#[test]
fn the_verilator_engine_says_what_it_misses() {
    let empty = tempfile::tempdir().unwrap();
    let cache = tempfile::tempdir().unwrap();
    let mut command = with_tools_in(empty.path(), "eval add.f16 3c00 4000 --engine verilator");
    command.env("HALFPIPE_CACHE", cache.path());
    check(
        command,
        expect![[r#"
        ! error: perl (running Verilator's command) not found on the PATH or in a tool folder (HALFPIPE_TOOLS); install the Debian package perl
        status 1
    "#]],
    );
}
