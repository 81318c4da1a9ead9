//! Lint of the first words of doc comments, source files and pages, and of functions called `of`.
//!
//! A doc comment starts with a noun phrase or a verb, so a reader learns its subject from its first word.

use std::path::{Path, PathBuf};

use super::repository;

/// Words that open a clause in place of a subject.
const OPENERS: [&str; 10] = [
    "What", "That", "Whether", "Which", "Who", "Whose", "Where", "When", "How", "Why",
];

/// Declarations of functions without a verb. The strings are split, since this file is read too.
const NAMES: [&str; 2] = [concat!("fn ", "of("), concat!("fn ", "of<")];

/// Extensions of source files other than Rust, with the mark of their comments.
const COMMENTS: [(&str, &str); 9] = [
    ("c", "//"),
    ("cpp", "//"),
    ("h", "//"),
    ("v", "//"),
    ("vh", "//"),
    ("py", "#"),
    ("toml", "#"),
    ("in", "#"),
    ("S", "#"),
];

/// Returns the files below a folder, without build outputs and hidden folders, in the order of their names.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let mut files = Vec::new();
    for path in entries {
        let name = path.file_name().unwrap().to_str().unwrap();
        if name == "target" || name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.push(path);
        }
    }
    files
}

/// Returns whether a clause takes the place of the subject.
fn is_clause(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let word = text.split(|c: char| !c.is_alphanumeric()).next().unwrap();
    OPENERS.contains(&word) && !text.contains('?')
}

/// Returns the text and the mark of a doc comment's line.
fn doc_comment(line: &str) -> Option<(&str, &str)> {
    let marks = ["//!", "///"].into_iter();
    let mut texts = marks.filter_map(|mark| Some((mark, line.trim_start().strip_prefix(mark)?)));
    texts.next().filter(|(_, text)| !text.starts_with('/'))
}

/// Returns the lines of Rust source that break a rule, with the rule.
fn faults_of_rust(source: &str) -> Vec<(usize, &'static str)> {
    let mut faults = Vec::new();
    let mut above = None;
    for (line, number) in source.lines().zip(1..) {
        let comment = doc_comment(line);
        let mark = comment.map(|(mark, _)| mark);
        if comment.is_some_and(|(mark, text)| above != Some(mark) && is_clause(text)) {
            faults.push((number, "the doc comment starts with a clause"));
        }
        if comment.is_none() && NAMES.iter().any(|name| line.contains(name)) {
            faults.push((number, "the function is called `of`: use a verb, or `from_…`"));
        }
        above = mark;
    }
    faults
}

/// Returns the first line of a page's text, below its headings and pictures.
fn first_line_of_page(page: &str) -> Option<(usize, &str)> {
    let mut lines = page.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let (line, number) = lines.find(|(line, _)| !line.starts_with(['#', '!', '<']))?;
    Some((number, line))
}

/// Returns the first comment of a source file in another language.
fn first_comment<'a>(source: &'a str, mark: &str) -> Option<(usize, &'a str)> {
    let mut lines = source.lines().zip(1..).filter(|(line, _)| !line.starts_with("#!"));
    let (line, number) = lines.find(|(line, _)| !line.trim().is_empty())?;
    Some((number, line.strip_prefix(mark)?))
}

fn faults(path: &Path, text: &str) -> Vec<(usize, &'static str)> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let opens_badly = |line: Option<(usize, &str)>, rule| {
        let line = line.filter(|(_, text)| is_clause(text));
        line.map(|(number, _)| (number, rule)).into_iter().collect()
    };
    match extension {
        Some("rs") => faults_of_rust(text),
        Some("md") => opens_badly(first_line_of_page(text), "the page starts with a clause"),
        Some(extension) => {
            let Some((_, mark)) = COMMENTS.iter().find(|(name, _)| *name == extension) else {
                return Vec::new();
            };
            opens_badly(first_comment(text, mark), "the file starts with a clause")
        }
        None => Vec::new(),
    }
}

#[test]
fn comments_files_and_pages_start_with_their_subject() {
    let root = repository();
    let mut count = 0;
    let mut found = String::new();
    for path in files(&root) {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        count += 1;
        for (line, rule) in faults(&path, &text) {
            let place = path.strip_prefix(&root).unwrap().display();
            found += &format!("{place}:{line}: {rule}\n");
        }
    }
    assert!(count > 500, "only {count} files were read");
    assert!(
        found.is_empty(),
        "{found}A comment starts with a noun phrase or a verb: \"Netlist equivalence.\", \"Returns the width.\""
    );
}

#[test]
fn clauses_and_functions_without_a_verb_are_found() {
    let source = concat!(
        "//! What it does.\n\n",
        "/// The width.\n/// Which nobody reads.\n",
        "/// `How` it is read.\nfn ",
        "of(text: &str) {}\n",
        "    /// - Whether it is empty.\n    /// What if nothing is there?\n",
        "fn offset(bits: u32) {}\n",
        "    /// Why is it not a clause? It is a question.\n",
    );
    let lines = |path: &str, text: &str| -> Vec<usize> {
        let faults = faults(Path::new(path), text).into_iter();
        faults.map(|(line, _)| line).collect()
    };
    assert_eq!(lines("a.rs", source), [1, 6, 7]);
    assert_eq!(lines("a.md", "# How it works\n\nWhich shows how it works.\n"), [3]);
    assert!(lines("a.md", "# Waves\n\n![What](a.svg)\n\nThe waves.\nWhat comes.\n").is_empty());
    assert_eq!(lines("a.v", "// What comes later.\nmodule a;\n"), [1]);
    assert!(lines("a.py", "#!/usr/bin/env python3\n# The operands.\n# What they are.\n").is_empty());
}
