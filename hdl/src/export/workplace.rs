//! The hidden folder in which files lie until they are whole.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

/// How the names of such folders begin.
const PREFIX: &str = ".halfpipe-unfinished-";

/// A folder that is younger may belong to a process that is about to lock it.
const YOUNG: Duration = Duration::from_secs(60 * 60);

/// A hidden folder beside files that are being written, so that they can be renamed into their places. It goes when this
/// is dropped. That of a killed process stays, unlocked, and is removed by a later writer into the same folder.
pub(super) struct Workplace {
    folder: TempDir,
    /// Locked while it is open; none where the file system has no locks, and then nobody takes it for abandoned.
    _lock: Option<File>,
}

impl Workplace {
    /// A workplace in `folder`, in which those of killed processes are removed.
    pub(super) fn new(folder: &Path) -> std::io::Result<Workplace> {
        sweep(folder);
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(folder)?;
        let lock = locked(folder.path());
        Ok(Workplace { folder, _lock: lock })
    }

    /// Where the new contents of a file are written.
    pub(super) fn new_file(&self, index: usize) -> PathBuf {
        self.folder.path().join(format!("new-{index}"))
    }

    /// Where the old contents of a file are kept.
    pub(super) fn old_file(&self, index: usize) -> PathBuf {
        self.folder.path().join(format!("old-{index}"))
    }
}

/// A folder, locked; none where another process has the lock, or there can be none.
fn locked(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    folder.try_lock().ok().map(|()| folder)
}

/// Removes the workplaces of killed processes. Whatever cannot be looked at or removed is left alone.
fn sweep(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX)) {
        let changed = entry.metadata().and_then(|data| data.modified());
        let is_old = changed.is_ok_and(|changed| changed.elapsed().is_ok_and(|age| age > YOUNG));
        if let (true, Some(_lock)) = (is_old, locked(&entry.path())) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}
