//! Options beside `--join`.

use clap::parser::ValueSource;
use clap::ArgMatches;

use halfpipe_request::arguments::options;

use crate::error::Error;

/// The options beside `--join`. The parts have all others.
const BESIDE_JOIN: [&str; 4] = ["join", "json", "junit", "ledger"];

/// Refuses an option that the parts of a theorem have already.
pub fn check(definition: &clap::Command, matches: &ArgMatches) -> Result<(), Error> {
    let Some((command, matches)) = matches.subcommand() else {
        return Ok(());
    };
    let (defined, words) = (definition.find_subcommand(command), options::words(matches));
    let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    if !matches!(matches.try_contains_id("join"), Ok(true)) {
        return Ok(());
    }
    let mut options = defined.into_iter().flat_map(clap::Command::get_arguments);
    let other = options.find_map(|argument| {
        let option = argument.get_long()?;
        (is_given(argument.get_id().as_str()) && !BESIDE_JOIN.contains(&option)).then_some(option)
    });
    match other.map(|option| format!("--{option}")).or(words.first().cloned()) {
        Some(word) => Err(Error::usage(format!(
            "{word} does not go with --join, which takes the theorem from the parts; leave it out"
        ))),
        None => Ok(()),
    }
}
