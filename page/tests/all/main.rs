//! The crates that the page is built from.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crates of the project that the page may use, itself included.
const CRATES: [&str; 15] = [
    "halfpipe-aig",
    "halfpipe-constraints",
    "halfpipe-figures",
    "halfpipe-fpga",
    "halfpipe-hdl",
    "halfpipe-isa",
    "halfpipe-lemmas",
    "halfpipe-model",
    "halfpipe-netlist",
    "halfpipe-page",
    "halfpipe-request",
    "halfpipe-results",
    "halfpipe-simulation",
    "halfpipe-spec",
    "halfpipe-svg",
];

/// Parts of the standard library that start programs, open files or read the environment.
const OUTSIDE: [&str; 6] = [
    "std::fs",
    "std::process",
    "std::env",
    "std::net",
    "std::thread",
    "File::open",
];

/// Returns the name and the folder of each crate of the project behind the page.
fn crates() -> Vec<(String, PathBuf)> {
    let tree = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--offline",
            "-p",
            "halfpipe-page",
            "--edges",
            "normal",
            "--prefix",
            "none",
            "--format",
            "{p}",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let text = String::from_utf8(tree.stdout).unwrap();
    let own = text.lines().filter_map(|line| {
        let (name, rest) = line.split_once(' ')?;
        let folder = rest.split_once('(')?.1.split_once(')')?.0;
        folder
            .starts_with('/')
            .then(|| (name.to_owned(), PathBuf::from(folder)))
    });
    own.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Returns the Rust files below a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            found.extend(rust_files(&entry));
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            found.push(entry);
        }
    }
    found
}

#[test]
fn the_page_uses_these_crates_only() {
    let names: Vec<String> = crates().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, CRATES);
}

#[test]
fn none_of_its_crates_starts_a_program_or_opens_a_file() {
    for (name, folder) in crates() {
        for file in rust_files(&folder.join("src")) {
            let text = std::fs::read_to_string(&file).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            for line in lines {
                let found = OUTSIDE.iter().find(|outside| line.contains(**outside));
                assert_eq!(found, None, "{name}, {}: {line}", file.display());
            }
        }
    }
}
