//! Files that appear whole or not at all, and all that belong together or none of them.
//!
//! What is unfinished lies in a [`Workplace`]. [`FileLock`] is for a file that is read, changed and written again.

mod lock;
mod place;
mod workplace;

use std::collections::btree_map::Entry;
use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use place::{behind_links, write_into};

pub use lock::FileLock;
pub use place::{is_special, is_waiting_for_reader};
pub use workplace::Workplace;

/// What the names of workplaces begin with.
const UNFINISHED: &str = ".halfpipe-unfinished-";

/// A text file that is to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub text: String,
}

impl File {
    /// A file of that name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> File {
        File {
            name: name.into(),
            text: text.into(),
        }
    }
}

/// A file that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}", path.display())]
pub struct WriteError {
    /// The file, or the folder that could not be made.
    pub path: PathBuf,
    /// What the system said.
    pub source: std::io::Error,
}

impl WriteError {
    /// Turns what the system said about a path into an error; for `map_err`.
    fn at(path: &Path) -> impl FnOnce(std::io::Error) -> WriteError + '_ {
        |source| WriteError {
            path: path.to_owned(),
            source,
        }
    }
}

/// The folder that a path names a file of; that of the process by its name.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        None => Path::new("."),
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
    }
}

/// Writes a file, and makes its folder where there is none. What was there before stays until the contents are on the
/// disk. A link stays, and the file behind it is replaced; a pipe or a device stays, too, and the contents go into it.
///
/// # Errors
///
/// [`WriteError`]; then what was there before is there still.
pub fn write_file(path: &Path, contents: &[u8]) -> Result<(), WriteError> {
    let no_file = || WriteError::at(path)(ErrorKind::IsADirectory.into());
    let name = path.file_name().ok_or_else(no_file)?;
    write_files(path.parent().unwrap_or(Path::new("")), &[(name, contents)])
}

/// A file that is whole and not yet in its place.
struct Unfinished {
    new: PathBuf,
    /// Where the file that is in the place now is kept.
    old: PathBuf,
    place: PathBuf,
}

/// Writes files that belong together into a folder, and makes it where there is none. What was there before stays until
/// the contents of all are on the disk. Each is written whole beside its place and renamed into it. Links, pipes and
/// devices stay, as for [`write_file`].
///
/// # Errors
///
/// [`WriteError`]; then what was there before is there still, of every file.
pub fn write_files(folder: &Path, files: &[(impl AsRef<Path>, impl AsRef<[u8]>)]) -> Result<(), WriteError> {
    std::fs::create_dir_all(folder).map_err(WriteError::at(folder))?;
    let paths = files.iter().map(|(name, _)| folder.join(name));
    let contents = files.iter().map(|(_, contents)| contents.as_ref());
    let (special, replaced): (Vec<_>, Vec<_>) = paths.zip(contents).partition(|(path, _)| is_special(path));
    // Whoever reads a pipe may take any time, in which nothing unfinished lies about.
    for (path, contents) in special {
        write_into(&path, contents).map_err(WriteError::at(&path))?;
    }
    // Behind a link the place may be in another folder, and a file is renamed within one.
    let mut workplaces: BTreeMap<PathBuf, Workplace> = BTreeMap::new();
    let mut unfinished = Vec::new();
    for (index, (path, contents)) in replaced.into_iter().enumerate() {
        let place = behind_links(&path).map_err(WriteError::at(&path))?;
        let folder = folder_of(&place);
        let workplace = match workplaces.entry(folder.to_owned()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => {
                let workplace = Workplace::new(folder, UNFINISHED, Workplace::OLD);
                free.insert(workplace.map_err(WriteError::at(folder))?)
            }
        };
        let [new, old] = ["new", "old"].map(|kind| workplace.path().join(format!("{kind}-{index}")));
        write_whole(&new, contents).map_err(WriteError::at(&place))?;
        unfinished.push(Unfinished { new, old, place });
    }
    // Nothing comes after the last one that could fail.
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
    workplaces.keys().for_each(|folder| sync_folder(folder));
    Ok(())
}

/// Writes a file that is not there yet, to the disk.
fn write_whole(path: &Path, contents: &[u8]) -> std::io::Result<()> {
    let mut file = std::fs::File::create_new(path)?;
    file.write_all(contents)?;
    file.sync_all()
}

/// Gives a file a second name, or makes a copy where the file system knows no second names. Where there is no file, there
/// is none of the second name either.
fn keep(path: &Path, second: &Path) -> std::io::Result<()> {
    // No file can take a folder's place, so that it need not be kept.
    if path.is_dir() {
        return Ok(());
    }
    match std::fs::hard_link(path, second) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(_) => std::fs::copy(path, second).map(drop),
        Ok(()) => Ok(()),
    }
}

/// Puts what was kept of a file back into its place; there is none where nothing was kept. It fails where the disk does,
/// which the caller is about to say.
fn put_back(kept: &Path, path: &Path) {
    let _ = match kept.symlink_metadata() {
        Ok(_) => std::fs::rename(kept, path),
        Err(_) => std::fs::remove_file(path),
    };
}

/// Has the disk keep the names in a folder. Some network file systems and some permissions do not allow it; then a power
/// failure may bring back the old file, which is whole too.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = std::fs::File::open(folder) {
        let _ = folder.sync_all();
    }
}
