//! The cache of compiled models.
//!
//! The folder is `HALFPIPE_CACHE` if that variable is set, else `halfpipe` in the user's cache folder. [`FolderError`]
//! lists the requirements on it. It can be deleted at any time.
//!
//! A file in it is a [`CacheEntry`]: complete and unchanged, or else made again. An entry is made in a staging folder of its
//! own, read by its caller, synchronised, and renamed. Its name carries its digest, which is compared before each use.
//! So each rename moves one file, and two processes that make the same entry at once cannot mix theirs.

mod entry;
mod folder;
mod staging_dir;

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::files::StagingDir;

pub use entry::{CacheEntry, Name};
pub use folder::{location, FolderError, CACHE_VARIABLE};

/// A cache that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// No suitable folder exists for it.
    #[error("cannot use the cache of compiled models: {0}")]
    Folder(#[from] FolderError),

    /// A file or folder in it cannot be used.
    #[error("cannot use the cache of compiled models: {}: {source}{}", path.display(), advice(source))]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
}

/// Returns the remedy for a file that the cache cannot hold.
fn advice(error: &std::io::Error) -> String {
    use std::io::ErrorKind::{PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    let has_no_place = [PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull].contains(&error.kind());
    if has_no_place {
        format!("; set {CACHE_VARIABLE} to a folder with free space, where you may write")
    } else {
        String::new()
    }
}

/// A folder of entries that only this user can read and write.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// Opens the cache of this process.
    ///
    /// # Errors
    ///
    /// [`CacheError::Folder`] when there is no place for it, or its folder is not private.
    pub fn open() -> Result<Cache, CacheError> {
        Cache::at(&location()?)
    }

    /// Opens the cache in a folder, and makes the folder if it is missing.
    ///
    /// # Errors
    ///
    /// As for [`Cache::open`].
    pub fn at(folder: &Path) -> Result<Cache, CacheError> {
        let folder = folder::prepare(folder)?;
        Ok(Cache { folder })
    }

    /// Returns its location: an absolute path without symbolic links.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes a folder in this one for work in progress.
    ///
    /// # Errors
    ///
    /// [`CacheError::File`] when nothing can be written there.
    pub fn staging_dir(&self) -> Result<StagingDir, CacheError> {
        staging_dir::staging_dir(&self.folder).map_err(failed(&self.folder))
    }

    /// Returns the entry of a name, with the value that `read` makes of it. Without a readable entry, `make` makes a
    /// file in the folder that it is given, and returns the file's path.
    ///
    /// `read` receives the path and the bytes of a file. It sees an existing entry after its digest has been checked,
    /// and a new file before it is kept. A file that it refuses is not used, so `read` is the place to parse, load or
    /// start an entry.
    ///
    /// # Errors
    ///
    /// The errors of `make`, and of `read` on a new file; [`CacheError::File`] when a file cannot be written.
    pub fn entry<T, E: From<CacheError>>(
        &self,
        name: Name,
        make: impl FnOnce(&Path) -> Result<PathBuf, E>,
        read: impl Fn(&Path, &[u8]) -> Result<T, E>,
    ) -> Result<(CacheEntry, T), E> {
        let found = CacheEntry::all(&self.folder, name);
        for entry in &found {
            let bytes = entry.bytes();
            if let Some(value) = bytes.ok().and_then(|bytes| read(entry.path(), &bytes).ok()) {
                return Ok((entry.clone(), value));
            }
        }
        let staging_dir = self.staging_dir()?;
        let made = make(staging_dir.path())?;
        let bytes = std::fs::read(&made).map_err(failed(&made))?;
        let value = read(&made, &bytes)?;
        let entry = CacheEntry::new(&self.folder, name, &bytes);
        entry.keep(&made).map_err(failed(entry.path()))?;
        for damaged in found.iter().filter(|entry| entry.bytes().is_err()) {
            damaged.remove();
        }
        Ok((entry, value))
    }
}

/// Returns the name of something made from exactly these parts: 64 hexadecimal digits.
pub fn key(parts: &[&str]) -> String {
    digest(parts.iter().map(|part| part.as_bytes()))
}

/// Returns the SHA-256 digest of byte strings and of their boundaries, in hexadecimal digits.
fn digest<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        // The length in front separates neighbouring parts.
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Turns a system error about `path` into a [`CacheError`]; for `map_err`.
pub fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> CacheError {
    let path = path.to_owned();
    move |source| CacheError::File { path, source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_depends_on_where_its_parts_end() {
        assert_eq!(key(&["ab", "c"]), key(&["ab", "c"]));
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
        assert_eq!(key(&[]).len(), 64);
    }
}
