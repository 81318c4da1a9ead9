//! Commands for other programs: their output and their files in memory.

use std::ffi::OsString;

use halfpipe_hdl::design::Design;
use halfpipe_hdl::export::File;
use halfpipe_request::arguments::command_line;
use halfpipe_request::generate::RequestedModules;

use crate::arguments;
use crate::command::{self, check_all, check_core};
use crate::error::Error;

/// The outcome of a command whose output was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CapturedOutcome {
    /// The exit status.
    pub status: u8,
    /// The standard output.
    pub output: String,
    /// The message of the error, if there is one.
    pub message: Option<String>,
}

/// Carries out a command line, and keeps what it would print on standard output.
pub fn capture(command_line: impl IntoIterator<Item = OsString>) -> CapturedOutcome {
    halfpipe_request::notes::show_notes_with(crate::error::print_note);
    let mut output = Vec::new();
    let outcome = arguments::parse(command_line).and_then(|arguments| match arguments {
        Some(arguments) => command::run(arguments.command, &mut output),
        None => Ok(()),
    });
    let error = outcome.err();
    CapturedOutcome {
        status: error.as_ref().map_or(0, Error::exit_status),
        output: String::from_utf8_lossy(&output).into_owned(),
        message: error.and_then(|error| error.message()),
    }
}

/// Makes the files that `halfpipe generate` writes for these words, each module's Verilog first. Each module is compared with
/// the golden model before.
///
/// # Errors
///
/// Fails where the command fails. After a mismatch, the message describes it.
pub fn generate(words: &[String]) -> Result<Vec<File>, Error> {
    let arguments = command_line::parse(words)?;
    let modules = RequestedModules::new(&arguments)?;
    let files = modules.files()?;
    let designs: Vec<&Design> = modules.designs.iter().collect();
    let mut report = Vec::new();
    let mut checked = check_all(&designs, &mut report);
    for core in &modules.cores {
        checked = checked.and_then(|()| check_core(core, &arguments, &mut report));
    }
    match checked {
        Err(Error::Found) => Err(Error::failure(String::from_utf8_lossy(&report).trim())),
        checked => checked.map(|()| files.into_iter().flatten().collect()),
    }
}
