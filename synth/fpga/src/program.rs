//! External programs as data.

/// The description of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Program {
    /// The command's name.
    pub command: &'static str,
    /// The purpose for which halfpipe needs it.
    pub purpose: &'static str,
    /// The option that prints its version; `None` if it has no such option.
    pub version_argument: Option<&'static str>,
    /// The way to install it, as half a sentence.
    pub installation: &'static str,
    /// True if `halfpipe tools install` installs it.
    pub is_pinned: bool,
    /// True if a command of halfpipe needs it.
    pub is_needed: bool,
}

impl Program {
    /// Makes the description of a program that a command of halfpipe needs and `halfpipe tools install` installs. It prints
    /// its version on `--version`.
    pub const fn new(command: &'static str, purpose: &'static str) -> Program {
        Program {
            command,
            purpose,
            version_argument: Some("--version"),
            installation: BY_TOOLS_INSTALL,
            is_pinned: true,
            is_needed: true,
        }
    }

    /// Returns the same program with another option that prints its version, or with none.
    pub const fn with_version_argument(self, version_argument: Option<&'static str>) -> Program {
        Program {
            version_argument,
            ..self
        }
    }

    /// Returns the same program with another way to install it.
    pub const fn with_installation(self, installation: &'static str) -> Program {
        Program {
            installation,
            is_pinned: false,
            ..self
        }
    }

    /// Returns the same program, which no command of halfpipe needs.
    pub const fn as_optional(self) -> Program {
        Program {
            is_needed: false,
            ..self
        }
    }
}

/// The `installation` of a program that `halfpipe tools install` installs.
pub const BY_TOOLS_INSTALL: &str = "run `halfpipe tools install`";
