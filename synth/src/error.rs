//! What can go wrong between a module and its figures.

use std::path::PathBuf;

use halfpipe_tools::ToolError;

use crate::target::Target;
use crate::tools::Tools;

/// An error of this crate; its text says what was wrong, where, and what to do where that is known.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Yosys, nextpnr or a packer is missing, fails, or writes what cannot be read.
    #[error(transparent)]
    Tools(#[from] halfpipe_tools::Error),

    /// A Verilog file is one that tools read differently, or that leaves a value undefined.
    #[error(transparent)]
    Refused(#[from] crate::external::Refusal),

    /// The cache cannot be used.
    #[error(transparent)]
    Cache(#[from] halfpipe_tools::cache::CacheError),

    /// A file of results cannot be used.
    #[error("{path}: {message}")]
    Results {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },

    /// A file has the results of other programs or options than those that are here.
    #[error(
        "{path} was measured with other tools or options, {}; here are {}; to measure everything anew, remove the file",
        on_file.programs(" and "), here.programs(" and ")
    )]
    OtherTools {
        /// The file.
        path: PathBuf,
        /// Those of the file.
        on_file: Box<Tools>,
        /// Those that are here.
        here: Box<Tools>,
    },

    /// A file of results cannot be written.
    #[error(transparent)]
    Write(#[from] halfpipe_tools::files::WriteError),

    /// The module cannot be put into the measuring harness.
    #[error("module {module} cannot be measured: {message}")]
    Unmeasurable {
        /// The module.
        module: String,
        /// Why not.
        message: String,
    },

    /// A design that does not meet the clock of a board.
    #[error("{what} reaches {fmax:.1} MHz on {board}, whose clock has {clock} MHz; another latency may meet it")]
    TooSlow {
        /// The instruction and its latency.
        what: String,
        /// The board.
        board: &'static str,
        /// The board's clock, in MHz.
        clock: u32,
        /// What was reached, in MHz.
        fmax: f64,
    },

    /// A target that modules are only synthesised for.
    #[error("nothing places and routes for {target}; its area alone can be measured")]
    NoRouter {
        /// The target.
        target: Target,
    },

    /// A target name that is not in the table.
    #[error("unknown target '{name}'; known are {known}")]
    UnknownTarget {
        /// The name as it was given.
        name: String,
        /// The names that there are.
        known: String,
    },
}

impl From<ToolError> for Error {
    fn from(error: ToolError) -> Error {
        Error::Tools(error.into())
    }
}
