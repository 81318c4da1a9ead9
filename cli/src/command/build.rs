//! `build`: all modules of a project file.

use std::io::Write;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::file_list;
use halfpipe_hdl::unit::Multiplier;
use halfpipe_tools::files::File;

use super::generate;
use crate::arguments::build::Arguments;
use crate::clock::medians_on_file;
use crate::error::{print_note, Error};
use crate::outputs;
use crate::progress;
use crate::project::{self, ModuleEntry, Project, FILE_LIST};

/// Writes the modules of a project file.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let project = Project::read(&arguments.file, arguments.out.as_deref())?;
    if !arguments.no_check {
        let designs: Vec<&Design> = project.modules.iter().map(|module| &module.design).collect();
        generate::check_all(&designs, output)?;
    }
    let mut files: Vec<File> = Vec::new();
    for module in &project.modules {
        files.extend(outputs::files(&module.design, module.outputs)?);
        if progress::is_told() {
            print_note(&summary(module)?);
        }
    }
    files.push(File {
        name: FILE_LIST.to_owned(),
        text: file_list(&project::sources(&project)),
    });
    outputs::write(&files, &project.out, output)
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
