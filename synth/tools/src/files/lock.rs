//! Locks for files that are read, changed and written again: one writer at a time.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::place::{behind_links, parent_folder};
use super::WriteError;

/// The right to change a file, held by one process or thread at a time. It ends when the value is dropped, or with the
/// process.
///
/// Every writer takes it before it reads the file that it will change. Readers do not need it:
/// [`write_file`](super::write_file) replaces a file in one step. The lock is on an empty hidden file beside the
/// written one. It is removed with the lock. A killed process leaves it, unlocked, until the next writer.
#[derive(Debug)]
pub struct FileLock {
    /// The hidden file, locked while it is open.
    _file: File,
    path: PathBuf,
}

impl FileLock {
    /// Waits for the right to change a file. Makes the file's folder if it is missing.
    ///
    /// # Errors
    ///
    /// [`WriteError`] when the hidden file cannot be made, or the file system has no locks.
    pub fn acquire(path: &Path) -> Result<FileLock, WriteError> {
        let lock = FileLock::take(path, |file| file.lock().map(|()| true))?;
        Ok(lock.expect("whoever waits gets it"))
    }

    /// Returns the right to change a file, or `None` while somebody else has it.
    ///
    /// # Errors
    ///
    /// As for [`FileLock::acquire`].
    pub fn try_acquire(path: &Path) -> Result<Option<FileLock>, WriteError> {
        FileLock::take(path, |file| match file.try_lock() {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(error),
        })
    }

    /// Returns the right to change a file if `lock` acquires it.
    fn take(path: &Path, lock: impl Fn(&File) -> io::Result<bool>) -> Result<Option<FileLock>, WriteError> {
        // Writers to a link and writers to its target must take the same lock.
        let path = &behind_links(path).map_err(WriteError::at(path))?;
        let folder = parent_folder(path);
        std::fs::create_dir_all(folder).map_err(WriteError::at(folder))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let path = folder.join(format!(".{name}.lock"));
        loop {
            // The contents do not matter, and another process may have the file open.
            let mut options = OpenOptions::new();
            let file = options.write(true).create(true).truncate(false).open(&path);
            let file = file.map_err(WriteError::at(&path))?;
            if !lock(&file).map_err(WriteError::at(&path))? {
                return Ok(None);
            }
            // The previous owner removed the file before it released the lock. A lock on the removed file excludes
            // nobody.
            if !is_removed(&file).map_err(WriteError::at(&path))? {
                return Ok(Some(FileLock { _file: file, path }));
            }
        }
    }
}

impl Drop for FileLock {
    /// Removes the hidden file while it is still locked, on systems where an open file can tell that it was removed.
    fn drop(&mut self) {
        if cfg!(unix) {
            // A hidden file that stays does no harm.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// True if an open file no longer has a name.
#[cfg(unix)]
fn is_removed(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    Ok(file.metadata()?.nlink() == 0)
}

#[cfg(not(unix))]
fn is_removed(_: &File) -> io::Result<bool> {
    Ok(false)
}
