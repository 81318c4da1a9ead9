//! Messages about options that are wrong in themselves.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Says in one line what is wrong with the options of a command. The command's words are `halfpipe generate` or the like.
pub fn describe_fault(error: &clap::Error, command: &str) -> String {
    let meant = [
        did_you_mean(error, ContextKind::InvalidArg, ContextKind::SuggestedArg),
        did_you_mean(error, ContextKind::InvalidValue, ContextKind::SuggestedValue),
    ];
    // clap shows the syntax of the command if the allowed values do not say enough.
    let help = match error.get(ContextKind::Usage) {
        Some(_) => format!("; `{command} --help` says what is allowed"),
        None => String::new(),
    };
    fault(error) + &meant.concat() + &help
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
pub fn text(error: &clap::Error, kind: ContextKind) -> String {
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
pub fn did_you_mean(error: &clap::Error, written: ContextKind, meant: ContextKind) -> String {
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
