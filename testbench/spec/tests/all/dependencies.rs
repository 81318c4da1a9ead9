//! Dependencies of the specification. It must share nothing with the hardware or the model, so it depends on the
//! instruction set only.

use std::collections::BTreeSet;
use std::process::Command;

/// The instruction set and the packages that derive its error types.
const ALLOWED: [&str; 8] = [
    "halfpipe-isa",
    "halfpipe-spec",
    "proc-macro2",
    "quote",
    "syn",
    "thiserror",
    "thiserror-impl",
    "unicode-ident",
];

#[test]
fn the_specification_reaches_the_instruction_set_only() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["tree", "--offline", "--locked", "--package", "halfpipe-spec"])
        .args(["--edges", "normal", "--prefix", "none", "--format", "{p}"])
        .args(["--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")])
        .output()
        .expect("cargo can be run");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    let packages = String::from_utf8(output.stdout).expect("cargo writes UTF-8");
    let reached: BTreeSet<&str> = packages.lines().filter_map(|line| line.split(' ').next()).collect();
    let foreign: Vec<_> = reached.difference(&BTreeSet::from(ALLOWED)).copied().collect();
    assert!(foreign.is_empty(), "halfpipe-spec reaches {foreign:?}");
    // A tree that was read wrongly would be empty.
    assert!(reached.contains("halfpipe-isa"));
}
