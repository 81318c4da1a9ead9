//! Errors of engines.

use halfpipe_simulation::model::NoModel;
use halfpipe_tools::cache::CacheError;
use halfpipe_tools::{Tool, ToolDiagnostic, ToolError};

use super::EngineKind;

/// A failure of an engine. It says nothing about the results.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// An external program is missing or does not start, Yosys rejects the Verilog, or its netlist cannot be read.
    #[error(transparent)]
    Tools(#[from] halfpipe_tools::Error),

    /// Yosys' netlist of the Verilog cannot be made, read, compiled or loaded.
    #[error(transparent)]
    Netlist(#[from] halfpipe_yosys::Error),

    /// The integer model does not support the instruction.
    #[error("the integer model does not have {mnemonic}; it has instructions with two 16-bit operands per lane")]
    NoIntegerModel {
        /// The instruction, or the name of another requested function.
        mnemonic: String,
    },

    /// The module has no golden model.
    #[error(transparent)]
    NoModel(#[from] NoModel),

    /// The cache of compiled models cannot be used.
    #[error(transparent)]
    Cache(#[from] CacheError),

    /// The engine does not run external Verilog.
    #[error("engine {engine} runs generated modules only; use verilator or gates for an external Verilog file")]
    NotGenerated {
        /// The engine.
        engine: EngineKind,
    },

    /// Verilator or the C++ compiler rejected its input, or was terminated.
    #[error("{tool} failed on {module}: {diagnostic}")]
    Build {
        /// The program.
        tool: Tool,
        /// The module under compilation.
        module: String,
        /// The tool's own diagnostic.
        diagnostic: ToolDiagnostic,
    },

    /// The compiled model ended unexpectedly.
    #[error("the compiled model of {module} stopped: {message}")]
    Stopped {
        /// The module.
        module: String,
        /// The last message of the model, or the reason why communication failed.
        message: String,
    },

    /// rust-hdl's simulation ended unexpectedly.
    #[error("rust-hdl's simulation of {module} stopped: {message}")]
    Simulation {
        /// The module.
        module: String,
        /// The reason, as rust-hdl reports it.
        message: String,
    },

    /// The engine returned too few or too many results.
    #[error("the engine returned {results} results for {vectors} vectors; expected one result per vector")]
    Count {
        /// The number of vectors given.
        vectors: usize,
        /// The number of results returned.
        results: usize,
    },

    /// The valid pipeline violated its contract. The fault lies in the unit.
    #[error("out_valid of {module} is {} in cycle {cycle}, expected {expected} at latency {latency}", 1 - expected)]
    Valid {
        /// The module.
        module: String,
        /// The unit's latency.
        latency: u32,
        /// The cycle, counted from that of the first vector.
        cycle: u64,
        /// The required value of `out_valid`: 1 or 0.
        expected: u8,
    },

    /// A unit that works on one operation at a time shows no result for one, or several. The fault lies in the unit.
    #[error("{module} shows {results} results within {cycles} enabled cycles after operands, expected 1")]
    Operation {
        /// The module.
        module: String,
        /// The number of results.
        results: usize,
        /// The cycles that an operation may take.
        cycles: u32,
    },
}

impl From<ToolError> for EngineError {
    fn from(error: ToolError) -> EngineError {
        EngineError::Tools(error.into())
    }
}

impl EngineError {
    /// Checks that there are as many results as vectors.
    pub(crate) fn check_count(vectors: usize, results: usize) -> Result<(), EngineError> {
        if vectors == results {
            Ok(())
        } else {
            Err(EngineError::Count { vectors, results })
        }
    }
}
