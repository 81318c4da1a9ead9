//! Error messages of external programs, as halfpipe passes them on.
#![cfg(unix)]

use crate::common::{check, halfpipe, path_with, program};
use assert_cmd::Command;
use expect_test::{expect, Expect};
use halfpipe_tools::Tool;

/// Compares a command's output with the expectation when an external program fails. The program runs these lines, but
/// prints its version normally.
fn check_with(name: &str, lines: &str, arguments: &str, expected: Expect) {
    let folder = tempfile::tempdir().unwrap();
    let version = "case \"$*\" in -V|--version) echo \"$0 version 1.2\"; exit;; esac";
    program(folder.path(), name, &format!("{version}\n{lines}"));
    check(with_program_in(folder.path(), arguments), expected);
}

/// Returns a command that finds programs in `folder` first and starts with an empty cache.
fn with_program_in(folder: &std::path::Path, arguments: &str) -> Command {
    let mut command = halfpipe(arguments);
    command
        .env("PATH", path_with(folder))
        .env("HALFPIPE_CACHE", folder.join("cache"));
    command
}

const SYNTH: &str = "synth neg.f16 --latency 0 --target ice40-hx8k";
const EVAL: &str = "eval neg.f16 3c00 --engine verilator";

#[test]
fn an_error_on_standard_error() {
    check_with(
        "yosys",
        "echo '1. Executing Verilog-2005 frontend: module.v'\necho 'module.v:1: ERROR: syntax error' >&2\nexit 1",
        SYNTH,
        expect![[r#"
            ! error: yosys failed: module.v:1: syntax error
            status 1
        "#]],
    );
    check_with(
        "nextpnr-ice40",
        "echo 'Info: Packing constants..' >&2\necho 'ERROR: no such package' >&2\necho '0 warnings, 1 error' >&2\nexit 1",
        SYNTH,
        expect![[r#"
            ! error: nextpnr-ice40 failed: no such package
            !     0 warnings, 1 error
            status 1
        "#]],
    );
    check_with(
        "g++",
        "echo 'unit.cpp: In function x:' >&2\necho 'unit.cpp:7: error: no y' >&2\necho '    7 | y();' >&2\nexit 1",
        "prove neg.f16 --method exhaustive",
        expect![[r#"
            engine gates, generic, every vector
            ! error: g++ failed on neg_f16: unit.cpp:7: error: no y
            !         7 | y();
            status 1
        "#]],
    );
}

#[test]
fn an_error_on_standard_output() {
    check_with(
        "yosys",
        "echo '1. Executing Verilog-2005 frontend: module.v'\necho 'ERROR: Module not found!'\nexit 1",
        SYNTH,
        expect![[r#"
            ! error: yosys failed: Module not found!
            status 1
        "#]],
    );
}

#[test]
fn an_error_of_which_each_output_has_a_part() {
    let lines = "[ $1 = --getenv ] && exec echo /nowhere\n\
                 echo '%Error: Command Failed verilator_bin'\necho 'sh: 1: exec: verilator_bin: not found' >&2\nexit 127";
    check_with(
        "verilator",
        lines,
        EVAL,
        expect![[r#"
        ! error: verilator failed on neg_f16.v: %Error: Command Failed verilator_bin
        !     sh: 1: exec: verilator_bin: not found
        status 1
    "#]],
    );
}

#[test]
fn the_end_by_a_signal() {
    check_with(
        "yosys",
        "for step in 1 2 3 4 5; do echo \"$step. Working\"; done\nkill -9 $$",
        SYNTH,
        expect![[r#"
            ! error: yosys failed: signal: 9 (SIGKILL)
            !     2. Working
            !     3. Working
            !     4. Working
            !     5. Working
            status 1
        "#]],
    );
}

#[test]
fn the_end_without_a_word() {
    check_with(
        "yosys",
        "exit 3",
        SYNTH,
        expect![[r#"
        ! error: yosys failed: exit status: 3, no output
        status 1
    "#]],
    );
    check_with(
        "nextpnr-ice40",
        "kill -9 $$",
        SYNTH,
        expect![[r#"
        ! error: nextpnr-ice40 failed: signal: 9 (SIGKILL), no output
        status 1
    "#]],
    );
}

#[test]
fn control_characters_of_a_program_do_not_reach_the_terminal() {
    check_with(
        "yosys",
        r"printf 'ERROR: \033[31mred\n'; exit 1",
        SYNTH,
        expect![[r#"
            ! error: yosys failed: \u{1b}[31mred
            status 1
        "#]],
    );
}

/// In Debian's package, Verilator's root has the library but not the program. If the environment names the root,
/// Verilator looks for the program there.
#[test]
fn a_verilator_whose_root_has_no_program_is_not_told_where_its_root_is() {
    let folder = tempfile::tempdir().unwrap();
    let real = Tool::Verilator.find().unwrap_or_else(|error| panic!("{error}"));
    let root = std::process::Command::new(&real)
        .args(["--getenv", "VERILATOR_ROOT"])
        .output();
    let root = String::from_utf8(root.expect("Verilator starts").stdout).unwrap();
    let own_root = folder.path().join("share");
    std::fs::create_dir(&own_root).unwrap();
    std::os::unix::fs::symlink(
        std::path::Path::new(root.trim()).join("include"),
        own_root.join("include"),
    )
    .unwrap();
    let lines = format!(
        "[ \"$1\" = --getenv ] && exec echo {}\n[ -z \"$VERILATOR_ROOT\" ] && exec {} \"$@\"\n\
         echo \"%Error: Command Failed $VERILATOR_ROOT/verilator_bin\"\nexit 127",
        own_root.display(),
        real.display()
    );
    program(folder.path(), "verilator", &lines);
    let mut command = with_program_in(folder.path(), EVAL);
    command.env_remove("VERILATOR_ROOT");
    check(
        command,
        expect![[r#"
        0xbc00
        status 0
    "#]],
    );
}
