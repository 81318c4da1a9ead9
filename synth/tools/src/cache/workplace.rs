//! Folders in which entries are made, and the removal of those that killed runs have left.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Result};
use std::path::Path;
use std::time::Duration;

use crate::files::Workplace;

/// The prefix of a workplace's name. Its owner locks the folder itself. A version of this program that locks in another
/// way needs another prefix, as both may use the same cache.
const PREFIX: &str = ".workplace-";

/// The file of the cache that is locked while workplaces are made and examined.
const GATE: &str = ".lock";

/// Makes a workplace in a cache's folder, and removes abandoned ones.
pub(super) fn workplace(cache: &Path) -> Result<Workplace> {
    let mut options = OpenOptions::new();
    let gate = options
        .write(true)
        .create(true)
        .truncate(false)
        .open(cache.join(GATE))?;
    // No workplace can be about to take its lock while the gate is locked. So one without a lock is abandoned, however
    // young.
    let old = match lock(&gate) {
        true => Duration::ZERO,
        false => Workplace::OLD,
    };
    Workplace::new(cache, PREFIX, old)
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
