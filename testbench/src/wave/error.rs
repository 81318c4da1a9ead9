//! Errors of waveforms.

use std::io;
use std::path::PathBuf;

use halfpipe_simulation::model::NoModel;
use halfpipe_tools::files::WriteError;

use crate::engine::EngineError;

/// A waveform could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WaveError {
    /// A file or its folder could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Verilator could not run the module.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The module has no golden model.
    #[error(transparent)]
    NoModel(#[from] NoModel),
    /// Verilator's output is not a dump of the module.
    #[error(transparent)]
    Traced(#[from] TracedError),
    /// A value filter could not be made executable.
    #[error("cannot make {} executable: {source}", path.display())]
    Executable {
        /// The filter's script.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
}

/// An unreadable dump from Verilator.
#[derive(Debug, thiserror::Error)]
#[error("Verilator's dump of {module} cannot be read: {message}")]
pub struct TracedError {
    /// The module.
    pub(super) module: String,
    /// The reader's message.
    pub(super) message: String,
}
