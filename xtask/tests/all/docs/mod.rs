//! Pages of the documentation, against the code and the manifests.

mod architecture;
mod book;
mod document;
mod first_words;
mod flags;
mod packages;
mod test_commands;

use std::path::PathBuf;

/// Returns the folder of the repository.
pub fn repository() -> PathBuf {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    folder.canonicalize().unwrap()
}
