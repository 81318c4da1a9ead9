//! Folders in which entries are made, and what killed runs leave of them.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Result};
use std::path::Path;
use std::time::Duration;

use crate::files::Workplace;

/// What the names of workplaces begin with. Whoever holds one locks the folder itself: a version of this program with another way
/// of locking needs another name, as both may use the same cache.
const PREFIX: &str = ".workplace-";

/// The file of the cache that is locked while workplaces are made and looked at.
const GATE: &str = ".lock";

/// Makes a workplace in a cache's folder, and removes those that were abandoned.
pub(super) fn workplace(cache: &Path) -> Result<Workplace> {
    let mut options = OpenOptions::new();
    let gate = options
        .write(true)
        .create(true)
        .truncate(false)
        .open(cache.join(GATE))?;
    // While the gate is locked, no workplace is about to get its own lock: one without it is abandoned, however young it is.
    let old = match lock(&gate) {
        true => Duration::ZERO,
        false => Workplace::OLD,
    };
    Workplace::new(cache, PREFIX, old)
}

/// Waits for a lock; says whether it could be had.
fn lock(file: &File) -> bool {
    loop {
        match file.lock() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            outcome => return outcome.is_ok(),
        }
    }
}
