//! The model must not inherit the mistakes of the hardware, of the model of the results, or of a floating-point library: it may
//! reach only the packages listed here.

use std::collections::BTreeSet;
use std::process::Command;

const ALLOWED: [&str; 11] = [
    "halfpipe-exceptions",
    "halfpipe-isa",
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

/// The names of all packages that the model needs on this machine's platform when it is built to be used, itself included.
fn reached() -> BTreeSet<String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["tree", "--offline", "--locked", "--package", "halfpipe-exceptions"])
        .args(["--edges", "normal", "--prefix", "none", "--format", "{p}"])
        .args(["--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")])
        .output()
        .expect("cargo can be run");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    let packages = String::from_utf8(output.stdout).expect("cargo writes UTF-8");
    // A line is a name, a version and what else there is to say.
    let names = packages.lines().filter_map(|line| line.split(' ').next());
    names.map(str::to_owned).collect()
}

#[test]
fn model_reaches_big_integers_and_the_instruction_set_only() {
    let reached = reached();
    let allowed = BTreeSet::from(ALLOWED.map(str::to_owned));
    let foreign: Vec<_> = reached.difference(&allowed).collect();
    assert!(foreign.is_empty(), "halfpipe-exceptions reaches {foreign:?}");
    // A tree that was read wrongly would be empty, or end at the first level.
    assert!(reached.contains("halfpipe-isa") && reached.contains("num-integer"));
}
