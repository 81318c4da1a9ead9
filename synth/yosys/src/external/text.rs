//! The one text that all tools read, and the rules over its tokens.
//!
//! The text is the file's own, with its includes in place. Text that some tools skip or add is refused.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::circuit_facts::{CircuitFacts, Named};
use super::facts::{self, At, Comment, Directive, FileFacts, Macro, NamedFile, Place, TextFacts};
use super::refusal::Refusal;
use super::sources::VerilogSources;
use super::variants::{self, is_of_tools, SKIPPED};
use super::words::{has_word, MACRO_DIRECTIVES, PLAIN_DIRECTIVES, REFUSED_ATTRIBUTES, SKIPPING_WORDS, TOOL_WORDS};
use crate::error::Error;

/// The name of the source while tools read it.
pub(super) const FILE: &str = "source.v";

/// A file and its includes, as one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assembled {
    /// The text.
    pub text: String,
    /// Macros that the file tests but does not define: they are read as undefined.
    pub undefined: BTreeSet<String>,
    /// The files that the text comes from, and those that fill its memories.
    pub files: BTreeSet<PathBuf>,
    /// The version of slang's analysis.
    pub slang: String,
    /// The file and line, from 0, of each line of the text.
    lines: Vec<(PathBuf, usize)>,
    /// The names in the user's files of the files that fill memories, by the copies that the text names.
    copies: BTreeMap<String, String>,
}

impl Assembled {
    /// Returns the file and line, both from 0, of a line of the text.
    pub fn origin(&self, line: usize) -> (PathBuf, usize) {
        self.lines.get(line).or(self.lines.last()).cloned().unwrap_or_default()
    }

    /// Returns the name in the user's files of a file that fills a memory.
    pub fn written_name<'a>(&'a self, copy: &'a str) -> &'a str {
        self.copies.get(copy).map_or(copy, String::as_str)
    }

    /// Converts a refusal of a line of the text to the original file and line.
    pub fn locate(&self, refusal: Refusal) -> Refusal {
        let reason = self.rename(&refusal.reason, FILE);
        let (file, line) = self.origin(refusal.line.unwrap_or(0));
        Refusal {
            file,
            line: refusal.line.map(|_| line),
            reason,
            ..refusal
        }
    }

    /// Rewrites places of the form `name:line` in a tool's message as places in the original files.
    pub fn rename(&self, words: &str, name: &str) -> String {
        let mut renamed = String::new();
        let mut rest = words;
        while let Some((before, after)) = rest.split_once(name) {
            renamed += before;
            let digits = after.strip_prefix(':').map(|after| {
                let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
                &after[..end]
            });
            match digits.and_then(|digits| digits.parse::<usize>().ok()) {
                Some(line) if line > 0 => {
                    let (file, origin) = self.origin(line - 1);
                    renamed += &format!("{}:{}", file.display(), origin + 1);
                    rest = &after[1 + digits.unwrap_or_default().len()..];
                }
                _ => {
                    renamed += &self.origin(0).0.display().to_string();
                    rest = after;
                }
            }
        }
        renamed + rest
    }
}

/// Reads files with their includes, and slang's circuit below their top module, or below the module of the usual name.
/// `folder` is for slang's run, `data` for copies of the files that fill memories.
///
/// # Errors
///
/// [`Error::Refused`] when another tool would read the text differently, or a file that it names cannot be read.
pub fn assemble(
    sources: &VerilogSources,
    usual: &str,
    folder: &Path,
    data: &Path,
) -> Result<(Assembled, CircuitFacts), Error> {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let here = std::env::current_dir().unwrap_or_default();
    let [here, data] = [&here, data].map(|path| path.display().to_string());
    let mut arguments = vec![
        "file".to_owned(),
        here.clone(),
        data,
        sources.language().version().to_owned(),
    ];
    let mut add = |option: &str, value: String| arguments.extend([option.to_owned(), value]);
    for (option, paths) in [("--file", &sources.files), ("-I", &sources.includes)] {
        paths
            .iter()
            .for_each(|path| add(option, absolute(path).display().to_string()));
    }
    let defines = sources.defines.iter();
    defines.for_each(|define| add("-D", format!("{}={}", define.name, define.text)));
    sources.undefined.iter().for_each(|name| add("-U", name.to_string()));
    sources
        .parameters
        .iter()
        .for_each(|parameter| add("-P", parameter.to_string()));
    add("--top", sources.top.clone().unwrap_or_else(|| usual.to_owned()));
    let facts = facts::read(folder, &arguments).map_err(|error| match error {
        Error::Refused(refusal) => Refusal {
            file: sources.files.first().cloned().unwrap_or_default(),
            ..refusal
        }
        .into(),
        other => other,
    });
    let FileFacts { text: facts, circuit } = facts?;
    let shown = |path: &Path| {
        let mut files = sources.files.iter();
        match files.find(|file| path == absolute(file)) {
            Some(file) => file.clone(),
            None => path.strip_prefix(&here).unwrap_or(path).to_owned(),
        }
    };
    let top = sources.top.as_deref().unwrap_or(usual);
    let differing = variants::differing(&facts, sources.language().version(), top, folder)?;
    check(&facts, &differing).map_err(|refusal| Refusal {
        file: shown(&refusal.file),
        reason: refusal.reason.replace(&format!("{here}/"), ""),
        ..refusal
    })?;
    let undefined = facts.tests.iter().map(|test| &test.fact);
    let undefined = undefined.filter(|test| !test.is_defined && !test.is_guard);
    let memories = facts.memories.iter().map(|memory| shown(&memory.fact.path));
    let copies = facts.memories.iter().map(|memory| {
        let NamedFile { copy, name, .. } = &memory.fact;
        (copy.clone(), name.clone())
    });
    let copies = copies.collect();
    let lines: Vec<(PathBuf, usize)> = facts.lines.iter().map(|(path, line)| (shown(path), *line)).collect();
    let assembled = Assembled {
        undefined: undefined.map(|test| test.name.clone()).collect(),
        files: lines.iter().map(|(path, _)| path.clone()).chain(memories).collect(),
        text: facts.text,
        slang: facts.slang,
        lines,
        copies,
    };
    Ok((assembled, circuit))
}

/// Makes a refusal at a place.
fn refuse(place: &Place, construct: impl Into<String>, reason: impl Into<String>) -> Refusal {
    Refusal {
        file: place.file.clone(),
        ..Refusal::new(place.line, construct, reason)
    }
}

/// Refuses tokens that tools read differently, and files that cannot be read.
fn check(facts: &TextFacts, differing: &BTreeSet<String>) -> Result<(), Refusal> {
    let mut refusals = Vec::new();
    let comments = facts.comments.iter();
    let comments = comments.filter(|comment| !comment.fact.is_paired || differing.contains(SKIPPED));
    refusals.extend(comments.filter_map(check_comment));
    refusals.extend(facts.directives.iter().filter_map(check_directive));
    let tests = facts.tests.iter().filter(|test| differing.contains(&test.fact.name));
    refusals.extend(tests.filter_map(check_test));
    refusals.extend(facts.attributes.iter().filter_map(check_attribute));
    for memory in &facts.memories {
        refusals.extend(check_file(memory, format!("\"{}\"", memory.fact.name)));
        if memory.fact.found == 1 && memory.fact.copy.is_empty() {
            refusals.push(refuse(&memory.place, "$readmem", "name the file outside of a macro"));
        }
    }
    for include in &facts.includes {
        refusals.extend(check_file(include, format!("`include \"{}\"", include.fact.name)));
    }
    for used in facts.uses.iter().filter(|used| !used.fact.is_defined) {
        let reason = "the file does not define this macro, and a tool may; define it in the file";
        refusals.push(refuse(&used.place, format!("`{}", used.fact.name), reason));
    }
    if let Some(line) = facts.text.split('\n').position(|line| line.contains('\0')) {
        let (file, line) = facts.lines[line.min(facts.lines.len() - 1)].clone();
        refusals.push(refuse(
            &Place { file, line },
            "byte of zero",
            "some tools stop reading there; remove it, or unpack the file if it is compressed",
        ));
    }
    for line in lone_returns(facts) {
        let reason =
            "some tools take a carriage return without a line feed for the end of a line; end lines with a line feed";
        refusals.push(refuse(&line, "carriage return", reason));
    }
    // A rule explains a construct better than a syntax error behind it does.
    for error in &facts.errors {
        refusals.push(refuse(
            &error.place,
            error.fact.construct.clone(),
            error.fact.message.clone(),
        ));
    }
    refusals.into_iter().next().map_or(Ok(()), Err)
}

/// Returns the places of carriage returns without a line feed.
fn lone_returns(facts: &TextFacts) -> Vec<Place> {
    let lines = facts.text.split('\n').zip(&facts.lines);
    let lone = lines.filter(|(text, _)| text.strip_suffix('\r').unwrap_or(text).contains('\r'));
    lone.map(|(_, (file, line))| Place {
        file: file.clone(),
        line: *line,
    })
    .collect()
}

/// Refuses a comment that makes a tool skip text.
fn check_comment(comment: &At<Comment>) -> Option<Refusal> {
    let inner = comment.fact.text.trim_matches(['/', '*']);
    let words: Vec<String> = inner.split_whitespace().map(str::to_lowercase).collect();
    let is_tools = words.first().is_some_and(|word| has_word(TOOL_WORDS, word));
    let is_skipping = |word: &String| {
        SKIPPING_WORDS
            .split_whitespace()
            .any(|skipping| word.starts_with(skipping))
    };
    let skips = words.first().is_some_and(is_skipping) || is_tools && words.get(1).is_some_and(is_skipping);
    let mut near = words.iter().skip(1).take(2);
    let has_switch = near.any(|word| matches!(word.as_str(), "on" | "off"));
    let chooses_case = words.iter().any(|word| word == "case") && words.len() <= 7;
    (skips || is_tools && (has_switch || chooses_case)).then(|| {
        let reason =
            "some tools skip the text behind it and others read it; remove the comment, and the text that it hides";
        refuse(&comment.place, format!("comment `{}`", inner.trim()), reason)
    })
}

/// Refuses a directive that changes how some tools read the text behind it.
fn check_directive(directive: &At<Directive>) -> Option<Refusal> {
    let Directive {
        name,
        kind,
        behind,
        is_nested,
    } = &directive.fact;
    let construct = format!("`{name}");
    let reason = if *is_nested {
        "tools read a directive in a macro differently; write it outside"
    } else if name == "default_nettype" && kind != "none" && kind != "wire" {
        let reason = "an undeclared net can only be a wire or an error; write none or wire";
        return Some(refuse(&directive.place, format!("{construct} {kind}"), reason));
    } else if has_word(PLAIN_DIRECTIVES, name) {
        let is_blank =
            behind.is_empty() || behind.starts_with("//") || behind.starts_with("/*") && behind.ends_with("*/");
        if is_blank {
            return None;
        }
        "tools differ about text behind it on its line; write the text on the next line"
    } else if has_word(MACRO_DIRECTIVES, name) {
        return None;
    } else {
        "tools read the text behind this directive differently; remove it"
    };
    Some(refuse(&directive.place, construct, reason))
}

/// Refuses a test of a macro that some tools define.
fn check_test(test: &At<Macro>) -> Option<Refusal> {
    let name = &test.fact.name;
    (is_of_tools(name) && !test.fact.is_defined).then(|| {
        let reason = format!(
            "some tools predefine this macro, so they read another circuit; choose one with -D {name} or -U {name}"
        );
        refuse(&test.place, format!("conditional on {name}"), reason)
    })
}

/// Refuses an attribute that makes a tool read another circuit.
fn check_attribute(attribute: &At<Named>) -> Option<Refusal> {
    let name = attribute.fact.name.to_lowercase();
    let is_refused = has_word(REFUSED_ATTRIBUTES, &name) || name.starts_with("techmap");
    is_refused.then(|| {
        let reason = "tools that know this attribute build another circuit than others; remove it";
        refuse(&attribute.place, format!("attribute {}", attribute.fact.name), reason)
    })
}

/// Refuses a named file that is missing or ambiguous.
fn check_file(file: &At<NamedFile>, construct: String) -> Option<Refusal> {
    let NamedFile { name, path, found, .. } = &file.fact;
    let shown = path.display();
    let reason = match found {
        0 => match std::fs::metadata(path) {
            Err(error) => format!("{shown}: {error}"),
            Ok(_) => format!("{shown}: it is no regular file"),
        },
        1 => return None,
        _ => format!("{shown} and {name} differ, and tools look in either place; keep one of them"),
    };
    Some(refuse(&file.place, construct, reason))
}
