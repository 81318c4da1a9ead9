//! The search for external programs.
//!
//! A program is searched on the `PATH` first, then in the tool folders with pinned versions:
//!
//! - `HALFPIPE_TOOLS` if that variable is set; otherwise `target/tools/bin` of the checkout in which the running
//!   program was built. `make tools` fills that folder. It counts only while the program lies in that checkout's
//!   `target` folder.
//! - The folder in the user's data folder, where [`install`](mod@crate::install) puts the programs.
//!
//! Nothing in or above the current folder of a command is ever executed.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::error::ToolError;
use crate::install;
use crate::tool::{Tool, TOOLS_FOLDER, TOOLS_VARIABLE};

/// The root of the project at the place where this program was built.
const CHECKOUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The folder of a checkout in which Cargo builds programs.
const TARGET_FOLDER: &str = "target";

impl Tool {
    /// Finds the program: on the `PATH`, then in the tool folders.
    ///
    /// # Errors
    ///
    /// [`ToolError::Missing`] when neither has it.
    pub fn find(self) -> Result<PathBuf, ToolError> {
        self.find_in(&ToolSearchPath::from_environment())
    }

    /// Finds the program in the given places.
    ///
    /// # Errors
    ///
    /// [`ToolError::Missing`] when none of them has it.
    pub fn find_in(self, places: &ToolSearchPath) -> Result<PathBuf, ToolError> {
        places
            .folders
            .iter()
            .map(|folder| folder.join(self.command()))
            .find(|path| is_executable(path))
            .ok_or(ToolError::Missing { tool: self })
    }
}

/// The folders to search for programs, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolSearchPath {
    folders: Vec<PathBuf>,
}

impl ToolSearchPath {
    /// Returns the places of this process.
    pub fn from_environment() -> Self {
        let executable = env::current_exe().unwrap_or_default();
        Self::new(
            &env::var_os("PATH").unwrap_or_default(),
            env::var_os(TOOLS_VARIABLE).as_deref(),
            tools_of_checkout(&executable, Path::new(CHECKOUT)).as_deref(),
            install::installed().as_deref(),
            &env::current_dir().unwrap_or_default(),
        )
    }

    /// Lists the folders of `path`, then the tool folders: `tools` if it names one, else that of the checkout, then the
    /// user's.
    ///
    /// A relative folder counts from `current`, as its author intends. An empty one does not count, although shells
    /// take it for the current folder. It comes from an unset variable or an extra colon.
    pub fn new(
        path: &OsStr,
        tools: Option<&OsStr>,
        of_checkout: Option<&Path>,
        of_user: Option<&Path>,
        current: &Path,
    ) -> Self {
        let on_path = env::split_paths(path);
        let tools = tools.filter(|folder| !folder.is_empty()).map(Path::new);
        let folders = on_path
            .chain(tools.or(of_checkout).map(Path::to_owned))
            .chain(of_user.map(Path::to_owned))
            .filter(|folder| !folder.as_os_str().is_empty())
            .map(|folder| current.join(folder));
        Self {
            folders: folders.collect(),
        }
    }

    /// Returns the folders, in order.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }
}

/// Returns the first tool folder with programs in it: the one that `HALFPIPE_TOOLS` names, or that of the checkout, then
/// the user's. A `PATH` needs none of the programs that it has itself.
pub fn tool_folder() -> Option<PathBuf> {
    let executable = env::current_exe().unwrap_or_default();
    let named = env::var_os(TOOLS_VARIABLE).filter(|folder| !folder.is_empty());
    let named = named.map(|folder| env::current_dir().unwrap_or_default().join(folder));
    let nearest = named.or_else(|| tools_of_checkout(&executable, Path::new(CHECKOUT)));
    nearest
        .filter(|folder| is_executable(&folder.join(Tool::Yosys.command())))
        .or_else(install::installed)
}

/// Returns the tool folder of a checkout if the program `executable` lies among the files built there.
///
/// Anybody who can put tools into that folder could exchange the program as well.
pub fn tools_of_checkout(executable: &Path, checkout: &Path) -> Option<PathBuf> {
    let checkout = checkout.canonicalize().ok()?;
    let built = checkout.join(TARGET_FOLDER).canonicalize().ok()?;
    let executable = executable.canonicalize().ok()?;
    executable.starts_with(built).then(|| checkout.join(TOOLS_FOLDER))
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
