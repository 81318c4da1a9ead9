//! The options for external Verilog files, and their reader.

use std::path::PathBuf;

use halfpipe_hdl::design::{check_name, Design, DesignError, DesignKind, Interface};
use halfpipe_request::optimisation::OptimisationArg;
use halfpipe_request::render::ITERATIVE_OPTION;
use halfpipe_testbench::engine::EngineKind;
use halfpipe_testbench::foreign::{Foreign, PortMap};
use halfpipe_yosys::external::{Definition, MacroName, ParameterValue, VerilogSources};

use crate::error::Error;
use crate::file_ports::{FilePorts, FILES};

/// The files of an external module, the settings with which tools read them, and its ports.
#[derive(Clone, Debug, clap::Args)]
#[command(group(clap::ArgGroup::new(FILES).multiple(true)), next_help_heading = "Options of external files")]
pub struct VerilogOption {
    /// Use the module in FILE, with the generated one's ports; again for more files
    #[arg(long, value_name = "FILE", group = FILES)]
    pub verilog: Vec<PathBuf>,
    /// Take files and options from LIST, in front of those of --verilog
    #[arg(short = 'f', long, value_name = "LIST", group = FILES)]
    pub file_list: Vec<PathBuf>,
    /// Folder of included files
    #[arg(short = 'I', long, value_name = "DIR", requires = FILES)]
    pub include: Vec<PathBuf>,
    /// Macro of all files
    #[arg(short = 'D', long, value_name = "NAME[=T]", requires = FILES)]
    pub define: Vec<Definition>,
    /// Macro that stays undefined, although some tools define it
    #[arg(short = 'U', long, value_name = "NAME", requires = FILES)]
    pub undefine: Vec<MacroName>,
    /// Parameter of the top module
    #[arg(short = 'P', long, value_name = "NAME=V", requires = FILES)]
    pub parameter: Vec<ParameterValue>,
    /// Module of FILE  [default: that of the generated name, or the only one]
    #[arg(long, value_name = "NAME", value_parser = module_name, requires = FILES)]
    pub top: Option<String>,
    #[command(flatten)]
    pub ports: FilePorts,
}

/// Reads the name of a module.
fn module_name(text: &str) -> Result<String, DesignError> {
    check_name(text).map(|()| text.to_owned())
}

/// The limit of the cycles of a file's iterative unit.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct CycleLimit {
    /// The result of a file with --iterative comes after at most so many enabled cycles  [default: 64]
    #[arg(
        long,
        value_name = "CYCLES",
        value_parser = clap::value_parser!(u32).range(1..=MOST_CYCLES),
        requires = "iterative",
        requires = FILES
    )]
    max_latency: Option<u32>,
}

/// The longest wait for the result of a file's iterative unit, in cycles.
const MOST_CYCLES: i64 = 1024;

/// The usual limit of that wait.
const USUAL_CYCLES: u32 = 64;

impl CycleLimit {
    /// Returns the limit in enabled cycles.
    pub fn cycles(self) -> u32 {
        self.max_latency.unwrap_or(USUAL_CYCLES)
    }
}

/// Returns the single function that an external file may implement as a pipeline.
pub fn only(kinds: &[DesignKind]) -> Result<&DesignKind, Error> {
    match only_unit(kinds)? {
        DesignKind::Iterative(_) => Err(iterative_file()),
        only => Ok(only),
    }
}

/// Returns the single function that an external file may implement.
pub fn only_unit(kinds: &[DesignKind]) -> Result<&DesignKind, Error> {
    match kinds {
        [only] => Ok(only),
        several => Err(Error::usage(format!(
            "--verilog reads the module of one instruction, but {} are named",
            several.len()
        ))),
    }
}

/// Refuses a form for an external file, which has its own.
pub fn check_form(optimisation: OptimisationArg) -> Result<(), Error> {
    if optimisation.is_given() {
        return Err(Error::usage(
            "--optimise is for generated modules, and --verilog takes a file as it is; leave --optimise out",
        ));
    }
    Ok(())
}

/// Returns the error of an external file in place of an iterative unit.
fn iterative_file() -> Error {
    Error::usage(format!(
        "this command reads the file of a pipeline; leave out {ITERATIVE_OPTION}, or prove or verify the file: \
         halfpipe prove MNEMONIC {ITERATIVE_OPTION} --verilog FILE"
    ))
}

impl VerilogOption {
    /// True if the command is about an external module.
    pub fn is_given(&self) -> bool {
        !self.verilog.is_empty() || !self.file_list.is_empty()
    }

    /// Returns the files and settings.
    fn sources(&self) -> VerilogSources {
        VerilogSources {
            lists: self.file_list.clone(),
            files: self.verilog.clone(),
            includes: self.include.clone(),
            defines: self.define.clone(),
            undefined: self.undefine.clone(),
            parameters: self.parameter.clone(),
            top: self.top.clone(),
        }
    }

    /// Refuses settings that contradict each other.
    fn check_settings(&self) -> Result<(), Error> {
        let defined: Vec<&str> = self.define.iter().map(|definition| definition.name.as_str()).collect();
        let parameters: Vec<&str> = self.parameter.iter().map(|parameter| parameter.name.as_str()).collect();
        for (option, names) in [("-D", &defined), ("-P", &parameters)] {
            if let Some(name) = repeated(names) {
                return Err(Error::usage(format!("{option} {name} is given twice; give it once")));
            }
        }
        match self.undefine.iter().find(|name| defined.contains(&name.0.as_str())) {
            Some(name) => Err(Error::usage(format!(
                "-D {name} defines the macro that -U {name} leaves undefined; leave out one of them"
            ))),
            None => Ok(()),
        }
    }

    /// Reads the external module that replaces a design, for the engine that runs it, if files are given.
    pub fn read(&self, design: &Design, latency: Option<u32>, engine: EngineKind) -> Result<Option<Foreign>, Error> {
        if !self.is_given() {
            return Ok(None);
        }
        if design.interface().is_iterative() {
            return Err(iterative_file());
        }
        self.read_with(design, latency, engine).map(Some)
    }

    /// Reads the same in the place of an iterative unit, whose result may come after any number of cycles.
    pub fn read_iterative(&self, design: &Design, engine: EngineKind) -> Result<Option<Foreign>, Error> {
        let latency = Some(design.latency());
        self.is_given()
            .then(|| self.read_with(design, latency, engine))
            .transpose()
    }

    fn read_with(&self, design: &Design, latency: Option<u32>, engine: EngineKind) -> Result<Foreign, Error> {
        self.check_settings()?;
        let sources = self.sources();
        let (map, words) = self.ports.read()?;
        let options = [source_options(&sources), words].concat();
        let foreign = read(&sources, design, latency, engine, &map)?;
        Ok(foreign.with_options(options))
    }
}

/// Returns a name that is in a list twice.
fn repeated<'n>(names: &[&'n str]) -> Option<&'n str> {
    let mut places = names.iter().enumerate();
    let found = places.find(|(place, name)| names[..*place].contains(name));
    found.map(|(_, name)| *name)
}

/// Returns the options that name files and settings, word by word.
fn source_options(sources: &VerilogSources) -> Vec<String> {
    fn displayed(items: &[impl ToString]) -> Vec<String> {
        items.iter().map(ToString::to_string).collect()
    }
    let paths = |paths: &[PathBuf]| paths.iter().map(|path| path.display().to_string()).collect();
    let options: [(&str, Vec<String>); 7] = [
        ("--file-list", paths(&sources.lists)),
        ("--verilog", paths(&sources.files)),
        ("--include", paths(&sources.includes)),
        ("--define", displayed(&sources.defines)),
        ("--undefine", displayed(&sources.undefined)),
        ("--parameter", displayed(&sources.parameters)),
        ("--top", sources.top.iter().cloned().collect()),
    ];
    let pairs = options.into_iter().flat_map(|(option, values)| {
        let values = values.into_iter();
        values.flat_map(move |value| [option.to_owned(), value])
    });
    pairs.collect()
}

fn read(
    sources: &VerilogSources,
    design: &Design,
    latency: Option<u32>,
    engine: EngineKind,
    map: &PortMap,
) -> Result<Foreign, Error> {
    let macros: Vec<&str> = match engine {
        EngineKind::Gates(mapping) => mapping.defined_macro().into_iter().collect(),
        _ => Vec::new(),
    };
    if !matches!(engine, EngineKind::Verilator | EngineKind::Gates(_)) {
        return Err(Error::usage(format!(
            "engine {engine} cannot run a Verilog file; --verilog goes with --engine verilator or gates"
        )));
    }
    let contract = |latency: u32| -> Interface { design.interface().at_latency(latency) };
    Foreign::read(sources, &contract, latency, engine, &macros, map).map_err(|error| match error.refusal() {
        Some(refusal) => Error::Refused(Box::new(refusal)),
        None if error.is_of_file() => Error::usage(error),
        None => Error::failure(error),
    })
}
