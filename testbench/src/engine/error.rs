//! What can go wrong while an engine runs.

use halfpipe_tools::cache::CacheError;
use halfpipe_tools::{Complaint, Tool, ToolError};

use super::gates::NetlistError;
use super::EngineKind;
use crate::model::NoModel;

/// An engine that failed, which says nothing about results.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// An external program is missing or does not start, Yosys refuses the Verilog, or its netlist cannot be read.
    #[error(transparent)]
    Tools(#[from] halfpipe_tools::Error),

    /// What Yosys made of the Verilog cannot be evaluated.
    #[error(transparent)]
    Netlist(#[from] NetlistError),

    /// The integer model does not have the instruction.
    #[error("the integer model is for instructions with two 16-bit operands a lane; {mnemonic} is none")]
    NoIntegerModel {
        /// The instruction, or what else was asked for.
        mnemonic: String,
    },

    /// There is no model to compare the module with.
    #[error(transparent)]
    NoModel(#[from] NoModel),

    /// The cache of compiled models cannot be used.
    #[error(transparent)]
    Cache(#[from] CacheError),

    /// The engine does not run Verilog that someone else wrote.
    #[error("engine {engine} runs generated modules only; verilator and gates run the Verilog of others")]
    NotGenerated {
        /// The engine.
        engine: EngineKind,
    },

    /// Verilator or the C++ compiler refused what it was given, or was ended.
    #[error("{tool} failed on {module}: {complaint}")]
    Build {
        /// The program.
        tool: Tool,
        /// What it worked on.
        module: String,
        /// Why, in its own words.
        complaint: Complaint,
    },

    /// The compiled model ended by itself.
    #[error("the compiled model of {module} stopped: {message}")]
    Stopped {
        /// The module.
        module: String,
        /// What it printed last, or why it could not be talked to.
        message: String,
    },

    /// rust-hdl's simulation ended by itself.
    #[error("rust-hdl's simulation of {module} stopped: {message}")]
    Simulation {
        /// The module.
        module: String,
        /// Why, as rust-hdl says it.
        message: String,
    },

    /// An engine did not answer every question.
    #[error("the engine gave {results} results for {vectors} vectors; it has to give one for each")]
    Count {
        /// What it was given.
        vectors: usize,
        /// What it answered.
        results: usize,
    },

    /// The valid pipeline broke its contract, which is a fault of the unit.
    #[error("out_valid of {module} is {} in cycle {cycle} of a run, where latency {latency} asks for {expected}", 1 - expected)]
    Valid {
        /// The module.
        module: String,
        /// The unit's latency.
        latency: u32,
        /// The cycle, counted from the first vector's.
        cycle: u64,
        /// What `out_valid` should be: 1 or 0.
        expected: u8,
    },
}

impl From<ToolError> for EngineError {
    fn from(error: ToolError) -> EngineError {
        EngineError::Tools(error.into())
    }
}

impl EngineError {
    /// That there are as many results as vectors.
    pub(crate) fn check_count(vectors: usize, results: usize) -> Result<(), EngineError> {
        match vectors == results {
            true => Ok(()),
            false => Err(EngineError::Count { vectors, results }),
        }
    }
}
