//! The files of modules behind a handshake.

use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::File;
use halfpipe_hdl::mma::unit;
use halfpipe_simulation::core_module::{self, CoreModule};

use crate::arguments::generate::ModuleArguments;
use crate::arguments::zfh::Latencies;
use crate::error::Error;
use crate::kind::ModuleKind;
use crate::outputs::{package_files, TESTBENCH};
use crate::render::{mma_command, vortex_command};
use crate::riscv;

/// A module behind a handshake, with its files and the units that are compared with the model.
#[derive(Clone, Debug)]
pub struct CoreFiles {
    /// The kind of module.
    pub kind: ModuleKind,
    /// Its files, the Verilog first.
    pub files: Vec<File>,
    /// The units of a module of dot products.
    pub units: Vec<Design>,
}

impl CoreFiles {
    /// Makes the files of a module.
    ///
    /// # Errors
    ///
    /// Fails if there is no such module.
    pub fn new(kind: ModuleKind, arguments: &ModuleArguments) -> Result<CoreFiles, Error> {
        let name = arguments.name.as_deref();
        let multiplier = arguments.multiplier.unwrap_or_default().multiplier();
        let (files, units) = match kind {
            ModuleKind::Zfh => {
                let spec = riscv::spec(arguments)?;
                let command = riscv::command(arguments, &spec);
                let mut files = core_module::files(&spec, &command).map_err(Error::usage)?;
                files.extend(riscv::shell_file(arguments, &spec));
                files.extend(riscv::decoder_file(arguments, &spec)?);
                (with_package(files, &spec, arguments), Vec::new())
            }
            ModuleKind::Vortex => {
                let spec = arguments.mma.vortex(name, multiplier)?;
                let files = core_module::files(&spec, &vortex_command(&spec)).map_err(Error::usage)?;
                (files, spec.units().map_err(Error::usage)?)
            }
            ModuleKind::Tile | ModuleKind::Unit | ModuleKind::Core => {
                let latency = Latencies::cycles(arguments.latency)?;
                let spec = arguments.mma.tile(latency, name, multiplier)?;
                let files = core_module::files(&spec, &mma_command(&spec)).map_err(Error::usage)?;
                let units = vec![unit(&spec).map_err(Error::usage)?];
                (with_package(files, &spec, arguments), units)
            }
        };
        Ok(CoreFiles { kind, files, units })
    }

    /// Returns the names of its source files: those of its Verilog, without the testbench of its package.
    pub fn sources(&self) -> impl Iterator<Item = String> + '_ {
        let sources = self.files.iter().filter(|file| is_source(file));
        let names = sources.map(|file| file.name.clone());
        names.filter(|name| !name.ends_with(TESTBENCH))
    }
}

/// Adds the files of the package, if it is requested.
fn with_package(mut files: Vec<File>, module: &dyn CoreModule, arguments: &ModuleArguments) -> Vec<File> {
    if arguments.package {
        let bench = module.bench(module.usual_size());
        files.extend(
            bench
                .iter()
                .flat_map(|(package, vectors)| package_files(package, vectors)),
        );
    }
    files
}

/// True if a file is Verilog or SystemVerilog.
pub fn is_source(file: &File) -> bool {
    file.name.ends_with(".v") || file.name.ends_with(".sv")
}
