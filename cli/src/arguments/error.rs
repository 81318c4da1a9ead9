//! Messages about command lines that the definition does not allow.

use std::ffi::OsString;
use std::fmt;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::board;
use crate::select;

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
            _ => {
                let meant = [
                    did_you_mean(error, ContextKind::InvalidArg, ContextKind::SuggestedArg),
                    did_you_mean(error, ContextKind::InvalidValue, ContextKind::SuggestedValue),
                ];
                // clap shows the syntax of the command if the allowed values do not say enough.
                let help = match error.get(ContextKind::Usage) {
                    Some(_) => format!("; `{} --help` says what is allowed", self.path.join(" ")),
                    None => String::new(),
                };
                fault(error) + &meant.concat() + &help
            }
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

/// Describes the fault in the words of clap.
fn fault(error: &clap::Error) -> String {
    let argument = text(error, ContextKind::InvalidArg);
    let value = text(error, ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::UnknownArgument => format!("unexpected argument '{argument}' found"),
        ErrorKind::InvalidValue if value.is_empty() => {
            format!(
                "a value is required for '{argument}' but none was supplied{}",
                possible_values(error)
            )
        }
        ErrorKind::InvalidValue => format!("invalid value '{value}' for '{argument}'{}", possible_values(error)),
        ErrorKind::ValueValidation => {
            let reason = std::error::Error::source(error).map(|reason| format!(": {reason}"));
            format!("invalid value '{value}' for '{argument}'{}", reason.unwrap_or_default())
        }
        ErrorKind::MissingRequiredArgument => {
            format!(
                "the following required arguments were not provided: {}",
                words(error, ContextKind::InvalidArg).join(" ")
            )
        }
        ErrorKind::ArgumentConflict => {
            let others = words(error, ContextKind::PriorArg);
            match others.as_slice() {
                [other] if *other == argument => format!("the argument '{argument}' cannot be used multiple times"),
                [other] => format!("the argument '{argument}' cannot be used with '{other}'"),
                others => format!("the argument '{argument}' cannot be used with: {}", others.join(" ")),
            }
        }
        ErrorKind::TooManyValues => {
            format!("unexpected value '{value}' for '{argument}' found; no more were expected")
        }
        other => other.to_string(),
    }
}

/// Returns the values that an argument takes, if they are few.
fn possible_values(error: &clap::Error) -> String {
    match words(error, ContextKind::ValidValue).as_slice() {
        [] => String::new(),
        values => format!(" [possible values: {}]", values.join(", ")),
    }
}

/// Returns a word of an error's context. It is empty if there is none.
fn text(error: &clap::Error, kind: ContextKind) -> String {
    error.get(kind).map(ToString::to_string).unwrap_or_default()
}

/// Returns all words of an error's context.
fn words(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::Strings(words)) => words.clone(),
        Some(ContextValue::String(word)) => vec![word.clone()],
        _ => Vec::new(),
    }
}

/// Returns a hint with the suggestion of clap for a misspelt word, unless it is too different.
fn did_you_mean(error: &clap::Error, written: ContextKind, meant: ContextKind) -> String {
    // The best suggestion comes last.
    let [Some(written), Some(meant)] = [written, meant].map(|kind| words(error, kind).pop()) else {
        return String::new();
    };
    let is_close = 3 * strsim::damerau_levenshtein(&written, &meant) <= meant.len();
    if is_close {
        format!(" (did you mean `{meant}`?)")
    } else {
        String::new()
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
