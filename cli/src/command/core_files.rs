//! The files of modules behind a handshake, and their check against the golden model.

use std::io::Write;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::File;
use halfpipe_hdl::mma::unit;
use halfpipe_simulation::core_module::{self, CoreModule};

use super::check::check_samples;
use super::zfh;
use crate::arguments::generate::Arguments;
use crate::arguments::zfh::Latencies;
use crate::error::{print_note, Error};
use crate::kind::ModuleKind;
use crate::outputs::{package_files, TESTBENCH};
use crate::progress;
use crate::render::{mma_command, vortex_command};

/// A module behind a handshake, with its files and the units that are compared with the model.
pub struct CoreFiles<'a> {
    kind: ModuleKind,
    arguments: &'a Arguments,
    /// Its files, the Verilog first.
    pub files: Vec<File>,
    /// The units of a module of dot products.
    units: Vec<Design>,
}

impl<'a> CoreFiles<'a> {
    /// Makes the files of a module.
    ///
    /// # Errors
    ///
    /// Fails if there is no such module.
    pub fn new(kind: ModuleKind, arguments: &'a Arguments) -> Result<CoreFiles<'a>, Error> {
        let name = arguments.name.as_deref();
        let multiplier = arguments.multiplier.unwrap_or_default().multiplier();
        let (files, units) = match kind {
            ModuleKind::Zfh => {
                let spec = zfh::spec(arguments)?;
                let mut files = core_module::files(&spec, &zfh::command(arguments, &spec)).map_err(Error::usage)?;
                files.extend(zfh::shell_file(arguments, &spec));
                files.extend(zfh::decoder_file(arguments, &spec)?);
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
        Ok(CoreFiles {
            kind,
            arguments,
            files,
            units,
        })
    }

    /// Returns the names of its source files: those of its Verilog, without the testbench of its package.
    pub fn sources(&self) -> impl Iterator<Item = String> + '_ {
        let sources = self.files.iter().filter(|file| is_source(file));
        let names = sources.map(|file| file.name.clone());
        names.filter(|name| !name.ends_with(TESTBENCH))
    }

    /// Compares the module with the golden model. Prints the first difference.
    ///
    /// # Errors
    ///
    /// Fails after a difference.
    pub fn check(&self, output: &mut dyn Write) -> Result<(), Error> {
        if self.kind == ModuleKind::Zfh {
            return zfh::check_sample(self.arguments, output);
        }
        check_samples(&self.units, output)?;
        if progress::is_enabled() {
            for unit in &self.units {
                print_note(&format!("{}: its vectors match the model", unit.interface().mnemonic()));
            }
        }
        Ok(())
    }
}

/// Adds the files of the package, if it is requested.
fn with_package(mut files: Vec<File>, module: &dyn CoreModule, arguments: &Arguments) -> Vec<File> {
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
