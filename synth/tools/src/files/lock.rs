//! One writer at a time of a file that is read, changed and written again.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::place::behind_links;
use super::{folder_of, WriteError};

/// The right to change a file, which one process, or one thread, has at a time. It ends when this is dropped, and with the
/// process.
///
/// Every writer takes it before it reads what it will change. Readers do not need it: [`write_file`](super::write_file)
/// replaces a file in one step. What is locked is an empty hidden file beside the one that is written. It goes when the lock
/// does; that of a killed process stays, unlocked, until the next writer.
#[derive(Debug)]
pub struct FileLock {
    /// Locked while it is open.
    _file: File,
    path: PathBuf,
}

impl FileLock {
    /// The right to change a file, as soon as nobody else has it. Makes the file's folder where there is none.
    ///
    /// # Errors
    ///
    /// When the hidden file cannot be made, or the file system has no locks.
    pub fn of(path: &Path) -> Result<FileLock, WriteError> {
        let lock = FileLock::take(path, |file| file.lock().map(|()| true))?;
        Ok(lock.expect("whoever waits gets it"))
    }

    /// The right to change a file; none while somebody else has it.
    ///
    /// # Errors
    ///
    /// As for [`FileLock::of`].
    pub fn try_of(path: &Path) -> Result<Option<FileLock>, WriteError> {
        FileLock::take(path, |file| match file.try_lock() {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(error),
        })
    }

    /// The right to change a file, where `lock` gets it.
    fn take(path: &Path, lock: impl Fn(&File) -> io::Result<bool>) -> Result<Option<FileLock>, WriteError> {
        // Whoever writes to a link and whoever writes to the file behind it take the same lock.
        let path = &behind_links(path).map_err(WriteError::at(path))?;
        let folder = folder_of(path);
        std::fs::create_dir_all(folder).map_err(WriteError::at(folder))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let path = folder.join(format!(".{name}.lock"));
        loop {
            // What is in it does not matter, and another process may have it open.
            let mut options = OpenOptions::new();
            let file = options.write(true).create(true).truncate(false).open(&path);
            let file = file.map_err(WriteError::at(&path))?;
            if !lock(&file).map_err(WriteError::at(&path))? {
                return Ok(None);
            }
            // Whoever had the lock removed the file before giving it up; the next writer would lock another one.
            if !is_removed(&file).map_err(WriteError::at(&path))? {
                return Ok(Some(FileLock { _file: file, path }));
            }
        }
    }
}

impl Drop for FileLock {
    /// Removes the hidden file while it is locked still, where an open file can tell that it was removed.
    fn drop(&mut self) {
        if cfg!(unix) {
            // One that stays does no harm.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Whether an open file has no name any more.
#[cfg(unix)]
fn is_removed(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    Ok(file.metadata()?.nlink() == 0)
}

#[cfg(not(unix))]
fn is_removed(_: &File) -> io::Result<bool> {
    Ok(false)
}
