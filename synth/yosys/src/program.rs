//! Runs of Yosys.
use std::path::{Path, PathBuf};
use std::process::Command;

use halfpipe_tools::folder::write;
use halfpipe_tools::run::run_command;
use halfpipe_tools::Error;
use halfpipe_tools::Tool;

use crate::log::Log;

/// The current folder of a process, on systems that have a name for it.
///
/// Yosys writes the paths of its temporary files into ABC's scripts. These accept no blanks, quotes or semicolons in a
/// path, and this name has none, whatever the folder is called. So the files also disappear with the folder.
const OWN_FOLDER: &str = "/proc/self/cwd";

/// The limit on processor time for reading a user's file, in seconds.
pub const LIMIT_SECONDS: u32 = 60;

/// The limit on memory for reading a user's file, in MiB.
pub const LIMIT_MEGABYTES: u32 = 4 * 1024;

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

    /// Runs a script in `folder`. It is written there to the file `name`, and the file names in it are relative to that
    /// folder.
    ///
    /// # Errors
    ///
    /// [`Error::Failed`] with Yosys' own message when the script fails.
    pub fn run(&self, folder: &Path, name: &str, script: &str) -> Result<Log, Error> {
        self.run_command(Command::new(&self.program), folder, name, script)
    }

    /// Runs a script that reads a user's file, within [`LIMIT_SECONDS`] of processor time and [`LIMIT_MEGABYTES`] of
    /// memory. A loop in the file may have no end.
    ///
    /// # Errors
    ///
    /// As [`Yosys::run`].
    pub fn run_limited(&self, folder: &Path, name: &str, script: &str) -> Result<Log, Error> {
        let mut shell = Command::new("sh");
        let kilobytes = LIMIT_MEGABYTES * 1024;
        shell.arg("-c");
        shell.arg(format!(
            "ulimit -t {LIMIT_SECONDS}; ulimit -v {kilobytes}; exec \"$0\" \"$@\""
        ));
        shell.arg(&self.program);
        self.run_command(shell, folder, name, script)
    }

    fn run_command(&self, mut command: Command, folder: &Path, name: &str, script: &str) -> Result<Log, Error> {
        write(&folder.join(name), script)?;
        command.args(["-s", name]).current_dir(folder);
        if Path::new(OWN_FOLDER).is_dir() {
            command.env("TMPDIR", OWN_FOLDER);
        }
        let output = run_command(Tool::Yosys, command)?;
        let [printed, complained] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        Ok(Log::new(format!("{printed}{complained}")))
    }
}
