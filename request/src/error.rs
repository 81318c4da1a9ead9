//! Errors of requests.

use std::fmt::Display;

/// The reason why a request is not met.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// The request is wrong. The message states the fault and the permitted values.
    #[error("{0}")]
    Usage(String),
    /// The work failed.
    #[error("{0}")]
    Failure(String),
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

    /// Returns its message as one line, with control characters escaped.
    pub fn message(&self) -> String {
        match self {
            Error::Usage(message) | Error::Failure(message) => one_line(message),
        }
    }
}

/// Writes a message as one line and escapes control characters in it.
pub fn one_line(message: &str) -> String {
    let escaped = message.chars().map(|c| {
        if c.is_control() {
            c.escape_debug().to_string()
        } else {
            c.to_string()
        }
    });
    escaped.collect()
}

impl From<std::fmt::Error> for Error {
    fn from(_: std::fmt::Error) -> Error {
        Error::failure("a value cannot be written as text")
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
