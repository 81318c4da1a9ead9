//! Errors and exit statuses of commands.

use std::fmt::Display;
use std::io::Write;

use anstyle::{AnsiColor, Effects};
use halfpipe_request::error::one_line;
use halfpipe_yosys::external::Refusal;

/// The reason why a command fails.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// The command line or the input is wrong. The message states the fault and the permitted values.
    #[error("{0}")]
    Usage(String),
    /// An external file is refused, with its construct, line and reason.
    #[error("{0}")]
    Refused(Box<Refusal>),
    /// The command failed.
    #[error("{0}")]
    Failure(String),
    /// Hardware and model differ, or something is missing. The command's output already reports it.
    #[error("the output says what was found")]
    Found,
    /// A proof came to no verdict. The command's output already reports it.
    #[error("the output says what is left")]
    Undecided,
    /// The reader of the output has gone, as with `| head`. Nobody needs a message.
    #[error("the output is closed")]
    OutputClosed,
}

impl Error {
    /// Creates an error for wrong usage.
    pub fn usage(message: impl Display) -> Error {
        Error::Usage(message.to_string())
    }

    /// Creates an error for a failure.
    pub fn failure(message: impl Display) -> Error {
        Error::Failure(message.to_string())
    }

    /// Creates an error for an input that cannot be read. A file that is missing, is forbidden, is no text or is too long, a
    /// folder, and a pipe without writer are wrong usage.
    pub fn reading(name: &str, error: &std::io::Error) -> Error {
        use std::io::ErrorKind::{
            FileTooLarge, InvalidData, InvalidInput, IsADirectory, NotADirectory, NotConnected, NotFound,
            PermissionDenied,
        };
        let message = format!("cannot read {name}: {error}");
        match error.kind() {
            FileTooLarge | InvalidData | InvalidInput | IsADirectory | NotADirectory | NotConnected | NotFound
            | PermissionDenied => Error::Usage(message),
            _ => Error::Failure(message),
        }
    }

    /// Returns the exit status.
    pub fn exit_status(&self) -> u8 {
        match self {
            Error::Failure(_) | Error::Found | Error::OutputClosed => 1,
            Error::Usage(_) | Error::Refused(_) => 2,
            Error::Undecided => 3,
        }
    }

    /// Returns the message to print after the output, if any.
    pub fn message(&self) -> Option<String> {
        match self {
            Error::Usage(message) => Some(one_line(message)),
            Error::Refused(refusal) => Some(one_line(&refusal.to_string())),
            // The message of an external program may have several lines.
            Error::Failure(message) => Some(message.lines().map(one_line).collect::<Vec<_>>().join("\n")),
            Error::Found | Error::Undecided | Error::OutputClosed => None,
        }
    }
}

/// Prints an error message, in colour if standard error is a terminal.
pub fn print_error(message: &str) {
    let style = AnsiColor::Red.on_default().effects(Effects::BOLD);
    print_note(&format!("{style}error:{style:#} {message}"));
}

/// Prints a line on standard error. Errors of standard error itself are ignored, because nobody could see them.
pub fn print_note(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// Converts errors of the output. Errors of other files name the file.
impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Error {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Error::OutputClosed,
            _ => Error::Failure(format!("cannot write the output: {error}")),
        }
    }
}

impl From<halfpipe_request::Error> for Error {
    fn from(error: halfpipe_request::Error) -> Error {
        match error {
            halfpipe_request::Error::Usage(message) => Error::Usage(message),
            halfpipe_request::Error::Failure(message) => Error::Failure(message),
        }
    }
}

impl From<halfpipe_request::clock::ClockError> for Error {
    fn from(error: halfpipe_request::clock::ClockError) -> Error {
        halfpipe_request::Error::from(error).into()
    }
}

impl From<halfpipe_request::request::RequestError> for Error {
    fn from(error: halfpipe_request::request::RequestError) -> Error {
        halfpipe_request::Error::from(error).into()
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

impl From<halfpipe_testbench::engine::EngineError> for Error {
    fn from(error: halfpipe_testbench::engine::EngineError) -> Error {
        match error {
            error @ halfpipe_testbench::engine::EngineError::NoIntegerModel { .. } => Error::usage(format!(
                "{error}; leave --engine out, or write --engine reference for the model of every instruction"
            )),
            error => Error::failure(error),
        }
    }
}

impl From<halfpipe_testbench::wave::WaveError> for Error {
    fn from(error: halfpipe_testbench::wave::WaveError) -> Error {
        match error {
            halfpipe_testbench::wave::WaveError::Write(error) => error.into(),
            error => Error::failure(error),
        }
    }
}

impl From<halfpipe_tools::files::WriteError> for Error {
    fn from(error: halfpipe_tools::files::WriteError) -> Error {
        if error.is_wrong_path() {
            Error::usage(error)
        } else {
            Error::failure(error)
        }
    }
}
