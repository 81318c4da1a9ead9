//! Unit tests of `src/diagnostic.rs`.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use super::*;

const FAILED: i32 = 1 << 8;
const KILLED: i32 = 9;

fn diagnostic(status: i32, stdout: &str, stderr: &str) -> String {
    let output = Output {
        status: ExitStatus::from_raw(status),
        stdout: stdout.into(),
        stderr: stderr.into(),
    };
    ToolDiagnostic::new(&output).to_string()
}

#[test]
fn the_reason_is_the_error_that_the_program_names() {
    assert_eq!(
        diagnostic(FAILED, "1. Reading\n2. Working\n", "top.v:3: ERROR: syntax error\n"),
        "top.v:3: syntax error"
    );
    assert_eq!(
        diagnostic(FAILED, "1. Reading\nERROR: No such module\n", "Warning: unused\n"),
        "No such module\n    Warning: unused"
    );
}

#[test]
fn a_warning_that_counts_as_an_error_is_the_reason_where_nothing_else_is() {
    let warning = "%Warning-WIDTH: top.v:3:1: 4 bits in place of 3\n%Error: Exiting due to 1 warning(s)\n";
    assert_eq!(
        diagnostic(FAILED, "", warning),
        "%Warning-WIDTH: top.v:3:1: 4 bits in place of 3\n    %Error: Exiting due to 1 warning(s)"
    );
    assert_eq!(
        diagnostic(FAILED, "", &format!("{warning}%Error: top.v:4:1: no such name\n")),
        "%Error: top.v:4:1: no such name"
    );
}

#[test]
fn what_follows_the_first_error_is_shown_as_far_as_it_is_the_end() {
    let compiler = "In file a.h:\na.cpp:1: error: no x\nnote 1\nnote 2\nnote 3\nnote 4\nnote 5\n";
    assert_eq!(
        diagnostic(FAILED, "", compiler),
        "a.cpp:1: error: no x\n    note 2\n    note 3\n    note 4\n    note 5"
    );
    assert_eq!(
        diagnostic(
            FAILED,
            "%Error: Command Failed verilator_bin\n",
            "sh: 1: exec: not found\n"
        ),
        "%Error: Command Failed verilator_bin\n    sh: 1: exec: not found"
    );
}

#[test]
fn a_program_that_names_no_error_has_its_status_and_its_last_lines_shown() {
    assert_eq!(
        diagnostic(FAILED, "1\n2\n3\n4\n\n5\n", "cannot open it\n"),
        "exit status: 1\n    2\n    3\n    4\n    5\n    cannot open it"
    );
    assert_eq!(
        diagnostic(KILLED, "working\nerror: 0.1 %\n", ""),
        "signal: 9 (SIGKILL)\n    error: 0.1 %"
    );
    assert_eq!(diagnostic(FAILED, "", " \n"), "exit status: 1, no output");
}
