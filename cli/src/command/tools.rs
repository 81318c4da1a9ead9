//! `tools`: external programs, installed for the current user.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use halfpipe_tools::install;
use halfpipe_tools::search_path::tool_folder;
use halfpipe_tools::tool::TOOLS_INSTALL;

use crate::arguments::tools::{Arguments, Task};
use crate::error::Error;
use crate::progress;

/// Installs the programs, or prints their location.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    let folder = install::location().map_err(Error::failure)?;
    match arguments.task {
        Task::Install => install(&folder, output),
        Task::Where => tell_where(&folder, output),
    }
}

fn install(folder: &Path, output: &mut dyn Write) -> Result<(), Error> {
    let progress = if progress::is_enabled() {
        Stdio::from(std::io::stderr())
    } else {
        Stdio::null()
    };
    let programs = install::install(folder, progress).map_err(Error::failure)?;
    writeln!(output, "the tools are in {}", programs.display())?;
    Ok(())
}

fn tell_where(folder: &Path, output: &mut dyn Write) -> Result<(), Error> {
    let programs = tool_folder().ok_or_else(|| {
        let folder = folder.display();
        Error::failure(format!("no tools are installed in {folder}; run `{TOOLS_INSTALL}`"))
    })?;
    writeln!(output, "{}", programs.display())?;
    Ok(())
}
