//! External Verilog modules: edited, synthesised or of other origin.

mod adapter;
mod error;
mod latency;
mod port_codes;
mod port_map;
mod port_syntax;
mod port_term;
mod ports;
mod suggestion;
mod wiring;

use halfpipe_hdl::design::control_inputs::{OUT_VALID, RESET};
use halfpipe_hdl::design::{check_name, Design, Dut, Interface};
use halfpipe_yosys::dut::{Verilog, VerilogDut};
use halfpipe_yosys::external::{CellModels, Elaborated, FileReading, VerilogFile, VerilogSources};
use halfpipe_yosys::Circuit;

use crate::engine::EngineKind;
use adapter::Adapted;

pub use error::ForeignError;
pub use port_map::{parse_output, PortMap, PortMapping, TiedInput};
pub use port_syntax::PortSyntaxError;
pub use ports::PortFaults;

/// A module of Verilog files, with the name and the ports of its contract.
#[derive(Clone, Debug)]
pub struct Foreign {
    interface: Interface,
    source: VerilogFile,
    models: Option<CellModels>,
    elaborated: Elaborated,
    /// The module of the file. The circuit begins with an adapter around it, if it has other ports.
    module: String,
    /// The options for its ports.
    map: PortMap,
    /// The options that read it.
    options: Vec<String>,
    clears_valid_at_once: bool,
}

impl Foreign {
    /// Describes the reading of the file.
    ///
    /// # Errors
    ///
    /// [`ForeignError::VerilogFile`] when a tool does not tell its version.
    pub fn reading(&self) -> Result<FileReading, ForeignError> {
        let reading = self.source.reading(&self.elaborated, &self.module)?;
        Ok(FileReading {
            ports: self.map.mappings.iter().map(ToString::to_string).collect(),
            ties: self.map.ties.iter().map(ToString::to_string).collect(),
            ..reading
        })
    }

    /// Returns the source file as read.
    pub fn source(&self) -> &VerilogFile {
        &self.source
    }

    /// Returns the same module with the options that read it, as reports repeat them.
    #[must_use]
    pub fn with_options(self, options: Vec<String>) -> Foreign {
        Foreign { options, ..self }
    }

    /// Reads the module of a contract from files. `contract` returns the interface for a given latency.
    ///
    /// Without the name of a module, the module has the name in the contract; if the files lack it, it is the only one
    /// that no other module instantiates. Its ports are those of the contract, or those that `map` has in their place.
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
        map: &PortMap,
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
        let (source, interface) = with_contract(source, &module, contract, latency, map)?;
        let models = source.cell_models()?;
        let elaborated = source.elaborate(interface.name(), models.as_ref())?;
        // A file that is not a circuit is rejected here, with the line of the fault.
        let circuit = Circuit::from_elaborated(&interface, &elaborated).map_err(|error| {
            let lines = error.source_lines(&elaborated.module).unwrap_or_default();
            halfpipe_yosys::Error::from(source.refuse(lines, error.to_string()))
        })?;
        let is_pipelined = interface.latency() > 0;
        let mut foreign = Foreign {
            interface,
            source,
            models,
            elaborated,
            module,
            map: map.clone(),
            options: Vec::new(),
            clears_valid_at_once: is_pipelined && circuit.aig().is_cleared(OUT_VALID, RESET),
        };
        if latency.is_none() && foreign.interface.latency() > 0 {
            let latency = latency::measure(&foreign, sources, engine)?;
            foreign.interface = contract(latency).with_name(foreign.interface.name());
        }
        Ok(foreign)
    }
}

/// Returns a file with a module that has the ports of the contract, and the contract with the name of that module.
fn with_contract(
    source: VerilogFile,
    module: &str,
    contract: &dyn Fn(u32) -> Interface,
    latency: Option<u32>,
    map: &PortMap,
) -> Result<(VerilogFile, Interface), ForeignError> {
    let Some(ports) = source.ports(module) else {
        return Err(ForeignError::NoModule {
            files: source.sources().to_string(),
            modules: source.modules().map(str::to_owned).collect(),
            module: module.to_owned(),
        });
    };
    let pipelined = contract(1);
    let is_pipelined = latency.map_or_else(
        || ports::has_control(ports, &pipelined) || map.has_control(ports, &pipelined),
        |latency| latency > 0,
    );
    let interface = contract(latency.unwrap_or(is_pipelined.into()));
    let ports_error = |title: String, faults: PortFaults, help: Option<String>| ForeignError::Ports {
        files: source.sources().to_string(),
        module: module.to_owned(),
        title,
        faults,
        help,
    };
    if map.is_empty() {
        return match PortFaults::find(ports, &interface) {
            None => Ok((source, interface.with_name(module))),
            Some(faults) => {
                let help = suggestion::suggest(ports, &pipelined);
                Err(ports_error(interface.title(), faults, help))
            }
        };
    }
    let name = free_name(&source, interface.name());
    let interface = interface.with_name(&name);
    let adapted = Adapted {
        module,
        ports,
        contract: &interface,
        map,
        latency,
    };
    let text = adapter::adapt(adapted).map_err(|faults| ports_error(interface.title(), faults, None))?;
    Ok((source.with_module(&text, &name)?, interface))
}

/// Returns the name of a module that the file does not have: that of the contract, or a longer one.
fn free_name(source: &VerilogFile, usual: &str) -> String {
    let mut name = usual.to_owned();
    while source.modules().any(|module| module == name) {
        name += "_contract";
    }
    name
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

    fn design(&self) -> Option<&Design> {
        None
    }

    fn is_always_enabled(&self) -> bool {
        self.map.is_always_enabled
    }

    fn clears_valid_at_once(&self) -> bool {
        self.clears_valid_at_once
    }
}

impl VerilogDut for Foreign {
    fn verilog(&self) -> Verilog {
        Verilog {
            text: self.source.text.clone(),
            reader: self.source.synthesis_reader(&self.elaborated, self.interface.name()),
            files: Some(self.source.assembled().clone()),
            models: self.models.clone(),
        }
    }

    fn elaborated(&self) -> Option<&Elaborated> {
        Some(&self.elaborated)
    }

    fn sources(&self) -> Option<&VerilogSources> {
        Some(self.source.sources())
    }

    fn file_options(&self) -> &[String] {
        &self.options
    }
}
