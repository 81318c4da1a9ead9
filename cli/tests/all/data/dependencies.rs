//! The number of dependencies, as `docs/dependencies.md` states it. A new user compiles each crate before the first
//! result.

use std::collections::BTreeSet;
use std::process::Command;

const PAGE: &str = include_str!("../../../../docs/dependencies.md");

/// The platform for which the page counts crates.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// Returns the crates from crates.io, with versions, that `cargo tree` finds for a package with these options.
fn crates(package: &str, options: &[&str]) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--offline",
            "--locked",
            "--package",
            package,
            "--target",
            PLATFORM,
        ])
        .args(["--prefix", "none", "--format", "{p}"])
        .args(options)
        .output()
        .expect("cargo can be run");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    let packages = String::from_utf8(output.stdout).expect("cargo writes UTF-8");
    let foreign = packages.lines().filter(|line| !line.contains("(/"));
    let names = foreign.map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "));
    names.filter(|name| !name.is_empty()).collect()
}

/// Returns the packages of this project from which the command is built.
fn own() -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--offline",
            "--locked",
            "--package",
            "halfpipe",
            "--edges",
            "normal",
        ])
        .args(["--prefix", "none", "--format", "{p}"])
        .output()
        .expect("cargo can be run");
    let packages = String::from_utf8(output.stdout).expect("cargo writes UTF-8");
    let own = packages.lines().filter(|line| line.contains("(/"));
    let names: BTreeSet<&str> = own.filter_map(|line| line.split(' ').next()).collect();
    names.into_iter().map(str::to_owned).collect()
}

#[test]
fn the_page_lists_the_crates_that_are_used_and_counts_all() {
    let all = crates("halfpipe", &["--edges", "normal,build"]);
    let count = format!(", {} crates of crates.io on Linux,", all.len());
    assert!(
        PAGE.contains(&count),
        "{} crates are compiled for a first result; each takes time, and the page says another number",
        all.len()
    );
    let direct: Vec<BTreeSet<String>> = own()
        .iter()
        .map(|package| crates(package, &["--edges", "normal", "--depth", "1"]))
        .collect();
    let used: BTreeSet<&str> = direct
        .iter()
        .flatten()
        .filter_map(|name| name.split(' ').next())
        .collect();
    let rows = PAGE.lines().filter_map(|line| line.strip_prefix("| `"));
    let listed: BTreeSet<&str> = rows
        .filter_map(|row| row.split_once("` | "))
        .flat_map(|(names, _)| names.split("`, `"))
        .collect();
    assert_eq!(listed, used, "left: the table, right: what is used");
}
