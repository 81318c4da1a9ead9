//! Refusals of ambiguous Verilog files.

use std::path::PathBuf;

/// The reason for refusing a file: a construct that tools read differently, or that leaves a value undefined.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{}{reason}", place(.file, .line), construct_text(.construct))]
pub struct Refusal {
    /// The file; empty while it is unknown.
    pub file: PathBuf,
    /// The line, from 0, if known.
    pub line: Option<usize>,
    /// The construct, as the file has it; empty if the reason names it.
    pub construct: String,
    /// The reason, and the alternatives that are allowed.
    pub reason: String,
}

/// Formats the place: `file.v:7: `
fn place(file: &std::path::Path, line: &Option<usize>) -> String {
    match line {
        Some(line) => format!("{}:{}: ", file.display(), line + 1),
        None => format!("{}: ", file.display()),
    }
}

/// Formats the construct: `delay #5: `
fn construct_text(construct: &str) -> String {
    match construct {
        "" => String::new(),
        construct => format!("{construct}: "),
    }
}

impl Refusal {
    /// Refuses a file as a whole.
    pub fn without_line(reason: impl Into<String>) -> Refusal {
        Refusal {
            line: None,
            ..Refusal::new(0, String::new(), reason)
        }
    }

    /// Refuses a construct in a line, counted from 0.
    pub fn new(line: usize, construct: impl Into<String>, reason: impl Into<String>) -> Refusal {
        Refusal {
            file: PathBuf::new(),
            line: Some(line),
            construct: construct.into(),
            reason: reason.into(),
        }
    }
}
