//! Atomic writing of files: each file, or each set of files, appears whole or not at all.
//!
//! Files that a user names as input are opened here too, by [`open_input`]. Unfinished files lie in a [`StagingDir`]. [`FileLock`] is for a file that is read, changed and written again.

mod input;
mod lock;
mod pipe;
mod place;
mod staging_dir;

use std::collections::btree_map::Entry;
use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use place::{behind_links, parent_folder, write_into};

pub use input::{open_input, read_text};
pub use lock::FileLock;
pub use place::{is_special, is_waiting_for_reader};
pub use staging_dir::StagingDir;

/// The prefix of a staging folder's name.
const UNFINISHED: &str = ".halfpipe-unfinished-";

/// A file that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}", path.display())]
pub struct WriteError {
    /// The file, or the folder that could not be made.
    pub path: PathBuf,
    /// The system's error.
    pub source: std::io::Error,
}

impl WriteError {
    /// True if the path cannot name the file or the folder, whatever rights the user has: a file is in the place of a
    /// folder, a folder is in the place of a file, or a named pipe has no reader.
    pub fn is_wrong_path(&self) -> bool {
        use ErrorKind::{AlreadyExists, IsADirectory, NotADirectory, NotConnected};
        [AlreadyExists, IsADirectory, NotADirectory, NotConnected].contains(&self.source.kind())
    }

    /// Turns a system error about a path into an error; for `map_err`.
    fn at(path: &Path) -> impl FnOnce(std::io::Error) -> WriteError + '_ {
        |source| WriteError {
            path: path.to_owned(),
            source,
        }
    }
}

/// Writes a file, and makes its folder if it is missing. The old file stays until the new contents are on the disk. A
/// link stays, and the file behind it is replaced. A pipe or a device stays too, and the contents go into it. The reader
/// of a pipe has to come within five seconds.
///
/// # Errors
///
/// [`WriteError`]; the old file is then unchanged.
pub fn write_file(path: &Path, contents: &[u8]) -> Result<(), WriteError> {
    let no_file = || WriteError::at(path)(ErrorKind::IsADirectory.into());
    let name = path.file_name().ok_or_else(no_file)?;
    write_files(path.parent().unwrap_or(Path::new("")), &[(name, contents)])
}

/// Checks that files can be written into a folder, or into the one in which it would be made. Leaves nothing behind.
///
/// # Errors
///
/// [`WriteError`] if the folder is a file, or nothing can be made in it.
pub fn check_folder(folder: &Path) -> Result<(), WriteError> {
    let existing = folder.ancestors().find(|ancestor| ancestor.exists());
    let existing = match existing {
        Some(existing) if !existing.as_os_str().is_empty() => existing,
        _ => Path::new("."),
    };
    let probe = if existing.is_dir() {
        StagingDir::new(existing, UNFINISHED, StagingDir::OLD).map(drop)
    } else {
        // The system's own words for a file in the place of a folder.
        std::fs::read_dir(existing).map(drop)
    };
    probe.map_err(WriteError::at(folder))
}

/// A file that is complete but not yet in its place.
struct Unfinished {
    new: PathBuf,
    /// The path that keeps the file now in that place.
    old: PathBuf,
    place: PathBuf,
}

/// Writes files that belong together into a folder, and makes the folder if it is missing. The old files stay until the
/// contents of all new ones are on the disk. Each file is written whole beside its place and renamed into it. Links,
/// pipes and devices stay, as for [`write_file`].
///
/// # Errors
///
/// [`WriteError`]; all old files are then unchanged.
pub fn write_files(folder: &Path, files: &[(impl AsRef<Path>, impl AsRef<[u8]>)]) -> Result<(), WriteError> {
    std::fs::create_dir_all(folder).map_err(WriteError::at(folder))?;
    let paths = files.iter().map(|(name, _)| folder.join(name));
    let contents = files.iter().map(|(_, contents)| contents.as_ref());
    let (special, replaced): (Vec<_>, Vec<_>) = paths.zip(contents).partition(|(path, _)| is_special(path));
    // The reader of a pipe may take any time; no unfinished file exists meanwhile.
    for (path, contents) in special {
        write_into(&path, contents).map_err(WriteError::at(&path))?;
    }
    // The target of a link may be in another folder, and a rename works only within one.
    let mut staging_dirs: BTreeMap<PathBuf, StagingDir> = BTreeMap::new();
    let mut unfinished = Vec::new();
    for (index, (path, contents)) in replaced.into_iter().enumerate() {
        let place = behind_links(&path).map_err(WriteError::at(&path))?;
        let folder = parent_folder(&place);
        let staging_dir = match staging_dirs.entry(folder.to_owned()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => {
                let staging_dir = StagingDir::new(folder, UNFINISHED, StagingDir::OLD);
                free.insert(staging_dir.map_err(WriteError::at(folder))?)
            }
        };
        let [new, old] = ["new", "old"].map(|kind| staging_dir.path().join(format!("{kind}-{index}")));
        write_whole(&new, contents).map_err(WriteError::at(&place))?;
        unfinished.push(Unfinished { new, old, place });
    }
    // Nothing that could fail comes after the last file.
    for file in unfinished.iter().rev().skip(1) {
        keep(&file.place, &file.old).map_err(WriteError::at(&file.place))?;
    }
    for (index, file) in unfinished.iter().enumerate() {
        if let Err(error) = std::fs::rename(&file.new, &file.place) {
            let done = unfinished[..index].iter();
            done.for_each(|file| put_back(&file.old, &file.place));
            return Err(WriteError::at(&file.place)(error));
        }
    }
    staging_dirs.keys().for_each(|folder| sync_folder(folder));
    Ok(())
}

/// Writes a new file, and waits until it is on the disk.
fn write_whole(path: &Path, contents: &[u8]) -> std::io::Result<()> {
    let mut file = std::fs::File::create_new(path)?;
    file.write_all(contents)?;
    file.sync_all()
}

/// Gives a file a second name, or copies it on a file system without hard links. Does nothing if there is no file.
fn keep(path: &Path, second: &Path) -> std::io::Result<()> {
    // A file cannot replace a folder, so a folder need not be kept.
    if path.is_dir() {
        return Ok(());
    }
    match std::fs::hard_link(path, second) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(_) => std::fs::copy(path, second).map(drop),
        Ok(()) => Ok(()),
    }
}

/// Puts the kept file back into its place; does nothing if none was kept. It fails only when the disk does, and the
/// caller reports that error.
fn put_back(kept: &Path, path: &Path) {
    let _ = match kept.symlink_metadata() {
        Ok(_) => std::fs::rename(kept, path),
        Err(_) => std::fs::remove_file(path),
    };
}

/// Synchronises the names in a folder with the disk. Some network file systems and some permissions do not allow this.
/// A power failure may then bring back the old file, which is whole too.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = std::fs::File::open(folder) {
        let _ = folder.sync_all();
    }
}
