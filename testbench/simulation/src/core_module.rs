//! Modules behind a handshake: the core of RISC-V, the tile and Vortex' unit, each with its files and its vectors.

use halfpipe_hdl::export::mma::{mma_header, mma_verilog, vortex_verilog, MmaManifest, VortexManifest};
use halfpipe_hdl::export::riscv::{zfh_header, zfh_verilog, ZfhManifest};
use halfpipe_hdl::export::{BenchVector, File, Package};
use halfpipe_hdl::mma::{MmaSpec, VortexSpec};
use halfpipe_hdl::zfh::ZfhSpec;
use serde::Serialize;

use crate::matrix::Steps;
use crate::zfh::draw_operations;

/// The reason why there is no such module.
pub type ModuleError = Box<dyn std::error::Error>;

/// A module behind a handshake. Its files, its testbench and its waveform follow from these functions.
pub trait CoreModule {
    /// Returns the name of the module, with which the names of its files begin.
    fn name(&self) -> &str;

    /// Returns the ending of its Verilog file.
    fn ending(&self) -> &'static str {
        "v"
    }

    /// Returns its Verilog. The comment above it has the command that generates it.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such module.
    fn verilog(&self, command: Option<&str>) -> Result<String, ModuleError>;

    /// Returns its manifest in JSON.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such module.
    fn manifest(&self, command: &str) -> Result<String, ModuleError>;

    /// Returns a C header with the functions of the module, if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such module.
    fn c_header(&self, _command: &str) -> Result<Option<String>, ModuleError> {
        Ok(None)
    }

    /// Returns its package with vectors of the golden model, if it has one. `size` is a number of vectors of each function, or of
    /// matrix products.
    fn bench(&self, _size: usize) -> Option<(Package, Vec<BenchVector>)> {
        None
    }

    /// Returns the usual size of its testbench.
    fn usual_size(&self) -> usize {
        0
    }
}

/// Returns the files of a module: Verilog, manifest, and C header.
///
/// # Errors
///
/// Returns an error if there is no such module.
pub fn files(module: &dyn CoreModule, command: &str) -> Result<Vec<File>, ModuleError> {
    let file = |ending: &str, text: String| File::new(format!("{}.{ending}", module.name()), text);
    let mut files = vec![
        file(module.ending(), module.verilog(Some(command))?),
        file("json", module.manifest(command)?),
    ];
    files.extend(module.c_header(command)?.map(|text| file("h", text)));
    Ok(files)
}

/// Returns a value as JSON, in a file of its own.
fn json(value: &impl Serialize) -> Result<String, ModuleError> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

impl CoreModule for ZfhSpec {
    fn name(&self) -> &str {
        ZfhSpec::name(self)
    }

    fn verilog(&self, command: Option<&str>) -> Result<String, ModuleError> {
        Ok(zfh_verilog(self, command)?)
    }

    fn manifest(&self, _command: &str) -> Result<String, ModuleError> {
        json(&ZfhManifest::new(self))
    }

    fn c_header(&self, _command: &str) -> Result<Option<String>, ModuleError> {
        Ok(Some(zfh_header(self)))
    }

    fn bench(&self, size: usize) -> Option<(Package, Vec<BenchVector>)> {
        let package = Package::from_zfh(self);
        let operations = draw_operations(self, size, 1).into_iter();
        let vectors = operations.map(|(inputs, outputs)| package.vector(&inputs, &outputs));
        let vectors = vectors.collect();
        Some((package, vectors))
    }

    fn usual_size(&self) -> usize {
        24
    }
}

/// The largest side of a matrix in a testbench.
const LARGEST_SIDE: usize = 9;

impl CoreModule for MmaSpec {
    fn name(&self) -> &str {
        MmaSpec::name(self)
    }

    fn verilog(&self, command: Option<&str>) -> Result<String, ModuleError> {
        Ok(mma_verilog(self, command)?)
    }

    fn manifest(&self, command: &str) -> Result<String, ModuleError> {
        json(&MmaManifest::new(self, command))
    }

    fn c_header(&self, command: &str) -> Result<Option<String>, ModuleError> {
        Ok(Some(mma_header(self, Some(command))?))
    }

    fn bench(&self, size: usize) -> Option<(Package, Vec<BenchVector>)> {
        let package = Package::from_tile(self);
        let steps = Steps::draw(self, size, LARGEST_SIDE, 1).steps.into_iter();
        let vectors = steps.map(|step| {
            let [inputs, outputs] = step.vector(self);
            package.vector(&inputs, &outputs)
        });
        let vectors = vectors.collect();
        Some((package, vectors))
    }

    fn usual_size(&self) -> usize {
        6
    }
}

impl CoreModule for VortexSpec {
    fn name(&self) -> &str {
        VortexSpec::name(self)
    }

    fn ending(&self) -> &'static str {
        "sv"
    }

    fn verilog(&self, command: Option<&str>) -> Result<String, ModuleError> {
        Ok(vortex_verilog(self, command)?)
    }

    fn manifest(&self, command: &str) -> Result<String, ModuleError> {
        json(&VortexManifest::new(self, command)?)
    }
}
