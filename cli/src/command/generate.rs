//! `generate`: Verilog and manifests.

use std::io::Write;

use halfpipe_hdl::design::Design;
use halfpipe_request::generate::RequestedModules;
use halfpipe_tools::files::check_folder;

use crate::arguments::generate::Arguments;
use crate::command::check::check_all;
use crate::command::core_check::check_core;
use crate::error::{print_note, Error};
use crate::outputs;

/// Writes the modules.
pub fn run(arguments: &Arguments, output: &mut dyn Write) -> Result<(), Error> {
    check_folder(&arguments.out)?;
    let modules = RequestedModules::new(&arguments.modules)?;
    let designs: Vec<&Design> = modules.designs.iter().collect();
    if let Some(clock) = modules.clock {
        let choices = designs.iter().filter_map(|design| clock.choice(design));
        choices.for_each(|line| print_note(&line));
    }
    // Files that cannot be written are reported before any check runs.
    let files = modules.files()?;
    if !arguments.no_check {
        check_all(&designs, output)?;
        modules
            .cores
            .iter()
            .try_for_each(|core| check_core(core, &arguments.modules, output))?;
    }
    for files in &files {
        outputs::write(files, &arguments.out, output)?;
    }
    for design in &designs {
        let notes = outputs::outdated(design, modules.outputs, &arguments.out);
        notes.iter().for_each(|note| print_note(note));
    }
    Ok(())
}
