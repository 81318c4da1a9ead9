//! The option for an external Verilog file, and its reader.

use std::path::{Path, PathBuf};

use halfpipe_hdl::design::{check_name, Design, DesignError, DesignKind, Interface};
use halfpipe_testbench::engine::EngineKind;
use halfpipe_testbench::foreign::{Foreign, ForeignError, PortMap};

use crate::error::Error;
use crate::file_ports::FilePorts;
use crate::render::ITERATIVE_OPTION;

/// The options.
#[derive(Clone, Debug, clap::Args)]
pub struct VerilogOption {
    /// Use the module in FILE, with the ports of the generated one
    #[arg(long, value_name = "FILE")]
    pub verilog: Option<PathBuf>,
    /// Module of FILE  [default: that of the generated name, or the only one]
    #[arg(long, value_name = "NAME", value_parser = module_name, requires = "verilog")]
    pub top: Option<String>,
    #[command(flatten)]
    pub ports: FilePorts,
}

/// Reads the name of a module.
fn module_name(text: &str) -> Result<String, DesignError> {
    check_name(text).map(|()| text.to_owned())
}

/// Returns the single function that an external file may implement.
pub fn only(kinds: &[DesignKind]) -> Result<&DesignKind, Error> {
    match kinds {
        [DesignKind::Iterative(_)] => Err(iterative_file()),
        [only] => Ok(only),
        several => Err(Error::usage(format!(
            "--verilog reads the module of one instruction, but {} are named",
            several.len()
        ))),
    }
}

/// Returns the error of an external file in place of an iterative unit.
fn iterative_file() -> Error {
    Error::usage(format!(
        "--verilog reads the module of a pipeline; leave out {ITERATIVE_OPTION}, or --verilog"
    ))
}

impl VerilogOption {
    /// Reads the external module that replaces a design, for the engine that runs it, if a file is given.
    pub fn read(&self, design: &Design, latency: Option<u32>, engine: EngineKind) -> Result<Option<Foreign>, Error> {
        let file = self.verilog.as_deref();
        if file.is_some() && design.interface().is_iterative() {
            return Err(iterative_file());
        }
        file.map(|file| self.read_file(file, design, latency, engine))
            .transpose()
    }

    fn read_file(
        &self,
        file: &Path,
        design: &Design,
        latency: Option<u32>,
        engine: EngineKind,
    ) -> Result<Foreign, Error> {
        let (map, words) = self.ports.read()?;
        let mut options = vec!["--verilog".to_owned(), file.display().to_string()];
        options.extend(self.top.iter().flat_map(|top| ["--top".to_owned(), top.clone()]));
        options.extend(words);
        let foreign = read(file, self.top.as_deref(), design, latency, engine, &map)?;
        Ok(foreign.with_options(options))
    }
}

fn read(
    file: &Path,
    top: Option<&str>,
    design: &Design,
    latency: Option<u32>,
    engine: EngineKind,
    map: &PortMap,
) -> Result<Foreign, Error> {
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
    Foreign::read(file, top, &contract, latency, engine, &defines, map).map_err(|error| match error {
        ForeignError::NoModule { ref modules, .. } if modules.len() > 1 => {
            Error::usage(format!("{error}; --top NAME chooses one"))
        }
        ForeignError::Latency { .. } => Error::failure(format!("{error}; state it with --latency N")),
        ForeignError::VerilogFile(halfpipe_yosys::Error::Refused(refusal)) => Error::Refused(Box::new(refusal)),
        error if error.is_usage() => Error::usage(error),
        error => Error::failure(error),
    })
}
