//! `build`: all modules of a project file.

use std::io::Write;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::file_list;
use halfpipe_hdl::unit::Multiplier;
use halfpipe_tools::files::File;

use super::{generate, mma, zfh};
use crate::arguments::build::Arguments;
use crate::clock::medians_on_file;
use crate::error::{print_note, Error};
use crate::kind::ModuleKind;
use crate::outputs;
use crate::progress;
use crate::project::{self, CoreEntry, ModuleEntry, Project, FILE_LIST};

/// Writes the modules of a project file.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let project = Project::read(&arguments.file, arguments.out.as_deref())?;
    let cores = project.cores.iter().map(CoreFiles::new);
    let cores = cores.collect::<Result<Vec<_>, Error>>()?;
    if !arguments.no_check {
        let designs: Vec<&Design> = project.modules.iter().map(|module| &module.design).collect();
        generate::check_all(&designs, output)?;
    }
    let mut files: Vec<File> = Vec::new();
    let mut sources = project::sources(&project);
    for module in &project.modules {
        files.extend(outputs::files(&module.design, module.outputs)?);
        if progress::is_told() {
            print_note(&summary(module)?);
        }
    }
    for CoreFiles { core, files: own, .. } in &cores {
        check_names(core, own, &files)?;
        let of_core = own.iter().filter(|file| is_source(file));
        sources.extend(of_core.map(|file| file.name.clone()));
        files.extend(own.iter().cloned());
    }
    if !arguments.no_check {
        cores.iter().try_for_each(|core| core.check(output))?;
    }
    files.push(File {
        name: FILE_LIST.to_owned(),
        text: file_list(&sources),
    });
    outputs::write(&files, &project.out, output)
}

/// A module behind a handshake, with its files and what is compared with the model.
struct CoreFiles<'p> {
    core: &'p CoreEntry,
    files: Vec<File>,
    /// The units of a module of dot products.
    units: Vec<Design>,
}

impl<'p> CoreFiles<'p> {
    fn new(core: &'p CoreEntry) -> Result<CoreFiles<'p>, Error> {
        let arguments = &core.arguments;
        let made = if core.kind == ModuleKind::Zfh {
            zfh::files(arguments).map(|files| (Vec::new(), files))
        } else {
            mma::files(core.kind, arguments)
        };
        let (units, files) = made.map_err(|error| match error {
            Error::Usage(message) => Error::usage(format!("{}: {message}", core.place)),
            other => other,
        })?;
        Ok(CoreFiles { core, files, units })
    }

    /// Compares the module with the golden model.
    fn check(&self, output: &mut dyn Write) -> Result<(), Error> {
        if self.core.kind == ModuleKind::Zfh {
            zfh::check_sample(&self.core.arguments, output)
        } else {
            mma::check_units(&self.units, output)
        }
    }
}

/// True if a file is Verilog or SystemVerilog.
fn is_source(file: &File) -> bool {
    file.name.ends_with(".v") || file.name.ends_with(".sv")
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
        Some(clock) => clock.measured(design)?,
        None => medians_on_file(design),
    });
    Ok(format!("{}: {}", design.name(), parts.join(", ")))
}
