//! The model must not inherit the mistakes of the hardware, of the model of the results, or of a floating-point library.

use std::collections::BTreeSet;
use std::process::Command;

#[test]
fn model_reaches_big_integers_and_the_instruction_set_only() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args([
            "tree",
            "--offline",
            "--locked",
            "--package",
            "halfpipe-exceptions",
            "--depth",
            "1",
        ])
        .args(["--edges", "normal", "--prefix", "none", "--format", "{p}"])
        .args(["--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")])
        .output()
        .expect("cargo can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let packages = String::from_utf8(output.stdout).expect("cargo writes UTF-8");
    let names: BTreeSet<&str> = packages.lines().filter_map(|line| line.split(' ').next()).collect();
    let expected = ["halfpipe-exceptions", "halfpipe-isa", "num-bigint", "num-traits"];
    assert_eq!(names, BTreeSet::from(expected));
}
