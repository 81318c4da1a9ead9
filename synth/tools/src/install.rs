//! Installation of the pinned programs into the user's data folder.
//!
//! The script `install` beside this crate does the work, with the list of packages and the launchers there. All of them
//! are embedded in this program, which needs no checkout. `make tools` runs the same script on its own folder.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use etcetera::BaseStrategy;

use crate::diagnostic::ToolDiagnostic;
use crate::error::Error;
use crate::files::{FileLock, WriteError};
use crate::folder;

/// The script, and the files that it takes from its own folder.
const SOURCES: [(&str, &str); 12] = [
    (SCRIPT, include_str!("../install")),
    ("requirements.txt", include_str!("../requirements.txt")),
    ("launch/python", include_str!("../launch/python")),
    ("launch/script", include_str!("../launch/script")),
    ("launch/slang", include_str!("../launch/slang")),
    ("launch/verilator", include_str!("../launch/verilator")),
    ("launch/wasm", include_str!("../launch/wasm")),
    ("launch/yosys", include_str!("../launch/yosys")),
    ("slang/alike.py", include_str!("../slang/alike.py")),
    ("slang/circuit.py", include_str!("../slang/circuit.py")),
    ("slang/flow.py", include_str!("../slang/flow.py")),
    ("slang/text.py", include_str!("../slang/text.py")),
];

const SCRIPT: &str = "install";

/// The file that the script writes last, relative to the folder of the installation.
const WHOLE: &str = "installed";

/// The subfolder of the programs.
const PROGRAMS: &str = "bin";

/// The reason why the programs could not be installed.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    /// There is no folder for them.
    #[error("no home folder for the tools: set HOME, or set XDG_DATA_HOME to a folder of your own")]
    NoHome,

    /// Another process is installing them.
    #[error("another halfpipe is installing tools in {}: wait until it is done", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },

    /// The folder cannot be written to.
    #[error(transparent)]
    Write(#[from] WriteError),

    /// The script cannot be run.
    #[error(transparent)]
    Run(#[from] Error),

    /// The script failed.
    #[error("cannot install the tools: {0}")]
    Failed(ToolDiagnostic),
}

/// Returns the folder of this user's tools, which may not exist yet: `halfpipe/tools` in the data folder.
///
/// # Errors
///
/// [`InstallError::NoHome`] when the environment names no such folder, and the system knows no home of this user.
pub fn location() -> Result<PathBuf, InstallError> {
    let strategy = etcetera::choose_base_strategy().map_err(|_| InstallError::NoHome)?;
    let data = strategy.data_dir();
    // A relative home would depend on the folder in which the program happens to run.
    if data.is_absolute() {
        Ok(data.join("halfpipe").join("tools"))
    } else {
        Err(InstallError::NoHome)
    }
}

/// Returns the folder of this user's programs if the installation is complete.
pub fn installed() -> Option<PathBuf> {
    location().ok().and_then(|folder| programs_in(&folder))
}

/// Returns the folder of the programs installed in `folder` if the installation is complete.
pub fn programs_in(folder: &Path) -> Option<PathBuf> {
    folder.join(WHOLE).is_file().then(|| folder.join(PROGRAMS))
}

/// Installs the pinned programs in `folder`, or those that are missing there, and returns the folder of the programs.
/// The script's progress messages go to `progress`. Needs Python 3 with pip.
///
/// # Errors
///
/// [`InstallError`]; an interrupted installation does not count as [`installed`].
pub fn install(folder: &Path, progress: Stdio) -> Result<PathBuf, InstallError> {
    let _lock = FileLock::try_acquire(folder)?.ok_or_else(|| InstallError::Busy {
        folder: folder.to_owned(),
    })?;
    let sources = folder::temporary_folder()?;
    for (name, text) in SOURCES {
        let path = sources.path().join(name);
        let parent = path.parent().expect("it is in the folder of sources");
        std::fs::create_dir_all(parent).map_err(Error::file(parent))?;
        folder::write(&path, text)?;
    }
    let output = run(&sources.path().join(SCRIPT), folder, progress)?;
    match programs_in(folder) {
        Some(programs) if output.status.success() => Ok(programs),
        _ => Err(InstallError::Failed(ToolDiagnostic::new(&output))),
    }
}

fn run(script: &Path, folder: &Path, progress: Stdio) -> Result<Output, Error> {
    let shell = Path::new("/bin/sh");
    let mut command = Command::new(shell);
    command.arg(script).arg(folder).stdin(Stdio::null());
    let child = command.stdout(progress).stderr(Stdio::piped()).spawn();
    child
        .and_then(std::process::Child::wait_with_output)
        .map_err(Error::file(shell))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_launcher_is_part_of_the_program() {
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("launch");
        let launchers = beside.read_dir().unwrap();
        let launchers: BTreeSet<String> = launchers
            .map(|entry| format!("launch/{}", entry.unwrap().file_name().display()))
            .collect();
        let known = SOURCES.iter().map(|(name, _)| (*name).to_owned());
        assert_eq!(
            known
                .filter(|name| name.starts_with("launch/"))
                .collect::<BTreeSet<_>>(),
            launchers
        );
    }
}
