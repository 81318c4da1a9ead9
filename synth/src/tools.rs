//! Finding the external programs.
//!
//! A program is looked for on the `PATH` first, then in the project's tool folder, where `make tools` puts pinned
//! versions. That folder is `HALFPIPE_TOOLS` where the variable is set, else the nearest `target/tools/bin` above
//! the running program or the current folder. This module depends on the standard library only.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The environment variable that names the tool folder.
pub const TOOLS_VARIABLE: &str = "HALFPIPE_TOOLS";

/// The tool folder, relative to the project's root.
pub const TOOLS_FOLDER: &str = "target/tools/bin";

/// An external program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tool {
    /// Synthesis.
    Yosys,
    /// Placement and routing for iCE40.
    NextpnrIce40,
    /// Placement and routing for ECP5.
    NextpnrEcp5,
    /// Bitstreams for iCE40.
    Icepack,
    /// Bitstreams for ECP5.
    Ecppack,
    /// Lint and simulation of the Verilog.
    Verilator,
    /// The C++ compiler that Verilator's models need.
    Compiler,
    /// Make, which builds Verilator's models.
    Make,
    /// Perl, in which Verilator's command is written.
    Perl,
    /// Proofs.
    Sby,
    /// Proofs that two netlists do the same.
    Abc,
    /// Packages of cores.
    Fusesoc,
    /// Python with cocotb.
    Python,
    /// The waveform viewer.
    Gtkwave,
}

/// One row of the table of tools.
struct Row {
    tool: Tool,
    command: &'static str,
    purpose: &'static str,
    version_argument: Option<&'static str>,
    installation: &'static str,
    pinned: bool,
    needed: bool,
}

/// What a program without an option for its version is asked.
const HELP_ARGUMENT: &str = "--help";

/// How its answer is known.
const USAGE: &str = "Usage:";

const MAKE_TOOLS: &str = "`make tools` installs it";

/// Every tool, in the order of [`Tool`].
const TABLE: [Row; 14] = [
    Row {
        tool: Tool::Yosys,
        command: "yosys",
        purpose: "synthesis",
        version_argument: Some("-V"),
        installation: MAKE_TOOLS,
        pinned: true,
        needed: true,
    },
    Row {
        tool: Tool::NextpnrIce40,
        command: "nextpnr-ice40",
        purpose: "placement and routing for iCE40",
        version_argument: Some("--version"),
        installation: MAKE_TOOLS,
        pinned: true,
        needed: true,
    },
    Row {
        tool: Tool::NextpnrEcp5,
        command: "nextpnr-ecp5",
        purpose: "placement and routing for ECP5",
        version_argument: Some("--version"),
        installation: MAKE_TOOLS,
        pinned: true,
        needed: true,
    },
    Row {
        tool: Tool::Icepack,
        command: "icepack",
        purpose: "bitstreams for iCE40",
        version_argument: None,
        installation: MAKE_TOOLS,
        pinned: true,
        needed: true,
    },
    Row {
        tool: Tool::Ecppack,
        command: "ecppack",
        purpose: "bitstreams for ECP5",
        version_argument: Some("--version"),
        installation: MAKE_TOOLS,
        pinned: true,
        needed: true,
    },
    Row {
        tool: Tool::Verilator,
        command: "verilator",
        purpose: "lint and simulation of the Verilog",
        version_argument: Some("--version"),
        installation: MAKE_TOOLS,
        pinned: true,
        needed: true,
    },
    Row {
        tool: Tool::Compiler,
        command: "g++",
        purpose: "compiling Verilator's models",
        version_argument: Some("--version"),
        installation: "the Debian package g++ has it",
        pinned: false,
        needed: true,
    },
    Row {
        tool: Tool::Make,
        command: "make",
        purpose: "building Verilator's models",
        version_argument: Some("--version"),
        installation: "the Debian package make has it",
        pinned: false,
        needed: true,
    },
    Row {
        tool: Tool::Perl,
        command: "perl",
        purpose: "running Verilator's command",
        version_argument: Some("-v"),
        installation: "the Debian package perl has it",
        pinned: false,
        needed: true,
    },
    Row {
        tool: Tool::Sby,
        command: "sby",
        purpose: "the tests' proofs",
        version_argument: Some("--version"),
        installation: MAKE_TOOLS,
        pinned: true,
        needed: false,
    },
    Row {
        tool: Tool::Abc,
        command: "yosys-abc",
        purpose: "the proofs that a mutant changes nothing",
        version_argument: Some("-h"),
        installation: MAKE_TOOLS,
        pinned: true,
        needed: false,
    },
    Row {
        tool: Tool::Fusesoc,
        command: "fusesoc",
        purpose: "the tests of packages",
        version_argument: Some("--version"),
        installation: MAKE_TOOLS,
        pinned: true,
        needed: false,
    },
    Row {
        tool: Tool::Python,
        command: "halfpipe-python",
        purpose: "Python with cocotb, for its example",
        version_argument: Some("--version"),
        installation: MAKE_TOOLS,
        pinned: true,
        needed: false,
    },
    Row {
        tool: Tool::Gtkwave,
        command: "gtkwave",
        purpose: "viewing waves",
        version_argument: Some("--version"),
        installation: "the Debian package gtkwave has it",
        pinned: false,
        needed: false,
    },
];

impl Tool {
    /// Every tool, in the table's order.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|row| row.tool)
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The command's name.
    pub fn command(self) -> &'static str {
        self.row().command
    }

    /// What halfpipe needs it for.
    pub fn purpose(self) -> &'static str {
        self.row().purpose
    }

    /// How to install it, as half a sentence.
    pub fn installation(self) -> &'static str {
        self.row().installation
    }

    /// Whether `make tools` installs it.
    pub fn is_pinned(self) -> bool {
        self.row().pinned
    }

    /// The Debian package that has it, where `make tools` does not install it. The packages bear the commands' names.
    pub fn debian_package(self) -> Option<&'static str> {
        (!self.is_pinned()).then(|| self.command())
    }

    /// Whether a command of halfpipe needs it.
    pub fn is_needed(self) -> bool {
        self.row().needed
    }

    /// Finds the program: on the `PATH`, then in the tool folder.
    ///
    /// # Errors
    ///
    /// [`ToolError::Missing`] when it is in neither.
    pub fn find(self) -> Result<PathBuf, ToolError> {
        self.find_in(&Places::of_environment())
    }

    /// Finds the program in the given places.
    ///
    /// # Errors
    ///
    /// [`ToolError::Missing`] when it is in none of them.
    pub fn find_in(self, places: &Places) -> Result<PathBuf, ToolError> {
        places
            .folders
            .iter()
            .map(|folder| folder.join(self.command()))
            .find(|path| is_executable(path))
            .ok_or(ToolError::Missing { tool: self })
    }

    /// The version of the program that [`Tool::find`] finds: the first number with a point in what the program
    /// prints about itself, or `None` where it says nothing of the kind. A program without an option for it is asked for
    /// its usage, so that it has run in any case.
    ///
    /// # Errors
    ///
    /// [`ToolError::Missing`], [`ToolError::Unusable`] when the program does not start, or [`ToolError::Failing`] when it
    /// fails and does not answer.
    pub fn version(self) -> Result<Option<String>, ToolError> {
        let path = self.find()?;
        let argument = self.row().version_argument;
        let output = Command::new(&path)
            .arg(argument.unwrap_or(HELP_ARGUMENT))
            .stdin(Stdio::null())
            .output()
            .map_err(|error| ToolError::unusable(self, &path, &error))?;
        let [said, complained] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        let text = format!("{said}\n{complained}");
        let version = argument.and_then(|_| version_in(&text));
        // Some programs end as failed after they have told their usage.
        let has_answered = version.is_some() || (argument.is_none() && text.contains(USAGE));
        if output.status.success() || has_answered {
            return Ok(version);
        }
        let last = complained.lines().map(str::trim).rfind(|line| !line.is_empty());
        Err(ToolError::Failing {
            tool: self,
            path,
            message: last.map_or_else(|| output.status.to_string(), str::to_owned),
        })
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.command())
    }
}

/// The folders that are searched for programs, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    folders: Vec<PathBuf>,
}

impl Places {
    /// The places of this process.
    pub fn of_environment() -> Self {
        Self::new(
            &env::var_os("PATH").unwrap_or_default(),
            env::var_os(TOOLS_VARIABLE).as_deref(),
            &env::current_exe().unwrap_or_default(),
            &env::current_dir().unwrap_or_default(),
        )
    }

    /// The folders of `path`, then the tool folder: `tools` where it says one, else the nearest one above the
    /// program `executable` or the folder `current`. Relative folders count from `current`.
    pub fn new(path: &OsStr, tools: Option<&OsStr>, executable: &Path, current: &Path) -> Self {
        let on_path = env::split_paths(path).map(|folder| current.join(folder));
        let mut folders: Vec<_> = on_path.collect();
        match tools.filter(|folder| !folder.is_empty()) {
            Some(folder) => folders.push(current.join(folder)),
            None => {
                let starts = [executable, current].into_iter();
                folders.extend(starts.filter_map(tool_folder_above));
            }
        }
        Self { folders }
    }

    /// The folders, in order.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }
}

/// The nearest tool folder in `start` or a folder above it.
fn tool_folder_above(start: &Path) -> Option<PathBuf> {
    start
        .ancestors()
        .map(|folder| folder.join(TOOLS_FOLDER))
        .find(|folder| folder.is_dir())
}

/// The first word that starts with digits, a point and a digit, without what clings to it:
/// `0.11.1` in `(Version nextpnr-0.11.1)`.
fn version_in(text: &str) -> Option<String> {
    text.split(|c: char| c.is_whitespace() || "()-,".contains(c))
        .map(|word| word.trim_start_matches('v'))
        .find(|word| {
            word.split_once('.').is_some_and(|(before, after)| {
                !before.is_empty()
                    && before.bytes().all(|byte| byte.is_ascii_digit())
                    && after.starts_with(|c: char| c.is_ascii_digit())
            })
        })
        .map(str::to_owned)
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

/// A program that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolError {
    /// It is neither on the `PATH` nor in the tool folder.
    Missing {
        /// The program.
        tool: Tool,
    },
    /// It was found and does not start.
    Unusable {
        /// The program.
        tool: Tool,
        /// Where it was found.
        path: PathBuf,
        /// What the system said.
        message: String,
    },
    /// It starts, and fails when it is asked who it is.
    Failing {
        /// The program.
        tool: Tool,
        /// Where it was found.
        path: PathBuf,
        /// The last line of what it complained of, or its exit status when it did not.
        message: String,
    },
}

impl ToolError {
    /// The error for a program at `path` that did not start.
    pub fn unusable(tool: Tool, path: &Path, error: &std::io::Error) -> Self {
        Self::Unusable {
            tool,
            path: path.to_owned(),
            message: error.to_string(),
        }
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { tool } => write!(
                f,
                "{tool} ({}) is neither on the PATH nor in the tool folder ({TOOLS_FOLDER}, or {TOOLS_VARIABLE}); {}",
                tool.purpose(),
                tool.installation(),
            ),
            Self::Unusable { tool, path, message } => {
                write!(f, "{tool} at {} does not start: {message}", path.display())
            }
            Self::Failing { tool, path, message } => {
                write!(f, "{tool} at {} starts and fails: {message}", path.display())
            }
        }
    }
}

impl std::error::Error for ToolError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enumeration() {
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.tool as usize, index, "{}", row.command);
        }
    }

    #[test]
    fn versions_are_found_in_what_the_programs_print() {
        let said = [
            ("Yosys 0.70 (git sha1 28ba3cb92, Release)", "0.70"),
            (
                "\"nextpnr-ice40\" -- Next Generation Place and Route (Version nextpnr-0.11.1)",
                "0.11.1",
            ),
            ("Verilator 5.006 2023-01-22 rev (Debian 5.006-3)", "5.006"),
            ("g++ (Debian 12.2.0-14+deb12u1) 12.2.0", "12.2.0"),
            ("GNU Make 4.3", "4.3"),
            (
                "This is perl 5, version 36, subversion 0 (v5.36.0) built for x86_64",
                "5.36.0",
            ),
            ("GTKWave Analyzer v3.3.118 (w)1999-2023 BSI", "3.3.118"),
        ];
        for (text, version) in said {
            assert_eq!(version_in(text).as_deref(), Some(version), "{text}");
        }
        assert_eq!(version_in("no version here, only e.g. words"), None);
    }
}
