//! Compilation of units: Verilator turns Verilog into C++, and the compiler turns C++ into a program.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use halfpipe_hdl::design::Interface;
use halfpipe_tools::cache::{self, Cache, CacheEntry, Name};
use halfpipe_tools::Tool;
use halfpipe_yosys::dut::Verilog;
use halfpipe_yosys::external::CellModels;
use rayon::prelude::*;

use super::harness;
use super::purpose::Purpose;
use crate::engine::command::{check_program, run, run_command};
use crate::engine::EngineError;

/// Options for Verilator. A model is small, so splitting its C++ into many files gains nothing.
const VERILATOR_OPTIONS: [&str; 8] = [
    "--cc",
    "-O3",
    "--x-assign",
    "fast",
    "--x-initial",
    "unique",
    "--output-split",
    "0",
];

/// The optimisation level of the library's parts: each request spends little time in them.
const RUNTIME_OPTIMISATION: &str = "-O1";

/// The number of units compiled together. They share the reading of the library's headers.
const UNITS_PER_SOURCE: usize = 64;

/// The number of units from which optimised compilation costs more time than faster code saves.
const MANY_UNITS: usize = 8;

/// Returns the optimisation level for this number of units.
fn optimisation(units: usize) -> &'static str {
    if units < MANY_UNITS {
        "-O2"
    } else {
        "-O0"
    }
}

/// A module and its Verilog.
pub struct ModelSource {
    /// Its name, ports and latency.
    pub interface: Interface,
    /// Its Verilog.
    pub verilog: Verilog,
}

/// The file of the models of cells.
const MODELS: &str = "models.v";

impl ModelSource {
    /// Returns Verilator's options for this module alone. External Verilog may cause warnings. It may also have delays,
    /// which are ignored here.
    fn options(&self) -> Vec<String> {
        let mut options = vec!["--top-module".to_owned(), self.interface.name().to_owned()];
        if self.verilog.files.is_some() {
            // A value that the file leaves undefined is arbitrary here, as in hardware.
            options.extend(["-Wno-fatal", "-Wno-lint", "--no-timing", "--x-assign", "unique"].map(str::to_owned));
        }
        if let Some(models) = &self.verilog.models {
            options.extend(models.macros().map(|name| format!("-D{name}")));
            options.extend(["-v", MODELS].map(str::to_owned));
        }
        options
    }

    /// Rewrites an error about `file`, which has the text, as one about the user's files.
    fn name_files(&self, error: EngineError, file: &str) -> EngineError {
        match (error, &self.verilog.files) {
            (EngineError::Build { tool, diagnostic, .. }, Some(files)) => EngineError::Build {
                tool,
                module: files.origin(0).0.display().to_string(),
                diagnostic: diagnostic.renamed(|words| files.rename(words, file)),
            },
            (error, _) => error,
        }
    }

    /// Returns the text of the models of its cells.
    fn models(&self) -> String {
        self.verilog
            .models
            .as_ref()
            .map_or_else(String::new, CellModels::with_blocks)
    }
}

/// The tools of a build, located, with their versions.
struct BuildTools {
    verilator: PathBuf,
    compiler: PathBuf,
    versions: String,
}

impl BuildTools {
    fn find() -> Result<BuildTools, EngineError> {
        // Verilator's command is a Perl script.
        Tool::Perl.find()?;
        let version = |tool: Tool| tool.version().map(|version| format!("{tool} {version:?}"));
        Ok(BuildTools {
            verilator: Tool::Verilator.find()?,
            compiler: Tool::Compiler.find()?,
            versions: format!("{}, {}", version(Tool::Verilator)?, version(Tool::Compiler)?),
        })
    }
}

/// One build, in a folder of its own.
struct Build<'b> {
    tools: &'b BuildTools,
    cache: &'b Cache,
    purpose: Purpose,
    staging_dir: &'b Path,
    /// Verilator's own folder.
    root: PathBuf,
}

impl Build<'_> {
    fn new<'b>(
        tools: &'b BuildTools,
        cache: &'b Cache,
        purpose: Purpose,
        staging_dir: &'b Path,
    ) -> Result<Build<'b>, EngineError> {
        let arguments = ["--getenv", "VERILATOR_ROOT"];
        let root = run(Tool::Verilator, &tools.verilator, staging_dir, "no file", &arguments)?;
        Ok(Build {
            tools,
            cache,
            purpose,
            staging_dir,
            root: PathBuf::from(root.trim()),
        })
    }

    /// Returns the folder of Verilator's headers and library.
    fn include_folder(&self) -> PathBuf {
        self.root.join("include")
    }

    /// Returns the command of Verilator, without arguments.
    ///
    /// The command is a Perl script. It looks for Verilator's program under the root if the environment names one,
    /// otherwise beside itself. An installation that separates program and library, as Debian's does, has the program
    /// only beside the script, so the environment stays unchanged. If the root has the program, it is run directly,
    /// which saves the script's start.
    fn verilator(&self) -> Command {
        let behind = self.root.join("bin/verilator_bin");
        if env::var_os("VERILATOR_BIN").is_some() || !behind.is_file() {
            return Command::new(&self.tools.verilator);
        }
        let mut command = Command::new(behind);
        command.env("VERILATOR_ROOT", &self.root);
        command
    }

    /// Turns one unit into C++; returns the names of its source files.
    fn verilate(&self, index: usize, source: &ModelSource) -> Result<Vec<String>, EngineError> {
        let folder = self.staging_dir.join(format!("unit{index}"));
        std::fs::create_dir(&folder).map_err(cache::failed(&folder))?;
        let file = format!("{}.v", source.interface.name());
        write(&folder.join(&file), &source.verilog.text)?;
        write(&folder.join(MODELS), &source.models())?;
        let options = source.options();
        let class = harness::class(index);
        let mut arguments = [&VERILATOR_OPTIONS, self.purpose.verilator_options()].concat();
        arguments.extend(["--prefix", &class, "--Mdir", ".", &file]);
        arguments.extend(options.iter().map(String::as_str));
        let mut command = self.verilator();
        command.args(&arguments).current_dir(&folder);
        run_command(Tool::Verilator, command, &file).map_err(|error| source.name_files(error, &file))?;

        let mut names = Vec::new();
        for entry in std::fs::read_dir(&folder).map_err(cache::failed(&folder))? {
            let name = entry
                .map_err(cache::failed(&folder))?
                .file_name()
                .to_string_lossy()
                .into_owned();
            if name.ends_with(".cpp") {
                names.push(format!("unit{index}/{name}"));
            }
        }
        names.sort();
        Ok(names)
    }

    /// Compiles one source file.
    fn compile(&self, optimisation: &str, source: &Path, object: &Path) -> Result<(), EngineError> {
        let include = self.include_folder();
        let mut arguments: Vec<String> = self.purpose.options().split(' ').map(str::to_owned).collect();
        arguments.extend([optimisation.to_owned(), "-I.".to_owned()]);
        arguments.extend([&include, &include.join("vltstd")].map(|folder| format!("-I{}", folder.display())));
        arguments.extend(["-c".to_owned(), source.display().to_string()]);
        arguments.extend(["-o".to_owned(), object.display().to_string()]);
        self.run_compiler(&source.display().to_string(), &arguments)
    }

    /// Returns a part of Verilator's library, compiled once for all models.
    fn runtime(&self, name: &str) -> Result<PathBuf, EngineError> {
        let source = self.include_folder().join(format!("{name}.cpp"));
        let options = self.purpose.options();
        let key = cache::key(&[
            &self.tools.versions,
            &options,
            RUNTIME_OPTIMISATION,
            &source.display().to_string(),
        ]);
        let kept = Name {
            kind: name,
            key: &key,
            ending: ".o",
        };
        let make = |folder: &Path| {
            let object = folder.join("object");
            self.compile(RUNTIME_OPTIMISATION, &source, &object)?;
            Ok(object)
        };
        let (entry, ()) = self
            .cache
            .entry(kept, make, |object, _| self.check_object(name, object))?;
        Ok(entry.path().to_owned())
    }

    /// Checks that the linker can read a file.
    fn check_object(&self, name: &str, object: &Path) -> Result<(), EngineError> {
        let object = object.display().to_string();
        let linked = format!("{name}.checked");
        let arguments = ["-r", "-nostdlib", "-o", &linked, &object].map(str::to_owned);
        self.run_compiler(&object, &arguments)
    }

    fn link(&self, objects: &[PathBuf], program: &Path) -> Result<(), EngineError> {
        let mut arguments: Vec<String> = objects.iter().map(|object| object.display().to_string()).collect();
        arguments.extend(["-s", "-pthread", "-o"].map(str::to_owned));
        arguments.push(program.display().to_string());
        self.run_compiler("the compiled units", &arguments)
    }

    fn run_compiler(&self, what: &str, arguments: &[String]) -> Result<(), EngineError> {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        run(Tool::Compiler, &self.tools.compiler, self.staging_dir, what, &arguments)?;
        Ok(())
    }
}

/// Returns the program that runs the units, from the cache or newly built.
pub fn program(units: &[ModelSource], purpose: Purpose) -> Result<CacheEntry, EngineError> {
    let tools = BuildTools::find()?;
    let options = [
        VERILATOR_OPTIONS.join(" "),
        purpose.verilator_options().join(" "),
        purpose.options(),
        optimisation(units.len()).to_owned(),
    ];
    let adapters: String = units
        .iter()
        .zip(0..)
        .map(|(unit, index)| harness::adapter(index, &unit.interface, &[]))
        .collect();
    let mut parts = vec![tools.versions.as_str(), &adapters, harness::UNIT_HEADER, purpose.main()];
    parts.extend(options.iter().map(String::as_str));
    let own: Vec<[String; 2]> = units
        .iter()
        .map(|unit| [unit.options().join(" "), unit.models()])
        .collect();
    for (unit, [options, models]) in units.iter().zip(&own) {
        parts.extend([options.as_str(), &unit.verilog.text, models]);
    }
    let key = cache::key(&parts);
    let name = Name {
        kind: "verilated",
        key: &key,
        ending: "",
    };
    let cache = Cache::open()?;
    let make = |staging_dir: &Path| build(&tools, &cache, purpose, units, staging_dir);
    let (program, ()) = cache.entry(name, make, |program, _| {
        check_program(program, purpose.trial(), "the compiled units")
    })?;
    Ok(program)
}

/// One invocation of the compiler.
enum Job<'t> {
    Runtime(&'static str),
    ModelSource(usize, &'t str),
}

fn build(
    tools: &BuildTools,
    cache: &Cache,
    purpose: Purpose,
    units: &[ModelSource],
    staging_dir: &Path,
) -> Result<PathBuf, EngineError> {
    let build = Build::new(tools, cache, purpose, staging_dir)?;
    let adapters = units.par_iter().enumerate().map(|(index, unit)| {
        let made = build.verilate(index, unit)?;
        Ok(harness::adapter(index, &unit.interface, &made))
    });
    let adapters = adapters.collect::<Result<Vec<String>, EngineError>>()?;

    write(&staging_dir.join("unit.h"), harness::UNIT_HEADER)?;
    let mut texts = vec![format!("{}\n{}", purpose.main(), harness::makers(units.len()))];
    let together = adapters
        .len()
        .div_ceil(rayon::current_num_threads())
        .clamp(1, UNITS_PER_SOURCE);
    texts.extend(adapters.chunks(together).map(<[String]>::concat));
    let mut jobs: Vec<Job> = purpose.runtime().iter().map(|name| Job::Runtime(name)).collect();
    jobs.extend(
        texts
            .iter()
            .enumerate()
            .map(|(index, text)| Job::ModelSource(index, text)),
    );
    let objects = jobs.into_par_iter().with_max_len(1).map(|job| match job {
        Job::Runtime(name) => build.runtime(name),
        Job::ModelSource(index, text) => {
            let source = staging_dir.join(format!("source{index}.cpp"));
            let object = source.with_extension("o");
            write(&source, text)?;
            build.compile(optimisation(units.len()), &source, &object)?;
            Ok(object)
        }
    });
    let objects = objects.collect::<Result<Vec<PathBuf>, EngineError>>()?;

    let program = staging_dir.join("program");
    build.link(&objects, &program)?;
    Ok(program)
}

fn write(path: &Path, text: &str) -> Result<(), EngineError> {
    Ok(std::fs::write(path, text).map_err(cache::failed(path))?)
}
