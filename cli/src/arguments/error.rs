//! Messages about command lines that the definition does not allow.

use std::ffi::OsString;
use std::fmt;

use clap::error::{ContextKind, ErrorKind};
use halfpipe_request::arguments::fault::{describe_fault, did_you_mean, text};
use halfpipe_request::select;

use super::board;

/// A command line that the definition does not allow, or one that asks for help.
#[derive(Debug)]
pub struct CommandLineError {
    /// The error of clap.
    pub error: clap::Error,
    /// The definition of the command that the line names.
    command: clap::Command,
    /// The words of that command: `halfpipe`, `board`, `run`.
    path: Vec<String>,
}

impl CommandLineError {
    /// Creates the refusal of a command line.
    pub fn new(error: clap::Error, definition: &clap::Command, command_line: &[OsString]) -> CommandLineError {
        let mut command = definition;
        let mut path = vec![definition.get_name().to_owned()];
        for word in command_line.iter().skip(1) {
            match word.to_str().and_then(|name| command.find_subcommand(name)) {
                Some(named) => command = named,
                None => break,
            }
            path.push(command.get_name().to_owned());
        }
        CommandLineError {
            error,
            command: command.clone(),
            path,
        }
    }

    /// Says in one line what is wrong.
    pub fn message(&self) -> String {
        let error = &self.error;
        match error.kind() {
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
                let allowed = self.allowed();
                format!("no {} is given; {allowed}", allowed.what)
            }
            ErrorKind::InvalidSubcommand => self.unknown_command(),
            _ => describe_fault(error, &self.path.join(" ")),
        }
    }

    fn unknown_command(&self) -> String {
        let given = text(&self.error, ContextKind::InvalidSubcommand);
        let allowed = self.allowed();
        let named = select::named(&given).ok();
        if let Some(named) = named.filter(|_| allowed.what == COMMAND) {
            return format!(
                "`{given}` is not a command; write one in front: halfpipe explain {}; {allowed}",
                named.instruction
            );
        }
        let hint = did_you_mean(
            &self.error,
            ContextKind::InvalidSubcommand,
            ContextKind::SuggestedSubcommand,
        );
        format!("unknown {} `{given}`{hint}; {allowed}", allowed.what)
    }

    /// Returns the allowed names in place of a missing or unknown command.
    fn allowed(&self) -> Allowed {
        let names = self.command.get_subcommands();
        let names = names.map(|command| command.get_name().to_owned());
        match self.command.get_name() {
            board::NAME => {
                let (others, names) = names.partition(|name| name == board::RUN_SUBCOMMAND);
                Allowed {
                    what: "board",
                    names,
                    others,
                }
            }
            _ => Allowed {
                what: COMMAND,
                names: names.collect(),
                others: Vec::new(),
            },
        }
    }
}

/// The word for a missing or unknown name that is no board.
const COMMAND: &str = "command";

/// The allowed names in place of a missing or unknown command.
struct Allowed {
    what: &'static str,
    names: Vec<String>,
    /// Subcommands of `board` that are no boards.
    others: Vec<String>,
}

impl fmt::Display for Allowed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the {}s are {}", self.what, self.names.join(", "))?;
        let mut others = self.others.iter();
        others.try_for_each(|name| write!(formatter, "; `{} {name}` runs operands on a board", board::NAME))
    }
}
