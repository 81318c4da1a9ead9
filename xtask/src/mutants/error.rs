//! Errors that prevent a run and say nothing about mutants.

use std::path::{Path, PathBuf};

use halfpipe_testbench::engine::EngineError;

/// A run that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An external program is missing or fails, or Yosys' output cannot be evaluated.
    #[error(transparent)]
    Engine(#[from] EngineError),

    /// A mutation has an unknown form.
    #[error("unknown form of mutation in Yosys' list: {line}")]
    Listing {
        /// The line of the list.
        line: String,
    },

    /// There are more mutants than places side by side.
    #[error("{mutations} mutants in one netlist; at most {most} fit")]
    TooMany {
        /// The number of mutants.
        mutations: usize,
        /// The most mutants that are allowed.
        most: usize,
    },

    /// The netlist without a fault differs from the model, so its mutants mean nothing.
    #[error("{subject} without a fault differs from the model in cycle {cycle}")]
    Unsound {
        /// The mutated module.
        subject: String,
        /// The cycle of the vectors.
        cycle: usize,
    },

    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
}

impl Error {
    /// Turns a system error about `path` into an [`Error`]; for `map_err`.
    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Error {
        let path = path.to_owned();
        move |source| Error::File { path, source }
    }
}
