//! The compiled function of a bit graph, loaded into this process.

#![allow(unsafe_code)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use halfpipe_aig::Aig;
use halfpipe_tools::cache::{self, Cache, Name};
use halfpipe_tools::run::output;
use halfpipe_tools::Tool;

use super::code;
use crate::error::Error;
use halfpipe_aig::plane::Plane;

/// Compiler options. The processor's own vector instructions make the difference here.
const OPTIONS: [&str; 6] = ["-O1", "-march=native", "-shared", "-fPIC", "-w", "-fno-exceptions"];

type StepFunction = unsafe extern "C" fn(*const Plane, *mut Plane, *mut Plane);

/// A graph's compiled function.
#[derive(Clone)]
pub(super) struct Compiled {
    function: StepFunction,
    inputs: usize,
    outputs: usize,
    registers: usize,
    /// The library that contains the function.
    _library: Arc<libloading::Library>,
}

impl Compiled {
    /// Compiles a graph unless the cache has it.
    ///
    /// # Errors
    ///
    /// When there is no compiler, or the cache cannot be used.
    pub fn new(module: &str, aig: &Aig) -> Result<Compiled, Error> {
        let (library, function) = library(module, &code::function(aig))?;
        Ok(Compiled {
            function,
            inputs: aig.free_input_count(),
            outputs: aig.outputs().len(),
            registers: aig.registers().len(),
            _library: Arc::new(library),
        })
    }

    /// Runs one clock cycle. Panics when the number of planes differs from the graph's inputs, outputs or registers.
    pub fn step(&self, inputs: &[Plane], outputs: &mut [Plane], registers: &mut [Plane]) {
        assert_eq!(
            (inputs.len(), outputs.len(), registers.len()),
            (self.inputs, self.outputs, self.registers)
        );
        // SAFETY: the function reads and writes exactly as many inputs, outputs and registers as the graph has. The
        // slices hold as many. A plane has the size and the alignment of the type in the function, and the library is
        // open.
        unsafe { (self.function)(inputs.as_ptr(), outputs.as_mut_ptr(), registers.as_mut_ptr()) }
    }
}

/// Returns the code, compiled and loaded.
fn library(module: &str, code: &str) -> Result<(libloading::Library, StepFunction), Error> {
    let compiler = Tool::Compiler.find()?;
    let call = |folder: &Path, arguments: &[&str]| -> Result<String, Error> {
        let mut command = Command::new(&compiler);
        command.args(arguments).current_dir(folder);
        let output = output(Tool::Compiler, command)?.map_err(|diagnostic| Error::Build {
            tool: Tool::Compiler,
            module: module.to_owned(),
            diagnostic,
        })?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    // Processors that share the cache may not run each other's code.
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
    let make = |staging_dir: &Path| -> Result<PathBuf, Error> {
        let source = staging_dir.join("network.cpp");
        std::fs::write(&source, code).map_err(cache::failed(&source))?;
        call(
            staging_dir,
            &[&OPTIONS[..], &["-o", "network.so", "network.cpp"]].concat(),
        )?;
        Ok(staging_dir.join("network.so"))
    };
    let (_, loaded) = Cache::open()?.entry(name, make, |path, _| load(module, path))?;
    Ok(loaded)
}

/// Loads a library that `library` compiled, and finds its function.
fn load(module: &str, path: &Path) -> Result<(libloading::Library, StepFunction), Error> {
    let stopped = |error: libloading::Error| Error::Stopped {
        module: module.to_owned(),
        message: error.to_string(),
    };
    // SAFETY: the file holds one function made by `code::function`, and opening it runs no code. Either the compiler
    // has just written it in a staging folder of this process, or it is a cache entry whose bytes matched their digest just
    // before. Between that check and the opening, only this user could exchange the file: `cache::FolderError` excludes
    // a cache folder that is not this user's, not closed to all others, or not in its place. No halfpipe process writes
    // into an existing file; it only renames whole files over it.
    let library = unsafe { libloading::Library::new(path) }.map_err(stopped)?;
    // SAFETY: `code::function` writes a function of this name and type. The digest of a cache entry covers the hash of
    // that code, so the entry is not the function of another graph.
    let function = *unsafe { library.get::<StepFunction>(code::FUNCTION.as_bytes()) }.map_err(stopped)?;
    Ok((library, function))
}
