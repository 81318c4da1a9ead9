//! Folders in which entries are made, and the removal of those that killed runs have left.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Result};
use std::path::Path;
use std::time::Duration;

use crate::files::StagingDir;

/// The prefix of a staging folder's name. Its owner locks the folder itself. A version of this program that locks in another
/// way needs another prefix, as both may use the same cache.
const PREFIX: &str = ".workplace-";

/// The file of the cache that is locked while staging folders are made and examined.
const GATE: &str = ".lock";

/// Makes a staging folder in a cache's folder, and removes abandoned ones.
pub(super) fn staging_dir(cache: &Path) -> Result<StagingDir> {
    let mut options = OpenOptions::new();
    let gate = options
        .write(true)
        .create(true)
        .truncate(false)
        .open(cache.join(GATE))?;
    // No staging folder can be about to take its lock while the gate is locked. So one without a lock is abandoned, however
    // young.
    let old = if lock(&gate) { Duration::ZERO } else { StagingDir::OLD };
    StagingDir::new(cache, PREFIX, old)
}

/// Waits for a lock. Returns true if it was acquired.
fn lock(file: &File) -> bool {
    loop {
        match file.lock() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            outcome => return outcome.is_ok(),
        }
    }
}
