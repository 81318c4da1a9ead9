//! The workflow file for a project's continuous integration. Its steps run as scripts.

use std::path::Path;
use std::process::{Command, Output};

use halfpipe_faults::text::edit;
use halfpipe_tools::Tool;

use crate::common::path_with;

const WORKFLOW: &str = include_str!("../../../../docs/ci/halfpipe.yml");

const PROJECT: &str = "\
out = \"rtl\"

[[module]]
instruction = \"max.bf16\"
latency = 1
stream = true

[[module]]
instruction = \"mul.rn.bf16\"
latency = 0

[fpu]
instructions = [\"neg.f16\", \"abs.f16x2\"]
";

/// Returns the script of a step.
fn script(step: &str) -> String {
    let lines = WORKFLOW
        .lines()
        .skip_while(|line| line.trim() != format!("- name: {step}"));
    let lines = lines.skip(1).skip_while(|line| line.trim() == "run: |");
    let lines: Vec<&str> = lines.take_while(|line| line.starts_with("          ")).collect();
    assert!(!lines.is_empty(), "there is no step {step}");
    lines.join("\n")
}

/// Runs a step in a folder, in the same way as the runner.
fn run(step: &str, folder: &Path) -> Output {
    let halfpipe = Path::new(env!("CARGO_BIN_EXE_halfpipe"));
    let verilator = Tool::Verilator.find().expect("the tools are installed");
    let path = path_with(halfpipe.parent().expect("it is in a folder"));
    let tools = verilator.parent().expect("it is in a folder").to_owned();
    let folders = std::env::split_paths(&path).chain([tools]);
    Command::new("bash")
        .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", &script(step)])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(folders).expect("folders without a colon"))
        .output()
        .expect("there is a bash")
}

fn succeeds(step: &str, folder: &Path) -> String {
    let output = run(step, folder);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{step}: {complaint}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_step_succeeds_and_an_edited_module_fails() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("halfpipe.toml"), PROJECT).unwrap();
    succeeds("Generate", folder.path());
    succeeds("Lint", folder.path());
    let verified = succeeds("Verify", folder.path());
    assert_eq!(verified.matches("no mismatch").count(), 3, "{verified}");
    let proven = succeeds("Prove", folder.path());
    assert_eq!(proven.matches(": holds, ").count(), 2, "{proven}");
    // One bit of the result is wrong for one pair of operands, which no sample contains.
    let file = folder.path().join("rtl/max_bf16.v");
    let wrong = "assign d = (a == 16'h1357 && b == 16'h2468) ^ ";
    edit(&file, "assign d = ", wrong);
    assert!(!run("Prove", folder.path()).status.success());
}
