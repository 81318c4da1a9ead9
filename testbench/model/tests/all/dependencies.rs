//! Dependencies of the model. It must not inherit mistakes of the hardware or of a floating-point library, so it may
//! reach only the packages listed here.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const ALLOWED: [&str; 11] = [
    "halfpipe-isa",
    "halfpipe-model",
    "num-bigint",
    "num-integer",
    "num-traits",
    // Packages that derive error types.
    "proc-macro2",
    "quote",
    "syn",
    "thiserror",
    "thiserror-impl",
    "unicode-ident",
];

/// Returns the names of all packages in a normal build of the model on this machine's platform, itself included.
///
/// The tree reads no other packages: those for the rest of the workspace may not have been downloaded.
fn reached() -> BTreeSet<String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["tree", "--offline", "--locked", "--package", "halfpipe-model"])
        .args(["--edges", "normal", "--prefix", "none", "--format", "{p}"])
        .args(["--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")])
        .output()
        .expect("cargo can be run");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    let packages = String::from_utf8(output.stdout).expect("cargo writes UTF-8");
    // A line is a name, a version and further details.
    let names = packages.lines().filter_map(|line| line.split(' ').next());
    names.map(str::to_owned).collect()
}

#[test]
fn model_reaches_big_integers_and_the_instruction_set_only() {
    let reached = reached();
    let allowed = BTreeSet::from(ALLOWED.map(str::to_owned));
    let foreign: Vec<_> = reached.difference(&allowed).collect();
    assert!(foreign.is_empty(), "halfpipe-model reaches {foreign:?}");
    // A tree that was read wrongly would be empty.
    assert!(reached.contains("num-bigint") && reached.contains("halfpipe-isa"));
}

/// The two models share only the instruction table and the big integers, so neither inherits a mistake of the other.
#[test]
fn the_models_share_no_code() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (model, other) in [("flags", "value"), ("value", "flags")] {
        let mut folders = vec![source.join(model)];
        let mut files = 0;
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let text = std::fs::read_to_string(&path).unwrap();
                assert!(!text.contains(&format!("crate::{other}")), "{}", path.display());
                files += 1;
            }
        }
        assert!(files > 5, "{model} has {files} files");
    }
}
