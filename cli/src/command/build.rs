//! `build`: all modules of a project file.

use std::io::Write;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::{file_list, File};
use halfpipe_hdl::unit::Multiplier;
use halfpipe_request::clock::medians_on_file;
use halfpipe_request::core_files::{is_source, CoreFiles};
use halfpipe_request::outputs;

use super::check::check_all;
use super::core_check::check_core;
use crate::arguments::build::Arguments;
use crate::error::{print_note, Error};
use crate::measured_clock::describe_measured;
use crate::outputs::write;
use crate::progress;
use crate::project::{self, CoreEntry, ModuleEntry, Project, FILE_LIST};

/// Writes the modules of a project file.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let project = Project::read(&arguments.file, arguments.out.as_deref())?;
    let cores = project.cores.iter().map(files_of);
    let cores = cores.collect::<Result<Vec<_>, Error>>()?;
    if !arguments.no_check {
        let designs: Vec<&Design> = project.modules.iter().map(|module| &module.design).collect();
        check_all(&designs, output)?;
    }
    let mut files: Vec<File> = Vec::new();
    let mut sources = project::sources(&project);
    for module in &project.modules {
        files.extend(outputs::files(&module.design, module.outputs)?);
        if progress::is_enabled() {
            print_note(&summary(module)?);
        }
    }
    for (entry, core) in project.cores.iter().zip(&cores) {
        check_names(entry, &core.files, &files)?;
        sources.extend(core.sources());
        files.extend(core.files.iter().cloned());
    }
    if !arguments.no_check {
        let checked = project.cores.iter().zip(&cores);
        checked
            .into_iter()
            .try_for_each(|(entry, core)| check_core(core, &entry.arguments, output))?;
    }
    files.push(File {
        name: FILE_LIST.to_owned(),
        text: file_list(&sources),
    });
    write(&files, &project.out, output)
}

/// Makes the files of a core. A message about one names its table.
fn files_of(entry: &CoreEntry) -> Result<CoreFiles, Error> {
    CoreFiles::new(entry.kind, &entry.arguments).map_err(|error| match error.into() {
        Error::Usage(message) => Error::usage(format!("{}: {message}", entry.place)),
        other => other,
    })
}

/// Refuses files and Verilog modules of a core that other entries have already.
fn check_names(core: &CoreEntry, own: &[File], others: &[File]) -> Result<(), Error> {
    let modules = |files: &[File]| -> Vec<String> {
        let sources = files.iter().filter(|file| is_source(file));
        let names = sources.flat_map(|file| file.text.lines()).filter_map(|line| {
            let name = line.strip_prefix("module ")?;
            name.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
                .next()
        });
        names.map(str::to_owned).collect()
    };
    let wrong = |what: &str, name: &str| {
        let message = format!(
            "{}: it would {what} {name}, as another entry does; give it another `name`",
            core.place
        );
        Err(Error::usage(message))
    };
    let written = |name: &str| others.iter().any(|file| file.name.eq_ignore_ascii_case(name));
    if let Some(file) = own.iter().find(|file| written(&file.name)) {
        return wrong("write the file", &file.name);
    }
    let defined = modules(others);
    match modules(own).iter().find(|name| defined.contains(name)) {
        Some(name) => wrong("define the Verilog module", name),
        None => Ok(()),
    }
}

/// Describes a module: its latency, its multiplier, and its clock, measured or on file.
fn summary(module: &ModuleEntry) -> Result<String, Error> {
    let design = &module.design;
    let mut parts = vec![format!("latency {}", design.latency())];
    if let Multiplier::Block(_) = design.multiplier() {
        parts.push("multiplier block".to_owned());
    }
    if design.has_registered_ports() {
        parts.push("registered ports".to_owned());
    }
    parts.push(match module.clock {
        Some(clock) => describe_measured(clock.target, design)?,
        None => medians_on_file(design),
    });
    Ok(format!("{}: {}", design.name(), parts.join(", ")))
}
