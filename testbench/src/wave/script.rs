//! The scripts with which GTKWave shows values as numbers.

use std::io;
use std::path::{Path, PathBuf};

use halfpipe_isa::FloatFormat;
use halfpipe_simulation::wave::filter::{script, script_name};
use halfpipe_tools::files::write_file;

use super::error::WaveError;

/// Writes the script of the running `halfpipe` into a folder.
pub(super) fn write_script(element: FloatFormat, folder: &Path) -> Result<PathBuf, WaveError> {
    let path = folder.join(script_name(element));
    let running = halfpipe_tools::program().ok();
    // Another program that uses this crate has no `filter` command.
    let halfpipe = running.filter(|path| path.file_stem().is_some_and(|name| name == "halfpipe"));
    write_file(&path, &script(element, halfpipe.as_deref()))?;
    make_executable(&path).map_err(|source| WaveError::Executable {
        path: path.clone(),
        source,
    })?;
    Ok(path)
}

#[cfg(unix)]
fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}
