//! What can go wrong, which says nothing about mutants.

use std::path::{Path, PathBuf};

use halfpipe_testbench::engine::EngineError;

/// A run that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An external program is missing or fails, or what Yosys wrote cannot be evaluated.
    #[error(transparent)]
    Engine(#[from] EngineError),

    /// A mutation of a form that is not known.
    #[error("Yosys lists a mutation of no known form: {line}")]
    Listing {
        /// The line of the list.
        line: String,
    },

    /// More mutants than there are places for side by side.
    #[error("{mutations} mutants in one netlist: there is room for {most}")]
    TooMany {
        /// How many there are.
        mutations: usize,
        /// How many there may be.
        most: usize,
    },

    /// The netlist without a fault is not what the model says: its mutants mean nothing.
    #[error("{subject} without a fault differs from the model in cycle {cycle}")]
    Unsound {
        /// What was mutated.
        subject: String,
        /// The cycle of the vectors.
        cycle: usize,
    },

    /// ABC did not say what it found.
    #[error("yosys-abc did not answer: {said}")]
    Abc {
        /// All that it said.
        said: String,
    },

    /// A file that cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
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
