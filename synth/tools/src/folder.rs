//! The files that a program reads and writes, in a folder of its own.

use std::path::Path;

use crate::error::Error;

/// A folder for one run, removed with the value, where nobody else can write scripts. What a killed run leaves lies where the
/// system removes old files.
///
/// # Errors
///
/// [`Error::File`] when none can be made.
pub fn temporary_folder() -> Result<tempfile::TempDir, Error> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("halfpipe-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir().map_err(Error::file(std::env::temp_dir()))
}

/// Writes a file.
///
/// # Errors
///
/// [`Error::File`] when it cannot be written.
pub fn write(path: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(path, text).map_err(Error::file(path))
}

/// Reads a file.
///
/// # Errors
///
/// [`Error::File`] when it cannot be read as text.
pub fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(Error::file(path))
}
