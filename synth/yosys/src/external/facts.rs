//! Facts about a Verilog file, from slang's parser and analysis.
//!
//! The program `halfpipe-slang` prints them as JSON. It resolves names, so a rule over these facts does not depend on
//! spelling. Lines count from 0.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use halfpipe_tools::Tool;
use serde::de::DeserializeOwned;
use serde::Deserialize;

use super::circuit_facts::{CircuitFacts, Named};
use super::refusal::Refusal;
use crate::error::Error;
use crate::program::{limit_reason, run_limited};

/// The place of a fact in the user's files.
#[derive(Clone, Debug, Deserialize)]
pub struct Place {
    /// The file.
    pub file: PathBuf,
    /// The line.
    pub line: usize,
}

/// A fact at a place.
#[derive(Clone, Debug, Deserialize)]
pub struct At<T> {
    /// The place.
    #[serde(flatten)]
    pub place: Place,
    /// The fact.
    #[serde(flatten)]
    pub fact: T,
}

/// The facts about a file.
#[derive(Clone, Debug, Deserialize)]
pub struct FileFacts {
    /// Its tokens.
    pub text: TextFacts,
    /// Its circuit; empty if the text has errors.
    pub circuit: CircuitFacts,
}

/// The facts about the tokens of a file and its includes.
#[derive(Clone, Debug, Deserialize)]
pub struct TextFacts {
    /// The version of slang.
    pub slang: String,
    /// The text, with includes in the place of their directives, without the parts that some tools skip.
    pub text: String,
    /// The text with these parts; empty if there are none.
    pub whole: String,
    /// The file and line of each line of the text.
    pub lines: Vec<(PathBuf, usize)>,
    /// The comments of text that is not excluded.
    pub comments: Vec<At<Comment>>,
    /// The directives, without uses of macros.
    pub directives: Vec<At<Directive>>,
    /// The macros that directives test.
    pub tests: Vec<At<Macro>>,
    /// The macros that the text uses.
    pub uses: Vec<At<Macro>>,
    /// The attributes.
    pub attributes: Vec<At<Named>>,
    /// The errors of the preprocessor and the parser.
    pub errors: Vec<At<Message>>,
    /// The files that fill memories.
    pub memories: Vec<At<NamedFile>>,
    /// The included files.
    pub includes: Vec<At<NamedFile>>,
}

/// A comment with its marks.
#[derive(Clone, Debug, Deserialize)]
pub struct Comment {
    /// Its text.
    pub text: String,
    /// True if it is the begin or the end of a part of the text that some tools skip.
    pub is_paired: bool,
}

/// A directive.
#[derive(Clone, Debug, Deserialize)]
pub struct Directive {
    /// Its name, without the mark in front.
    pub name: String,
    /// The kind of net behind `default_nettype`; else empty.
    #[serde(default)]
    pub kind: String,
    /// The text behind it on its line.
    pub behind: String,
    /// True in the body of a macro.
    pub is_nested: bool,
}

/// A use or a test of a macro.
#[derive(Clone, Debug, Deserialize)]
pub struct Macro {
    /// Its name.
    pub name: String,
    /// True if the file or the flow defines it.
    pub is_defined: bool,
    /// True for a test if the next directive defines the macro, as in an include guard.
    #[serde(default)]
    pub is_guard: bool,
}

/// A message of slang.
#[derive(Clone, Debug, Deserialize)]
pub struct Message {
    /// The first word that it is about.
    pub construct: String,
    /// Its text.
    pub message: String,
}

/// A file that a text names.
#[derive(Clone, Debug, Deserialize)]
pub struct NamedFile {
    /// Its name in the text.
    pub name: String,
    /// The place where it is or should be.
    pub path: PathBuf,
    /// The number of different files of this name, beside the naming file and in the current folder.
    pub found: usize,
    /// The copy that the text names in its place; empty if there is none.
    pub copy: String,
}

/// Runs `halfpipe-slang` in a folder and reads the facts that it prints.
///
/// # Errors
///
/// [`Error::Refused`] when slang exceeds its limits or stops. [`Error::Tools`] when the program is missing.
pub fn read<T: DeserializeOwned>(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> Result<T, Error> {
    let refuse = |words: String| -> Error { Refusal::without_line(words).into() };
    let program = Tool::Slang.find().map_err(halfpipe_tools::Error::from)?;
    let mut command = Command::new(&program);
    command.args(arguments).current_dir(folder);
    let output = run_limited(Tool::Slang, &program, command).map_err(|error| match limit_reason("slang", &error) {
        Some(reason) => refuse(reason),
        None => match error {
            halfpipe_tools::Error::Failed { diagnostic, .. } => refuse(format!("slang's analysis stops: {diagnostic}")),
            other => other.into(),
        },
    })?;
    serde_json::from_slice(&output).map_err(|error| Error::report("slang's facts", error))
}
