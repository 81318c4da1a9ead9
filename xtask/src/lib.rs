//! Programs for developers, as subcommands of `cargo xtask`.

use std::path::{Path, PathBuf};

pub mod bench;
pub mod docs;
pub mod mutants;
pub mod softfloat;
pub mod spike;
pub mod tables;

/// Returns the folder of the repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
