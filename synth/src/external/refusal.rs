//! Refusals of files that can be read differently.

use std::path::PathBuf;

/// Why a file is refused: a construct of it that tools read differently, or that leaves a value undefined.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{}{reason}", place(.file, .line), described(.construct))]
pub struct Refusal {
    /// The file; empty until it is known.
    pub file: PathBuf,
    /// The line, from 0, where it is known.
    pub line: Option<usize>,
    /// The construct, as the file has it; empty where the reason names it.
    pub construct: String,
    /// Why it is refused, and what is allowed.
    pub reason: String,
}

/// `file.v:7: `
fn place(file: &std::path::Path, line: &Option<usize>) -> String {
    match line {
        Some(line) => format!("{}:{}: ", file.display(), line + 1),
        None => format!("{}: ", file.display()),
    }
}

/// `delay #5: `
fn described(construct: &str) -> String {
    match construct {
        "" => String::new(),
        construct => format!("{construct}: "),
    }
}

impl Refusal {
    /// The refusal of a construct in a line, counted from 0.
    pub fn new(line: usize, construct: impl Into<String>, reason: impl Into<String>) -> Refusal {
        Refusal {
            file: PathBuf::new(),
            line: Some(line),
            construct: construct.into(),
            reason: reason.into(),
        }
    }
}
