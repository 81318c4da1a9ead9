//! Programs in Python that call another implementation of arithmetic.

use std::io::{Seek, Write};
use std::process::Command;

use halfpipe_tools::Tool;

/// Runs a program with the packages of `make tools`. Returns the lines of its standard output.
pub fn run(program: &str, input: &str) -> Vec<String> {
    // A file, because a pipe that is full in both directions would block.
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(input.as_bytes()).unwrap();
    file.rewind().unwrap();
    let python = Tool::Python.find().unwrap_or_else(|error| panic!("{error}"));
    let output = Command::new(python)
        .args(["-c", program])
        .stdin(file)
        .output()
        .expect("Python starts");
    let diagnostic = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "`make tools` installs its packages: {diagnostic}"
    );
    let text = String::from_utf8(output.stdout).expect("it is hexadecimal digits");
    text.lines().map(str::to_owned).collect()
}
