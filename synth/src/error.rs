//! Errors of synthesis, measurement and bitstreams.

use std::path::PathBuf;

use halfpipe_figures::tools::ToolVersions;
use halfpipe_fpga::TargetError;
use halfpipe_tools::ToolError;

/// An error of this crate. Its text names the error, its place, and the remedy if one is known.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Yosys, nextpnr or a packer is missing, fails, or writes unreadable output.
    #[error(transparent)]
    Tools(#[from] halfpipe_tools::Error),

    /// The cache cannot be used.
    #[error(transparent)]
    Cache(#[from] halfpipe_tools::cache::CacheError),

    /// A file of results cannot be used.
    #[error("{path}: {message}")]
    Results {
        /// The file.
        path: PathBuf,
        /// The error in it.
        message: String,
    },

    /// The results in a file come from other programs or options than the current ones.
    #[error(
        "{path} holds results of other tools or options, {}; installed are {}; remove the file to measure everything again",
        on_file.programs(" and "), here.programs(" and ")
    )]
    OtherTools {
        /// The file.
        path: PathBuf,
        /// The programs and options of the file.
        on_file: Box<ToolVersions>,
        /// The current programs and options.
        here: Box<ToolVersions>,
    },

    /// A file of results cannot be written.
    #[error(transparent)]
    Write(#[from] halfpipe_tools::files::WriteError),

    /// The module cannot be put into the measuring harness.
    #[error("module {module} cannot be measured: {message}")]
    Unmeasurable {
        /// The module.
        module: String,
        /// The reason.
        message: String,
    },

    /// A design does not fit an FPGA.
    #[error(
        "the design needs {needed} {kind} cells, and {place} has {available}; choose a smaller design or a larger FPGA"
    )]
    TooLarge {
        /// The FPGA or its board.
        place: String,
        /// The kind of cell, as nextpnr names it.
        kind: String,
        /// The cells of the design.
        needed: u32,
        /// The cells of the FPGA.
        available: u32,
    },

    /// A placement did not end in time.
    #[error("{program}; choose another latency or form of the design")]
    Unfinished {
        /// The error of the program.
        program: halfpipe_tools::Error,
    },

    /// A design does not meet the clock of a board.
    #[error("{what} reaches {fmax:.1} MHz, but the clock of {board} runs at {clock} MHz; choose another latency")]
    TooSlow {
        /// The instruction and its latency.
        what: String,
        /// The board.
        board: &'static str,
        /// The board's clock, in MHz.
        clock: u32,
        /// The frequency reached, in MHz.
        fmax: f64,
    },

    /// The target has no router.
    #[error(transparent)]
    Target(#[from] TargetError),
}

impl From<ToolError> for Error {
    fn from(error: ToolError) -> Error {
        Error::Tools(error.into())
    }
}
