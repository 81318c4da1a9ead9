//! Compiling units: Verilog to C++ by Verilator, C++ to a program by the compiler.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use halfpipe_hdl::export::verilog;
use halfpipe_hdl::unit::Unit;
use halfpipe_synth::tools::{Tool, ToolError};
use rayon::prelude::*;

use super::{cache, harness};
use crate::engine::EngineError;

/// What Verilator is told. A model is small: nothing is gained by splitting its C++ into many files.
const VERILATOR_OPTIONS: [&str; 8] =
    ["--cc", "-O3", "--x-assign", "fast", "--x-initial", "unique", "--output-split", "0"];

/// What the compiler is told, beside how hard to work.
const COMPILER_OPTIONS: [&str; 10] = [
    "-std=c++17",
    "-w",
    "-DVERILATOR=1",
    "-DVM_COVERAGE=0",
    "-DVM_SC=0",
    "-DVM_TIMING=0",
    "-DVM_TRACE=0",
    "-DVM_TRACE_FST=0",
    "-DVM_TRACE_VCD=0",
    "-DVM_TRACE_SAIF=0",
];

/// The parts of Verilator's own library that a model needs.
const RUNTIME: [&str; 2] = ["verilated", "verilated_threads"];

/// How many units are compiled together: they share the reading of the library's headers.
const UNITS_PER_SOURCE: usize = 64;

/// From how many units on their compilation takes longer than better code would save.
const MANY_UNITS: usize = 8;

/// How hard the compiler works on so many units.
fn optimisation(units: usize) -> &'static str {
    if units < MANY_UNITS {
        "-O2"
    } else {
        "-O0"
    }
}

/// The tools of a build, found and asked for their versions.
struct Tools {
    verilator: PathBuf,
    /// Verilator's own folder.
    root: PathBuf,
    compiler: PathBuf,
    versions: String,
}

impl Tools {
    fn find() -> Result<Tools, EngineError> {
        // Verilator's command is a Perl script.
        Tool::Perl.find()?;
        let version = |tool: Tool| tool.version().map(|version| format!("{tool} {version:?}"));
        let command = Tool::Verilator.find()?;
        let folder = Path::new(".");
        let root = run(Tool::Verilator, &command, folder, "its own folder", &["--getenv", "VERILATOR_ROOT"])?;
        let root = PathBuf::from(root.trim());
        Ok(Tools {
            verilator: command,
            root,
            compiler: Tool::Compiler.find()?,
            versions: format!("{}, {}", version(Tool::Verilator)?, version(Tool::Compiler)?),
        })
    }

    /// The folder of Verilator's headers and library.
    fn include_folder(&self) -> PathBuf {
        self.root.join("include")
    }

    /// The program behind Verilator's Perl command where it lies at its usual place: it starts faster.
    fn verilator_proper(&self) -> PathBuf {
        let program = self.root.join("bin/verilator_bin");
        if program.is_file() {
            program
        } else {
            self.verilator.clone()
        }
    }

    fn compile(
        &self,
        optimisation: &str,
        include: &Path,
        workplace: &Path,
        source: &Path,
        object: &str,
    ) -> Result<(), EngineError> {
        let include_option = |folder: &Path| format!("-I{}", folder.display());
        let includes = [include_option(include), include_option(&include.join("vltstd"))];
        let source = source.display().to_string();
        let mut arguments: Vec<&str> = COMPILER_OPTIONS.to_vec();
        arguments.extend(includes.iter().map(String::as_str));
        arguments.extend([optimisation, "-I.", "-c", &source, "-o", object]);
        run(Tool::Compiler, &self.compiler, workplace, &source, &arguments)?;
        Ok(())
    }
}

/// The program that runs the units, from the cache or newly built.
pub fn program(units: &[&Unit]) -> Result<PathBuf, EngineError> {
    let tools = Tools::find()?;
    let sources: Vec<String> = units.iter().map(|unit| verilog(unit)).collect();
    let options = [VERILATOR_OPTIONS.join(" "), COMPILER_OPTIONS.join(" ")];
    let adapters: String = units.iter().zip(0..).map(|(unit, index)| harness::adapter(index, unit, &[])).collect();
    let mut parts = vec![tools.versions.as_str(), &options[0], &options[1], optimisation(units.len()), &adapters];
    parts.extend([harness::UNIT_HEADER, harness::SERVE]);
    parts.extend(sources.iter().map(String::as_str));
    let key = cache::key(&parts);
    cache::file(&format!("verilated-{key}"), |workplace| build(&tools, units, &sources, workplace))
}

fn build(tools: &Tools, units: &[&Unit], sources: &[String], workplace: &Path) -> Result<PathBuf, EngineError> {
    let include = tools.include_folder();
    let verilator = tools.verilator_proper();
    let adapters = units.par_iter().zip(sources).enumerate().map(|(index, (unit, source))| {
        let made = verilate(&verilator, tools, index, unit, source, workplace)?;
        Ok(harness::adapter(index, unit, &made))
    });
    let adapters = adapters.collect::<Result<Vec<String>, EngineError>>()?;

    write(&workplace.join("unit.h"), harness::UNIT_HEADER)?;
    let mut texts = vec![format!("{}\n{}", harness::SERVE, harness::makers(units.len()))];
    let shared = adapters.len().div_ceil(rayon::current_num_threads()).clamp(1, UNITS_PER_SOURCE);
    texts.extend(adapters.chunks(shared).map(<[String]>::concat));
    let mut jobs: Vec<Job> = RUNTIME.iter().map(|name| Job::Runtime(name)).collect();
    jobs.extend(texts.iter().enumerate().map(|(index, text)| Job::Source(index, text)));
    let objects = jobs.into_par_iter().map(|job| match job {
        Job::Runtime(name) => runtime_object(tools, &include, name),
        Job::Source(index, text) => {
            let (source, object) = (format!("source{index}.cpp"), format!("source{index}.o"));
            write(&workplace.join(&source), text)?;
            tools.compile(optimisation(units.len()), &include, workplace, Path::new(&source), &object)?;
            Ok(workplace.join(object))
        }
    });
    let objects = objects.collect::<Result<Vec<PathBuf>, EngineError>>()?;

    let mut arguments: Vec<String> = objects.iter().map(|object| object.display().to_string()).collect();
    arguments.extend(["-s", "-pthread", "-o", "simulate"].map(str::to_owned));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    run(Tool::Compiler, &tools.compiler, workplace, "the compiled units", &arguments)?;
    Ok(workplace.join("simulate"))
}

/// One run of the compiler.
enum Job<'t> {
    Runtime(&'static str),
    Source(usize, &'t str),
}

/// Verilator's library, compiled once for all models.
fn runtime_object(tools: &Tools, include: &Path, name: &str) -> Result<PathBuf, EngineError> {
    let folder = include.display().to_string();
    let key = cache::key(&[&tools.versions, &COMPILER_OPTIONS.join(" "), &folder]);
    cache::file(&format!("{name}-{key}.o"), |workplace| {
        tools.compile("-O1", include, workplace, &include.join(format!("{name}.cpp")), "runtime.o")?;
        Ok(workplace.join("runtime.o"))
    })
}

/// Turns one unit into C++; returns the names of its source files.
fn verilate(
    tools: &Tools,
    index: usize,
    unit: &Unit,
    source: &str,
    workplace: &Path,
) -> Result<Vec<String>, EngineError> {
    let folder = workplace.join(format!("unit{index}"));
    std::fs::create_dir(&folder).map_err(cache::failed(&folder))?;
    let file = format!("{}.v", unit.module().name);
    write(&folder.join(&file), source)?;
    let class = harness::class(index);
    let mut arguments = VERILATOR_OPTIONS.to_vec();
    arguments.extend(["--prefix", &class, "--Mdir", ".", &file]);
    run(Tool::Verilator, &tools.verilator, &folder, &file, &arguments)?;

    let mut names = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(cache::failed(&folder))? {
        let name = entry.map_err(cache::failed(&folder))?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".cpp") {
            names.push(format!("unit{index}/{name}"));
        }
    }
    names.sort();
    Ok(names)
}

fn write(path: &Path, text: &str) -> Result<(), EngineError> {
    std::fs::write(path, text).map_err(cache::failed(path))
}

/// Runs a tool in a folder; returns what it printed on its standard output.
fn run(tool: Tool, program: &Path, folder: &Path, module: &str, arguments: &[&str]) -> Result<String, EngineError> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .map_err(|error| ToolError::unusable(tool, program, &error))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    let mut log = text;
    let _ = write!(log, "{}", String::from_utf8_lossy(&output.stderr));
    let message = log.lines().find(|line| line.to_lowercase().contains("error")).map(str::to_owned);
    Err(EngineError::Build {
        program: tool.command(),
        module: module.to_owned(),
        message: message.unwrap_or_else(|| output.status.to_string()),
        log,
    })
}
