//! The option for an external Verilog file, and its reader.

use std::path::{Path, PathBuf};

use halfpipe_hdl::design::{Design, DesignKind, Interface};
use halfpipe_testbench::engine::EngineKind;
use halfpipe_testbench::foreign::{Foreign, ForeignError};

use crate::error::Error;

/// The option.
#[derive(Clone, Debug, clap::Args)]
pub struct VerilogOption {
    /// Use the module in FILE, with the name and ports of the generated one
    #[arg(long, value_name = "FILE")]
    pub verilog: Option<PathBuf>,
}

/// Returns the single function that an external file may implement.
pub fn only(kinds: &[DesignKind]) -> Result<&DesignKind, Error> {
    match kinds {
        [only] => Ok(only),
        several => Err(Error::usage(format!(
            "--verilog reads the module of one instruction, but {} are named",
            several.len()
        ))),
    }
}

/// Reads the external module that replaces a design, for the engine that runs it.
pub fn read(file: &Path, design: &Design, latency: Option<u32>, engine: EngineKind) -> Result<Foreign, Error> {
    let defines: Vec<&str> = match engine {
        EngineKind::Gates(mapping) => mapping.defined_macro().into_iter().collect(),
        _ => Vec::new(),
    };
    if !matches!(engine, EngineKind::Verilator | EngineKind::Gates(_)) {
        return Err(Error::usage(format!(
            "engine {engine} cannot run a Verilog file; --verilog goes with --engine verilator or gates"
        )));
    }
    let contract = |latency: u32| -> Interface { design.interface().at_latency(latency) };
    Foreign::read(file, &contract, latency, engine, &defines).map_err(|error| match error {
        ForeignError::Latency { .. } => Error::failure(format!("{error}; --latency N says it")),
        error if error.is_usage() => Error::usage(error),
        error => Error::failure(error),
    })
}
