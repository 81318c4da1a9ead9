//! The words of `halfpipe generate`, without those of files and folders, as requests for modules.

use clap::{Args, FromArgMatches};

use super::fault::describe_fault;
use super::generate::ModuleArguments;
use super::options;
use crate::error::Error;

/// The command whose words these are.
const COMMAND: &str = "generate";

/// Returns the definition of the words.
pub fn definition() -> clap::Command {
    let generate = ModuleArguments::augment_args(clap::Command::new(COMMAND));
    clap::Command::new("halfpipe").subcommand(generate)
}

/// Reads the words behind `halfpipe generate`: a mnemonic, and options.
///
/// # Errors
///
/// Fails with the sentence of the command if a word is wrong, or an option does not apply to the module.
pub fn parse(words: &[String]) -> Result<ModuleArguments, Error> {
    let definition = definition();
    let all = ["halfpipe", COMMAND]
        .into_iter()
        .chain(words.iter().map(String::as_str));
    let matches = definition.clone().try_get_matches_from(all);
    if let Ok(matches) = &matches {
        options::check(&definition, matches)?;
    }
    let read = matches.and_then(|matches| {
        let (_, own) = matches.subcommand().expect("the subcommand is among the words");
        ModuleArguments::from_arg_matches(own)
    });
    read.map_err(|error| {
        Error::usage(describe_fault(
            &error.format(&mut definition.clone()),
            "halfpipe generate",
        ))
    })
}
