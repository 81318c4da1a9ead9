//! Test commands in the pages: each names a crate and tests that exist. Cargo accepts a filter that selects nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::first_words::files;
use super::repository;

/// Names of the modules and functions of each crate's tests, by the crate's name.
type Tests = BTreeMap<String, BTreeSet<String>>;

/// Returns the word after a keyword, if the line is a declaration with it.
fn declared<'l>(line: &'l str, keyword: &str) -> Option<&'l str> {
    let (before, name) = line.split_once(keyword)?;
    let is_declaration = before.trim().is_empty() || before.trim_start().starts_with("pub");
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    is_declaration.then(|| &name[..end])
}

/// Returns the names of a crate's tests: files, folders, modules and functions.
fn names_of_tests(folder: &Path) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let below = ["src", "tests"].map(|part| folder.join(part));
    for path in below.iter().filter(|path| path.is_dir()).flat_map(|path| files(path)) {
        let inside = path.strip_prefix(folder).unwrap().with_extension("");
        names.extend(inside.iter().map(|part| part.to_str().unwrap().to_owned()));
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let declarations = text
            .lines()
            .filter_map(|line| declared(line, "fn ").or_else(|| declared(line, "mod ")));
        names.extend(declarations.map(str::to_owned));
    }
    names
}

fn tests(manifests: &[PathBuf]) -> Tests {
    let named = manifests.iter().filter_map(|manifest| {
        let text = std::fs::read_to_string(manifest).unwrap();
        let name = text.lines().find_map(|line| line.strip_prefix("name = \""))?;
        let name = name.trim_end_matches('"').to_owned();
        Some((name, names_of_tests(manifest.parent().unwrap())))
    });
    named.collect()
}

/// Returns the commands of a page that run tests of one crate: the crate, and the filters.
fn commands(page: &str) -> Vec<(&str, Vec<&str>)> {
    let mut commands = Vec::new();
    for line in page.lines() {
        for command in line.split("cargo test -p ").skip(1) {
            let command = command.split(['`', '#', ';', '|']).next().unwrap();
            let mut words = command.split_whitespace();
            let Some(name) = words.next() else { continue };
            let mut filters = Vec::new();
            while let Some(word) = words.next() {
                match word {
                    "--test" | "--skip" => drop(words.next()),
                    word if word.starts_with('-') => (),
                    word => filters.push(word),
                }
            }
            commands.push((name, filters));
        }
    }
    commands
}

/// Returns what is wrong with a page's commands.
fn faults(page: &str, tests: &Tests) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, filters) in commands(page) {
        let Some(names) = tests.get(name) else {
            faults.push(format!("there is no crate {name}"));
            continue;
        };
        for filter in filters {
            let mut parts = filter.split("::").filter(|part| !part.is_empty());
            if !parts.all(|part| names.iter().any(|name| name.contains(part))) {
                faults.push(format!("{name} has no test {filter}"));
            }
        }
    }
    faults
}

#[test]
fn test_commands_of_the_pages_select_tests() {
    let files = files(&repository());
    let is = |path: &&PathBuf, end: &str| path.to_str().unwrap().ends_with(end);
    let manifests: Vec<PathBuf> = files.iter().filter(|path| is(path, "/Cargo.toml")).cloned().collect();
    let tests = tests(&manifests);
    let (mut count, mut found) = (0, String::new());
    for path in files.iter().filter(|path| is(path, ".md")) {
        let page = std::fs::read_to_string(path).unwrap();
        count += commands(&page).len();
        for fault in faults(&page, &tests) {
            found += &format!("{}: {fault}\n", path.display());
        }
    }
    assert!(count > 80, "only {count} commands were found");
    assert!(found.is_empty(), "{found}");
}

#[test]
fn a_command_that_selects_nothing_is_found() {
    let names = ["all", "digest", "of_a_netlist"].map(str::to_owned);
    let tests = Tests::from([("netlist".to_owned(), BTreeSet::from(names))]);
    let faults = |page: &str| faults(page, &tests);
    assert!(faults("Run `cargo test -p netlist --test all digest::` again.").is_empty());
    assert!(faults("    cargo test -p netlist --test all -- --exact digest::of_a_netlist\n").is_empty());
    assert_eq!(faults("`cargo test -p netlist --test all digests::`").len(), 1);
    assert_eq!(
        faults("`cargo test -p nets`, `cargo test -p netlist -- digest::x`").len(),
        2
    );
}
