//! Why a command ends, and with which exit status.

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

use anstyle::{AnsiColor, Effects};

/// Why a command did not succeed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// The command line or the input is wrong; the message says what is wrong and what is allowed.
    #[error("{0}")]
    Usage(String),
    /// The work could not be done.
    #[error("{0}")]
    Failure(String),
    /// The hardware and the model differ, or something is missing; the command has already said so in its output.
    #[error("the output says what was found")]
    Found,
    /// Nobody reads the output any more, as behind `| head`: whoever closed it has no use for a message.
    #[error("the output is closed")]
    OutputClosed,
}

impl Error {
    /// Bad usage.
    pub fn usage(message: impl Display) -> Error {
        Error::Usage(message.to_string())
    }

    /// A failure.
    pub fn failure(message: impl Display) -> Error {
        Error::Failure(message.to_string())
    }

    /// The exit status.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Error::Failure(_) | Error::Found | Error::OutputClosed => ExitCode::from(1),
            Error::Usage(_) => ExitCode::from(2),
        }
    }

    /// What is printed after the output, if anything.
    pub fn message(&self) -> Option<String> {
        match self {
            Error::Usage(message) => Some(one_line(message)),
            // What an external program says of its failure takes more than one line.
            Error::Failure(message) => Some(message.lines().map(one_line).collect::<Vec<_>>().join("\n")),
            Error::Found | Error::OutputClosed => None,
        }
    }
}

/// Prints what is wrong, coloured where standard error is a terminal.
pub fn complain(message: &str) {
    let style = AnsiColor::Red.on_default().effects(Effects::BOLD);
    tell(&format!("{style}error:{style:#} {message}"));
}

/// Prints a line on standard error. Where that is closed or full, nobody can be told of it.
pub fn tell(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// A message in one line, whatever control characters came in with what it repeats.
pub fn one_line(message: &str) -> String {
    let escaped = message.chars().map(|c| match c.is_control() {
        true => c.escape_debug().to_string(),
        false => c.to_string(),
    });
    escaped.collect()
}

/// Errors of the output; what else is read or written says which file it was.
impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Error {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Error::OutputClosed,
            _ => Error::Failure(format!("cannot write the output: {error}")),
        }
    }
}

impl From<halfpipe_isa::ParseError> for Error {
    fn from(error: halfpipe_isa::ParseError) -> Error {
        Error::usage(error)
    }
}

impl From<halfpipe_hdl::design::DesignError> for Error {
    fn from(error: halfpipe_hdl::design::DesignError) -> Error {
        Error::usage(error)
    }
}

impl From<halfpipe_hdl::fpu::CoreError> for Error {
    fn from(error: halfpipe_hdl::fpu::CoreError) -> Error {
        Error::usage(error)
    }
}

impl From<halfpipe_tools::files::WriteError> for Error {
    fn from(error: halfpipe_tools::files::WriteError) -> Error {
        Error::failure(error)
    }
}
