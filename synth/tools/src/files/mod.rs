//! Files that appear whole or not at all, and all that belong together or none of them.
//!
//! What is unfinished lies in a [`Workplace`]. [`FileLock`] is for a file that is read, changed and written again.

mod lock;
mod workplace;

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

pub use lock::FileLock;
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

/// The folder that a path names a file of.
fn folder_of(path: &Path) -> &Path {
    named(path.parent().unwrap_or(Path::new("")))
}

/// A folder, that of the process by its name.
fn named(folder: &Path) -> &Path {
    match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    }
}

/// Writes a file, and makes its folder where there is none. What was there before stays until the contents are on the
/// disk.
///
/// # Errors
///
/// [`WriteError`]; then what was there before is there still.
pub fn write_file(path: &Path, contents: &[u8]) -> Result<(), WriteError> {
    let no_file = || WriteError::at(path)(ErrorKind::IsADirectory.into());
    let name = path.file_name().ok_or_else(no_file)?;
    write_files(path.parent().unwrap_or(Path::new("")), &[(name, contents)])
}

/// Writes files that belong together into a folder, and makes it where there is none. What was there before stays until
/// the contents of all are on the disk. Each is written whole beside its place and renamed into it.
///
/// # Errors
///
/// [`WriteError`]; then what was there before is there still, of every file.
pub fn write_files(folder: &Path, files: &[(impl AsRef<Path>, impl AsRef<[u8]>)]) -> Result<(), WriteError> {
    std::fs::create_dir_all(folder).map_err(WriteError::at(folder))?;
    let workplace = Workplace::new(named(folder), UNFINISHED, Workplace::OLD);
    let workplace = workplace.map_err(WriteError::at(named(folder)))?;
    let new_file = |index: usize| workplace.path().join(format!("new-{index}"));
    let old_file = |index: usize| workplace.path().join(format!("old-{index}"));
    let place = |index: usize| folder.join(files[index].0.as_ref());
    for (index, (_, contents)) in files.iter().enumerate() {
        write_whole(&new_file(index), contents.as_ref()).map_err(WriteError::at(&place(index)))?;
    }
    // Nothing comes after the last one that could fail.
    for index in 0..files.len().saturating_sub(1) {
        keep(&place(index), &old_file(index)).map_err(WriteError::at(&place(index)))?;
    }
    for index in 0..files.len() {
        if let Err(error) = std::fs::rename(new_file(index), place(index)) {
            (0..index).for_each(|index| put_back(&old_file(index), &place(index)));
            return Err(WriteError::at(&place(index))(error));
        }
    }
    sync_folder(named(folder));
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
