//! Finding the external programs.
//!
//! A program is looked for on the `PATH` first, then in the project's tool folder, where `make tools` puts pinned
//! versions. That folder is `HALFPIPE_TOOLS` where the variable is set, else `target/tools/bin` of the checkout that the
//! running program was built in, as long as it lies in that checkout's `target` folder. A copy elsewhere, an installed one
//! and one that was built with another target folder have no tool folder but the variable's: what lies in or above the
//! folder that a command happens to run in is never executed. The programs of a family of FPGAs come from its
//! [row](crate::device).

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::device::FAMILIES;

/// The environment variable that names the tool folder.
pub const TOOLS_VARIABLE: &str = "HALFPIPE_TOOLS";

/// The tool folder, relative to the project's root.
pub const TOOLS_FOLDER: &str = "target/tools/bin";

/// The project's root where this program was built.
const CHECKOUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The folder of a checkout that Cargo builds programs in.
const TARGET_FOLDER: &str = "target";

/// An external program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tool {
    /// Synthesis.
    Yosys,
    /// A program of one family of FPGAs, from that family's row.
    OfFamily(&'static Program),
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

/// What there is to know of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Program {
    /// The command's name.
    pub command: &'static str,
    /// What halfpipe needs it for.
    pub purpose: &'static str,
    /// The option with which it tells its version; none where it has no such option.
    pub version_argument: Option<&'static str>,
    /// How to install it, as half a sentence.
    pub installation: &'static str,
    /// Whether `make tools` installs it.
    pub is_pinned: bool,
    /// Whether a command of halfpipe needs it.
    pub is_needed: bool,
}

/// What a program without an option for its version is asked.
const HELP_ARGUMENT: &str = "--help";

/// How its answer is known.
const USAGE: &str = "Usage:";

/// How a program is installed that `make tools` installs.
pub const MAKE_TOOLS: &str = "`make tools` installs it";

/// The tools that are of no family.
static TABLE: [(Tool, Program); 10] = [
    (
        Tool::Yosys,
        Program {
            command: "yosys",
            purpose: "synthesis",
            version_argument: Some("-V"),
            installation: MAKE_TOOLS,
            is_pinned: true,
            is_needed: true,
        },
    ),
    (
        Tool::Verilator,
        Program {
            command: "verilator",
            purpose: "lint and simulation of the Verilog",
            version_argument: Some("--version"),
            installation: MAKE_TOOLS,
            is_pinned: true,
            is_needed: true,
        },
    ),
    (
        Tool::Compiler,
        Program {
            command: "g++",
            purpose: "compiling Verilator's models",
            version_argument: Some("--version"),
            installation: "the Debian package g++ has it",
            is_pinned: false,
            is_needed: true,
        },
    ),
    (
        Tool::Make,
        Program {
            command: "make",
            purpose: "building Verilator's models",
            version_argument: Some("--version"),
            installation: "the Debian package make has it",
            is_pinned: false,
            is_needed: true,
        },
    ),
    (
        Tool::Perl,
        Program {
            command: "perl",
            purpose: "running Verilator's command",
            version_argument: Some("-v"),
            installation: "the Debian package perl has it",
            is_pinned: false,
            is_needed: true,
        },
    ),
    (
        Tool::Sby,
        Program {
            command: "sby",
            purpose: "the tests' proofs",
            version_argument: Some("--version"),
            installation: MAKE_TOOLS,
            is_pinned: true,
            is_needed: false,
        },
    ),
    (
        Tool::Abc,
        Program {
            command: "yosys-abc",
            purpose: "the proofs that a mutant changes nothing",
            version_argument: Some("-h"),
            installation: MAKE_TOOLS,
            is_pinned: true,
            is_needed: false,
        },
    ),
    (
        Tool::Fusesoc,
        Program {
            command: "fusesoc",
            purpose: "the tests of packages",
            version_argument: Some("--version"),
            installation: MAKE_TOOLS,
            is_pinned: true,
            is_needed: false,
        },
    ),
    (
        Tool::Python,
        Program {
            command: "halfpipe-python",
            purpose: "Python with cocotb, for its example",
            version_argument: Some("--version"),
            installation: MAKE_TOOLS,
            is_pinned: true,
            is_needed: false,
        },
    ),
    (
        Tool::Gtkwave,
        Program {
            command: "gtkwave",
            purpose: "viewing waves",
            version_argument: Some("--version"),
            installation: "the Debian package gtkwave has it",
            is_pinned: false,
            is_needed: false,
        },
    ),
];

impl Tool {
    /// Every tool: Yosys, what places and routes for each family, what makes each one's bitstreams, and the others.
    pub fn all() -> impl Iterator<Item = Self> {
        let [first, others @ ..] = &TABLE;
        let routers = FAMILIES.iter().map(|family| family.router);
        let packers = FAMILIES.iter().map(|family| family.packer);
        let of_families = routers.chain(packers);
        std::iter::once(first.0)
            .chain(of_families)
            .chain(others.iter().map(|(tool, _)| *tool))
    }

    fn program(self) -> &'static Program {
        match self {
            Tool::OfFamily(program) => program,
            tool => {
                let row = TABLE.iter().find(|(known, _)| *known == tool);
                &row.expect("every tool has a row").1
            }
        }
    }

    /// The command's name.
    pub fn command(self) -> &'static str {
        self.program().command
    }

    /// What halfpipe needs it for.
    pub fn purpose(self) -> &'static str {
        self.program().purpose
    }

    /// How to install it, as half a sentence.
    pub fn installation(self) -> &'static str {
        self.program().installation
    }

    /// Whether `make tools` installs it.
    pub fn is_pinned(self) -> bool {
        self.program().is_pinned
    }

    /// The Debian package that has it, where `make tools` does not install it. The packages bear the commands' names.
    pub fn debian_package(self) -> Option<&'static str> {
        (!self.is_pinned()).then(|| self.command())
    }

    /// Whether a command of halfpipe needs it.
    pub fn is_needed(self) -> bool {
        self.program().is_needed
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
        let argument = self.program().version_argument;
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
        let last_line = |text: &str| Some(text.lines().map(str::trim).rfind(|line| !line.is_empty())?.to_owned());
        let last = last_line(&complained).or_else(|| last_line(&said));
        Err(ToolError::Failing {
            tool: self,
            path,
            message: last.unwrap_or_else(|| output.status.to_string()),
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
        let executable = env::current_exe().unwrap_or_default();
        Self::new(
            &env::var_os("PATH").unwrap_or_default(),
            env::var_os(TOOLS_VARIABLE).as_deref(),
            tools_of_checkout(&executable, Path::new(CHECKOUT)).as_deref(),
            &env::current_dir().unwrap_or_default(),
        )
    }

    /// The folders of `path`, then the tool folder: `tools` where it says one, else that of the checkout.
    ///
    /// A relative folder counts from `current`, as whoever wrote it wants. An empty one does not count, though shells take
    /// it for the current folder: it comes from a variable that is not set or a colon too many.
    pub fn new(path: &OsStr, tools: Option<&OsStr>, of_checkout: Option<&Path>, current: &Path) -> Self {
        let on_path = env::split_paths(path);
        let tools = tools.filter(|folder| !folder.is_empty()).map(Path::new);
        let folders = on_path
            .chain(tools.or(of_checkout).map(Path::to_owned))
            .filter(|folder| !folder.as_os_str().is_empty())
            .map(|folder| current.join(folder));
        Self {
            folders: folders.collect(),
        }
    }

    /// The folders, in order.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }
}

/// The tool folder of a checkout, where the program `executable` lies among what is built there.
///
/// Whoever can put tools into that folder could exchange the program as well.
pub fn tools_of_checkout(executable: &Path, checkout: &Path) -> Option<PathBuf> {
    let checkout = checkout.canonicalize().ok()?;
    let built = checkout.join(TARGET_FOLDER).canonicalize().ok()?;
    let executable = executable.canonicalize().ok()?;
    executable.starts_with(built).then(|| checkout.join(TOOLS_FOLDER))
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
        /// The last line of what it complained of, or else printed, or its exit status when it said nothing.
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
    fn every_tool_has_a_command_of_its_own() {
        let commands: Vec<&str> = Tool::all().map(Tool::command).collect();
        assert_eq!(commands.len(), TABLE.len() + 2 * FAMILIES.len());
        for (index, command) in commands.iter().enumerate() {
            assert!(!commands[index + 1..].contains(command), "{command}");
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
