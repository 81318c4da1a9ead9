//! Runs of Yosys.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use halfpipe_fpga::BY_TOOLS_INSTALL;
use halfpipe_tools::folder::write;
use halfpipe_tools::run::{output_within, run_command};
use halfpipe_tools::{Error, Tool, ToolError};

use crate::log::Log;

/// The current folder of a process, on systems that have a name for it.
///
/// Yosys writes the paths of its temporary files into ABC's scripts. These accept no blanks, quotes or semicolons in a
/// path, and this name has none, whatever the folder is called. So the files also disappear with the folder.
const OWN_FOLDER: &str = "/proc/self/cwd";

/// The Yosys command that reads plain Verilog.
pub const READ_VERILOG: &str = "read_verilog";

/// The limit on processor time for reading a user's file, in seconds. The elapsed time may be twice as long.
const LIMIT_SECONDS: u32 = 20;

/// The limit on memory for reading a user's file, in MiB.
const LIMIT_MEGABYTES: u32 = 2 * 1024;

/// Errors of a process without memory that read like errors of the program.
const OUT_OF_MEMORY: [&str; 2] = ["bad_alloc", "MemoryError"];

/// Returns the reason for refusing a file that a program cannot read within its limits; `None` for another error. A limit
/// ends a program in one of many ways, none of which names an error of the file.
pub(crate) fn limit_reason(program: &str, error: &Error) -> Option<String> {
    let has_hit_limit = match error {
        Error::Failed { diagnostic, .. } => {
            let words = diagnostic.to_string();
            !diagnostic.names_error() || OUT_OF_MEMORY.iter().any(|mark| words.contains(mark))
        }
        Error::TooSlow { .. } => true,
        _ => false,
    };
    has_hit_limit.then(|| {
        format!(
            "{program} takes more than {LIMIT_SECONDS} s or {LIMIT_MEGABYTES} MiB to read it, or stops; check it for a loop without end"
        )
    })
}

/// Runs a program that reads a user's file, within [`LIMIT_SECONDS`] of processor time and [`LIMIT_MEGABYTES`] of
/// memory. A loop in the file may have no end. Returns its standard output.
///
/// # Errors
///
/// As [`output_within`].
pub(crate) fn run_limited(tool: Tool, program: &Path, command: Command) -> Result<Vec<u8>, Error> {
    let mut shell = Command::new("sh");
    let kilobytes = LIMIT_MEGABYTES * 1024;
    shell.arg("-c");
    shell.arg(format!(
        "ulimit -t {LIMIT_SECONDS}; ulimit -v {kilobytes}; exec \"$0\" \"$@\""
    ));
    shell.arg(program).args(command.get_args());
    shell.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    if let Some(folder) = command.get_current_dir() {
        shell.current_dir(folder);
    }
    let limit = Duration::from_secs(2 * u64::from(LIMIT_SECONDS));
    output_within(tool, shell, limit)
}

/// An installed Yosys.
#[derive(Clone, Debug)]
pub struct Yosys {
    program: PathBuf,
}

impl Yosys {
    /// Finds Yosys.
    ///
    /// # Errors
    ///
    /// [`Error::Tool`] when it is missing.
    pub fn find() -> Result<Self, Error> {
        let program = Tool::Yosys.find()?;
        Ok(Self { program })
    }

    /// Returns the error of a Yosys that is built without slang.
    pub(crate) fn without_slang(&self) -> ToolError {
        ToolError::Failing {
            tool: Tool::Yosys,
            path: self.program.clone(),
            message: format!("it has no read_slang; {BY_TOOLS_INSTALL}, and put no other Yosys first on the PATH"),
        }
    }

    /// Runs a script in `folder`. It is written there to the file `name`, and the file names in it are relative to that
    /// folder.
    ///
    /// # Errors
    ///
    /// [`Error::Failed`] with Yosys' own message when the script fails.
    pub fn run(&self, folder: &Path, name: &str, script: &str) -> Result<Log, Error> {
        let output = run_command(Tool::Yosys, self.command(folder, name, script)?)?;
        let [printed, complained] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        Ok(Log::new(format!("{printed}{complained}")))
    }

    /// Runs a script that reads a user's file, as [`run_limited`] does.
    ///
    /// # Errors
    ///
    /// As [`Yosys::run`], and [`Error::TooSlow`] when it does not end in time.
    pub fn run_limited(&self, folder: &Path, name: &str, script: &str) -> Result<Log, Error> {
        let command = self.command(folder, name, script)?;
        let printed = run_limited(Tool::Yosys, &self.program, command)?;
        Ok(Log::new(String::from_utf8_lossy(&printed).into_owned()))
    }

    fn command(&self, folder: &Path, name: &str, script: &str) -> Result<Command, Error> {
        write(&folder.join(name), script)?;
        let mut command = Command::new(&self.program);
        command.args(["-s", name]).current_dir(folder);
        if Path::new(OWN_FOLDER).is_dir() {
            command.env("TMPDIR", OWN_FOLDER);
        }
        Ok(command)
    }
}
