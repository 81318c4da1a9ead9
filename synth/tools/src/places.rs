//! Finding the external programs.
//!
//! A program is looked for on the `PATH` first, then in the tool folders with pinned versions. The first is `HALFPIPE_TOOLS`
//! where the variable is set, else `target/tools/bin` of the checkout that the running program was built in, which `make tools`
//! fills, as long as the program lies in that checkout's `target` folder. The last is in the user's data folder, where
//! [`install`](crate::install) has put it. What lies in or above the folder that a command happens to run in is never
//! executed.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::error::ToolError;
use crate::install;
use crate::tool::{Tool, TOOLS_FOLDER, TOOLS_VARIABLE};

/// The project's root where this program was built.
const CHECKOUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The folder of a checkout that Cargo builds programs in.
const TARGET_FOLDER: &str = "target";

impl Tool {
    /// Finds the program: on the `PATH`, then in the tool folders.
    ///
    /// # Errors
    ///
    /// [`ToolError::Missing`] when it is in none of them.
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
            install::installed().as_deref(),
            &env::current_dir().unwrap_or_default(),
        )
    }

    /// The folders of `path`, then the tool folders: `tools` where it says one, else that of the checkout, then the user's.
    ///
    /// A relative folder counts from `current`, as whoever wrote it wants. An empty one does not count, though shells take
    /// it for the current folder: it comes from a variable that is not set or a colon too many.
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
