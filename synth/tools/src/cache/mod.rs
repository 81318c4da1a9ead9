//! Where compiled models are kept.
//!
//! The folder is `HALFPIPE_CACHE` where the variable is set, else `halfpipe` in the user's cache folder; [`FolderError`]
//! says what it has to be like. It can be deleted at any time.
//!
//! A file in it is an [`Entry`]: complete and as it was kept, or made again. It is made in a workplace of its own, read by
//! whoever asked for it, synchronised, and renamed. Its name carries its digest, which is compared before each use: so
//! there is one file to a rename, and two processes that make the same entry at once cannot mix theirs.

mod entry;
mod folder;
mod workplace;

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::files::Workplace;

pub use entry::{Entry, Name};
pub use folder::{location, FolderError, CACHE_VARIABLE};

/// A cache that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// There is no folder for it that is fit.
    #[error("cannot use the cache of compiled models: {0}")]
    Folder(#[from] FolderError),

    /// A file or folder in it cannot be used.
    #[error("cannot use the cache of compiled models: {}: {source}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// A folder of entries that only this user can read and write.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The cache of this process.
    ///
    /// # Errors
    ///
    /// [`CacheError::Folder`] when there is no place for it, or its folder is not private.
    pub fn open() -> Result<Cache, CacheError> {
        Cache::at(&location()?)
    }

    /// The cache in a folder, which is made where there is none.
    ///
    /// # Errors
    ///
    /// As for [`Cache::open`].
    pub fn at(folder: &Path) -> Result<Cache, CacheError> {
        let folder = folder::prepare(folder)?;
        Ok(Cache { folder })
    }

    /// Where it is: an absolute path without symbolic links.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A folder in this one for something that is being made.
    ///
    /// # Errors
    ///
    /// [`CacheError::File`] when nothing can be written there.
    pub fn workplace(&self) -> Result<Workplace, CacheError> {
        workplace::workplace(&self.folder).map_err(failed(&self.folder))
    }

    /// The entry of a name, and what `read` makes of it; where there is none that can be read, `make` makes a file in the
    /// folder it is given and names it.
    ///
    /// `read` is given the path and the bytes of a file: of one that was kept once its digest is found right, of a new one
    /// before it is kept. What it refuses is not used, so `read` is where an entry is parsed, loaded or started.
    ///
    /// # Errors
    ///
    /// Those of `make`, and of `read` on what `make` made; [`CacheError::File`] when a file cannot be written.
    pub fn entry<T, E: From<CacheError>>(
        &self,
        name: Name,
        make: impl FnOnce(&Path) -> Result<PathBuf, E>,
        read: impl Fn(&Path, &[u8]) -> Result<T, E>,
    ) -> Result<(Entry, T), E> {
        let found = Entry::all(&self.folder, name);
        for entry in &found {
            let bytes = entry.bytes();
            if let Some(value) = bytes.ok().and_then(|bytes| read(entry.path(), &bytes).ok()) {
                return Ok((entry.clone(), value));
            }
        }
        let workplace = self.workplace()?;
        let made = make(workplace.path())?;
        let bytes = std::fs::read(&made).map_err(failed(&made))?;
        let value = read(&made, &bytes)?;
        let entry = Entry::new(&self.folder, name, &bytes);
        entry.keep(&made).map_err(failed(entry.path()))?;
        for damaged in found.iter().filter(|entry| entry.bytes().is_err()) {
            damaged.remove();
        }
        Ok((entry, value))
    }
}

/// The name of something made from exactly these parts: 64 hexadecimal digits.
pub fn key(parts: &[&str]) -> String {
    digest(parts.iter().map(|part| part.as_bytes()))
}

/// The SHA-256 of byte strings and of where each ends, in hexadecimal digits.
fn digest<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        // The length in front keeps neighbouring parts from running into each other.
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
