//! Temporary folders, and the files that a program reads and writes in them.

use std::path::Path;

use crate::error::Error;

/// Makes a private folder for one run, where no other user can write scripts. Dropping the value removes it. A killed
/// run leaves its folder to the system's own clean-up of temporary files.
///
/// # Errors
///
/// [`Error::Temporary`] when no folder can be made.
pub fn temporary_folder() -> Result<tempfile::TempDir, Error> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("halfpipe-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir().map_err(temporary_failed)
}

/// Turns a system error about temporary files into an [`Error`]; for `map_err`.
pub fn temporary_failed(source: std::io::Error) -> Error {
    Error::Temporary {
        folder: std::env::temp_dir(),
        source,
    }
}

/// Writes a file.
///
/// # Errors
///
/// [`Error::File`] when the file cannot be written.
pub fn write(path: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(path, text).map_err(Error::file(path))
}

/// Reads a file.
///
/// # Errors
///
/// [`Error::File`] when the file cannot be read as text.
pub fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(Error::file(path))
}
