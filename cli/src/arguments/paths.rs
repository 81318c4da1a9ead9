//! Paths of output: a folder where a folder is due, and no folder where a file is. A wrong one is refused before any work.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};

/// Reads the path of an output folder, which need not exist yet.
pub fn folder_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| check_folder(&path).map(|()| path))
}

/// Reads the path of an output file. A pipe and a device are files too.
pub fn file_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| check_file(&path).map(|()| path))
}

fn check_folder(path: &Path) -> Result<(), String> {
    let existing = path.ancestors().find(|ancestor| ancestor.exists());
    match existing.filter(|existing| !existing.is_dir()) {
        Some(file) => Err(format!(
            "{} is no folder; name a folder, or a path without a file on it",
            file.display()
        )),
        None => Ok(()),
    }
}

/// Checks the path of an output file.
pub fn check_file(path: &Path) -> Result<(), String> {
    if path.is_dir() || path.file_name().is_none() {
        Err(format!("{} is a folder; name a file", path.display()))
    } else {
        check_folder(path.parent().unwrap_or(Path::new("")))
    }
}
