//! Hidden folders for files that are not complete yet.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;

/// A hidden folder beside the file being made. A rename moves the file from here into its place. Only this user has
/// access to the folder, and dropping the value removes it. A killed process leaves its staging folder unlocked, and a later
/// process in the same folder removes it.
#[derive(Debug)]
pub struct StagingDir {
    folder: TempDir,
    /// The lock, held while this is open. It is `None` on a file system without locks; no process then takes the folder
    /// for abandoned. Fields are dropped in order, so the lock is released after the folder is gone.
    _lock: Option<File>,
}

impl StagingDir {
    /// The age at which a staging folder without a lock is certainly abandoned. A younger one may belong to a process that
    /// is about to lock it.
    pub const OLD: Duration = Duration::from_secs(60 * 60);

    /// Makes a staging folder in `folder` with a name that begins with `prefix`. Removes staging folders of that prefix left by
    /// killed processes, if they are older than `old`.
    ///
    /// # Errors
    ///
    /// A system error when no folder can be made there.
    pub fn new(folder: &Path, prefix: &str, old: Duration) -> std::io::Result<StagingDir> {
        sweep(folder, prefix, old);
        let mut builder = tempfile::Builder::new();
        builder.prefix(prefix);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = builder.tempdir_in(folder)?;
        let lock = locked(folder.path());
        Ok(StagingDir { folder, _lock: lock })
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Returns a folder, locked; `None` if another process has the lock, or no lock is possible.
fn locked(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    folder.try_lock().ok().map(|()| folder)
}

/// Removes the staging folders of killed processes. Leaves alone any that cannot be examined or removed.
fn sweep(folder: &Path, prefix: &str, old: Duration) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(prefix)) {
        let changed = entry.metadata().and_then(|data| data.modified());
        let is_old = changed.is_ok_and(|changed| changed.elapsed().is_ok_and(|age| age >= old));
        if let (true, Some(_lock)) = (is_old, locked(&entry.path())) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}
