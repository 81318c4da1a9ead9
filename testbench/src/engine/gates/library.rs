//! The compiled function of a network, in this process.

#![allow(unsafe_code)]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use halfpipe_tools::cache::{self, Cache, Name};
use halfpipe_tools::Tool;

use super::code;
use super::network::Network;
use super::plane::Plane;
use crate::engine::command::run;
use crate::engine::EngineError;

/// What the compiler is told. The processor's own vector instructions make the difference here.
const OPTIONS: [&str; 6] = ["-O1", "-march=native", "-shared", "-fPIC", "-w", "-fno-exceptions"];

type Function = unsafe extern "C" fn(*const Plane, *mut Plane, *mut Plane);

/// A network's compiled function.
#[derive(Clone)]
pub(super) struct Compiled {
    function: Function,
    inputs: usize,
    outputs: usize,
    registers: usize,
    /// What the function lies in.
    _library: Arc<libloading::Library>,
}

impl Compiled {
    /// Compiles a network, where the cache does not have it.
    ///
    /// # Errors
    ///
    /// When there is no compiler, or the cache cannot be used.
    pub fn new(module: &str, network: &Network) -> Result<Compiled, EngineError> {
        let (library, function) = library(module, &code::function(network))?;
        Ok(Compiled {
            function,
            inputs: network.all_inputs(),
            outputs: network.outputs().len(),
            registers: network.next().len(),
            _library: Arc::new(library),
        })
    }

    /// One clock cycle. Panics where there are not as many planes as the network has inputs, outputs and registers.
    pub fn step(&self, inputs: &[Plane], outputs: &mut [Plane], registers: &mut [Plane]) {
        assert_eq!(
            (inputs.len(), outputs.len(), registers.len()),
            (self.inputs, self.outputs, self.registers)
        );
        // SAFETY: the function reads as many inputs and writes as many outputs and registers as the network has, which
        // is what the slices hold; a plane has the size and the alignment of the type it uses; and the library is open.
        unsafe { (self.function)(inputs.as_ptr(), outputs.as_mut_ptr(), registers.as_mut_ptr()) }
    }
}

/// The code, compiled and loaded.
fn library(module: &str, code: &str) -> Result<(libloading::Library, Function), EngineError> {
    let compiler = Tool::Compiler.find()?;
    let call = |folder: &Path, arguments: &[&str]| run(Tool::Compiler, &compiler, folder, module, arguments);
    // Code for one processor may not run on another that shares the cache.
    let processor = call(
        Path::new("/"),
        &["-march=native", "-dM", "-E", "-x", "c++", "/dev/null"],
    )?;
    let version = format!("{:?}", Tool::Compiler.version()?);
    let key = cache::key(&[code, &processor, &version, &OPTIONS.join(" ")]);
    let name = Name {
        kind: "gates",
        key: &key,
        ending: ".so",
    };
    let make = |workplace: &Path| -> Result<PathBuf, EngineError> {
        let source = workplace.join("network.cpp");
        std::fs::write(&source, code).map_err(cache::failed(&source))?;
        call(
            workplace,
            &[&OPTIONS[..], &["-o", "network.so", "network.cpp"]].concat(),
        )?;
        Ok(workplace.join("network.so"))
    };
    let (_, loaded) = Cache::open()?.entry(name, make, |path, _| load(module, path))?;
    Ok(loaded)
}

/// Loads a library that `library` made, and finds its function.
fn load(module: &str, path: &Path) -> Result<(libloading::Library, Function), EngineError> {
    let stopped = |error: libloading::Error| EngineError::Stopped {
        module: module.to_owned(),
        message: error.to_string(),
    };
    // SAFETY: the file holds one function made by `code::function` and nothing that runs when it is opened. It is one that the
    // compiler has just made in a workplace of this process, or an entry of the cache whose bytes had the digest of
    // such a file right before. Between that and the opening only this user could exchange it: the cache is in a
    // folder that `cache::FolderError` found to be this user's, closed to all others, and in its place; and no halfpipe
    // writes into a file that is there, it only renames whole ones over it.
    let library = unsafe { libloading::Library::new(path) }.map_err(stopped)?;
    // SAFETY: `code::function` writes a function of this name and type, and the digest of an entry is taken together with
    // the hash of that code, so it is not another network's function.
    let function = *unsafe { library.get::<Function>(code::FUNCTION.as_bytes()) }.map_err(stopped)?;
    Ok((library, function))
}
