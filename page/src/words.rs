//! The words of the page: those behind `halfpipe generate`, for one module.

use halfpipe_request::arguments::command_line;
use halfpipe_request::arguments::generate::ModuleArguments;
use halfpipe_request::Error;

/// Reads the words of a module, and refuses those that name several.
pub fn parse(words: &[String]) -> Result<ModuleArguments, Error> {
    let arguments = command_line::parse(words)?;
    if arguments.mnemonics.len() > 1 {
        return Err(Error::usage(format!(
            "the page shows one module, and {} names are given; give one",
            arguments.mnemonics.len()
        )));
    }
    Ok(arguments)
}
