//! Errors of synthesis, netlists and external Verilog.

use halfpipe_tools::cache::CacheError;
use halfpipe_tools::{Tool, ToolDiagnostic, ToolError};

use crate::circuit::error::NetlistError;
use crate::external::refusal::Refusal;

/// An error of this crate.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Yosys or a compiler is missing, rejects its input, or writes unreadable output.
    #[error(transparent)]
    Tools(#[from] halfpipe_tools::Error),

    /// Tools read the Verilog file differently, or it leaves a value undefined.
    #[error(transparent)]
    Refused(#[from] Refusal),

    /// The cache cannot be used.
    #[error(transparent)]
    Cache(#[from] CacheError),

    /// A netlist cannot be evaluated.
    #[error(transparent)]
    Netlist(#[from] NetlistError),

    /// The C++ compiler rejected its input, or was terminated.
    #[error("{tool} failed on {module}: {diagnostic}")]
    Build {
        /// The program.
        tool: Tool,
        /// The module under compilation.
        module: String,
        /// The tool's own diagnostic.
        diagnostic: ToolDiagnostic,
    },

    /// A compiled network cannot be loaded.
    #[error("cannot load the compiled model of {module}: {message}")]
    Stopped {
        /// The module.
        module: String,
        /// The system's message.
        message: String,
    },
}

impl Error {
    /// Makes the error of an output that cannot be read.
    pub(crate) fn report(report: &'static str, message: impl ToString) -> Error {
        Error::Tools(halfpipe_tools::Error::Report {
            report,
            message: message.to_string(),
        })
    }
}

impl From<ToolError> for Error {
    fn from(error: ToolError) -> Error {
        Error::Tools(error.into())
    }
}
