//! Files that appear whole or not at all.

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

/// Writes a file beside its place and renames it into it; makes its folder where there is none.
pub fn write_file(path: &Path, contents: &[u8]) -> Result<(), WriteError> {
    let failed = |source| WriteError {
        path: path.to_owned(),
        source,
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(folder).map_err(|source| WriteError {
        path: folder.to_owned(),
        source,
    })?;
    let mut file = tempfile::Builder::new()
        .prefix(".halfpipe-")
        .tempfile_in(folder)
        .map_err(failed)?;
    file.write_all(contents).map_err(failed)?;
    set_permissions(&file).map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
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
