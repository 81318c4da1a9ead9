//! The sizes of files, functions and unit tests.

use super::{crates, files};
use crate::docs::repository;

/// The most lines of a file, its unit tests included.
const LINES_OF_A_FILE: usize = 400;

/// The most lines of a function.
const LINES_OF_A_FUNCTION: usize = 80;

/// The most lines of unit tests in a source file. Longer ones lie in `tests/unit` of the crate.
const LINES_OF_TESTS: usize = 40;

/// Returns the lines of an item: up to the brace that closes it, or its semicolon. rustfmt wrote the text.
fn item<'t>(lines: &[&'t str]) -> Vec<&'t str> {
    let first = lines.first().copied().unwrap_or_default();
    let indentation = &first[..first.len() - first.trim_start().len()];
    let is_last = |line: &&str| {
        let rest = line.strip_prefix(indentation).unwrap_or_default();
        rest.starts_with('}') || !rest.starts_with(' ') && (rest.ends_with(';') || rest.ends_with("}"))
    };
    let count = lines.iter().position(is_last).map_or(lines.len(), |last| last + 1);
    lines[..count].to_vec()
}

/// True for the first line of a function.
fn is_function(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.find(|word| !["const", "extern", "unsafe"].contains(word) && !word.starts_with("pub")) == Some("fn")
}

/// Returns what is too large in a file.
fn excesses(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    if lines.len() > LINES_OF_A_FILE {
        found.push(format!("{} lines", lines.len()));
    }
    for (place, line) in lines.iter().enumerate() {
        let size = item(&lines[place..]).len();
        if is_function(line) && size > LINES_OF_A_FUNCTION {
            found.push(format!("line {}: a function of {size} lines", place + 1));
        }
        if line.starts_with("mod tests {") && size > LINES_OF_TESTS {
            found.push(format!("line {}: unit tests of {size} lines", place + 1));
        }
    }
    found
}

#[test]
fn no_file_function_or_unit_test_is_too_long() {
    let mut refused = Vec::new();
    for folder in crates() {
        for (place, text) in files(&format!("{folder}/src")) {
            let excesses = excesses(&text).into_iter();
            refused.extend(excesses.map(|excess| format!("{folder}/src/{place}: {excess}")));
        }
    }
    assert!(
        refused.is_empty(),
        "divide these, or move unit tests into tests/unit of their crate:\n{}",
        refused.join("\n")
    );
}

#[test]
fn each_excess_is_found() {
    let body = "        let a = 1;\n".repeat(LINES_OF_A_FUNCTION - 1);
    let function = format!("impl A {{\n    pub(super) const fn f(\n        a: u8,\n    ) {{\n{body}    }}\n}}\n");
    assert_eq!(excesses(&function), ["line 2: a function of 83 lines"]);
    assert_eq!(excesses(&function.replacen(&body[..19 * 3], "", 1)), [""; 0]);
    let tests = format!("mod tests {{\n{}}}\n", "    use a;\n".repeat(LINES_OF_TESTS));
    assert_eq!(excesses(&tests), ["line 1: unit tests of 42 lines"]);
    assert_eq!(excesses(&"use a;\n".repeat(LINES_OF_A_FILE + 1)), ["401 lines"]);
    assert_eq!(excesses("mod tests;\nfn f() {}\nfn g();\n"), [""; 0]);
}

#[test]
fn a_crate_without_a_program_of_unit_tests_has_none() {
    let mut found = 0;
    for folder in crates() {
        let manifest = std::fs::read_to_string(repository().join(&folder).join("Cargo.toml")).unwrap();
        if manifest.contains("[lib]\ntest = false") {
            found += 1;
            for (place, text) in files(&format!("{folder}/src")) {
                assert!(
                    !text.contains("#[test]"),
                    "{folder}/src/{place}: no program runs it; move it into tests/all"
                );
            }
        }
    }
    assert!(found > 0);
}
