//! A comparison of the table of crates in `docs/architecture.md` with `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::repository;

/// The folders of crates, each with the folders of the crates that it uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// Returns the packages of the workspace as Cargo describes them.
pub fn packages() -> Vec<Value> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args([
            "metadata",
            "--offline",
            "--locked",
            "--no-deps",
            "--format-version",
            "1",
        ])
        .current_dir(repository())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// Returns the dependencies in the manifests, without those of tests.
fn manifests() -> Uses {
    let root = repository();
    let relative = |path: &str| -> String {
        let path = Path::new(path).strip_prefix(&root).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let packages = packages();
    let crates = packages.iter().map(|package| {
        let manifest = relative(package["manifest_path"].as_str().unwrap());
        let dependencies = package["dependencies"].as_array().unwrap().iter();
        let used = dependencies.filter(|dependency| dependency["kind"].is_null());
        let used = used.filter_map(|dependency| dependency["path"].as_str().map(relative));
        (manifest.strip_suffix("/Cargo.toml").unwrap().to_owned(), used.collect())
    });
    crates.collect()
}

/// Returns the rows of the page.
fn rows(page: &str) -> Uses {
    let (_, table) = page
        .split_once("| folder | contents | uses |\n|---|---|---|\n")
        .unwrap();
    let rows = table.lines().take_while(|line| line.starts_with('|')).map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [folder, _, uses] = cells[..] else {
            panic!("{line} has {} cells", cells.len())
        };
        let name = |text: &str| text.trim_matches('`').to_owned();
        (name(folder), uses.split_whitespace().map(name).collect())
    });
    rows.collect()
}

#[test]
fn crates_use_what_the_page_allows() {
    let page = std::fs::read_to_string(repository().join("docs/architecture.md")).unwrap();
    assert_eq!(rows(&page), manifests());
}

#[test]
fn a_dependency_that_the_page_lacks_is_found() {
    let page = std::fs::read_to_string(repository().join("docs/architecture.md")).unwrap();
    let edited = page.replacen("| `hdl/isa` `hdl/netlist` |", "| `hdl/isa` |", 1);
    assert_ne!(edited, page);
    assert_ne!(rows(&edited), manifests());
}
