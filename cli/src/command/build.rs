//! `build`: all modules of a project file.

use std::io::Write;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::file_list;
use halfpipe_tools::files::File;

use super::generate;
use crate::arguments::build::Arguments;
use crate::error::Error;
use crate::outputs;
use crate::project::{self, Project, FILE_LIST};

/// Writes the modules of a project file.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let project = Project::read(&arguments.file)?;
    if !arguments.no_check {
        let designs: Vec<&Design> = project.designs.iter().map(|(design, _)| design).collect();
        generate::check_all(&designs, output)?;
    }
    let mut files: Vec<File> = Vec::new();
    for (design, outputs) in &project.designs {
        files.extend(outputs::files(design, *outputs)?);
    }
    files.push(File {
        name: FILE_LIST.to_owned(),
        text: file_list(&project::sources(&project)),
    });
    outputs::write(&files, arguments.out.as_ref().unwrap_or(&project.out), output)
}
