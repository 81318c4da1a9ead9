//! Runs of SymbiYosys.

use std::path::Path;
use std::process::Command;

use halfpipe_tools::Tool;

/// Runs the task `rules.sby` of a folder. Returns the exit status, none after a signal, and the log.
pub fn run(folder: &Path) -> (Option<i32>, String) {
    let program = Tool::Sby.find().unwrap_or_else(|error| panic!("{error}"));
    let output = Command::new(program)
        .args(["-f", "rules.sby"])
        .current_dir(folder)
        .output()
        .expect("SymbiYosys starts");
    let log = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), log)
}
