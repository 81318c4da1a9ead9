//! Files that appear whole or not at all.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}", path.display())]
pub struct WriteError {
    /// The file, or the folder that could not be made.
    pub path: PathBuf,
    /// What the system said.
    pub source: std::io::Error,
}

impl WriteError {
    /// Turns what the system said about a path into an error; for `map_err`.
    pub(super) fn at(path: &Path) -> impl FnOnce(std::io::Error) -> WriteError + '_ {
        |source| WriteError {
            path: path.to_owned(),
            source,
        }
    }
}

/// The folder that a path names a file of.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Writes a file beside its place and renames it into it; makes its folder where there is none. What was there before
/// stays until the contents are on the disk.
pub fn write_file(path: &Path, contents: &[u8]) -> Result<(), WriteError> {
    let failed = |source| WriteError::at(path)(source);
    let folder = folder_of(path);
    std::fs::create_dir_all(folder).map_err(WriteError::at(folder))?;
    let mut file = tempfile::Builder::new()
        .prefix(".halfpipe-")
        .tempfile_in(folder)
        .map_err(failed)?;
    file.write_all(contents).map_err(failed)?;
    set_permissions(&file).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    sync_folder(folder);
    Ok(())
}

/// Has the disk keep the names in a folder. Some network file systems and some permissions do not allow it; then a power
/// failure may bring back the old file, which is whole too.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Temporary files are private to their owner; a product is not.
#[cfg(unix)]
fn set_permissions(file: &tempfile::NamedTempFile) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn set_permissions(_: &tempfile::NamedTempFile) -> std::io::Result<()> {
    Ok(())
}
