//! The model must not inherit the hardware's mistakes, nor those of a floating-point library: it may reach only the
//! packages listed here.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

const ALLOWED: [&str; 11] = [
    "halfpipe-isa",
    "halfpipe-reference",
    "num-bigint",
    "num-integer",
    "num-traits",
    // The derive of error types.
    "proc-macro2",
    "quote",
    "syn",
    "thiserror",
    "thiserror-impl",
    "unicode-ident",
];

fn stdout_of(command: &mut Command) -> String {
    let output = command.output().expect("the toolchain can be run");
    assert!(
        output.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("the toolchain writes UTF-8")
}

/// The dependency graph of the workspace on this machine's platform.
fn metadata() -> Value {
    let versions = stdout_of(Command::new("rustc").arg("-vV"));
    let host = versions
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .expect("rustc names its host");
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let json = stdout_of(
        Command::new(cargo)
            .args(["metadata", "--format-version", "1", "--offline"])
            .args(["--filter-platform", host])
            .args(["--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")]),
    );
    serde_json::from_str(&json).expect("cargo writes JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The identifiers of the packages that a package needs when it is built to be used.
fn normal_dependencies<'a>(metadata: &'a Value, identifier: &Value) -> Vec<&'a Value> {
    let node = list(&metadata["resolve"]["nodes"])
        .iter()
        .find(|node| node["id"] == *identifier)
        .expect("every package has a node");
    list(&node["deps"])
        .iter()
        .filter(|dependency| list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null()))
        .map(|dependency| &dependency["pkg"])
        .collect()
}

/// The names of all packages within reach of one, itself included.
fn reachable(metadata: &Value, name: &str) -> BTreeSet<String> {
    let packages = list(&metadata["packages"]);
    let start = packages
        .iter()
        .find(|package| package["name"] == name)
        .expect("the package is in the workspace");
    let mut names = BTreeSet::new();
    let mut open = vec![&start["id"]];
    while let Some(identifier) = open.pop() {
        let package = packages
            .iter()
            .find(|package| package["id"] == *identifier)
            .expect("every identifier has a package");
        let name = package["name"].as_str().expect("a name is a string");
        if names.insert(name.to_owned()) {
            open.extend(normal_dependencies(metadata, identifier));
        }
    }
    names
}

#[test]
fn model_reaches_big_integers_and_the_instruction_set_only() {
    let reached = reachable(&metadata(), "halfpipe-reference");
    let allowed = BTreeSet::from(ALLOWED.map(str::to_owned));
    let foreign: Vec<_> = reached.difference(&allowed).collect();
    assert!(foreign.is_empty(), "halfpipe-reference reaches {foreign:?}");
    // A graph that was read wrongly would be empty.
    assert!(reached.contains("num-bigint") && reached.contains("halfpipe-isa"));
}
