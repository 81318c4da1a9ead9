//! Folders in which entries are made, and what killed runs leave of them.
//!
//! Whoever works in a folder holds a lock on a file in it, which the system releases when the process ends in whatever way.
//! A folder whose lock is free is abandoned. Another lock, on a file of the cache, is held while a workplace is made and while
//! abandoned ones are looked for, as a new one has no lock yet.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Result};
use std::path::Path;

use tempfile::TempDir;

/// What the names of workplaces begin with.
const PREFIX: &str = ".building-";

/// The file of the cache that is locked while workplaces are made and looked at.
const GATE: &str = ".lock";

/// The file of a workplace that is locked as long as it is worked in.
const HELD: &str = ".held";

/// A folder in which something is made, for this user only. It is removed with the value; where the process is killed before, by
/// the next one that makes something.
#[derive(Debug)]
pub struct Workplace {
    folder: TempDir,
    /// Released after the folder is gone, as the fields are dropped in this order.
    _lock: File,
}

impl Workplace {
    /// Makes a workplace in a cache's folder, and removes those that were abandoned.
    pub(super) fn new(cache: &Path) -> Result<Workplace> {
        let gate = lock_file(&cache.join(GATE))?;
        // Where the file system has no locks, nothing can be known to be abandoned.
        if lock(&gate) {
            remove_abandoned(cache);
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = builder.tempdir_in(cache)?;
        let own = lock_file(&folder.path().join(HELD))?;
        lock(&own);
        Ok(Workplace { folder, _lock: own })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

fn lock_file(path: &Path) -> Result<File> {
    OpenOptions::new().write(true).create(true).truncate(false).open(path)
}

/// Waits for a lock; says whether it could be had.
fn lock(file: &File) -> bool {
    loop {
        match file.lock() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            outcome => return outcome.is_ok(),
        }
    }
}

/// Removes the workplaces of runs that were killed. What cannot be removed does no harm.
fn remove_abandoned(cache: &Path) {
    for entry in fs::read_dir(cache).into_iter().flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        let held = File::open(entry.path().join(HELD)).is_ok_and(|lock| lock.try_lock().is_err());
        if !held {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
