//! The hidden folder in which something lies until it is whole.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;

/// A hidden folder beside what is being made, so that it can be renamed into its place. It is for this user only, and goes
/// when this is dropped. That of a killed process stays, unlocked, and is removed by a later one in the same folder.
#[derive(Debug)]
pub struct Workplace {
    folder: TempDir,
    /// Locked while it is open; none where the file system has no locks, and then nobody takes it for abandoned. Released
    /// after the folder is gone, as the fields are dropped in this order.
    _lock: Option<File>,
}

impl Workplace {
    /// At which age a workplace without a lock is surely abandoned: a younger one may belong to a process that is about to
    /// lock it.
    pub const OLD: Duration = Duration::from_secs(60 * 60);

    /// A workplace in `folder`, the name of which begins with `prefix`. Those of such a name that killed processes have left
    /// are removed, where they are older than `old`.
    ///
    /// # Errors
    ///
    /// When no folder can be made there.
    pub fn new(folder: &Path, prefix: &str, old: Duration) -> std::io::Result<Workplace> {
        sweep(folder, prefix, old);
        let mut builder = tempfile::Builder::new();
        builder.prefix(prefix);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = builder.tempdir_in(folder)?;
        let lock = locked(folder.path());
        Ok(Workplace { folder, _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A folder, locked; none where another process has the lock, or there can be none.
fn locked(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    folder.try_lock().ok().map(|()| folder)
}

/// Removes the workplaces of killed processes. Whatever cannot be looked at or removed is left alone.
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
