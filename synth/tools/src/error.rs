//! What can go wrong with external programs and what they write.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::complaint::Complaint;
use crate::tool::{Tool, TOOLS_VARIABLE};

/// A program that did not do what it was run for.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It is missing, does not start, or fails at once.
    #[error(transparent)]
    Tool(#[from] ToolError),

    /// A file or folder that it is to read, or has written, cannot be used.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },

    /// It refused its input, or was ended.
    #[error("{tool} failed: {complaint}")]
    Failed {
        /// The program.
        tool: Tool,
        /// Why, in its own words.
        complaint: Complaint,
    },

    /// What it wrote does not have the form that it should have.
    #[error("{report}: {message}")]
    Report {
        /// What it wrote.
        report: &'static str,
        /// What is wrong with it.
        message: String,
    },
}

impl Error {
    /// Turns a system error about `path` into an [`Error`]; for `map_err`.
    pub fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { path, source }
    }
}

/// A program that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolError {
    /// It is neither on the `PATH` nor in a tool folder.
    Missing {
        /// The program.
        tool: Tool,
    },
    /// It was found and does not start.
    Unusable {
        /// The program.
        tool: Tool,
        /// Where it was found.
        path: PathBuf,
        /// What the system said.
        message: String,
    },
    /// It starts, and fails when it is asked who it is.
    Failing {
        /// The program.
        tool: Tool,
        /// Where it was found.
        path: PathBuf,
        /// The last line of what it complained of, or else printed, or its exit status when it said nothing.
        message: String,
    },
}

impl ToolError {
    /// The error for a program at `path` that did not start.
    pub fn unusable(tool: Tool, path: &Path, error: &std::io::Error) -> Self {
        Self::Unusable {
            tool,
            path: path.to_owned(),
            message: error.to_string(),
        }
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { tool } => write!(
                f,
                "{tool} ({}) is neither on the PATH nor in a tool folder ({TOOLS_VARIABLE} names one); {}",
                tool.purpose(),
                tool.installation(),
            ),
            Self::Unusable { tool, path, message } => {
                write!(f, "{tool} at {} does not start: {message}", path.display())
            }
            Self::Failing { tool, path, message } => {
                write!(f, "{tool} at {} starts and fails: {message}", path.display())
            }
        }
    }
}

impl std::error::Error for ToolError {}
