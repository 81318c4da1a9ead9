//! External Verilog modules: edited, synthesised or of other origin.

mod latency;
mod ports;

use std::path::{Path, PathBuf};

use halfpipe_hdl::design::{check_name, Design, Interface};
use halfpipe_yosys::dut::{Dut, Verilog};
use halfpipe_yosys::external::{CellModels, Elaborated, FileReading, VerilogFile};
use halfpipe_yosys::Circuit;

use crate::engine::{EngineError, EngineKind};

pub use ports::PortFaults;

/// A module of a Verilog file, with the name and the ports of its contract.
#[derive(Clone, Debug)]
pub struct Foreign {
    interface: Interface,
    source: VerilogFile,
    models: Option<CellModels>,
    elaborated: Elaborated,
}

/// A file without a usable module.
#[derive(Debug, thiserror::Error)]
pub enum ForeignError {
    /// The file cannot be read, or Yosys rejects it.
    #[error(transparent)]
    VerilogFile(#[from] halfpipe_yosys::Error),

    /// The file lacks the named module, or has several of other names.
    #[error("{} has no module {module}; {}", file.display(), list(modules))]
    NoModule {
        /// The file.
        file: PathBuf,
        /// The required module.
        module: String,
        /// The modules of the file.
        modules: Vec<String>,
    },

    /// The ports differ from those of the contract.
    #[error("{}: module {module} does not have the ports of {title}: {faults}", file.display())]
    Ports {
        /// The file.
        file: PathBuf,
        /// The module.
        module: String,
        /// The title of the contract: an instruction or another function.
        title: String,
        /// All port faults.
        faults: PortFaults,
    },

    /// The latency cannot be measured.
    #[error(
        "{}: cannot detect the latency: after a reset, one valid vector makes out_valid 1 {}",
        file.display(), shown(cycles)
    )]
    Latency {
        /// The file.
        file: PathBuf,
        /// The cycles with `out_valid` 1, counted from the vector's.
        cycles: Vec<usize>,
    },

    /// The engine that measures the latency failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl ForeignError {
    /// True if the file itself is wrong, rather than a tool or the module's behaviour.
    pub fn is_usage(&self) -> bool {
        match self {
            ForeignError::VerilogFile(error) => matches!(
                error,
                halfpipe_yosys::Error::Tools(halfpipe_tools::Error::File { .. } | halfpipe_tools::Error::Failed { .. })
                    | halfpipe_yosys::Error::Refused(_)
            ),
            ForeignError::NoModule { .. } | ForeignError::Ports { .. } => true,
            ForeignError::Latency { .. } | ForeignError::Engine(_) => false,
        }
    }
}

fn list(modules: &[String]) -> String {
    match modules {
        [] => "it has no module".to_owned(),
        [only] => format!("its module is {only}"),
        several => format!("its modules are {}", several.join(", ")),
    }
}

fn shown(cycles: &[usize]) -> String {
    match cycles {
        [] => format!("in none of the {} cycles after it", latency::CYCLES),
        [cycle] => format!("in cycle {cycle} after it"),
        cycles => {
            let cycles: Vec<String> = cycles.iter().map(ToString::to_string).collect();
            format!("in the cycles {} after it", cycles.join(", "))
        }
    }
}

impl Foreign {
    /// Describes the reading of the file.
    ///
    /// # Errors
    ///
    /// [`ForeignError::VerilogFile`] when a tool does not tell its version.
    pub fn reading(&self) -> Result<FileReading, ForeignError> {
        Ok(self.source.reading(&self.elaborated, self.interface.name())?)
    }

    /// Returns the source file as read.
    pub fn source(&self) -> &VerilogFile {
        &self.source
    }

    /// Reads the module of a contract from a file. `contract` returns the interface for a given latency.
    ///
    /// Without the name of a module, the module has the name in the contract; if the file lacks it, it is the only one
    /// that no other module instantiates.
    ///
    /// Without a given latency, a module without control ports has latency 0. A module with control ports is measured
    /// with `engine`, which must be `verilator` or `gates`. `defines` are the macros for reading the file.
    ///
    /// # Errors
    ///
    /// [`ForeignError`] when the file has no such module, its ports are not those of the contract for that latency, or
    /// the latency cannot be measured.
    pub fn read(
        file: &Path,
        module: Option<&str>,
        contract: &dyn Fn(u32) -> Interface,
        latency: Option<u32>,
        engine: EngineKind,
        defines: &[&str],
    ) -> Result<Foreign, ForeignError> {
        let mut source = VerilogFile::read(file, defines)?;
        let usual = contract(0).name().to_owned();
        let module = match module {
            Some(module) => module.to_owned(),
            None => only_module(&source, &usual).unwrap_or(usual),
        };
        if source.modules().any(|known| known == module) {
            source = source.with_top(&module)?;
        }
        let contract = |latency: u32| contract(latency).with_name(&module);
        let Some(ports) = source.ports(&module) else {
            return Err(ForeignError::NoModule {
                file: file.to_owned(),
                modules: source.modules().map(str::to_owned).collect(),
                module,
            });
        };
        let is_pipelined = latency.map_or_else(|| ports::has_control(ports, &contract(1)), |latency| latency > 0);
        let interface = contract(latency.unwrap_or(is_pipelined.into()));
        if let Some(faults) = PortFaults::find(ports, &interface) {
            return Err(ForeignError::Ports {
                file: file.to_owned(),
                module,
                title: interface.title(),
                faults,
            });
        }
        let models = source.cell_models()?;
        let elaborated = source.elaborate(&module, models.as_ref())?;
        // A file that is not a circuit is rejected here, with the line of the fault.
        Circuit::from_elaborated(&interface, &elaborated).map_err(|error| {
            let lines = error.source_lines(&elaborated.module).unwrap_or_default();
            halfpipe_yosys::Error::from(source.refuse(lines, error.to_string()))
        })?;
        let mut foreign = Foreign {
            interface,
            source,
            models,
            elaborated,
        };
        if latency.is_none() && is_pipelined {
            foreign.interface = contract(latency::measure(&foreign, engine)?);
        }
        Ok(foreign)
    }
}

/// Returns the only top module of a file that lacks the module of the usual name. A name that tools spell with an
/// escape does not count.
fn only_module(source: &VerilogFile, usual: &str) -> Option<String> {
    let mut modules = source.top_modules().filter(|module| check_name(module).is_ok());
    let has_usual = source.modules().any(|module| module == usual);
    match (has_usual, modules.next(), modules.next()) {
        (false, Some(only), None) => Some(only.to_owned()),
        _ => None,
    }
}

impl Dut for Foreign {
    fn interface(&self) -> &Interface {
        &self.interface
    }

    fn verilog(&self) -> Verilog {
        Verilog {
            text: self.source.text.clone(),
            reader: self.source.synthesis_reader(&self.elaborated, self.interface.name()),
            files: Some(self.source.assembled().clone()),
            models: self.models.clone(),
        }
    }

    fn design(&self) -> Option<&Design> {
        None
    }

    fn elaborated(&self) -> Option<&Elaborated> {
        Some(&self.elaborated)
    }

    fn file(&self) -> Option<&Path> {
        Some(&self.source.file)
    }
}
