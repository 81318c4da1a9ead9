//! Runs of SymbiYosys.

use std::process::Command;

use halfpipe_tools::Tool;

/// The outcome of a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Proved,
    Refuted,
    /// The rules may hold, but lack lemmas, or a tool failed.
    Unknown,
}

/// Runs the task `rules.sby` among files of these names and texts, in a folder of its own. Returns the outcome and the
/// log.
pub fn prove(files: &[(&str, String)]) -> (Outcome, String) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let program = Tool::Sby.find().unwrap_or_else(|error| panic!("{error}"));
    let output = Command::new(program)
        .args(["-f", "rules.sby"])
        .current_dir(folder.path())
        .output()
        .expect("SymbiYosys starts");
    let log = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let outcome = match output.status.code() {
        Some(0) => Outcome::Proved,
        Some(2) => Outcome::Refuted,
        _ => Outcome::Unknown,
    };
    (outcome, log)
}
