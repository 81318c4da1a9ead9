//! A file of the cache, and the digest in its name.

use std::fs::{self, File};
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};

use super::{digest, failed, CacheError};

/// The digits of a digest.
const DIGITS: usize = 64;

/// What an entry is asked for by.
#[derive(Clone, Copy, Debug)]
pub struct Name<'n> {
    /// What sort of thing it is, as its file's name begins.
    pub kind: &'n str,
    /// The [`key`](super::key) of all that it is made from.
    pub key: &'n str,
    /// How its file's name ends: empty, or a point and letters.
    pub ending: &'n str,
}

impl Name<'_> {
    /// What is in front of the digest.
    fn stem(&self) -> String {
        format!("{}-{}-", self.kind, self.key)
    }
}

/// A complete file, whose name carries a digest of its bytes and of the name it is asked for by.
///
/// The digest finds what a disk, a crash or a hand has done to the file. It is no seal: whoever can write in the folder can
/// compute it too, and can exchange the file between the check and the use. That nobody else can is what
/// [`FolderError`](super::FolderError) is about, and halfpipe itself changes no entry: it only renames whole ones into place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    path: PathBuf,
    stem: String,
    digest: String,
}

impl Entry {
    /// The entry that holds these bytes, in its place or not.
    pub(super) fn new(folder: &Path, name: Name, bytes: &[u8]) -> Entry {
        let stem = name.stem();
        let digest = digest([stem.as_bytes(), bytes]);
        Entry {
            path: folder.join(format!("{stem}{digest}{}", name.ending)),
            stem,
            digest,
        }
    }

    /// Everything in the folder that is called like entries of this name.
    pub(super) fn all(folder: &Path, name: Name) -> Vec<Entry> {
        let stem = name.stem();
        let files = fs::read_dir(folder).into_iter().flatten().flatten();
        let entries = files.filter_map(|file| {
            let called = file.file_name().into_string().ok()?;
            let digest = called.strip_prefix(&stem)?.strip_suffix(name.ending)?;
            (digest.len() == DIGITS).then(|| Entry {
                path: file.path(),
                stem: stem.clone(),
                digest: digest.to_owned(),
            })
        });
        entries.collect()
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// That the file is still what was kept: to be asked right before it is used by its path.
    ///
    /// # Errors
    ///
    /// [`CacheError::File`] when it is not. It is made again when it is asked for the next time.
    pub fn check(&self) -> std::result::Result<(), CacheError> {
        self.bytes().map(drop).map_err(failed(&self.path))
    }

    /// The bytes of the file, where they are those that were kept.
    pub(super) fn bytes(&self) -> Result<Vec<u8>> {
        // Neither links nor pipes are followed, and what another user left here, when the folder was open, is no entry.
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
        // A system that stops later must not leave the name without the bytes. That it may forget both does no harm.
        File::open(made)?.sync_all()?;
        if fs::symlink_metadata(&self.path).is_ok_and(|data| data.is_dir()) {
            fs::remove_dir_all(&self.path)?;
        }
        fs::rename(made, &self.path)
    }

    /// Removes what is in the entry's place. What cannot be removed does no harm.
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

/// Takes the rights of others from a file.
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
