//! External Verilog modules: edited, synthesised or of other origin.

mod error;
mod latency;
mod ports;

use halfpipe_hdl::design::{check_name, Design, Interface};
use halfpipe_yosys::dut::{Dut, Verilog};
use halfpipe_yosys::external::{CellModels, Elaborated, FileReading, VerilogFile, VerilogSources};
use halfpipe_yosys::Circuit;

use crate::engine::EngineKind;

pub use error::ForeignError;
pub use ports::PortFaults;

/// A module of Verilog files, with the name and the ports of its contract.
#[derive(Clone, Debug)]
pub struct Foreign {
    interface: Interface,
    source: VerilogFile,
    models: Option<CellModels>,
    elaborated: Elaborated,
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

    /// Reads the module of a contract from files. `contract` returns the interface for a given latency.
    ///
    /// Without the name of a module, the module has the name in the contract; if the files lack it, it is the only one
    /// that no other module instantiates.
    ///
    /// Without a given latency, a module without control ports has latency 0. A module with control ports is measured
    /// with `engine`, which must be `verilator` or `gates`. `macros` are those that a flow defines.
    ///
    /// # Errors
    ///
    /// [`ForeignError`] when the file has no such module, its ports are not those of the contract for that latency, or
    /// the latency cannot be measured.
    pub fn read(
        sources: &VerilogSources,
        contract: &dyn Fn(u32) -> Interface,
        latency: Option<u32>,
        engine: EngineKind,
        macros: &[&str],
    ) -> Result<Foreign, ForeignError> {
        let usual = contract(0).name().to_owned();
        let mut source = VerilogFile::read(sources, &usual, macros)?;
        let module = match &sources.top {
            Some(module) => module.clone(),
            None => only_module(&source, &usual).unwrap_or(usual),
        };
        if source.modules().any(|known| known == module) {
            source = source.with_top(&module)?;
        }
        let contract = |latency: u32| contract(latency).with_name(&module);
        let Some(ports) = source.ports(&module) else {
            return Err(ForeignError::NoModule {
                files: sources.to_string(),
                modules: source.modules().map(str::to_owned).collect(),
                module,
            });
        };
        let is_pipelined = latency.map_or_else(|| ports::has_control(ports, &contract(1)), |latency| latency > 0);
        let interface = contract(latency.unwrap_or(is_pipelined.into()));
        if let Some(faults) = PortFaults::find(ports, &interface) {
            return Err(ForeignError::Ports {
                files: sources.to_string(),
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
            foreign.interface = contract(latency::measure(&foreign, sources, engine)?);
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

    fn sources(&self) -> Option<&VerilogSources> {
        Some(self.source.sources())
    }
}
