//! A file of the cache, and the digest in its name.

use std::fs::{self, File};
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};

use super::{digest, failed, CacheError};

/// The number of hexadecimal digits of a digest.
const DIGITS: usize = 64;

/// The name under which an entry is requested.
#[derive(Clone, Copy, Debug)]
pub struct Name<'n> {
    /// The kind of entry, which begins its file's name.
    pub kind: &'n str,
    /// The [`key`](super::key) of everything that it is made from.
    pub key: &'n str,
    /// The end of its file's name: empty, or a point and letters.
    pub ending: &'n str,
}

impl Name<'_> {
    /// Returns the part of the file's name in front of the digest.
    fn stem(&self) -> String {
        format!("{}-{}-", self.kind, self.key)
    }
}

/// A complete file. Its name carries a digest of its bytes and of the name under which it is requested.
///
/// The digest detects damage by a disk, a crash or a hand. It is no seal: anybody who can write in the folder can
/// compute it too, and can exchange the file between the check and the use. [`FolderError`](super::FolderError) covers
/// the check that nobody else can write there. halfpipe itself changes no entry: it only renames whole ones into place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheEntry {
    path: PathBuf,
    stem: String,
    digest: String,
}

impl CacheEntry {
    /// Returns the entry that holds these bytes. Its file need not be in place yet.
    pub(super) fn new(folder: &Path, name: Name, bytes: &[u8]) -> CacheEntry {
        let stem = name.stem();
        let digest = digest([stem.as_bytes(), bytes]);
        CacheEntry {
            path: folder.join(format!("{stem}{digest}{}", name.ending)),
            stem,
            digest,
        }
    }

    /// Returns every file in the folder with the name of such an entry.
    pub(super) fn all(folder: &Path, name: Name) -> Vec<CacheEntry> {
        let stem = name.stem();
        let files = fs::read_dir(folder).into_iter().flatten().flatten();
        let entries = files.filter_map(|file| {
            let called = file.file_name().into_string().ok()?;
            let digest = called.strip_prefix(&stem)?.strip_suffix(name.ending)?;
            (digest.len() == DIGITS).then(|| CacheEntry {
                path: file.path(),
                stem: stem.clone(),
                digest: digest.to_owned(),
            })
        });
        entries.collect()
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Checks that the file still has the bytes that were kept. Callers do so right before they use its path.
    ///
    /// # Errors
    ///
    /// [`CacheError::File`] when it does not. The entry is then made again at the next request.
    pub fn check(&self) -> std::result::Result<(), CacheError> {
        self.bytes().map(drop).map_err(failed(&self.path))
    }

    /// Returns the bytes of the file if they are the bytes that were kept.
    pub(super) fn bytes(&self) -> Result<Vec<u8>> {
        // Links and pipes are not followed. A file of another user, left here while the folder was open, is not an
        // entry.
        if !is_own_file(&fs::symlink_metadata(&self.path)?) {
            return Err(Error::new(ErrorKind::InvalidData, "it is not a file of this user"));
        }
        let bytes = fs::read(&self.path)?;
        if digest([self.stem.as_bytes(), &bytes]) != self.digest {
            return Err(Error::new(
                ErrorKind::InvalidData,
                "it is damaged; the next run makes it again",
            ));
        }
        Ok(bytes)
    }

    /// Puts a file in the entry's place.
    pub(super) fn keep(&self, made: &Path) -> Result<()> {
        make_private(made)?;
        // After a system crash the name must not exist without the bytes. Losing both does no harm.
        File::open(made)?.sync_all()?;
        if fs::symlink_metadata(&self.path).is_ok_and(|data| data.is_dir()) {
            fs::remove_dir_all(&self.path)?;
        }
        fs::rename(made, &self.path)
    }

    /// Removes the file in the entry's place. A file that cannot be removed does no harm.
    pub(super) fn remove(&self) {
        let _ = fs::remove_file(&self.path).or_else(|_| fs::remove_dir_all(&self.path));
    }
}

#[cfg(unix)]
fn is_own_file(data: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    data.is_file() && data.uid() == super::folder::user() && data.mode() & 0o022 == 0
}

#[cfg(not(unix))]
fn is_own_file(data: &fs::Metadata) -> bool {
    data.is_file()
}

/// Takes all permissions of other users from a file.
#[cfg(unix)]
fn make_private(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let own = fs::metadata(path)?.permissions().mode() & 0o700;
    fs::set_permissions(path, fs::Permissions::from_mode(own))
}

#[cfg(not(unix))]
fn make_private(_: &Path) -> Result<()> {
    Ok(())
}
