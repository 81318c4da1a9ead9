//! Errors of external programs and of their output.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::diagnostic::ToolDiagnostic;
use crate::tool::{Tool, TOOLS_VARIABLE};

/// A program that failed at its task.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The program is missing, does not start, or fails at once.
    #[error(transparent)]
    Tool(#[from] ToolError),

    /// A file or folder for its input or output cannot be used.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },

    /// The folder for temporary files cannot be used.
    #[error(
        "cannot write temporary files in {}: {source}; set TMPDIR to a folder with free space, where you may write",
        folder.display()
    )]
    Temporary {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },

    /// The program refused its input, or was terminated.
    #[error("{tool} failed: {diagnostic}")]
    Failed {
        /// The program.
        tool: Tool,
        /// The reason, in its own words.
        diagnostic: ToolDiagnostic,
    },

    /// The program did not end in time, and was stopped.
    #[error("{tool} did not end within {} minutes, and was stopped", limit.as_secs() / 60)]
    TooSlow {
        /// The program.
        tool: Tool,
        /// The time that it had.
        limit: Duration,
    },

    /// Its output does not have the expected form.
    #[error("{report}: {message}")]
    Report {
        /// The name of that output.
        report: &'static str,
        /// The error in it.
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
    /// The program is neither on the `PATH` nor in a tool folder.
    Missing {
        /// The program.
        tool: Tool,
    },
    /// The program was found but does not start.
    Unusable {
        /// The program.
        tool: Tool,
        /// The path at which it was found.
        path: PathBuf,
        /// The system's error.
        message: String,
    },
    /// The program starts, but fails when it is asked for its version.
    Failing {
        /// The program.
        tool: Tool,
        /// The path at which it was found.
        path: PathBuf,
        /// The last line of its error output, or else of its standard output, or its exit status if it printed nothing.
        message: String,
    },
}

impl ToolError {
    /// Returns the error for a program at `path` that did not start.
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
                "{tool} ({}) not found on the PATH or in a tool folder ({TOOLS_VARIABLE}); {}",
                tool.purpose(),
                tool.installation(),
            ),
            Self::Unusable { tool, path, message } => {
                write!(f, "{tool} at {} does not start: {message}", path.display())
            }
            Self::Failing { tool, path, message } => {
                write!(f, "{tool} at {} fails: {message}", path.display())
            }
        }
    }
}

impl std::error::Error for ToolError {}
