//! The location of the cache, and the check that no other user can write there.
//!
//! Files of the cache are loaded into this process and executed. So the folder must belong to this user and be closed
//! to everyone else. Nor may others be able to replace it through a folder above it. The owners of the folders above
//! are trusted: they are the administrator and whoever provided the place.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

/// The environment variable that names the cache folder.
pub const CACHE_VARIABLE: &str = "HALFPIPE_CACHE";

/// A cache folder that cannot be used, and the remedy.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// There is no folder for the cache.
    #[error("no home folder for the cache: set HOME, or set {CACHE_VARIABLE} to a folder of your own")]
    NoHome,

    /// The folder cannot be made or examined.
    #[error("{}: {source}; set {CACHE_VARIABLE} to use another folder", folder.display())]
    Unusable {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },

    /// It is a symbolic link, whose target somebody else may choose.
    #[error("{} is a symbolic link: remove it, or set {CACHE_VARIABLE} to the folder itself", folder.display())]
    Link {
        /// The link.
        folder: PathBuf,
    },

    /// It is not a folder.
    #[error("{} is not a folder: remove it, or set {CACHE_VARIABLE} to another folder", folder.display())]
    NotAFolder {
        /// Its path.
        folder: PathBuf,
    },

    /// It belongs to another user.
    #[error(
        "{} belongs to user {owner}, not to user {user}: remove it, or set {CACHE_VARIABLE} to a folder of your own",
        folder.display()
    )]
    Owner {
        /// The folder.
        folder: PathBuf,
        /// The user number of its owner.
        owner: u32,
        /// The user number of this process.
        user: u32,
    },

    /// Others may read or write it.
    #[error(
        "other users have access to {folder} (mode {mode:03o}): check its files, then run `chmod 700 {folder}`",
        folder = folder.display()
    )]
    Open {
        /// The folder.
        folder: PathBuf,
        /// Its mode.
        mode: u32,
    },

    /// Others may rename it and put another one in its place.
    #[error(
        "other users can replace {}, because they can write to {} (mode {mode:03o}): set {CACHE_VARIABLE} to a folder elsewhere",
        folder.display(),
        above.display()
    )]
    Exchangeable {
        /// The folder.
        folder: PathBuf,
        /// The folder above it where others may write.
        above: PathBuf,
        /// The mode of the folder above.
        mode: u32,
    },
}

/// Returns the cache folder that the environment gives this process. The folder need not exist yet.
///
/// # Errors
///
/// [`FolderError::NoHome`] when the environment names none, and the system knows no home of this user.
pub fn location() -> Result<PathBuf, FolderError> {
    let named = env::var_os(CACHE_VARIABLE).filter(|folder| !folder.is_empty());
    if let Some(folder) = named {
        return std::path::absolute(&folder).map_err(unusable(Path::new(&folder)));
    }
    let strategy = etcetera::choose_base_strategy().map_err(|_| FolderError::NoHome)?;
    let caches = strategy.cache_dir();
    // A relative home would depend on the folder in which the program happens to run.
    if caches.is_absolute() {
        Ok(caches.join("halfpipe"))
    } else {
        Err(FolderError::NoHome)
    }
}

/// Makes the folder if it is missing, and checks it. Returns its path without symbolic links, which no other user can
/// redirect.
pub fn prepare(folder: &Path) -> Result<PathBuf, FolderError> {
    if fs::symlink_metadata(folder).is_err() {
        make(folder).map_err(unusable(folder))?;
    }
    let data = fs::symlink_metadata(folder).map_err(unusable(folder))?;
    let folder = folder.to_owned();
    if data.is_symlink() {
        return Err(FolderError::Link { folder });
    }
    if !data.is_dir() {
        return Err(FolderError::NotAFolder { folder });
    }
    let folder = folder.canonicalize().map_err(unusable(&folder))?;
    check(&folder)?;
    Ok(folder)
}

fn unusable(folder: &Path) -> impl FnOnce(std::io::Error) -> FolderError {
    let folder = folder.to_owned();
    move |source| FolderError::Unusable { folder, source }
}

/// Returns the user whose rights this process has.
#[cfg(unix)]
pub fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

#[cfg(unix)]
fn make(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn make(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)
}

/// Checks that the folder belongs to this user, is closed to others, and cannot be moved by them.
#[cfg(unix)]
fn check(folder: &Path) -> Result<(), FolderError> {
    use std::os::unix::fs::MetadataExt;
    const OTHERS: u32 = 0o077;

    let data = fs::metadata(folder).map_err(unusable(folder))?;
    let (owner, mode) = (data.uid(), data.mode() & 0o777);
    if owner != user() {
        return Err(FolderError::Owner {
            folder: folder.to_owned(),
            owner,
            user: user(),
        });
    }
    if mode & OTHERS != 0 {
        return Err(FolderError::Open {
            folder: folder.to_owned(),
            mode,
        });
    }
    for above in folder.ancestors().skip(1) {
        let data = fs::metadata(above).map_err(unusable(above))?;
        if others_may_exchange(data.mode(), data.gid()) {
            return Err(FolderError::Exchangeable {
                folder: folder.to_owned(),
                above: above.to_owned(),
                mode: data.mode() & 0o777,
            });
        }
    }
    Ok(())
}

/// True if a user may rename an entry of a folder while owning neither the folder nor the entry.
#[cfg(unix)]
fn others_may_exchange(mode: u32, group: u32) -> bool {
    const STICKY: u32 = 0o1000;
    // On systems with one group per user, the group has the user's number and is allowed to write by custom.
    let group_may = mode & 0o020 != 0 && group != user();
    let everyone_may = mode & 0o002 != 0;
    mode & STICKY == 0 && (group_may || everyone_may)
}

/// Accepts any folder: a user's folders are closed to others by default on these systems.
#[cfg(not(unix))]
fn check(_: &Path) -> Result<(), FolderError> {
    Ok(())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn others_may_exchange_what_lies_where_they_can_write_unless_only_owners_may() {
        let others = user() + 1;
        for (mode, group, exchangeable) in [
            (0o755, others, false),
            (0o700, others, false),
            (0o777, others, true),
            (0o777, user(), true),
            (0o775, others, true),
            (0o775, user(), false),
            (0o1777, others, false),
            (0o2775, others, true),
        ] {
            assert_eq!(
                others_may_exchange(mode, group),
                exchangeable,
                "{mode:o} of group {group}"
            );
        }
    }
}
