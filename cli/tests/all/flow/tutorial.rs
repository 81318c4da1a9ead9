//! Pages with commands: the tutorial, README.md, and pages under docs. Each page must show the actual output of its commands.
//!
//! In a page's `console` blocks, a shell runs every line that begins with `$ `. The commands run in order, in one
//! folder, which is empty or has an example. Their output is compared with the lines below each command. A line `…`
//! there stands for any number of lines. With `UPDATE_EXPECT=1`, a different output is written into the page in full.
//! Commands in `console flow` blocks take long; `make test-all` runs them.

use std::path::Path;
use std::process::Command;

use crate::common::{files_in, SOON};
use expect_test::expect_file;
use halfpipe_tools::Tool;

use crate::flow::processor::{alone, root};

/// The start of a block of commands with output.
const RUN: &str = "```console";

/// The start of a block of commands that only a test of flows runs.
const FLOW: &str = "```console flow";

/// The start of a block of commands that are not run. They build and install the program under test.
const INSTALLATION: &str = "```console installation";

/// All commands of the tutorial that are not run.
const INSTALLING: [&str; 2] = ["cargo install --locked --path cli", "halfpipe tools install"];

const FENCE: &str = "```";
const PROMPT: &str = "$ ";
const ELLIPSIS: &str = "…";

/// A part of the page.
#[derive(Debug, PartialEq, Eq)]
enum Part {
    /// A line that is not run.
    Text(String),
    /// A command, and its output according to the page.
    Command(String, Vec<String>),
}

/// Splits the page into commands and other text. Commands are run in blocks that start as one of `run`. Panics if a
/// command is outside a block. Also panics if a command that is never run is not in `allowed`.
fn parts(page: &str, run: &[&str], allowed: &[&str]) -> Vec<Part> {
    let mut parts = Vec::new();
    // The line that opened the current block.
    let mut block: Option<&str> = None;
    let mut not_run = Vec::new();
    for line in page.lines() {
        let is_fence = line.trim_start().starts_with(FENCE);
        let command = line.trim_start().strip_prefix(PROMPT);
        match (block, command) {
            (None, Some(command)) => panic!("the command `{command}` is in no block"),
            (Some(INSTALLATION), Some(command)) => not_run.push(command),
            (Some(start), Some(command)) if run.contains(&start) => {
                parts.push(Part::Command(command.to_owned(), Vec::new()));
                continue;
            }
            (Some(FLOW), Some(_)) => {}
            (Some(other), Some(command)) => panic!("the command `{command}` is in a block {other}"),
            (Some(start), None) if run.contains(&start) && !is_fence => match parts.last_mut() {
                Some(Part::Command(_, shown)) => {
                    shown.push(line.to_owned());
                    continue;
                }
                _ => panic!("a block begins with output: {line}"),
            },
            _ => {}
        }
        if is_fence {
            block = if block.is_some() { None } else { Some(line) };
        }
        parts.push(Part::Text(line.to_owned()));
    }
    assert_eq!(not_run, allowed, "the commands that are not run");
    parts
}

/// True if the lines of the page describe an output.
fn describes(shown: &[String], output: &[String]) -> bool {
    match shown {
        [] => output.is_empty(),
        [first, rest @ ..] if first == ELLIPSIS => {
            (0..=output.len()).any(|skipped| describes(rest, &output[skipped..]))
        }
        [first, rest @ ..] => output.first() == Some(first) && describes(rest, &output[1..]),
    }
}

/// Returns the output of a command, which must succeed.
fn output(command: &str, folder: &Path, search_path: &str) -> Vec<String> {
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", search_path)
        .env("MAKEFLAGS", SOON)
        .output()
        .unwrap();
    let [printed, complained] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(output.status.success(), "`{command}` fails:\n{printed}{complained}");
    printed.lines().map(str::to_owned).collect()
}

/// Runs the commands of a page in an empty folder. The page's path is relative to the root.
fn check(page: &str, not_run: &[&str]) {
    check_in(tempfile::tempdir().unwrap().path(), page, &[RUN], not_run);
}

/// Runs the commands of a page in a folder with the files of an example. Both paths are relative to the root.
fn check_beside(example: &str, page: &str, run: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let example = root().join(example);
    for file in files_in(&example) {
        std::fs::copy(example.join(&file), folder.path().join(&file)).unwrap();
    }
    check_in(folder.path(), page, run, &[]);
}

/// Runs the commands of a page in the given folder, those in blocks that start as one of `run`.
fn check_in(folder: &Path, page: &str, run: &[&str], not_run: &[&str]) {
    let path = root().join(page);
    let binaries = Path::new(env!("CARGO_BIN_EXE_halfpipe")).parent().unwrap();
    let yosys = Tool::Yosys.find().unwrap();
    let search_path = format!(
        "{}:{}:{}",
        binaries.display(),
        std::env::var("PATH").unwrap(),
        yosys.parent().unwrap().display()
    );
    let mut held = String::new();
    for part in parts(&std::fs::read_to_string(&path).unwrap(), run, not_run) {
        match part {
            Part::Text(line) => held += &format!("{line}\n"),
            Part::Command(command, shown) => {
                let printed = output(&command, folder, &search_path);
                let lines = if describes(&shown, &printed) { shown } else { printed };
                held += &format!("{PROMPT}{command}\n");
                held.extend(lines.iter().map(|line| format!("{line}\n")));
            }
        }
    }
    expect_file![path].assert_eq(&held);
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn every_command_of_the_tutorial_prints_what_is_shown() {
    check("docs/tutorial.md", &INSTALLING);
}

#[test]
fn every_command_of_the_readme_prints_what_is_shown() {
    check("README.md", &[]);
}

#[test]
fn every_command_of_the_page_about_commands_prints_what_is_shown() {
    check("docs/commands.md", &[]);
}

#[test]
fn every_command_of_the_page_about_architecture_prints_what_is_shown() {
    check("docs/architecture.md", &[]);
}

#[test]
fn every_command_of_the_pages_about_riscv_and_matrices_prints_what_is_shown() {
    check("docs/riscv.md", &["make riscv"]);
    check("docs/mma.md", &[]);
}

#[test]
fn every_command_of_the_page_about_waves_prints_what_is_shown() {
    check("docs/waves.md", &[]);
}

#[test]
fn every_command_of_the_page_about_external_verilog_prints_what_is_shown() {
    check("docs/external.md", &[]);
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn every_command_of_the_page_about_integration_prints_what_is_shown() {
    check_beside("examples/kernel", "docs/integration.md", &[RUN]);
}

#[test]
fn every_simulation_of_the_page_about_your_own_design_prints_what_is_shown() {
    check_beside("examples/fir", "docs/own-design.md", &[RUN]);
}

#[test]
#[ignore = "a flow of other tools: make test-flows"]
fn every_command_of_the_page_about_your_own_design_prints_what_is_shown() {
    check_beside("examples/fir", "docs/own-design.md", &[RUN, FLOW]);
}

#[test]
#[ignore = "of processors: make test-processor"]
fn every_command_of_the_page_about_processors_prints_what_is_shown() {
    let _alone = alone();
    check_in(&root(), "docs/processor.md", &[RUN], &["make processor"]);
}

#[test]
fn an_ellipsis_stands_for_any_lines() {
    let lines = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let is_shown_as = |output: &str, shown: &str| describes(&lines(shown), &lines(output));
    for shown in ["a b c", "…", "a …", "… c", "a … c", "a b c …", "… b …"] {
        assert!(is_shown_as("a b c", shown), "{shown}");
    }
    for shown in ["", "a b", "a … b", "… a", "b …", "a b c d", "a b c … c"] {
        assert!(!is_shown_as("a b c", shown), "{shown}");
    }
}

#[test]
fn a_flow_is_text_unless_it_is_run() {
    let page = "```console flow\n$ yosys\nlog\n```\n";
    let text = |line: &str| Part::Text(line.to_owned());
    let all = page.lines().map(text).collect::<Vec<_>>();
    assert_eq!(parts(page, &[RUN], &[]), all);
    let command = Part::Command("yosys".to_owned(), vec!["log".to_owned()]);
    assert_eq!(parts(page, &[RUN, FLOW], &[]), [text(FLOW), command, text(FENCE)]);
}

#[test]
#[should_panic(expected = "the commands that are not run")]
fn no_other_command_escapes() {
    parts(
        "```console installation\n$ halfpipe tools install\n$ halfpipe list\n```\n",
        &[RUN],
        &INSTALLING,
    );
}

#[test]
#[should_panic(expected = "the command `halfpipe list` is in no block")]
fn a_command_outside_a_block_is_refused() {
    parts("    $ halfpipe list\n", &[RUN], &[]);
}
